// The leaderboards, with my place even if I am far from the top.

import { h, replace, update } from "./lib/dom.js";
import { decimal } from "./lib/figures.js";
import { t } from "./lib/i18n.js";
import { currentPlayer, currentToken } from "./lib/player.js";
import { accountName, playerName } from "./lib/player-names.js";
import { rulesetChoice } from "./lib/ruleset-choice.js";
import { DobonError, request } from "./lib/server.js";
import { attempt, buildPage, nameForm, problemText } from "./lib/shell.js";

const asked = new URLSearchParams(location.search);
const state = { rulesets: [], chosen: asked.get("ruleset"), bots: asked.get("bot_accounts") === "true", mine: null, players: [], next: null, ready: false };

const main = await buildPage({ title: () => t("profile.leaderboards"), draw: () => state.ready && draw() });
start();

async function start() {
  if (!currentToken()) return replace(main, h("h1", {}, t("profile.leaderboards")), h("section", { class: "panel" }, h("p", {}, t("profile.sign-in")), nameForm({ done: start, autofocus: false })));
  replace(main, h("h1", {}, t("profile.leaderboards")), h("p", { class: "muted" }, t("common.loading")));
  try {
    state.rulesets = (await request("GET", "/v1/rulesets", { token: null })).data.rulesets;
    const known = state.rulesets.some((one) => one.key === state.chosen);
    await choose(known ? state.chosen : state.rulesets[0].key);
    state.ready = true;
    draw();
  } catch (problem) {
    if (!(problem instanceof DobonError)) throw problem;
    replace(main, h("h1", {}, t("profile.leaderboards")), h("div", { class: "panel stack" }, h("p", { class: "error", role: "alert" }, problemText(problem)), h("button", { type: "button", class: "primary", onclick: start }, t("common.retry"))));
  }
  document.body.dataset.ready = "true";
  return null;
}

async function choose(ruleset) {
  const query = { ruleset, bot_accounts: state.bots };
  const [top, mine] = await Promise.all([request("GET", "/v1/leaderboard", { query }), request("GET", "/v1/leaderboard/me", { query })]);
  Object.assign(state, { chosen: ruleset, players: top.data.players, next: top.data.next, mine: mine.data });
  history.replaceState(null, "", `/leaderboard.html?${new URLSearchParams(query)}`);
}

async function loadMore() {
  const { data } = await request("GET", "/v1/leaderboard", { query: { ruleset: state.chosen, bot_accounts: state.bots, cursor: state.next } });
  state.players.push(...data.players);
  state.next = data.next;
}

/** Do some work and draw again; show the problem if it fails. */
function change(work) {
  return attempt(async () => {
    await work();
    draw();
  });
}

function draw() {
  const { mine, players } = state;
  const listed = mine.place !== null && mine.place <= players.length;
  update(main, [
    h("h1", {}, t("profile.leaderboards")),
    rulesetChoice(state.rulesets, state.chosen, (key) => change(() => choose(key))),
    h("div", { class: "field check" }, h("input", { type: "checkbox", id: "bots", checked: state.bots, onchange: (event) => { state.bots = event.currentTarget.checked; change(() => choose(state.chosen)); } }), h("label", { for: "bots" }, t("profile.bot-accounts"))),
    h("section", { class: "panel stack", "aria-labelledby": "mine" }, h("h2", { id: "mine" }, t("profile.my-place")),
      h("p", { class: mine.place === null ? "muted" : "big-number", dataset: { testid: "place" } }, mine.place === null ? t("profile.my-place.none") : t("profile.my-place.number", { place: mine.place })),
      mine.place !== null && !listed && board(mine.players, t("profile.my-place"))),
    h("section", { class: "panel stack", "aria-labelledby": "top" }, h("h2", { id: "top" }, t("profile.top")),
      players.length ? board(players, t("profile.top")) : h("p", { class: "muted" }, t("profile.top.none")),
      state.next && h("button", { type: "button", dataset: { key: "more" }, onclick: () => change(loadMore) }, t("profile.more.players"))),
    h("p", { class: "small muted" }, t("profile.rating.why")),
  ]);
}

function board(players, caption) {
  const columns = ["place", "player", "value", "games", "won"];
  return h("table", { class: "board-table" }, h("caption", { class: "visually-hidden" }, caption),
    h("thead", {}, h("tr", {}, columns.map((name) => h("th", { scope: "col", class: name !== "player" && "num" }, t(`profile.board.${name}`))))),
    h("tbody", {}, players.map((one) => h("tr", { class: one.id !== null && one.id === currentPlayer()?.id && "own", "aria-current": one.id !== null && one.id === currentPlayer()?.id && "true" },
      h("td", { class: "num" }, one.place), h("th", { scope: "row" }, nameOf(one)), h("td", { class: "num" }, decimal(one.rating.value)), h("td", { class: "num" }, one.games), h("td", { class: "num" }, one.games_won)))));
}

function nameOf(player) {
  if (player.id === null) return playerName({ ...player, bot: player.name });
  return player.name === "-" ? player.name : h("a", { class: "name-link", href: `/profile.html?player=${player.id}` }, accountName(player));
}
