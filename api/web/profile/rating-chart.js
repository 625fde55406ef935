// The rating over time as a line, with the same numbers in a table.

import { h, replace, svg } from "../lib/dom.js";
import { dateText, decimal, isShort, ticks } from "../lib/figures.js";
import { t } from "../lib/i18n.js";

const WIDTH = 1000;
const HEIGHT = 100;

/** Return the figure of `points`, `[{at, rating}]` of `GET /v1/players/{player}/ratings`. */
export function ratingChart(points) {
  const values = points.map((point) => point.rating.value);
  const time = isShort(points[0].at, points.at(-1).at);
  const text = { first: dateText(points[0].at, { time }), last: dateText(points.at(-1).at, { time }), now: decimal(values.at(-1)), best: decimal(Math.max(...values)) };
  return h("figure", { class: "rating-chart" },
    drawing(points, ticks(Math.min(...values), Math.max(...values))),
    h("div", { class: "rating-dates small muted", "aria-hidden": "true" }, h("span", {}, text.first), points.length > 1 && h("span", {}, text.last)),
    h("figcaption", { class: "small" }, t("profile.rating.words", text)),
    table(points, time));
}

function drawing(points, marks) {
  const [low, high] = [marks[0], marks.at(-1)];
  const toY = (value) => HEIGHT * (1 - (value - low) / (high - low));
  const [first, last] = [new Date(points[0].at), new Date(points.at(-1).at)];
  const toX = (at) => (WIDTH * (new Date(at) - first)) / Math.max(last - first, 1);
  const line = points.map((point) => `${toX(point.at)},${toY(point.rating.value)}`);
  if (points.length === 1) line.push(`${WIDTH},${toY(points[0].rating.value)}`);
  const places = marks[1] - marks[0] < 1 ? 1 : 0;
  return h("div", { class: "rating-drawing", "aria-hidden": "true" },
    marks.map((mark) => h("span", { class: "rating-mark", style: { "--at": toY(mark) / HEIGHT } }, decimal(mark, places))),
    svg("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, preserveAspectRatio: "none", "data-testid": "rating-chart" },
      marks.map((mark) => svg("line", { class: "rating-grid", x1: 0, x2: WIDTH, y1: toY(mark), y2: toY(mark) })),
      svg("polyline", { class: "rating-line", points: line.join(" ") })));
}

/** The table is built when it is opened, because it may have two hundred rows. */
function table(points, time) {
  const box = h("div", { class: "rating-table", tabindex: "0", role: "region", "aria-label": t("profile.rating.table") });
  const row = (point) => h("tr", {}, h("th", { scope: "row" }, dateText(point.at, { time })), h("td", { class: "num" }, decimal(point.rating.value, 2)), h("td", { class: "num" }, decimal(point.rating.mu, 2)), h("td", { class: "num" }, decimal(point.rating.sigma, 2)));
  const fill = (event) => event.currentTarget.open && box.childElementCount === 0 && replace(box, h("table", {},
    h("caption", { class: "visually-hidden" }, t("profile.rating.table")),
    h("thead", {}, h("tr", {}, ["date", "value", "mu", "sigma"].map((name) => h("th", { scope: "col" }, t(`profile.rating.${name}`))))),
    h("tbody", {}, points.toReversed().map(row))));
  return h("details", { ontoggle: fill }, h("summary", { dataset: { key: "rating-table" } }, t("profile.rating.table")), box);
}
