// The bar of the table, in the header of the page: game, round, connection, and the buttons for rules and leaving.

import { h } from "../lib/dom.js";
import { formatList, localized, t } from "../lib/i18n.js";
import { peopleButton } from "./people.js";

/** Return the parts of the bar. */
export function tableBar(view, ctx, { ruleset, connection, cutProblem, onRules, onLeave }) {
  const seated = ctx.seat !== null;
  const running = !["waiting", "finished", "abandoned"].includes(view.status);
  const quiet = ["live", "ended"].includes(connection);
  return [
    h("h1", { class: "table-title" }, localized(ruleset.title)),
    roundChip(view),
    !seated && h("span", { class: "chip warn" }, t("table.watching")),
    cutChip(view, ctx, cutProblem),
    h("span", { class: ["connection", connection], title: t(`table.connection.${connection}`) }, h("span", { class: "dot", "aria-hidden": "true" }), h("span", { class: quiet ? "visually-hidden" : "" }, t(`table.connection.${connection}`))),
    h("span", { class: "spacer" }),
    peopleButton(view, ctx.seat),
    h("button", { type: "button", class: "quiet", dataset: { key: "rules" }, onclick: onRules }, sign("?"), words(t("table.rules"))),
    seated && running && h("button", { type: "button", class: "quiet", dataset: { key: "leave" }, onclick: onLeave }, sign("⏏"), words(t("table.leave"))),
  ];
}

function roundChip(view) {
  const of = view.options.rounds ?? 1;
  if (!view.round || of === 1) return null;
  const { number } = view.round;
  return h("span", { class: "chip" }, h("span", { class: "round-long" }, t("table.round", { number, of })), h("span", { class: "round-short", "aria-hidden": "true" }, `${number}/${of}`));
}

/** Tell the player whose cuts are in the deck of the round, and above all if the player's own is missing. */
function cutChip(view, ctx, problem) {
  if (problem && problem.code !== "cut-missing") return h("span", { class: "chip bad cut" }, sign("⚠"), t(`table.cut.${problem.code}`));
  if (view.status !== "playing") return null;
  const { contributed, withheld } = view.round;
  const missing = problem || withheld.some(({ seat }) => seat === ctx.seat);
  if (!missing && !contributed.includes(ctx.seat)) return null;
  const causes = withheld.map(({ seat, why }) => t("table.cut.cause", { name: ctx.name(seat), why: t(`table.cut.why.${why}`) }));
  const who = [contributed.length && t("table.cut.by", { names: formatList(contributed.map(ctx.name)) }), causes.length && t("table.cut.withheld", { names: formatList(causes) })];
  const title = who.filter(Boolean).join(" ");
  if (missing) return h("span", { class: "chip bad cut", title }, sign("⚠"), t("table.cut.cut-missing"));
  return h("span", { class: "chip cut", title }, sign("✂"), words(t("table.cut.mine")));
}

/** The sign that replaces words of the bar on narrow screens. */
function sign(text) {
  return h("span", { class: "bar-sign", "aria-hidden": "true" }, text);
}

function words(text) {
  return h("span", { class: "bar-words" }, text);
}
