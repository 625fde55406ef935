// The lobby: play at once against bots, open a table, or join one.

import { onNotification } from "./lib/account-stream.js";
import { card } from "./lib/cards.js";
import { h, replace, update } from "./lib/dom.js";
import { beginGuide, GUIDED_GAME } from "./lib/guide-state.js";
import { requestSeat } from "./lib/hash-chain.js";
import { onInstallable, updateBadge } from "./lib/installation.js";
import { localized, has, t } from "./lib/i18n.js";
import { dialog, ensurePlayer, drawHeader, problemText, buildPage, showProblem, toast } from "./lib/shell.js";
import { notificationsPanel, renewSubscription } from "./lib/notifications.js";
import { showOtherTables } from "./lib/other-tables.js";
import { currentToken, savePlayer } from "./lib/player.js";
import { playerName } from "./lib/player-names.js";
import { DobonError, nextAttempt, request } from "./lib/server.js";
import { challengesPanel, refreshChallenges } from "./lobby/challenges.js";
import { acceptFollowLink, friendsPanel, refreshFriends } from "./lobby/friends.js";
import { drillsPanel, recordsPanel } from "./lobby/links.js";
import { newTableForm } from "./lobby/new-table-form.js";
import { guideOffer, installOffer } from "./lobby/offers.js";
import { quickPlayPanel } from "./lobby/quick-play.js";
import { rulesText, optionValueText } from "./table/rules.js";

/** The bots of the tables that start with one click. */
const QUICK_BOTS = { "dobon-sato": ["careful", "novice"], "dobon-kawagoe": ["careful", "novice", "careful"], doubt: ["careful", "novice", "careful"] };
const QUICK_OPTIONS = { turn_seconds: 0, bot_delay_ms: 1200 };

/** The cards that illustrate each game. */
const SAMPLE_CARDS = {
  hero: ["S3", "H5", "D8", "C12", "H13"],
  "dobon-sato": ["S5", "H8", "C13"],
  "dobon-kawagoe": ["D2", "X1", "S9"],
  doubt: ["??", "??", "H1"],
  durak: ["C6", "C10", "H7"],
  kirifu: ["C9", "H9", "X1"],
  mustamaija: ["D10", "S12", "D13"],
};
const REFRESH_MS = 8000;

/** Notifications after which the lists of tables are read again at once. */
const LIST_CHANGES = new Set(["started", "ended", "missed", "challenge"]);

const CODE_LETTERS = 6;
const OWN_TABLES_SHOWN = 3;

/** Options for the pace of a table, not for its rules. */
const TIMING_OPTION = /_(seconds|ms)$/;

let rulesets = [];
let openTables = [];
let myTables = [];

const main = await buildPage({ title: () => t("lobby.title"), draw: () => rulesets.length && draw() });
onInstallable(() => rulesets.length && draw());
loadLobby().then(acceptFollowLink);

async function loadLobby() {
  for (let problem = await tryToLoad(); problem; problem = await tryToLoad()) await untilRetry(problem);
  setInterval(() => !document.hidden && refreshTables(), REFRESH_MS);
  onNotification(({ kind }) => LIST_CHANGES.has(kind) && refreshTables());
  showOtherTables();
  renewSubscription();
}

async function refreshTables() {
  try {
    await loadTables();
    drawTables();
  } catch (problem) {
    if (!(problem instanceof DobonError)) throw problem;
  }
}

/** Load and draw the lobby; return the problem if the server does not answer. */
async function tryToLoad() {
  if (!navigator.onLine) return new DobonError({ code: "offline" });
  replace(main, h("p", { class: "muted" }, t("common.loading")));
  try {
    rulesets = (await request("GET", "/v1/rulesets", { token: null })).data.rulesets;
    await loadTables().catch(forgetUnknownPlayer);
    draw();
    return null;
  } catch (problem) {
    if (!(problem instanceof DobonError)) throw problem;
    return problem;
  }
}

/** Show why there is no lobby, until the next attempt. */
function untilRetry(problem) {
  return new Promise((resolve) => {
    const words = navigator.onLine ? problemText(problem) : t("common.offline.lobby");
    const again = h("button", { type: "button", class: "primary", dataset: { key: "retry" }, onclick: resolve }, t("common.retry"));
    replace(main, h("div", { class: "stack panel" }, h("h1", {}, t("lobby.title")), h("p", {}, words), again));
    nextAttempt().then(resolve);
  });
}

async function loadTables() {
  if (!currentToken()) return;
  const [waiting, own] = await Promise.all([request("GET", "/v1/games?status=waiting&mine=false&limit=20"), request("GET", "/v1/games?mine=true&limit=12")]);
  openTables = waiting.data.games;
  myTables = own.data.games.filter((game) => game.status !== "abandoned");
  updateBadge();
  await Promise.all([refreshFriends(), refreshChallenges()]);
}

