// The table: one game, live.

import { call, player, Problem } from "./lib/api.js";
import { h, replace, swap } from "./lib/dom.js";
import { both, has, language, t } from "./lib/i18n.js";
import { say } from "./lib/announce.js";
import { nameOf } from "./lib/player-names.js";
import { through } from "./lib/sign-in.js";
import { dialog, ensurePlayer, inWords as problemInWords, retitle, shell, tell, toast } from "./lib/shell.js";
import { now, ring } from "./table/countdown.js";
import { hand } from "./table/hand.js";
import { inWords, logPanel } from "./table/log.js";
import { result } from "./table/result.js";
import { others, own } from "./table/seats.js";
import { Visit } from "./table/session.js";
import { bubble, chooser, inWords as stampInWords } from "./table/stamps.js";
import { waitingRoom } from "./table/waiting-room.js";
import { showRules } from "./table/rules.js";

const params = new URLSearchParams(location.search);
const gameId = params.get("game");
let board = null;
let ruleset = null;
let game = null;
let visit = null;
let parts = null;
let drawing = 0;
const log = { open: window.innerWidth >= 1000 };
const stamps = { open: false };

const ctx = {
  t, has, both, language, now,
  ring: (deadline, options) => ring(deadline, options),
  get seat() { return visit.seat; },
  get busy() { return visit.busy; },
  get queued() { return visit.queued?.action ?? null; },
  get picked() { return visit.picked; },
  get local() { return visit.local; },
  you: (seat) => seat !== null && seat === visit.seat,
  name: (seat) => {
    const player = visit.view?.players.find((one) => one.seat === seat);
    return player ? nameOf(player) : t("table.seat", { seat: seat + 1 });
  },
  act: (action, options) => visit.act(action, options),
  cancel: () => visit.cancel(),
  listed: (type) => visit.view.actions.filter((action) => action.type === type),
  one: (type) => visit.view.actions.find((action) => action.type === type) ?? null,
  pickedAction: (type) => ctx.listed(type).find((action) => action.cards?.join() === visit.picked.codes.join()) ?? null,
  redraw: () => draw(),
  hand: (codes, options) => hand(codes, ctx, options),
  explain: (words) => toast(words),
  stamp: (seat) => {
    const given = visit.stamps.get(seat);
    return given ? bubble(given, Date.now() - given.since) : null;
  },
};

const bar = h("div", { class: "table-bar" });
await shell({ title: () => (ruleset ? both(ruleset.title) : t("table.title")), draw: () => parts && drawAll(), wide: true, bar });
const main = document.getElementById("main");
start();

async function start() {
  if (!gameId) return sorry(t("table.no.game"));
  replace(main, h("p", { class: "wait" }, t("common.loading")));
  await through(main, { invited: params.has("code") });
  try {
    await arrive();
  } catch (problem) {
    if (!(problem instanceof Problem)) throw problem;
    sorry(problemInWords(problem), problem.status === 0 || problem.status >= 500);
  }
}

/** Sit down where the address brings an invitation, then see what is there. */
async function arrive() {
  visit = new Visit(gameId, { changed, happened, refused, stamped, ended });
  const code = params.get("code");
  if (code) await accept(code);
  await visit.begin();
  const { data: rulesets } = await call("GET", "/v1/rulesets", { auth: false });
  ruleset = rulesets.rulesets.find((one) => one.key === visit.view.ruleset);
  board = await import(`./boards/${visit.view.ruleset}.js`);
  game = (await call("GET", visit.path)).data;
  build();
  retitle();
  drawAll();
}

async function accept(code) {
  try {
    await visit.sit(code);
  } catch (problem) {
    if (!(problem instanceof Problem) || !["already-seated", "game-started", "game-over"].includes(problem.code)) throw problem;
  }
  params.delete("code");
  history.replaceState(null, "", `?${params}`);
}

function sorry(words, again = false) {
  replace(bar);
  replace(
    main,
    h(
      "div",
      { class: "sorry panel stack" },
      h("h1", {}, t("table.title")),
      h("p", {}, words),
      h("div", { class: "row" }, again && h("button", { type: "button", class: "primary", onclick: () => start() }, t("common.retry")), h("a", { class: "button", href: "/" }, t("table.home"))),
    ),
  );
}

function build() {
  parts = {
    seats: h("div", { class: "table-seats" }),
    board: h("div", { class: "table-board" }),
    own: h("div", { class: "table-own" }),
    log: h("aside", { class: "table-log" }),
    banner: h("div", { class: "table-banner", "aria-hidden": "true" }),
  };
  const felt = h("div", { class: "felt" }, parts.seats, parts.board, parts.own, parts.banner);
  replace(main, h("div", { class: "table" }, felt, parts.log));
}

// Drawing

function changed(why) {
  if (why === "dropped") toast(t("table.dropped"));
  if (!parts || drawing) return;
  drawing = requestAnimationFrame(() => {
    drawing = 0;
    drawAll();
  });
  if (document.hidden) {
    cancelAnimationFrame(drawing);
    drawing = 0;
    drawAll();
  }
}

function drawAll() {
  drawBar();
  draw();
  drawLog();
}

