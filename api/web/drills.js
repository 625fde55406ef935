// Drills: positions of the visitor's own analysed rounds, and the drill of the day, which needs no account.

import { announce } from "./lib/announce.js";
import { h, replace, update } from "./lib/dom.js";
import { localized, t } from "./lib/i18n.js";
import { currentToken, savePlayer } from "./lib/player.js";
import { DobonError, request } from "./lib/server.js";
import { buildPage, drawHeader, problemText, showProblem, updateTitle } from "./lib/shell.js";
import { questionPanel } from "./drills/question.js";

const PAGE = 20;
const query = new URLSearchParams(location.search);
const state = { rulesets: new Map(), drills: [], next: null, shown: null, result: null, busy: false, problem: null, loaded: false };

const main = await buildPage({ title: () => t("drills.title"), draw: () => state.loaded && draw() });
start();

async function start() {
  replace(main, h("p", { class: "muted" }, t("common.loading")));
  try {
    const { data } = await request("GET", "/v1/rulesets", { token: null });
    state.rulesets = new Map(data.rulesets.map((one) => [one.key, one]));
    await loadDrills().catch(forgetUnknownPlayer);
    state.loaded = true;
  } catch (problem) {
    if (!(problem instanceof DobonError)) throw problem;
    return replace(main, h("div", { class: "panel stack" }, h("h1", {}, t("drills.title")), h("p", { class: "error", role: "alert" }, problemText(problem)), h("button", { type: "button", class: "primary", onclick: start }, t("common.retry"))));
  }
  const first = state.drills.find((one) => one.answered === null);
  if (query.has("daily") || !(query.get("id") ?? first)) await show(null);
  else await show(query.get("id") ?? first.id);
  document.body.dataset.ready = "true";
  return null;
}

async function loadDrills() {
  if (!currentToken()) return;
  const { data } = await request("GET", "/v1/drills", { query: { limit: PAGE, cursor: state.next } });
  state.drills.push(...data.drills);
  state.next = data.next;
}

/** Remove a player that the server does not know any more; the drill of the day needs none. */
function forgetUnknownPlayer(problem) {
  if (problem.code !== "unauthorized") throw problem;
  savePlayer(null);
  drawHeader();
}

/** Show one of the drills, or the drill of the day for null. */
async function show(id) {
  Object.assign(state, { result: null, problem: null, shown: null });
  const path = id === null ? "/v1/drills/daily" : `/v1/drills/${encodeURIComponent(id)}`;
  history.replaceState(null, "", id === null ? "/drills.html?daily" : `/drills.html?id=${encodeURIComponent(id)}`);
  try {
    state.shown = { ...(await request("GET", path)).data, path, daily: id === null };
  } catch (problem) {
    if (!(problem instanceof DobonError)) throw problem;
    state.problem = problem;
  }
  updateTitle();
  draw();
}

/** Answer the shown drill with one of its choices. */
async function answer(choice) {
  if (state.busy || state.result) return;
  state.busy = true;
  const { path, day } = state.shown;
  try {
    const { data } = await request("POST", `${path}/answers`, { body: { choice, ...(day ? { day } : {}) } });
    state.result = data;
    const listed = state.drills.find((one) => one.id === state.shown.id);
    if (listed) listed.answered ??= data.answered;
  } catch (problem) {
    showProblem(problem);
  }
  state.busy = false;
  draw();
  if (!state.result) return;
  announce(t(state.result.right ? "drills.right" : "drills.wrong"));
  main.querySelector(".drill-result")?.focus();
}

const nextDrill = () => {
  const open = state.drills.filter((one) => one.answered === null && one.id !== state.shown?.id);
  return open[0] ?? null;
};

async function showAndFocus(id) {
  await show(id);
  main.querySelector(".drill-question")?.focus();
}

function draw() {
  update(main, [
    h("div", { class: "drills-head" }, h("h1", {}, t("drills.title")), h("p", { class: "muted" }, t("drills.what"))),
    h("div", { class: "drills-columns" }, h("div", { class: "stack drill-main" }, state.problem ? problemPanel() : state.shown && shownDrill()), drillList()),
  ]);
}

function shownDrill() {
  const next = nextDrill();
  return questionPanel(state.shown, state.result, {
    title: localized(state.rulesets.get(state.shown.ruleset)?.title), busy: state.busy, answer,
    next: next && (() => showAndFocus(next.id)), again: () => showAndFocus(state.shown.daily ? null : state.shown.id),
  });
}

function problemPanel() {
  return h("div", { class: "panel stack" }, h("p", { role: "alert" }, problemText(state.problem)), h("button", { type: "button", dataset: { key: "retry" }, onclick: () => show(query.get("id") && !query.has("daily") ? query.get("id") : null) }, t("common.retry")));
}

/** The drill of the day, and the visitor's own drills. */
function drillList() {
  const link = (key, here, words, onclick) => h("li", {}, h("button", { type: "button", class: ["quiet", "drill-link"], "aria-current": here ? "true" : null, dataset: { key }, onclick }, words));
  const own = (one) => link(`drill-${one.id}`, state.shown?.id === one.id, [
    h("span", {}, t(`drills.asks.${one.asks}`), h("span", { class: "small muted" }, t("drills.from", { game: localized(state.rulesets.get(one.ruleset)?.title), round: one.round, version: one.version }))),
    h("span", { class: ["chip", one.answered && !one.answered.right && "bad"] }, listed(one)),
  ], () => showAndFocus(one.id));
  return h("nav", { class: "panel stack drill-list", "aria-label": t("drills.list") },
    h("ul", { role: "list" }, link("daily", state.shown?.daily, [h("strong", {}, t("drills.daily"))], () => showAndFocus(null))),
    h("h2", {}, t("drills.own")),
    state.drills.length === 0 && h("p", { class: "small muted" }, t(currentToken() ? "drills.none" : "drills.stranger")),
    h("ul", { role: "list" }, state.drills.map(own)),
    state.next && h("button", { type: "button", dataset: { key: "more" }, onclick: () => loadDrills().then(draw, showProblem) }, t("drills.more")));
}

function listed({ answered, own }) {
  if (answered) return t(answered.right ? "drills.done.right" : "drills.done.wrong");
  return t(own ? "drills.open.own" : "drills.open.other");
}
