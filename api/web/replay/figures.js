// Numbers and marks of an analysis as the pages show them.

import { h } from "../lib/dom.js";

/** The marks, from the smallest loss to the largest. */
export const MARKS = ["inaccuracy", "mistake", "blunder"];

const SIGNS = { inaccuracy: "?!", mistake: "?", blunder: "??" };

/** Return the sign of a mark; its shape and its text tell the marks apart without colours. */
export function markSign(mark) {
  return h("span", { class: ["mark-sign", `mark-${mark}`], "aria-hidden": "true" }, SIGNS[mark]);
}

/** Return a chance in percent: "11 %". Small ones have a decimal place. */
export function percent(chance) {
  const shown = 100 * chance;
  return `${shown > 0 && shown < 0.95 ? Math.max(shown, 0.1).toFixed(1) : Math.round(shown)}\u00a0%`;
}

/** Return points as a number without a sign; `unit` is the number of points of one unit of the analysis. */
export function points(value, unit) {
  return value.toFixed(unit === 1 ? 2 : 1).replace("-", "−");
}

/** Return points with their sign. */
export function signed(value, unit) {
  const text = points(Math.abs(value), unit);
  return Number(text) === 0 ? text : `${value < 0 ? "−" : "+"}${text}`;
}
