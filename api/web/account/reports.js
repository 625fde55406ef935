// What this player has reported, and what admins have decided about the player.

import { h } from "../lib/dom.js";
import { has, t } from "../lib/i18n.js";
import { day } from "./parts.js";

/** Return the section; null for an account without reports and verdicts. */
export function reportsSection({ reports, verdicts }) {
  if (!reports.length && !verdicts.length) return null;
  return h("section", { class: "panel", "aria-labelledby": "reports" }, h("h2", { id: "reports" }, t("report.mine")),
    reports.length > 0 && list(reports.map(report)),
    verdicts.length > 0 && [h("h3", {}, t("report.about.me")), list(verdicts.map(verdict))]);
}

function list(items) {
  return h("ul", { class: "entries", role: "list" }, items);
}

function entry({ title, at, words, note, chip, kind }) {
  return h("li", { class: "entry" }, h("span", { class: "entry-words" }, h("strong", {}, title), h("span", { class: "small muted" }, [day(at), ...words].join(" · ")), note && h("span", { class: "small" }, t("report.note", { note }))),
    h("span", { class: ["chip", kind] }, chip));
}

function report(one) {
  return entry({ title: t(`report.kind.${one.kind}`), at: one.at, words: [t(`report.reason.${one.reason}`)], note: one.note, chip: t(`report.status.${one.status}`), kind: one.status === "open" ? "warn" : "" });
}

function verdict(one) {
  const measures = one.measures.map((measure) => (has(`report.done.${measure}`) ? t(`report.done.${measure}`) : measure));
  return entry({ title: t(`report.kind.${one.kind}`), at: one.at, words: measures, note: one.note, chip: t(`report.status.${one.verdict}`), kind: one.verdict === "upheld" ? "bad" : "" });
}
