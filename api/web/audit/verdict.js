// The form for a verdict. The keys U and D choose it, and Ctrl+Enter sends it.

import { h, replace } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { problemText } from "../lib/shell.js";
import { DobonError } from "../lib/server.js";
import { durationField } from "./acts.js";

/** Return the form; `decide(body)` sends the verdict. */
export function verdictForm({ report, measures, label, decide }) {
  const problem = h("p", { class: "error", role: "alert" });
  const duration = durationField();
  const choice = (value, key) => h("label", {}, h("input", { type: "radio", name: "verdict", value, required: true, onchange: draw, "aria-keyshortcuts": key }), h("span", {}, t(`audit.verdict.${value}`)));
  const boxes = measures.map((measure) => h("label", { class: "row audit-measure" }, h("input", { type: "checkbox", name: "measure", value: measure, onchange: draw }), t(`audit.measure.${measure}`)));
  const taken = h("fieldset", { class: "stack" }, h("legend", {}, t("audit.measures")), boxes);
  const until = h("div", {});
  const reason = h("input", { id: "verdict-reason", type: "text", required: true, maxlength: 500 });
  const note = h("textarea", { id: "verdict-note", rows: 2, maxlength: 500 });
  const button = h("button", { class: "primary", dataset: { key: "decide" } }, t("audit.decide"));
  const form = h("form", { class: "panel stack audit-verdict", "aria-labelledby": "verdict-title", onsubmit: submit },
    h("h2", { id: "verdict-title" }, t("audit.verdict")),
    h("fieldset", {}, h("legend", {}, t("audit.verdict.keys")), h("div", { class: "segments" }, choice("upheld", "u"), choice("dismissed", "d"))),
    taken, until,
    h("label", { for: "verdict-reason" }, t("audit.reason.needed")), reason,
    h("label", { for: "verdict-note" }, t("audit.note")), note, problem, button);

  function draw() {
    const verdict = form.elements.verdict.value;
    taken.hidden = verdict !== "upheld" || measures.length === 0;
    replace(until, !taken.hidden && chosen().includes("suspend-player") ? duration.node : null);
  }

  function chosen() {
    return boxes.map((box) => box.firstChild).filter((box) => box.checked).map((box) => box.value);
  }

  async function submit(event) {
    event.preventDefault();
    button.disabled = true;
    const list = taken.hidden ? [] : chosen();
    const end = list.includes("suspend-player") ? duration.chosen() : {};
    try {
      await decide({ verdict: form.elements.verdict.value, reason: reason.value.trim(), note: note.value.trim(), measures: list, ...end });
    } catch (failed) {
      if (!(failed instanceof DobonError)) throw failed;
      problem.textContent = problemText(failed);
      button.disabled = false;
    }
  }

  function onKey(event) {
    if (!form.isConnected) return void document.removeEventListener("keydown", onKey);
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) return form.requestSubmit();
    const busy = event.target.closest('input:not([type="radio"], [type="checkbox"]), textarea, select, dialog');
    const value = { u: "upheld", d: "dismissed" }[event.key.toLowerCase()];
    if (busy || !value || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    for (const radio of form.elements.verdict) radio.checked = radio.value === value;
    draw();
    reason.focus();
  }

  document.addEventListener("keydown", onKey);
  draw();
  return form;
}