/** Remove a player that the server does not know any more; the page asks for a name when one is needed. */
function forgetUnknownPlayer(problem) {
  if (problem.code !== "unauthorized") throw problem;
  savePlayer(null);
  drawHeader();
}

let tables = null;
const notifications = notificationsPanel();

function draw() {
  tables = h("div", { class: "tables" });
  const [first] = rulesets;
  update(main, [
    h(
      "section",
      { class: "hero", "aria-labelledby": "welcome" },
      h(
        "div",
        { class: "hero-words" },
        h("h1", { id: "welcome" }, t("lobby.welcome")),
        h("p", {}, t("lobby.what")),
        h("div", { class: "row" }, first && h("button", { type: "button", class: "primary big", dataset: { key: "play" }, onclick: (event) => startQuickGame(first, event.currentTarget) }, t("lobby.play", { game: localized(first.title) })), guideOffer({ start: startGuidedGame, redraw: draw })),
      ),
      h("div", { class: "hero-cards", "aria-hidden": "true" }, SAMPLE_CARDS.hero.map((code, at) => card(code, { size: "l", label: false, style: { "--i": at - 2 } }))),
    ),
    h(
      "div",
      { class: "lobby-columns" },
      h("section", { class: "lobby-games", "aria-labelledby": "games" }, h("h2", { id: "games" }, t("lobby.games")), h("ul", { class: "games" }, rulesets.map(gameCard))),
      h("div", { class: "lobby-side" }, quickPlayPanel(rulesets), tables, installOffer({ redraw: draw }), challengesPanel(rulesets), friendsPanel(rulesets, takeSeat)),
      h("div", { class: "lobby-more" }, drillsPanel(), recordsPanel(), h("section", { class: "panel stack", "aria-labelledby": "join" }, h("h2", { id: "join" }, t("lobby.join")), joinForm()), notifications),
    ),
  ]);
  drawTables();
}

/** A game: a line about it, and its rules in a part that opens. */
function gameCard(ruleset) {
  const tag = `lobby.tag.${ruleset.key}`;
  return h(
    "li",
    { class: "panel game-card", dataset: { ruleset: ruleset.key } },
    h("div", { class: "game-cards", "aria-hidden": "true" }, (SAMPLE_CARDS[ruleset.key] ?? ["??", "??", "??"]).map((code, at) => card(code, { size: "s", label: false, style: { "--i": at - 1 } }))),
    h("h3", {}, localized(ruleset.title)),
    has(tag) && h("p", {}, t(tag)),
    h("p", { class: "muted small" }, t("lobby.seats", { min: ruleset.seats.min, max: ruleset.seats.max })),
    h("details", { class: "game-rules" }, h("summary", {}, t("lobby.how")), rulesText(ruleset.text), ruleset.key === GUIDED_GAME.ruleset && h("button", { type: "button", dataset: { key: "guide-again" }, onclick: (event) => startGuidedGame(event.currentTarget) }, t("lobby.guide"))),
    h(
      "div",
      { class: "row" },
      h("button", { type: "button", class: "primary", dataset: { key: `quick-${ruleset.key}` }, onclick: (event) => startQuickGame(ruleset, event.currentTarget) }, t("lobby.quick")),
      h("button", { type: "button", dataset: { key: `new-${ruleset.key}` }, onclick: () => openNewTableForm(ruleset) }, t("lobby.new")),
    ),
  );
}

function drawTables() {
  if (!tables) return;
  update(tables, [
    myTables.length > 0 && h("section", { "aria-labelledby": "mine" }, h("h2", { id: "mine" }, t("lobby.mine")), ownTables()),
    h(
      "section",
      { "aria-labelledby": "open" },
      h("h2", { id: "open" }, t("lobby.open")),
      openTables.length ? h("ul", { class: "table-list" }, openTables.map((game) => tableLine(game, false))) : h("p", { class: "muted" }, t("lobby.open.none")),
    ),
  ]);
}

/** The viewer's tables: running ones first, then the newest finished ones; the rest is folded away. */
function ownTables() {
  const going = myTables.filter((game) => game.status !== "finished");
  const all = [...going, ...myTables.filter((game) => game.status === "finished")];
  const shown = Math.max(going.length, OWN_TABLES_SHOWN);
  tables.parentElement?.classList.toggle("urgent", going.length > 0 || openTables.length > 0);
  const list = (games) => h("ul", { class: "table-list" }, games.map((game) => tableLine(game, true)));
  return [list(all.slice(0, shown)), all.length > shown && h("details", { class: "older" }, h("summary", { dataset: { key: "older" } }, t("lobby.older")), list(all.slice(shown)))];
}

