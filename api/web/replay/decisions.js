// The judged decisions of a moment: the action that was played beside the best one, the loss, and the reason.

import { actionNames, actionPicture, actionText } from "../lib/actions.js";
import { h } from "../lib/dom.js";
import { localized, t } from "../lib/i18n.js";
import { formatNarration } from "../lib/player-names.js";
import { markSign, percent, points } from "./figures.js";

/** Return the decisions of a moment, the marked ones with all that the analysis says about them. */
export function decisionList(decisions, context) {
  return decisions.map((one) => (one.mark ? markedDecision(one, context) : plainDecision(one, context)));
}

/** Return the marks of a moment in a sentence, for screen readers. */
export function marksText(decisions, { name, unit }) {
  const told = ({ mark, seat, loss, best }) => t("analysis.announced", { mark: t(`analysis.${mark}.by`, { name: name(seat) }), loss: points(loss * unit, unit), best: actionNames(best) });
  return decisions.filter(({ mark }) => mark).map(told).join(" ");
}

/** Return the words of the API in the language of the page, with the names of the players. */
export function namedText(text, { name, players }) {
  return formatNarration(localized(text), players).replace(/\b[Ss]eat (\d)\b|席(\d)/g, (_, one, other) => name(Number(one ?? other)));
}

function plainDecision(one, { name, unit }) {
  const values = { name: name(one.seat), chosen: actionText(one.chosen), best: actionText(one.best), loss: points(one.loss * unit, unit) };
  const key = one.repeats ? "analysis.repeats" : Number(points(one.loss * unit, unit)) > 0 ? "analysis.nearly" : "analysis.best.played";
  return h("p", { class: "decision-plain small" }, t(key, values));
}

function markedDecision(one, context) {
  const { name, unit } = context;
  return h("section", { class: ["decision", `is-${one.mark}`], dataset: { version: one.version } },
    h("h3", {}, markSign(one.mark), h("span", {}, t(`analysis.${one.mark}.by`, { name: name(one.seat) })), h("span", { class: "muted small" }, t("analysis.loss", { loss: points(one.loss * unit, unit), error: points(one.error * unit, unit) }))),
    h("dl", { class: "decision-pair" }, side("analysis.played", one.chosen, one.won, one.lost), side("analysis.best", one.best, one.best_won, one.best_lost)),
    h("div", { class: "row" }, one.reason && h("p", { class: "small decision-reason" }, namedText(one.reason, context)), context.tryAgain && h("button", { type: "button", dataset: { key: "try" }, onclick: () => context.tryAgain(one.seat) }, t("analysis.what-if.instead"))));
}

function side(key, action, won, lost) {
  return h("div", {}, h("dt", {}, t(key)), h("dd", {}, actionPicture(action), h("span", { class: "small" }, t("analysis.chances.of", { won: percent(won), lost: percent(lost) }))));
}
