// Players: the search by a present or old name, and one player with the forms for acts.

import { h, replace } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { problemText } from "../lib/shell.js";
import { actButton, actList, durationField, when } from "./acts.js";
import { loadPage, workAndDraw } from "./pages.js";

/** Return the panel for players; `#players/<id>` opens one. */
export function playersPanel({ adminRequest, label }) {
  const box = h("section", { class: "stack" });
  const state = { name: "", found: null, next: null, one: null, problem: null };

  function search(more = false) {
    return loadPage(state, { ask: (query) => adminRequest("GET", `/v1/admin/players?${query}`), field: "players", query: { name: state.name }, more, draw });
  }

  async function open(id) {
    await workAndDraw(state, async () => {
      state.one = await adminRequest("GET", `/v1/admin/players/${encodeURIComponent(id)}`);
    }, draw);
    box.querySelector("h2")?.focus();
  }

  function draw() {
    const problem = state.problem && h("p", { class: "error", role: "alert" }, problemText(state.problem));
    return replace(box, problem, state.one ? [h("p", {}, h("a", { class: "button quiet", href: "#players" }, t("audit.players.back"))), playerFile(state.one, { adminRequest, label, reload: () => open(state.one.id) })] : [form(), list()]);
  }

  function form() {
    return h("form", { class: "panel row audit-search", onsubmit: (event) => { event.preventDefault(); state.name = new FormData(event.target).get("name").trim(); search(); } },
      h("label", { for: "player-name" }, t("audit.player.name")), h("input", { id: "player-name", name: "name", type: "text", value: state.name, required: true, maxlength: 40 }), h("button", { class: "primary" }, t("audit.find")));
  }

  function list() {
    if (state.found === null) return h("p", { class: "muted" }, t("audit.players.why"));
    if (state.found.length === 0) return h("p", { class: "muted", role: "status" }, t("audit.players.none"));
    return h("div", { class: "stack" }, h("ul", { class: "audit-list", role: "list" }, state.found.map((one) => h("li", { class: "panel row" },
      h("span", { class: "audit-words" }, h("strong", {}, one.matched), one.matched !== one.name && h("span", { class: "muted" }, t("audit.now.called", { name: one.name })), h("span", { class: "small muted" }, t("audit.since", { at: when(one.created_at) }))),
      one.suspended && h("span", { class: "chip bad" }, t("audit.suspended")),
      h("a", { class: "button", href: `#players/${one.id}`, "aria-label": t("audit.look.player", { name: one.matched }) }, t("audit.look"))))),
    state.next && h("button", { type: "button", onclick: () => search(true) }, t("audit.more")));
  }

  const id = location.hash.split("/")[1];
  if (id) open(id);
  return { draw };
}

/** Return a player with names, suspension, acts and the buttons for new acts; `reload()` follows an act. */
export function playerFile(one, { adminRequest, label, reload }) {
  const button = (key, path, kind, more) => actButton({ adminRequest, title: t(key), path: `/v1/admin/players/${one.id}/${path}`, kind, key: path, more, done: reload });
  const counts = Object.entries(one.reports).map(([status, count]) => `${label("status", status)}: ${count}`);
  return h("section", { class: "panel stack audit-player", dataset: { testid: "player" } }, h("h2", { tabindex: "-1" }, one.name, " ", one.suspended && h("span", { class: "chip bad" }, one.suspended_until ? t("audit.suspended.until", { at: when(one.suspended_until) }) : t("audit.suspended"))),
    h("p", { class: "small muted" }, one.id, " · ", t("audit.since", { at: when(one.created_at) })),
    h("p", {}, t("audit.reports.about"), " ", counts.length ? counts.join(", ") : "0"),
    one.names.length > 1 && h("div", { class: "stack" }, h("h3", {}, t("audit.names")), h("ul", { class: "audit-acts", role: "list" }, one.names.map((name) => h("li", {}, h("strong", {}, name.name), h("span", { class: "small muted" }, " ", name.until ? `${when(name.since)} – ${when(name.until)}` : t("audit.since", { at: when(name.since) })))))),
    !one.erased && h("p", { class: "row" }, one.suspended ? button("audit.lift", "reinstatement", "") : button("audit.suspend", "suspension", "danger", durationField), button("audit.reset.name", "name-reset", "")),
    actList(one.acts, label));
}
