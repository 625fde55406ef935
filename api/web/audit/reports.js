// The reports of players: the open ones, and one with what a verdict needs.

import { h, replace } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { problemText, toast } from "../lib/shell.js";
import { actButton, actList, when } from "./acts.js";
import { filterSelect, loadPage, workAndDraw } from "./pages.js";
import { playerFile } from "./players.js";
import { playEvidence } from "./play.js";
import { verdictForm } from "./verdict.js";

const STATUSES = ["open", "upheld", "dismissed"];
const KINDS = ["comment", "name", "play"];

/** Return the panel for reports; `#reports/<id>` opens one. */
export function reportsPanel({ adminRequest, label }) {
  const box = h("section", { class: "stack" });
  const state = { filter: { status: "open", kind: "" }, found: null, next: null, file: null, problem: null };

  function load(more = false) {
    return loadPage(state, { ask: (query) => adminRequest("GET", `/v1/admin/reports?${query}`), field: "reports", query: state.filter, more, draw });
  }

  async function open(id) {
    await workAndDraw(state, async () => {
      state.file = await adminRequest("GET", `/v1/admin/reports/${encodeURIComponent(id)}`);
    }, draw);
    box.querySelector("h2")?.focus();
  }

  /** Send a verdict and open the next report. Throws a `DobonError`. */
  async function decide(body) {
    const { id } = state.file.report;
    await adminRequest("POST", `/v1/admin/reports/${id}/verdict`, body);
    toast(t("audit.decided"), { kind: "good" });
    const page = await adminRequest("GET", "/v1/admin/reports?limit=1");
    location.hash = page.reports.length ? `#reports/${page.reports[0].id}` : "#reports";
  }

  function draw() {
    const problem = state.problem && h("p", { class: "error", role: "alert" }, problemText(state.problem));
    return replace(box, problem, state.file ? file(state.file) : [filters(), list()]);
  }

  function filters() {
    const choice = (name, values, more) => filterSelect(name, values, { state, box, load, label, ...more });
    return h("form", { class: "panel audit-filters", onsubmit: (event) => event.preventDefault() }, choice("status", STATUSES), choice("kind", KINDS, { area: "about", any: true }));
  }

  function list() {
    if (state.found === null) return h("p", { class: "muted" }, t("common.loading"));
    if (state.found.length === 0) return h("p", { class: "muted", role: "status" }, t("audit.reports.none"));
    return h("div", { class: "stack" }, h("ul", { class: "audit-list", role: "list" }, state.found.map((one) => h("li", { class: "panel row" },
      h("span", { class: "audit-words" }, h("strong", {}, label("about", one.kind), ": ", label("why", one.reason)), h("span", {}, people(one)), h("span", { class: "small muted" }, when(one.at))),
      h("a", { class: "button", href: `#reports/${one.id}`, "aria-label": `${t("audit.look")}: ${label("about", one.kind)}, ${people(one)}` }, t("audit.look"))))),
    state.next && h("button", { type: "button", onclick: () => load(true) }, t("audit.more")));
  }

  function people(one) {
    if (!one.reported && !one.name) return t("audit.reported.play", { reporter: one.reporter?.name ?? "-" });
    return t("audit.reported.by", { reporter: one.reporter?.name ?? "-", reported: one.name ?? one.reported?.name ?? "-" });
  }

  function file({ report, same_subject: others, measures, comment, player, play, acts }) {
    const open_ = report.status === "open";
    return [
      h("p", {}, h("a", { class: "button quiet", href: "#reports" }, t("audit.reports.back"))),
      h("div", { class: "audit-file" },
        h("section", { class: "panel stack audit-claim" }, h("h2", { tabindex: "-1" }, label("about", report.kind), ": ", label("why", report.reason)),
          h("p", {}, people(report), h("span", { class: "small muted" }, ` ${when(report.at)}`)),
          report.text && h("blockquote", { class: "report-shown" }, report.text),
          others > 0 && h("p", { class: "small" }, t("audit.same.subject", { count: others })),
          report.kind === "name" && h("p", {}, t("audit.reported.name"), " ", h("strong", {}, report.name ?? "-")),
          report.kind === "comment" && h("div", { class: "stack" }, h("h3", {}, t("audit.about.comment")), comment ? [h("blockquote", { class: "report-shown" }, comment.text), !open_ && hidingButton(report, comment)] : h("p", { class: "muted" }, t("audit.comment.gone")))),
        play && playEvidence(play, report.version, label),
        open_ ? verdictForm({ report, measures, label, decide }) : h("section", { class: "panel stack audit-verdict" }, h("h2", {}, label("status", report.status)), actList(acts, label)),
        player && playerFile(player, { adminRequest, label, reload: () => open(report.id) })),
    ];
  }

  /** The button that hides the comment of a decided report, or shows it again. */
  function hidingButton(report, { id, hidden }) {
    const path = `/v1/admin/games/${report.game}/comments/${id}/${hidden ? "restoration" : "hiding"}`;
    return h("p", {}, actButton({ adminRequest, title: t(hidden ? "audit.comment.show" : "audit.measure.hide-comment"), path, key: "hiding", done: () => open(report.id) }));
  }

  const id = location.hash.split("/")[1];
  if (id) open(id);
  else load();
  return { draw };
}
