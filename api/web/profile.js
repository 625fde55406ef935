// The profile of a player: statistics as pictures, and finished games. Without `player` in the address, my own.

import { challengePlayer } from "./lib/challenges.js";
import { h, replace, update } from "./lib/dom.js";
import { decimal } from "./lib/figures.js";
import { localized, t } from "./lib/i18n.js";
import { loadFollows, reliabilityText, setFollow } from "./lib/people.js";
import { currentPlayer, currentToken } from "./lib/player.js";
import { accountName } from "./lib/player-names.js";
import { openReport } from "./lib/report.js";
import { rulesetChoice } from "./lib/ruleset-choice.js";
import { DobonError, request } from "./lib/server.js";
import { attempt, buildPage, nameForm, problemText, updateTitle } from "./lib/shell.js";
import { callsTable } from "./profile/calls-table.js";
import { historyList } from "./profile/history.js";
import { ratingChart } from "./profile/rating-chart.js";

const asked = new URLSearchParams(location.search).get("player");
const state = { rulesets: [], titles: new Map(), profile: null, follows: null, chosen: null, points: [], games: [], next: null, ready: false };
const isBot = () => state.profile.kind === "bot";
const own = () => state.profile.id === currentPlayer()?.id;

const main = await buildPage({ title: () => (state.profile && !own() ? state.profile.name : t("profile.title")), draw: () => state.ready && draw() });
start();

async function start() {
  if (!currentToken()) return replace(main, h("h1", {}, t("profile.title")), h("section", { class: "panel" }, h("p", {}, t("profile.sign-in")), nameForm({ done: start, autofocus: false })));
  replace(main, h("h1", {}, t("profile.title")), h("p", { class: "muted" }, t("common.loading")));
  try {
    await load();
  } catch (problem) {
    if (!(problem instanceof DobonError)) throw problem;
    replace(main, h("h1", {}, t("profile.title")), h("div", { class: "panel stack" }, h("p", { class: "error", role: "alert" }, problemText(problem)), h("div", { class: "row" }, h("button", { type: "button", class: "primary", onclick: start }, t("common.retry")), h("a", { class: "button", href: "/" }, t("common.home")))));
  }
  document.body.dataset.ready = "true";
  return null;
}

async function load() {
  const [rulesets, profile] = await Promise.all([request("GET", "/v1/rulesets", { token: null }), request("GET", `/v1/players/${asked ? encodeURIComponent(asked) : "me"}`)]);
  state.rulesets = rulesets.data.rulesets;
  state.titles = new Map(state.rulesets.map((one) => [one.key, one.title]));
  state.profile = profile.data;
  // The games that count for this player: those among people, or those of a bot account.
  state.profile.statistics = state.profile.statistics.filter((one) => one.bot_accounts === isBot());
  if (!own()) state.follows = (await loadFollows()).some((one) => one.id === state.profile.id);
  const rated = state.profile.statistics.filter((one) => one.rating);
  await Promise.all([choose(rated.toSorted((a, b) => b.games - a.games)[0]?.ruleset ?? null), loadGames()]);
  state.ready = true;
  updateTitle();
  draw();
}

async function choose(ruleset) {
  state.chosen = ruleset;
  state.points = ruleset ? (await request("GET", `/v1/players/${state.profile.id}/ratings`, { query: { ruleset, bot_accounts: isBot() } })).data.points : [];
}

async function loadGames() {
  const { data } = await request("GET", `/v1/players/${state.profile.id}/history`, { query: { cursor: state.next, limit: 10 } });
  state.games.push(...data.games);
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
  const { profile } = state;
  update(main, [h("div", { class: "profile-head" }, h("h1", {}, accountName(profile)), h("p", { class: "muted small" }, summary(profile)), actions()), ratingSection(), callsSection(), gamesSection()]);
}

function summary(profile) {
  const games = profile.statistics.reduce((all, one) => all + one.games, 0);
  const won = profile.statistics.reduce((all, one) => all + one.games_won, 0);
  return [t("profile.games.count", { games, won }), " · ", reliabilityText(profile)];
}

function actions() {
  if (own()) return h("p", { class: "row" }, h("a", { class: "button", href: "/leaderboard.html" }, t("profile.leaderboards")), h("a", { class: "button", href: "/account.html" }, t("common.account")));
  const follow = async () => {
    await setFollow(state.profile.id, !state.follows);
    state.follows = !state.follows;
  };
  const { id, name } = state.profile;
  return h("p", { class: "row" },
    h("button", { type: "button", class: state.follows ? "" : "primary", dataset: { key: "follow" }, onclick: () => change(follow) }, t(state.follows ? "table.people.unfollow" : "table.people.follow")),
    h("button", { type: "button", dataset: { key: "challenge" }, onclick: () => challengePlayer(state.profile, state.rulesets) }, t("challenge.do")),
    h("button", { type: "button", class: "quiet", dataset: { key: "report" }, onclick: () => openReport({ kind: "name", player: id }, name) }, t("report.name")));
}

function ratingSection() {
  const rated = state.rulesets.filter((one) => state.profile.statistics.some((found) => found.ruleset === one.key && found.rating));
  const shown = state.profile.statistics.find((one) => one.ruleset === state.chosen);
  return h("section", { class: "panel stack", "aria-labelledby": "rating" }, h("h2", { id: "rating" }, t("profile.rating")),
    !shown || !state.points.length ? h("p", { class: "muted" }, t("profile.rating.none")) : [
      rated.length > 1 && rulesetChoice(rated, state.chosen, (key) => change(() => choose(key))),
      h("p", { class: "row rating-now" }, h("strong", { class: "big-number" }, decimal(shown.rating.value)), h("span", {}, localized(state.titles.get(state.chosen))), h("a", { class: "button", href: `/leaderboard.html?${new URLSearchParams({ ruleset: state.chosen, bot_accounts: isBot() })}`, dataset: { key: "board" } }, t("profile.leaderboard"))),
      ratingChart(state.points),
      h("p", { class: "small muted" }, t("profile.rating.why")),
    ]);
}

function callsSection() {
  return h("section", { class: "panel stack", "aria-labelledby": "calls" }, h("h2", { id: "calls" }, t("profile.calls")),
    callsTable(state.profile.statistics, state.titles) ?? h("p", { class: "muted" }, t("profile.calls.none")), h("p", { class: "small muted" }, t("profile.calls.why")));
}

function gamesSection() {
  return h("section", { class: "stack", "aria-labelledby": "games" }, h("h2", { id: "games" }, t("profile.games")),
    state.games.length ? historyList(state.games, state.profile.id, state.titles) : h("p", { class: "muted" }, t(own() ? "profile.games.none" : "profile.games.hidden")),
    state.next && h("button", { type: "button", dataset: { key: "more" }, onclick: () => change(loadGames) }, t("profile.more")));
}
