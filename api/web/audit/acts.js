// Acts of admins: the list of those about something, and the dialog that asks for the reason of a new one.

import { h } from "../lib/dom.js";
import { language, t } from "../lib/i18n.js";
import { dialog, showProblem, toast } from "../lib/shell.js";

let durations = 0;

/** Return a moment in words. */
export function when(at) {
  return new Date(at).toLocaleString(language(), { dateStyle: "medium", timeStyle: "short" });
}

/** Return a time, as `Date` takes it, as a moment of the API, in whole seconds. */
export function momentOf(time) {
  return `${new Date(time).toISOString().slice(0, 19)}Z`;
}

/** Return the list of acts, newest first; null without any. */
export function actList(acts, label) {
  if (!acts.length) return null;
  return h("section", { class: "stack" }, h("h3", {}, t("audit.acts")), h("ul", { class: "audit-acts", role: "list" }, acts.map((act) =>
    h("li", {}, h("strong", {}, label("act", act.kind)), h("span", { class: "small muted" }, ` ${when(act.at)}`), h("p", { class: "small" }, act.reason)))));
}

/**
 * Return the fields of a suspension: the end as a choice of durations. `chosen()` is the body's `until`, or nothing for
 * a suspension without an end.
 */
export function durationField() {
  const days = ["1", "7", "30", "365", ""];
  const id = `duration-${(durations += 1)}`;
  const select = h("select", { id, dataset: { key: "duration" } }, days.map((value) => h("option", { value }, value ? t("audit.days", { count: value }) : t("audit.for.good"))));
  const chosen = () => (select.value ? { until: momentOf(Date.now() + Number(select.value) * 86_400_000) } : {});
  return { node: h("div", { class: "stack" }, h("label", { for: id }, t("audit.duration")), select), chosen };
}

/** Return a button that asks for the reason of an act and sends its request; `done()` follows. */
export function actButton({ adminRequest, title, path, kind = "", key, more = null, done }) {
  const act = async () => {
    const body = await askReason(title, more?.());
    if (!body) return;
    try {
      await adminRequest("POST", path, body);
      toast(t("audit.done"), { kind: "good" });
      await done();
    } catch (problem) {
      showProblem(problem);
    }
  };
  return h("button", { type: "button", class: kind, dataset: { key }, onclick: act }, title);
}

/** Ask for the reason of an act; resolves with the body of its request, or null. */
async function askReason(title, more = null) {
  const input = h("input", { id: "act-reason", required: true, maxlength: 500, autofocus: true });
  let body = null;
  await dialog({
    title, className: "narrow", actions: [],
    body: (close) => h("form", { class: "stack", onsubmit: (event) => { event.preventDefault(); body = { reason: input.value.trim(), ...more?.chosen() }; close(true); } },
      more?.node, h("label", { for: "act-reason" }, t("audit.reason.needed")), input, h("button", { class: "danger", dataset: { key: "act-go" } }, title)),
  });
  return body;
}
