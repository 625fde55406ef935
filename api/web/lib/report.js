// The dialog that reports a comment, a name or a play to the admins.

import { h } from "./dom.js";
import { t } from "./i18n.js";
import { request } from "./server.js";
import { dialog, problemText, toast } from "./shell.js";

/** The reasons for a report, by its kind; the server knows the same. */
const REASONS = {
  comment: ["insult", "spam", "personal-data", "other"],
  name: ["insult", "impersonation", "personal-data", "other"],
  play: ["wrong-verdict", "collusion", "stalling", "other"],
};

const MOST_TEXT = 500;

/**
 * Ask for the reason and send a report. `subject` holds the fields that name it, such as `{kind: "name", player}`, and
 * `shown` is what the player sees of it.
 */
export function openReport(subject, shown) {
  return dialog({ title: t(`report.title.${subject.kind}`), className: "narrow", actions: [], body: (close) => reportForm(subject, shown, close) });
}

function reportForm(subject, shown, close) {
  const problem = h("p", { class: "error", role: "alert", id: "report-problem" });
  const text = h("textarea", { id: "report-text", rows: 3, maxlength: MOST_TEXT, "aria-describedby": "report-why report-problem" });
  const reasons = h("select", { id: "report-reason", autofocus: true }, REASONS[subject.kind].map((reason) => h("option", { value: reason }, t(`report.reason.${reason}`))));
  const button = h("button", { class: "primary", dataset: { key: "report-send" } }, t("report.send"));
  const submit = async (event) => {
    event.preventDefault();
    button.disabled = true;
    try {
      await request("POST", "/v1/reports", { body: { ...subject, reason: reasons.value, text: text.value.trim() } });
      close(true);
      toast(t("report.sent"), { kind: "good" });
    } catch (failed) {
      problem.textContent = problemText(failed);
      button.disabled = false;
    }
  };
  return h("form", { class: "stack", onsubmit: submit }, h("blockquote", { class: "report-shown" }, shown),
    h("label", { for: "report-reason" }, t("report.reason")), reasons,
    h("label", { for: "report-text" }, t("report.text")), text,
    h("p", { class: "muted small", id: "report-why" }, t("report.why")), problem, button);
}