function draw() {
  const { view } = visit;
  const refocus = () => parts.board.querySelector(".result button, .result a, .board-actions button:not(:disabled), .hand-card") ?? null;
  document.body.dataset.version = view.version;
  document.body.dataset.turn = String(view.status === "playing" && view.round?.waiting_for.includes(visit.seat));
  swap(parts.seats, others(view, ctx, board));
  if (!view.round || view.status === "waiting") swap(parts.board, waitingRoom(visit, game, ruleset, ctx, { onSit: sit, onLeave: leave }), refocus);
  else swap(parts.board, [board.render(view, ctx), result(view, ctx, board, { onAgain: again })], refocus);
  const stampable = visit.seat !== null && view.status !== "abandoned";
  swap(parts.own, [own(view, ctx, board), stampable && chooser(stamps, { give, redraw: draw })]);
  parts.board.parentElement.classList.toggle("has-result", Boolean(parts.board.querySelector(".result")));
}

function drawBar() {
  const { view, state } = visit;
  const of = view.options.rounds ?? 1;
  const round = view.round && of > 1 ? [h("span", { class: "round-long" }, t("table.round", { number: view.round.number, of })), h("span", { class: "round-short", "aria-hidden": "true" }, `${view.round.number}/${of}`)] : null;
  const seated = visit.seat !== null;
  swap(bar, [
    h("h1", { class: "table-title" }, both(ruleset.title)),
    round && h("span", { class: "chip" }, round),
    !seated && h("span", { class: "chip warn" }, t("table.watching")),
    h("span", { class: ["connection", state], title: t(`table.connection.${state}`) }, h("span", { class: "dot", "aria-hidden": "true" }), h("span", { class: state === "live" || state === "ended" ? "visually-hidden" : "" }, t(`table.connection.${state}`))),
    h("span", { class: "spacer" }),
    h("button", { type: "button", class: "quiet", dataset: { key: "rules" }, onclick: () => showRules(ruleset, view) }, sign("?"), h("span", { class: "bar-words" }, t("table.rules"))),
    seated && !["finished", "abandoned"].includes(view.status) && view.status !== "waiting" && h("button", { type: "button", class: "quiet", dataset: { key: "leave" }, onclick: leave }, sign("⏏"), h("span", { class: "bar-words" }, t("table.leave"))),
  ]);
}

/** What stands for the words of a button where there is no room for them. */
function sign(text) {
  return h("span", { class: "bar-sign", "aria-hidden": "true" }, text);
}

function drawLog() {
  logPanel(parts.log, visit.events, ctx, board, log, drawLog);
}

// What happens

function happened(events) {
  for (const event of events) {
    const words = inWords(event, ctx, board);
    if (words) say(words);
    const shown = board?.banner?.(event, ctx);
    if (shown) banner(shown, board.sound?.(event, ctx));
    if (event.type === "seat-taken" || event.type === "seat-left") refreshGame();
  }
}

async function refreshGame() {
  try {
    game = (await call("GET", visit.path)).data;
    changed("game");
  } catch (problem) {
    tell(problem);
  }
}

function stamped({ seat, stamp }) {
  say(t("table.stamp.said", { name: ctx.name(seat), words: stampInWords(stamp) }));
}

async function give(stamp) {
  try {
    await visit.give(stamp);
  } catch (problem) {
    tell(problem);
  }
}

let bannerTimer = 0;

function banner(words, sound) {
  if (!parts) return;
  clearTimeout(bannerTimer);
  replace(parts.banner, h("span", { class: ["banner-words", sound] }, words));
  bannerTimer = setTimeout(() => replace(parts.banner), 1900);
}

function refused(problem, action) {
  const key = `table.refused.${problem.code}`;
  const words = has(key) ? t(key, { name: problem.more.turn === undefined ? "" : ctx.name(problem.more.turn), action: action.type }) : problemInWords(problem);
  toast(words, { kind: "bad" });
  say(words);
}

function ended(reason) {
  if (reason === "game-over") visit.refresh();
  else sorry(reason === "no-such-game" ? t("refused.no-such-game") : t("table.shut.out"), true);
}

// What a player does beside the game

async function sit() {
  const before = player()?.id;
  const who = await ensurePlayer();
  if (!who) return;
  try {
    await visit.sit(game?.join_code);
    // What is followed is followed as somebody else.
    if (who.id !== before) location.reload();
    await visit.refresh();
    await refreshGame();
  } catch (problem) {
    tell(problem);
  }
}

async function leave() {
  const before = visit.view.status === "waiting";
  const sure = await dialog({
    title: t(before ? "table.leave.waiting.title" : "table.leave.title"),
    body: h("p", {}, t(before ? "table.leave.waiting.why" : "table.leave.why")),
    className: "narrow",
    actions: [
      { label: t("common.cancel"), value: false },
      { label: t("table.leave"), value: true, kind: "danger" },
    ],
  });
  if (!sure) return;
  try {
    await visit.stand();
    location.assign("/");
  } catch (problem) {
    tell(problem);
  }
}

/** The same table again: the same rules and bots; people come by a new invitation. */
async function again() {
  const { view } = visit;
  const bots = view.players.filter((player) => player.kind === "bot").map((player) => player.bot);
  try {
    const { data } = await call("POST", "/v1/games", {
      body: { ruleset: view.ruleset, options: view.options, seats: view.scores.length, bots, listed: game?.listed ?? false },
    });
    location.assign(`/table.html?game=${data.id}`);
  } catch (problem) {
    tell(problem);
  }
}

window.addEventListener("resize", () => changed("size"));
