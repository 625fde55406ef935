// The chances of each seat over the round, as lines: a press goes to that moment, and a table has the same numbers.

import { actionText } from "../lib/actions.js";
import { h, replace, svg } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { percent, points } from "./figures.js";

const WIDTH = 1000;
const HEIGHT = 100;

/**
 * Return the figure; `draw()` draws it, and `move()` marks the current moment. `state` has `frames` and `at`,
 * `analysis` the judged decisions, and `go(at)` goes to a frame.
 */
export function chancesFigure(state, analysis, { name, go }) {
  const figure = h("figure", { class: "chances" });
  const own = { measure: null, lines: [], moment: null, readings: [] };
  const choose = (measure) => {
    own.measure = measure;
    draw();
  };

  function draw() {
    const { decisions } = analysis.result;
    const measures = ["won", "lost"].filter((measure) => decisions.some((one) => one[measure] > 0));
    own.measure ??= measures[0] ?? "won";
    own.lines = seatLines(state.frames, decisions, own.measure);
    own.moment = svg("line", { class: "chances-moment", y1: 0, y2: HEIGHT });
    own.readings = own.lines.map(() => h("span", { class: "chances-now" }));
    replace(figure, h("figcaption", { class: "row" }, h("span", { class: "small" }, t(`analysis.chances.${own.measure}`)), measures.length > 1 && measureChoice(own.measure, choose)),
      drawing(own, state, go), legend(own, name), asTable(state, analysis.result, { name, go }));
    move();
    return figure;
  }

  function move() {
    if (!own.moment) return;
    const x = placeOf(state.at, state.frames);
    own.moment.setAttribute("x1", x);
    own.moment.setAttribute("x2", x);
    own.lines.forEach((line, seat) => {
      const found = line.findLast((one) => one.at <= state.at);
      own.readings[seat].textContent = found ? percent(found.chance) : "–";
    });
  }

  return { draw, move };
}

/** Return for each seat `[{at, chance}]`: its decisions, and the result of the round as the last point. */
function seatLines(frames, decisions, measure) {
  const places = new Map(frames.map((frame, at) => [frame.version, at]));
  const end = frames.findLastIndex((frame) => frame.event.type === "round-ended");
  const { winner = null, losers = [] } = frames[end]?.event.public ?? {};
  return frames[0].hands.map((_, seat) => {
    const line = decisions.filter((one) => one.seat === seat && places.has(one.version)).map((one) => ({ at: places.get(one.version), chance: one[measure] }));
    const reached = measure === "won" ? winner === seat : losers.includes(seat);
    return end < 0 || line.length === 0 ? line : [...line, { at: end, chance: Number(reached) }];
  });
}

const placeOf = (at, frames) => (WIDTH * at) / Math.max(frames.length - 1, 1);

function drawing({ lines, moment }, state, go) {
  const toPoint = ({ at, chance }) => `${placeOf(at, state.frames)},${HEIGHT * (1 - chance)}`;
  const press = (event) => {
    const box = event.currentTarget.getBoundingClientRect();
    go(Math.round(((event.clientX - box.left) / box.width) * (state.frames.length - 1)));
  };
  return h("div", { class: "chances-drawing", "aria-hidden": "true" },
    ["100", "50", "0"].map((value) => h("span", { class: "chances-value", style: { "--at": 1 - value / 100 } }, value)),
    svg("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, preserveAspectRatio: "none", onclick: press, "data-testid": "chances" },
      [0, 25, 50, 75, 100].map((y) => svg("line", { class: "chances-grid", x1: 0, x2: WIDTH, y1: y, y2: y })), moment,
      lines.map((line, seat) => svg("polyline", { class: `chances-line seat-${seat}`, points: line.map(toPoint).join(" ") }))));
}

function measureChoice(chosen, choose) {
  return h("div", { class: "segments small", role: "radiogroup", "aria-label": t("analysis.chances.of.what") }, ["won", "lost"].map((measure) =>
    h("label", {}, h("input", { type: "radio", name: "measure", value: measure, checked: measure === chosen, onchange: () => choose(measure) }), h("span", {}, t(`analysis.chances.${measure}.short`)))));
}

function legend({ lines, readings }, name) {
  const sample = (seat) => svg("svg", { viewBox: "0 0 32 8", class: "chances-sample", "aria-hidden": "true" }, svg("line", { class: `chances-line seat-${seat}`, x1: 0, x2: 32, y1: 4, y2: 4 }));
  return h("ul", { class: "chances-legend", role: "list" }, lines.map((_, seat) => h("li", {}, sample(seat), h("span", {}, name(seat)), readings[seat])));
}

/** The table is built when it is opened, because a long round has hundreds of decisions. */
function asTable(state, { decisions, unit }, { name, go }) {
  const box = h("div", { class: "analysis-scroll chances-table", tabindex: "0", role: "region", "aria-label": t("analysis.table") });
  const columns = ["moment", "player", "played", "best", "loss", "won", "lost"];
  const row = (one) => h("tr", { class: one.mark && `is-${one.mark}` }, h("td", {}, h("button", { type: "button", class: "quiet", "aria-label": t("analysis.table.go", { version: one.version }), onclick: () => go(state.frames.findLastIndex((frame) => frame.version <= one.version)) }, one.version)),
    h("th", { scope: "row" }, name(one.seat)), h("td", {}, actionText(one.chosen)), h("td", {}, actionText(one.best)), h("td", {}, points(one.loss * unit, unit), one.mark && ` ${t(`analysis.mark.${one.mark}`)}`), h("td", {}, percent(one.won)), h("td", {}, percent(one.lost)));
  const fill = (event) => event.currentTarget.open && box.childElementCount === 0 && replace(box, h("table", {}, h("caption", { class: "visually-hidden" }, t("analysis.table")), h("thead", {}, h("tr", {}, columns.map((column) => h("th", { scope: "col" }, t(`analysis.table.${column}`))))), h("tbody", {}, decisions.map(row))));
  return h("details", { ontoggle: fill }, h("summary", {}, t("analysis.table")), box);
}
