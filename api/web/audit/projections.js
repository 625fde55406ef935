// The projections: how far they lag behind the logs, and a button to rebuild each of them.

import { h, replace } from "../lib/dom.js";
import { language, t } from "../lib/i18n.js";
import { dialog, problemText, showProblem } from "../lib/shell.js";

/** Return the panel for projections. */
export function projectionsPanel({ adminRequest, label }) {
  const box = h("section", { class: "stack" });
  const state = { found: null, problem: null };

  async function load() {
    try {
      Object.assign(state, { found: (await adminRequest("GET", "/v1/admin/projections")).projections, problem: null });
    } catch (problem) {
      state.problem = problem;
    }
    draw();
  }

  async function rebuild(name) {
    const input = h("input", { id: "why", required: true, maxlength: 500, autofocus: true });
    const sure = await dialog({ title: t("audit.rebuild.title", { name: label("projection", name) }), body: h("div", { class: "stack" }, h("p", {}, t("audit.rebuild.why")), h("label", { for: "why" }, t("audit.reason.needed")), input), actions: [{ label: t("common.cancel"), value: false }, { label: t("audit.rebuild"), value: true, kind: "primary" }] });
    if (!sure) return;
    await adminRequest("POST", `/v1/admin/projections/${name}/rebuild`, { reason: input.value.trim() }).catch(showProblem);
    load();
  }

  function draw() {
    if (state.problem) return replace(box, h("p", { class: "error", role: "alert" }, problemText(state.problem)));
    if (!state.found) return replace(box, h("p", { class: "muted" }, t("common.loading")));
    return replace(box, h("p", {}, h("button", { type: "button", onclick: load }, t("audit.again"))), h("div", { class: "audit-pair" }, state.found.map(projection)));
  }

  function projection(found) {
    const { name, games, behind, since, rebuild: last } = found;
    return h("section", { class: "panel stack", dataset: { testid: `projection-${name}` } }, h("h2", {}, label("projection", name)),
      h("p", {}, behind === 0 ? t("audit.up.to.date", { games }) : t("audit.behind", { behind, games })),
      since && h("p", { class: "small muted" }, t("audit.since", { at: new Date(since).toLocaleString(language()) })),
      last && h("p", { class: ["small", last.differences > 0 && "error"] }, t(last.running ? "audit.rebuild.running" : "audit.rebuild.last", { games: last.games, differences: last.differences })),
      last?.first_difference && h("code", {}, last.first_difference),
      h("button", { type: "button", onclick: () => rebuild(name) }, t("audit.rebuild")));
  }

  load();
  return { draw };
}
