// The signals of collusion and of help from a program: the strongest ones, and one with the decisions behind it.

import { actionText } from "../lib/actions.js";
import { h, replace } from "../lib/dom.js";
import { language, t } from "../lib/i18n.js";
import { problemText } from "../lib/shell.js";
import { actButton, actList, when } from "./acts.js";
import { momentPanels, readMoment } from "./moment.js";
import { filterSelect, loadPage, workAndDraw } from "./pages.js";

const STATES = ["open", "closed"];
const KINDS = ["collusion", "assistance"];

/** Return the panel for signals; `#signals/<id>` opens one. */
export function signalsPanel({ adminRequest, readGameLog, label }) {
  const box = h("section", { class: "stack" });
  const state = { filter: { state: "open" }, found: null, next: null, file: null, moment: null, problem: null };

  function load(more = false) {
    return loadPage(state, { ask: (query) => adminRequest("GET", `/v1/admin/signals?${query}`), field: "signals", query: state.filter, more, draw });
  }

  async function open(id) {
    await workAndDraw(state, async () => {
      state.file = await adminRequest("GET", `/v1/admin/signals/${encodeURIComponent(id)}`);
    }, draw);
    box.querySelector("h2")?.focus();
  }

  async function showMoment({ game, version }) {
    await workAndDraw(state, async () => {
      state.moment = { game, ...(await readMoment(game, version, readGameLog)) };
    }, draw);
    box.querySelector(`[data-moment="${game}-${version}"]`)?.scrollIntoView({ block: "nearest" });
  }

  function draw() {
    const problem = state.problem && h("p", { class: "error", role: "alert" }, problemText(state.problem));
    return replace(box, problem, state.file ? file(state.file) : [filters(), list()]);
  }

  function filters() {
    const choice = (name, values, more) => filterSelect(name, values, { state, box, load, label, ...more });
    return h("div", { class: "panel stack" }, h("p", { class: "small muted" }, t("audit.signals.why")),
      h("form", { class: "audit-filters", onsubmit: (event) => event.preventDefault() }, choice("state", STATES), choice("kind", KINDS, { any: true })));
  }

  function list() {
    if (state.found === null) return h("p", { class: "muted" }, t("common.loading"));
    if (state.found.length === 0) return h("p", { class: "muted", role: "status" }, t("audit.signals.none"));
    return h("div", { class: "stack" }, h("ul", { class: "audit-list", role: "list" }, state.found.map((one) => h("li", { class: "panel row" },
      h("span", { class: "audit-words" }, h("strong", {}, who(one)), h("span", {}, one.told.length > 0 && `${label("tell", one.told[0].tell)}, ${chance(one.strength)}`),
        h("span", { class: "small muted" }, `${rounds(one)} · ${t("audit.signals.last", { at: when(one.last_at) })}`)),
      h("a", { class: "button", href: `#signals/${one.id}`, "aria-label": `${t("audit.look")}: ${who(one)}` }, t("audit.look"))))),
    state.next && h("button", { type: "button", onclick: () => load(true) }, t("audit.more")));
  }

  function who({ players: [first, second] }) {
    return second ? t("audit.signals.pair", { first: first.name, second: second.name }) : first.name;
  }

  function rounds(signal) {
    return t(`audit.signals.rounds.${signal.kind}`, { rounds: signal.rounds });
  }

  /** The chance of a strength in words: 3 is 1 in 1,000. */
  function chance(strength) {
    return t("audit.signals.chance", { count: number(10 ** strength) });
  }

  function number(value) {
    return value.toLocaleString(language(), { maximumSignificantDigits: 2, notation: value >= 1e6 ? "scientific" : "standard" });
  }

  function file({ signal, results, evidence, acts }) {
    const names = Object.fromEntries(signal.players.map(({ id, name }) => [id, name]));
    const decide = (decision) => actButton({ adminRequest, title: t(`audit.signals.${decision}`), path: `/v1/admin/signals/${signal.id}/decision`, key: decision, more: () => ({ chosen: () => ({ decision }) }), done: () => open(signal.id) });
    return [
      h("p", {}, h("a", { class: "button quiet", href: "#signals" }, t("audit.signals.back"))),
      h("section", { class: "panel stack" }, h("h2", { tabindex: "-1" }, who(signal), " ", h("span", { class: "chip" }, label("kind", signal.kind)), " ", h("span", { class: "chip" }, label("state", signal.state))),
        h("p", {}, `${chance(signal.strength)} · ${rounds(signal)} · ${t("audit.signals.last", { at: when(signal.last_at) })}`),
        h("p", { class: "small muted" }, t(`audit.signals.expected.${signal.kind}`, { count: number(signal.by_chance) })),
        h("p", { class: "row" }, decide("note"), decide(signal.state === "open" ? "close" : "open"))),
      h("section", { class: "panel stack" }, h("h3", {}, t("audit.signals.told")), told(signal, names)),
      results.length > 0 && h("section", { class: "panel stack" }, h("h3", {}, t("audit.signals.results")), h("ul", {}, results.map((one) => h("li", {}, result(one, names))))),
      evidence.length > 0 && h("section", { class: "panel stack" }, h("h3", {}, t("audit.signals.evidence")), h("ol", { class: "audit-list" }, evidence.map((one) => decision(one, names)))),
      actList(acts, label),
    ];
  }

  function told(signal, names) {
    const heads = ["tell", "by", "count", "mean", "against", "others", "p"].map((name) => h("th", { scope: "col" }, t(`audit.signals.column.${name}`)));
    return h("div", { class: "audit-table", tabindex: "0", role: "region", "aria-label": t("audit.signals.told") }, h("table", {}, h("thead", {}, h("tr", {}, heads)), h("tbody", {}, signal.told.map((one) =>
      h("tr", {}, h("td", {}, label("tell", one.tell)), h("td", {}, one.by ? names[one.by] : t("audit.signals.both")), h("td", {}, String(one.count)),
        h("td", {}, number(one.mean)), h("td", {}, label("against", one.against)), h("td", {}, number(one.others)), h("td", {}, number(one.p)))))));
  }

  function result(one, names) {
    const each = (points, rounds) => (rounds ? number(points / rounds) : "-");
    return t("audit.signals.result", { name: names[one.player], together: each(one.points_together, one.rounds_together), apart: each(one.points_apart, one.rounds_apart), rounds: one.rounds_apart });
  }

  function decision(one, names) {
    const shown = state.moment?.game === one.game && state.moment.version === one.version;
    const words = t("audit.signals.decision", { by: names[one.by], tell: label("tell", one.tell) });
    return h("li", { class: "stack", dataset: { moment: `${one.game}-${one.version}` } }, h("div", { class: "row" },
      h("span", { class: "audit-words" }, h("strong", {}, words), h("span", { class: "small muted" }, t("audit.signals.where", { round: one.round, version: one.version, at: when(one.ended_at) })),
        one.tell === "search-matched" && h("span", { class: "small muted" }, t("audit.signals.usual", { action: actionText(one.usual) }))),
      h("button", { type: "button", "aria-expanded": String(shown), "aria-label": `${t("audit.look")}: ${words}, ${one.version}`, onclick: () => (shown ? hide() : showMoment(one)) }, t("audit.look")),
      h("a", { class: "button quiet", href: `/replay.html?${new URLSearchParams({ game: one.game, round: one.round, version: one.version })}`, "aria-label": `${t("audit.signals.replay")}: ${one.version}` }, t("audit.signals.replay"))),
    shown && momentPanels(state.moment));
  }

  function hide() {
    state.moment = null;
    draw();
  }

  const id = location.hash.split("/")[1];
  if (id) open(id);
  else load();
  return { draw };
}
