// The table: one game, live.

import { h, replace, update } from "./lib/dom.js";
import { has, localized, t } from "./lib/i18n.js";
import { announce } from "./lib/announce.js";
import { cardName } from "./lib/cards.js";
import { updateBadge } from "./lib/installation.js";
import { showOtherTables } from "./lib/other-tables.js";
import { currentPlayer } from "./lib/player.js";
import { seatName } from "./lib/player-names.js";
import { DobonError, nextAttempt, request } from "./lib/server.js";
import { signIn } from "./lib/sign-in.js";
import { playSound } from "./lib/sounds.js";
import { dialog, ensurePlayer, problemText as problemText, updateTitle, buildPage, showProblem, toast } from "./lib/shell.js";
import { tableBar } from "./table/bar.js";
import { moveCards, snapshot } from "./table/card-motion.js";
import { errorPanel } from "./table/error-panel.js";
import { countdown } from "./table/countdown.js";
import { playEvents } from "./table/event-sounds.js";
import { Guide } from "./table/guide.js";
import { hand } from "./table/hand.js";
import { entryOf } from "./table/legal-actions.js";
import { eventText } from "./table/events.js";
import { Rematch } from "./table/rematch.js";
import { logPanel } from "./table/log.js";
import { resultPanel } from "./table/result.js";
import { otherSeats, ownSeat } from "./table/seats.js";
import { TableSession } from "./table/session.js";
import { stampBubble, stampMenu, stampText as stampText } from "./table/stamps.js";
import { waitingRoom } from "./table/waiting-room.js";
import { showRules } from "./table/rules.js";

const params = new URLSearchParams(location.search);
const gameId = params.get("game");
let board = null;
let ruleset = null;
let game = null;
let session = null;
let parts = null;
let guide = null;
let rematch = null;
let drawRequest = 0;
let drawnView = null;
const logState = { open: window.innerWidth >= 1000 };
const stampState = { open: false };

const ctx = {
  t, has,
  countdown: (deadline, options) => countdown(deadline, options),
  get seat() { return session.seat; },
  get busy() { return session.busy; },
  get queued() { return session.queued?.action ?? null; },
  get picked() { return session.picked; },
  get local() { return session.local; },
  isYou: (seat) => seat !== null && seat === session.seat,
  name: (seat) => seatName(session.view?.players ?? [], seat),
  act: (action, options) => session.act(action, options),
  ready: () => session.ready(),
  cancel: () => session.cancel(),
  entriesOf: (type) => session.view.actions.filter(({ action }) => action.type === type),
  actionsOf: (type) => ctx.entriesOf(type).map(({ action }) => action),
  firstAction: (type) => ctx.actionsOf(type)[0] ?? null,
  entryOf: (action) => entryOf(session.view.actions, action),
  redraw: () => draw(),
  hand: (codes, options) => hand(codes, ctx, options),
  explain: (words) => toast(words),
  stampAt: (seat) => {
    const given = session.stamps.get(seat);
    return given ? stampBubble(given, Date.now() - given.since) : null;
  },
};

const bar = h("div", { class: "table-bar" });
await buildPage({ title: () => (ruleset ? localized(ruleset.title) : t("table.title")), draw: () => parts && drawAll(), wide: true, bar });
const main = document.getElementById("main");
start();

async function start() {
  if (!gameId) return errorPanel(main, bar, t("table.no.game"));
  replace(main, h("p", { class: "wait" }, t("common.loading")));
  await signIn(main, { invited: params.has("code") });
  try {
    await enterTable();
  } catch (problem) {
    if (!(problem instanceof DobonError)) throw problem;
    const again = problem.status === 0 || problem.status >= 500;
    const pressed = errorPanel(main, bar, again && !navigator.onLine ? t("common.offline.lobby") : problemText(problem), again);
    if (again) Promise.race([pressed, nextAttempt()]).then(start);
  }
}

/** Take a seat if the address holds an invitation, then load the game. */
async function enterTable() {
  session = new TableSession(gameId, { onChange: scheduleDraw, onEvents, onRefusal, onCutProblem, onStamp, onEnd });
  rematch = new Rematch(session.path, () => scheduleDraw("rematch"));
  const code = params.get("code");
  if (code) await acceptInvitation(code);
  await session.start();
  const { data: rulesets } = await request("GET", "/v1/rulesets", { token: null });
  ruleset = rulesets.rulesets.find((one) => one.key === session.view.ruleset);
  board = await import(`./boards/${session.view.ruleset}.js`);
  game = (await request("GET", session.path)).data;
  buildLayout();
  updateTitle();
  if (session.seat !== null) guide = Guide.for(gameId, { onEnd: endGuide });
  drawAll();
  showOtherTables({ except: gameId });
  guide?.welcome(session.events);
}

/** Take the hints away; the focus goes to the hand, where the game continues. */
function endGuide() {
  guide = null;
  drawAll();
  parts.board.querySelector(".hand-card, .result a")?.focus();
}

async function acceptInvitation(code) {
  try {
    await session.takeSeat(code);
  } catch (problem) {
    if (!(problem instanceof DobonError) || !["already-seated", "game-started", "game-over"].includes(problem.code)) throw problem;
  }
  params.delete("code");
  history.replaceState(null, "", `?${params}`);
}