function tableLine(game, own) {
  const ruleset = rulesets.find((one) => one.key === game.ruleset);
  const names = game.players.map(playerName).join(t("table.comma"));
  const different = ruleset.options.filter((option) => option.default !== game.options[option.name] && !TIMING_OPTION.test(option.name));
  const address = `/table.html?game=${game.id}`;
  const finished = game.status === "finished";
  return h(
    "li",
    { class: "table-line", dataset: { game: game.id } },
    h(
      "div",
      { class: "table-words" },
      h("span", { class: "table-name" }, localized(ruleset.title), " ", h("span", { class: "chip" }, t(`lobby.status.${game.status}`))),
      h("span", { class: "small" }, game.status === "waiting" ? t("lobby.players", { names, count: game.players.length, seats: game.seats }) : names),
      different.length > 0 && h("span", { class: "small muted" }, different.map((option) => `${localized(option.title)}: ${optionValueText(option, game.options[option.name])}`).join(t("lobby.semicolon"))),
    ),
    own
      ? h("a", { class: ["button", !finished && "primary"], href: address, dataset: { key: `go-${game.id}` } }, t(finished ? "lobby.look" : "lobby.continue"))
      : h("button", { type: "button", class: "primary", dataset: { key: `sit-${game.id}` }, onclick: () => takeSeat(game) }, t("lobby.sit")),
    own && finished && h("a", { class: "button", href: `/replay.html?game=${game.id}&round=1`, dataset: { key: `replay-${game.id}` } }, t("lobby.replay")),
  );
}

/** Open the guided game and start at once. */
async function startGuidedGame(button) {
  if (!(await ensurePlayer())) return;
  button.disabled = true;
  try {
    await createTable(GUIDED_GAME, beginGuide);
  } finally {
    button.disabled = false;
  }
}

/** Open a table of this game against bots and start at once. */
async function startQuickGame(ruleset, button) {
  if (!(await ensurePlayer())) return;
  const bots = (QUICK_BOTS[ruleset.key] ?? ["careful", "novice"]).slice(0, ruleset.seats.max - 1);
  const declared = new Set(ruleset.options.map((option) => option.name));
  const options = Object.fromEntries(Object.entries(QUICK_OPTIONS).filter(([name]) => declared.has(name)));
  button.disabled = true;
  try {
    await createTable({ ruleset: ruleset.key, seats: bots.length + 1, bots, options });
  } finally {
    button.disabled = false;
  }
}

/** Open a table and go to it; `opened` is called with its id before. */
async function createTable(body, opened = () => {}) {
  try {
    const { data } = await requestSeat("/v1/games", body, ({ id }) => id);
    opened(data.id);
    location.assign(`/table.html?game=${data.id}`);
  } catch (problem) {
    showProblem(problem);
  }
}

async function openNewTableForm(ruleset) {
  if (!(await ensurePlayer())) return;
  await dialog({ title: t("lobby.new.title", { game: localized(ruleset.title) }), actions: [], body: () => newTableForm(ruleset, (body) => createTable(body)) });
}

async function takeSeat(game) {
  if (!(await ensurePlayer())) return;
  try {
    await requestSeat(`/v1/games/${game.id}/seats`, {}, () => game.id);
    location.assign(`/table.html?game=${game.id}`);
  } catch (problem) {
    showProblem(problem);
    await loadTables();
    drawTables();
  }
}

function joinForm() {
  const input = h("input", { id: "code", name: "code", autocomplete: "off", autocapitalize: "characters", dataset: { key: "code" }, required: true, "aria-describedby": "code-why" });
  return h(
    "form",
    {
      class: "stack",
      onsubmit: async (event) => {
        event.preventDefault();
        await joinByCode(input.value.trim());
      },
    },
    h("label", { for: "code" }, t("lobby.code")),
    h("div", { class: "row join-row" }, input, h("button", { class: "primary", dataset: { key: "join" } }, t("lobby.join.go"))),
    h("p", { class: "muted small", id: "code-why" }, t("lobby.code.why")),
  );
}

/** Join by the link of an invitation, or by its code alone. */
async function joinByCode(text) {
  const query = new URLSearchParams(text.includes("?") ? text.slice(text.indexOf("?") + 1) : "");
  const game = query.get("game") ?? /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/i.exec(text)?.[0];
  if (game) return openTable(game, query.get("code"));
  const code = text.normalize("NFKC").toUpperCase().replace(/[^A-Z]/g, "");
  if (code.length !== CODE_LETTERS) return toast(t("lobby.code.bad"), { kind: "bad" });
  if (!(await ensurePlayer())) return undefined;
  try {
    const { data } = await request("GET", `/v1/games?join_code=${code}`);
    if (data.games.length === 0) return toast(t("lobby.code.none", { code }), { kind: "bad" });
    return openTable(data.games[0].id, code);
  } catch (problem) {
    return showProblem(problem);
  }
}

function openTable(game, code) {
  location.assign(`/table.html?${new URLSearchParams({ game, ...(code ? { code } : {}) })}`);
}
