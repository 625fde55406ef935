// Calls by ruleset: a table whose numbers have bars.

import { bar } from "../lib/bar.js";
import { h } from "../lib/dom.js";
import { localized, t } from "../lib/i18n.js";

const MEASURES = {
  right: (one) => one.calls - one.false_calls,
  wrong: (one) => one.false_calls,
  missed: (one) => one.missed,
  countered: (one) => one.countered,
};

/** Return the table for `statistics` of a profile; null if no ruleset has calls. `titles` maps keys to titles. */
export function callsTable(statistics, titles) {
  const shown = statistics.filter((one) => Object.values(MEASURES).some((count) => count(one) > 0));
  if (!shown.length) return null;
  const most = Math.max(...shown.flatMap((one) => Object.values(MEASURES).map((count) => count(one))));
  const cell = (one) => ([name, count]) => h("td", {}, h("span", { class: "calls-label", "aria-hidden": "true" }, t(`profile.calls.${name}`)), h("span", { class: "calls-count" }, count(one)), bar({ [name]: count(one) / most }));
  return h("table", { class: "calls" },
    h("caption", { class: "visually-hidden" }, t("profile.calls")),
    h("thead", {}, h("tr", {}, h("th", { scope: "col" }, t("profile.ruleset")), Object.keys(MEASURES).map((name) => h("th", { scope: "col" }, t(`profile.calls.${name}`))))),
    h("tbody", {}, shown.map((one) => h("tr", {}, h("th", { scope: "row" }, localized(titles.get(one.ruleset))), Object.entries(MEASURES).map(cell(one))))));
}