function buildLayout() {
  parts = {
    seats: h("div", { class: "table-seats" }),
    board: h("div", { class: "table-board" }),
    guide: h("div", { class: "table-guide" }),
    own: h("div", { class: "table-own" }),
    log: h("aside", { class: "table-log" }),
    banner: h("div", { class: "table-banner", "aria-hidden": "true" }),
  };
  const felt = h("div", { class: "felt" }, parts.seats, parts.guide, parts.board, parts.own, parts.banner);
  replace(main, h("div", { class: "table" }, felt, parts.log));
}

// Drawing

function scheduleDraw(why) {
  if (why === "dropped") toast(t("table.dropped"));
  if (!parts || drawRequest) return;
  drawRequest = requestAnimationFrame(() => {
    drawRequest = 0;
    drawAll();
  });
  if (document.hidden) {
    cancelAnimationFrame(drawRequest);
    drawRequest = 0;
    drawAll();
  }
}

function drawAll() {
  drawBar();
  draw();
  drawLog();
}

function draw() {
  const { view } = session;
  const refocus = () => parts.board.querySelector(".result button, .result a, .board-actions button:not(:disabled), .hand-card") ?? null;
  document.body.dataset.version = view.version;
  const asked = String(view.status === "playing" && view.round?.waiting_for.includes(session.seat));
  if (document.body.dataset.turn !== asked) {
    updateBadge();
    if (document.body.dataset.turn === "false") playSound("turn");
  }
  document.body.dataset.turn = asked;
  const felt = parts.board.parentElement;
  const before = snapshot(felt, drawnView);
  update(parts.seats, otherSeats(view, ctx, board));
  if (!view.round || view.status === "waiting") update(parts.board, waitingRoom(session, game, { onSit: takeSeat, onLeave: leaveTable }), refocus);
  else update(parts.board, [board.render(view, ctx), resultPanel(view, ctx, board, { onAgain: playAgain, asked: rematch.game !== null })], refocus);
  rematch.watch(view, session.seat);
  update(parts.guide, [guide?.panel(view, ctx)]);
  felt.classList.toggle("guided", guide !== null);
  const stampable = session.seat !== null && view.status !== "abandoned";
  update(parts.own, [ownSeat(view, ctx, board), stampable && stampMenu(stampState, { give: sendStamp, redraw: draw })]);
  felt.classList.toggle("has-result", Boolean(parts.board.querySelector(".result")));
  moveCards(felt, before, view);
  drawnView = view;
}

function drawBar() {
  const { view, connection } = session;
  parts.board.parentElement.classList.toggle("not-live", !["live", "ended"].includes(connection));
  update(bar, tableBar(view, ctx, { ruleset, connection, cutProblem: session.cut.problem, onRules: () => showRules(ruleset, view), onLeave: leaveTable }));
}

function drawLog() {
  logPanel(parts.log, session.events, session.view?.players ?? [], { ctx, board, state: logState, redraw: drawLog });
}

// Events

function onEvents(events) {
  playEvents(events, ctx);
  for (const event of events) {
    const words = eventText(event, session.view?.players ?? [], cardName);
    if (words) announce(words);
    const shown = board?.banner?.(event, ctx);
    if (shown) showBanner(shown, board.emphasis?.(event, ctx));
    if (event.type === "seat-taken" || event.type === "seat-left") refreshGame();
  }
}

async function refreshGame() {
  try {
    game = (await request("GET", session.path)).data;
    scheduleDraw("game");
  } catch (problem) {
    showProblem(problem);
  }
}

function onStamp({ seat, stamp }) {
  announce(t("table.stamp.said", { name: ctx.name(seat), words: stampText(stamp) }));
}

async function sendStamp(stamp) {
  try {
    await session.sendStamp(stamp);
  } catch (problem) {
    showProblem(problem);
  }
}

let bannerTimer = 0;

function showBanner(words, sound) {
  if (!parts) return;
  clearTimeout(bannerTimer);
  replace(parts.banner, h("span", { class: ["banner-words", sound] }, words));
  bannerTimer = setTimeout(() => replace(parts.banner), 1900);
}

function onRefusal(problem, action) {
  const key = `table.refused.${problem.code}`;
  const words = has(key) ? t(key, { name: problem.problem?.turn === undefined ? "" : ctx.name(problem.problem.turn), action: action.type }) : problemText(problem);
  toast(words, { kind: "bad" });
  announce(words);
}

function onCutProblem({ code }) {
  const words = t(`table.cut.${code}`);
  toast(words, { kind: "bad", ms: 0 });
  announce(words);
}

function onEnd(reason) {
  if (reason === "game-over") session.refresh();
  else errorPanel(main, bar, reason === "no-such-game" ? t("refused.no-such-game") : t("table.shut.out"), true).then(start);
}

// Actions of the player outside the game

async function takeSeat() {
  const before = currentPlayer()?.id;
  const who = await ensurePlayer();
  if (!who) return;
  try {
    await session.takeSeat(game?.join_code);
    // The stream belongs to the previous player, so the page starts again.
    if (who.id !== before) location.reload();
    await session.refresh();
    await refreshGame();
  } catch (problem) {
    showProblem(problem);
  }
}

async function leaveTable() {
  const before = session.view.status === "waiting";
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
    await session.leaveSeat();
    location.assign("/");
  } catch (problem) {
    showProblem(problem);
  }
}

/** Play again at the same table, with the other players who want to. */
async function playAgain() {
  try {
    await rematch.join();
  } catch (problem) {
    showProblem(problem);
  }
}

window.addEventListener("resize", () => scheduleDraw("size"));
