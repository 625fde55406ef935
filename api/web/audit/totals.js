// The calls of each week: a table whose numbers have a bar of right and wrong calls.

import { bar } from "../lib/bar.js";
import { h, replace } from "../lib/dom.js";
import { dateText } from "../lib/figures.js";
import { t } from "../lib/i18n.js";
import { problemText } from "../lib/shell.js";
import { filled, workAndDraw } from "./pages.js";

/** Return the section with the totals. `load(query)` asks for those of a filter, and `draw()` draws it again. */
export function totalsSection({ adminRequest }) {
  const box = h("section", { class: "panel stack", dataset: { testid: "totals" } });
  const state = { found: null, problem: null };

  function load(query) {
    return workAndDraw(state, async () => {
      state.found = await adminRequest("GET", `/v1/admin/claims/totals?${filled(query)}`);
    }, draw);
  }

  function draw() {
    const shown = state.problem ? h("p", { class: "error", role: "alert" }, problemText(state.problem))
      : state.found ? picture(state.found.weeks.map(sums)) : h("p", { class: "muted" }, t("common.loading"));
    return replace(box, h("h2", { id: "totals" }, t("audit.totals")), shown);
  }

  return { load, draw };
}

/** Return the sums of a week over rulesets and kinds. */
function sums({ monday, totals }) {
  const sum = (wanted) => totals.filter(({ valid }) => valid === wanted).reduce((all, { calls }) => all + calls, 0);
  return { monday, right: sum(true), wrong: sum(false) };
}

/** The table has the last week first, like the list of calls below it. The longest bar is that of most calls. */
function picture(weeks) {
  const most = Math.max(...weeks.map(({ right, wrong }) => right + wrong));
  if (!most) return h("p", { class: "muted" }, t("audit.totals.none"));
  const row = ({ monday, right, wrong }) => h("tr", { dataset: { week: monday } }, h("th", { scope: "row" }, dateText(monday, { timeZone: "UTC" })),
    h("td", { class: "num" }, right), h("td", { class: "num" }, wrong), h("td", { class: "audit-bar" }, bar({ right: right / most, wrong: wrong / most })));
  const all = (name) => weeks.reduce((sum, week) => sum + week[name], 0);
  return [
    h("p", {}, t("audit.totals.sum", { right: all("right"), wrong: all("wrong"), weeks: weeks.length })),
    h("div", { class: "audit-totals", tabindex: "0", role: "region", "aria-labelledby": "totals" }, h("table", {},
      h("thead", {}, h("tr", {}, h("th", { scope: "col" }, t("audit.totals.week")), ["right", "wrong"].map((name) => h("th", { scope: "col", class: ["num", `audit-mark-${name}`] }, t(`audit.verdict.${name === "right"}`))), h("td", {}))),
      h("tbody", {}, weeks.toReversed().map(row)))),
    h("p", { class: "small muted" }, t("audit.totals.why")),
  ];
}
