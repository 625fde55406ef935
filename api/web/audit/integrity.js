// The server's check of digests and seals: for one game, or for all games, part by part.

import { h, replace } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { problemText } from "../lib/shell.js";
import { caseButton } from "./case.js";

/** Return the panel for the integrity of logs. */
export function integrityPanel({ adminRequest }) {
  const box = h("section", { class: "stack" });
  const state = { game: "", one: null, all: null, problem: null, reason: "" };

  async function run(work) {
    state.problem = null;
    try {
      await work();
    } catch (problem) {
      state.problem = problem;
    }
    draw();
  }

  function checkOne() {
    return run(async () => {
      state.one = await adminRequest("GET", `/v1/admin/games/${encodeURIComponent(state.game)}/integrity`);
    });
  }

  function checkAll() {
    const all = { checked: 0, games: 0, events: 0, broken: [], done: false };
    state.all = all;
    return run(async () => {
      for (let after = null; !all.done; ) {
        const part = await adminRequest("POST", "/v1/admin/integrity", after ? { after } : { reason: state.reason });
        Object.assign(all, { checked: all.checked + part.checked, events: all.events + part.events, games: part.games, broken: [...all.broken, ...part.broken], done: part.next === null });
        after = part.next;
        draw();
      }
    });
  }

  function draw() {
    const form = (label, name, button, submit, optional) => h("form", { class: "panel stack", onsubmit: (event) => { event.preventDefault(); state[name] = new FormData(event.target).get(name).trim(); submit(); } },
      h("label", { for: name }, label), h("input", { id: name, name, value: state[name], required: !optional }), h("button", { class: "primary" }, button));
    return replace(box, state.problem && h("p", { class: "error", role: "alert" }, problemText(state.problem)),
      form(t("audit.game"), "game", t("audit.check.one"), checkOne), state.one && gameResult(state.one), state.one && h("p", {}, caseButton({ adminRequest, game: state.one.game })),
      form(t("audit.reason"), "reason", t("audit.check.all"), checkAll, true), state.all && progressPanel(state.all));
  }

  function gameResult(one) {
    return h("div", { class: ["panel", "audit-agrees", one.intact ? "good" : "bad"], role: "status", dataset: { testid: "intact" } },
      h("p", {}, one.intact ? t("audit.intact", { version: one.version }) : t("audit.broken", { version: one.first_bad })),
      one.problem && h("p", {}, one.problem), h("code", { class: "digest" }, one.computed));
  }

  function progressPanel(all) {
    return h("div", { class: "panel stack", role: "status" },
      h("progress", { max: all.games || 1, value: all.checked, "aria-label": t("audit.check.all") }),
      h("p", { dataset: { testid: "checked" } }, t(all.done ? "audit.checked" : "audit.checking", all)),
      all.done && h("p", {}, all.broken.length === 0 ? t("audit.all.intact") : t("audit.all.broken", { count: all.broken.length })), all.broken.map(gameResult));
  }

  return { draw };
}
