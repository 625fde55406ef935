// The calls of all games, filtered and counted by week; and one call, judged again and shown with the events around it.

import { cardName, fan } from "../lib/cards.js";
import { h, replace } from "../lib/dom.js";
import { language, t } from "../lib/i18n.js";
import { problemText } from "../lib/shell.js";
import { actButton, momentOf } from "./acts.js";
import { caseButton } from "./case.js";
import { momentPanels, readMoment } from "./moment.js";
import { loadPage } from "./pages.js";
import { totalsSection } from "./totals.js";

const KINDS = ["call", "counter", "ippatsu", "doubt", "cheat"];
const UUID = /^\s*[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\s*$/;

/** Return the panel for calls. */
export function claimsPanel({ adminRequest, readGameLog, rulesets, label }) {
  const box = h("section", { class: "stack" });
  const totals = totalsSection({ adminRequest });
  const state = { filter: {}, found: null, next: null, problem: null, one: null };

  function search(more = false) {
    const { who, since, until, ...filter } = state.filter;
    const query = { ...filter, since: since && momentOf(since), until: until && momentOf(until), [UUID.test(who ?? "") ? "player" : "name"]: who?.trim() };
    if (!more) totals.load(query);
    return loadPage(state, { ask: (given) => adminRequest("GET", `/v1/admin/claims?${given}`), field: "claims", query, more, draw });
  }

  async function openClaim(claim) {
    const one = { claim, judged: null, moment: null, problem: null };
    state.one = one;
    draw();
    try {
      one.judged = await adminRequest("GET", `/v1/admin/claims/${claim.game}/${claim.version}`);
      one.moment = await readMoment(claim.game, claim.version, readGameLog);
    } catch (problem) {
      one.problem = problem;
    }
    draw();
    box.querySelector("h2")?.focus();
  }

  function draw() {
    return replace(box, state.one ? detail(state.one) : [filters(), state.problem ? h("p", { class: "error", role: "alert" }, problemText(state.problem)) : totals.draw(), list()]);
  }

  function filters() {
    const choice = (name, values, area) => h("label", {}, t(`audit.filter.${name}`), h("select", { name }, h("option", { value: "" }, t("audit.any")),
      values.map((value) => h("option", { value, selected: state.filter[name] === value }, label(area, value)))));
    const field = (name, type) => h("label", {}, t(`audit.filter.${name}`), h("input", { name, type, value: state.filter[name] ?? "" }));
    return h("form", {
      class: "panel audit-filters",
      onsubmit: (event) => {
        event.preventDefault();
        state.filter = Object.fromEntries(new FormData(event.target));
        search();
      },
    }, choice("verdict", ["true", "false"], "verdict"), choice("kind", KINDS, "kind"), choice("ruleset", rulesets.map((one) => one.key), "ruleset"), field("who", "text"), field("since", "datetime-local"), field("until", "datetime-local"),
    h("button", { class: "primary" }, t("audit.find")));
  }

  function list() {
    if (state.found === null) return h("p", { class: "muted" }, t("common.loading"));
    if (state.found.length === 0) return h("p", { class: "muted" }, t("audit.none"));
    const heads = ["at", "ruleset", "who", "kind", "what", "verdict"].map((name) => h("th", { scope: "col" }, t(`audit.column.${name}`)));
    return h("div", { class: "stack" }, h("div", { class: "audit-table", tabindex: "0", role: "region", "aria-label": t("audit.claims") },
      h("table", {}, h("thead", {}, h("tr", {}, heads, h("th", { scope: "col" }, h("span", { class: "visually-hidden" }, t("audit.look"))))), h("tbody", {}, state.found.map(row)))),
    state.next && h("button", { type: "button", onclick: () => search(true) }, t("audit.more")));
  }

  function row(claim) {
    const when = new Date(claim.at).toLocaleString(language(), { dateStyle: "short", timeStyle: "medium" });
    return h("tr", {}, h("td", { class: "nowrap" }, when), h("td", {}, label("ruleset", claim.ruleset)), h("td", {}, claim.name ?? t("audit.bot")), h("td", {}, label("kind", claim.kind)),
      h("td", {}, claim.card ? t("audit.on", { card: cardName(claim.card) }) : claim.claimed ? t("audit.said", claim.claimed) : ""), h("td", {}, verdictChip(claim.valid)),
      h("td", {}, h("button", { type: "button", "aria-label": t("audit.look.at", { version: claim.version }), onclick: () => openClaim(claim) }, t("audit.look"))));
  }

  function verdictChip(valid) {
    return h("span", { class: ["chip", !valid && "bad"] }, t(`audit.verdict.${valid}`));
  }

  function detail({ claim, judged, moment, problem }) {
    return [
      h("p", {}, h("button", { type: "button", class: "quiet", onclick: () => { state.one = null; draw(); } }, t("audit.back"))),
      h("h2", { tabindex: "-1" }, t("audit.one", { version: claim.version })),
      h("p", { class: "small muted" }, claim.game),
      h("p", { class: "row" }, caseButton({ adminRequest, game: claim.game }), actButton({ adminRequest, title: t("audit.measure.abandon-game"), path: `/v1/admin/games/${claim.game}/abandonment`, key: "abandon", done: () => openClaim(claim) })),
      problem && h("p", { class: "error", role: "alert" }, problemText(problem)),
      judged && h("p", { class: ["panel", "audit-agrees", judged.agrees ? "good" : "bad"], dataset: { testid: "agrees" } }, t(judged.agrees ? "audit.agrees" : "audit.disagrees")),
      judged && h("div", { class: "audit-pair" }, judgement("recorded", judged.recorded), judgement("judged", judged.judged)),
      moment && momentPanels(moment),
    ];
  }

  function judgement(name, one) {
    const cards = one.hand ?? one.cards;
    return h("section", { class: "panel stack" }, h("h3", {}, t(`audit.${name}`)), h("p", {}, verdictChip(one.valid), " ", label("kind", one.kind)),
      one.permitted === false && h("p", { class: "error" }, t("audit.not.permitted")), one.card && h("p", {}, t("audit.on", { card: cardName(one.card) })),
      one.claimed && h("p", {}, t("audit.said", one.claimed)), cards && fan(cards, { size: "s", wrap: true }),
      one.formulas && h("p", {}, one.formulas.length > 0 ? one.formulas.join(", ") : t("audit.no.formula")));
  }

  search();
  return { draw };
}
