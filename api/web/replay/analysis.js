// The analysis of a round: it is requested when the visitor asks for it, and read again until it is complete.

import { announce } from "../lib/announce.js";
import { delay } from "../lib/client/delay.js";
import { h, replace } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { DobonError, request } from "../lib/server.js";
import { problemText } from "../lib/shell.js";
import { markSign, MARKS, percent, signed } from "./figures.js";

const RETRY_SECONDS = 2;
const WIDE = 900;

/** The analysis of one round. `onChange()` is called with every answer; `result` is null until it is complete. */
export class RoundAnalysis {
  constructor(path, onChange) {
    Object.assign(this, { path, onChange, phase: "none", open: null, done: 0, total: null, result: null, problem: null });
    this.byVersion = new Map();
  }

  /** Return the judged decisions that were taken with the event of a version. */
  at(version) {
    return this.byVersion.get(version) ?? [];
  }

  /** Request the analysis, and read it again until it is complete. */
  async load() {
    if (this.phase === "running" || this.phase === "done") return;
    Object.assign(this, { phase: "running", problem: null });
    this.onChange();
    try {
      while (this.phase === "running") await this.#read();
      announce(t("analysis.ready"));
    } catch (problem) {
      if (!(problem instanceof DobonError)) throw problem;
      Object.assign(this, { phase: "failed", problem });
      announce(problemText(problem));
    }
    this.onChange();
  }

  async #read() {
    const { status, data, headers } = await request("GET", this.path);
    if (status === 200) {
      this.byVersion = Map.groupBy(data.decisions, ({ version }) => version);
      Object.assign(this, { result: data, phase: "done" });
      return;
    }
    Object.assign(this, data);
    this.onChange();
    await delay(1000 * (Number(headers.get("Retry-After")) || RETRY_SECONDS));
  }
}

/**
 * Return the panel above the replay: the button that requests the analysis, its progress, and then the seats.
 * `chances` is the figure of the chances, drawn beside them.
 */
export function analysisPanel(analysis, { name, chances }) {
  const panel = h("section", { class: "panel analysis", "aria-labelledby": "analysis-title" });
  const draw = () => replace(panel, h("h2", { id: "analysis-title" }, t("analysis.title")), content(analysis, { name, chances }));
  return { draw };
}

function content(analysis, context) {
  if (analysis.phase === "done") return figures(analysis, context);
  if (analysis.phase === "running") return progress(analysis);
  const start = h("button", { type: "button", class: "primary", dataset: { key: "analyse" }, onclick: () => { analysis.open = true; analysis.load(); } }, t(analysis.problem ? "common.retry" : "analysis.start"));
  return h("div", { class: "row analysis-start" }, h("p", { class: analysis.problem ? "error" : "muted small", role: analysis.problem ? "alert" : null }, analysis.problem ? problemText(analysis.problem) : t("analysis.why")), start);
}

function progress({ done, total }) {
  const words = total === null ? t("analysis.waiting") : t("analysis.progress", { done, total });
  return h("div", { class: "stack" }, h("p", { class: "small" }, words), h("progress", { "aria-label": t("analysis.title"), ...(total === null ? {} : { value: done, max: total }) }));
}

/** The figures can be folded away, so that the table of a phone is nearer. */
function figures(analysis, context) {
  const { accuracy } = analysis.result;
  if (accuracy === null) return h("p", {}, t("analysis.no.decisions"));
  analysis.open ??= window.innerWidth >= WIDE;
  return h("details", { open: analysis.open, ontoggle: (event) => { analysis.open = event.currentTarget.open; } }, h("summary", {}, t("analysis.summary", { accuracy: percent(accuracy) })),
    h("div", { class: "stack" }, seatTable(analysis.result, context), context.chances.draw(), h("a", { href: "/drills.html", class: "analysis-drills" }, t("analysis.drills"))));
}

function seatTable({ seats, unit }, { name }) {
  const head = (key, more = {}) => h("th", { scope: "col", ...more }, t(key));
  return h("div", { class: "analysis-scroll", tabindex: "0", role: "region", "aria-label": t("analysis.seats") },
    h("table", { class: "analysis-seats" }, h("caption", { class: "visually-hidden" }, t("analysis.seats")),
      h("thead", {}, h("tr", {}, head("analysis.player"), head("analysis.accuracy", { title: t("analysis.accuracy.why") }), head("analysis.luck", { title: t("analysis.luck.why") }),
        MARKS.map((mark) => h("th", { scope: "col", title: t(`analysis.mark.${mark}`) }, markSign(mark), h("span", { class: "visually-hidden" }, t(`analysis.mark.${mark}`)))))),
      h("tbody", {}, seats.map((one) => h("tr", {}, h("th", { scope: "row" }, name(one.seat)),
        h("td", { class: "strong" }, one.accuracy === null ? "–" : percent(one.accuracy)), h("td", {}, one.luck === null ? "–" : signed(one.luck * unit, unit)),
        MARKS.map((mark) => h("td", { class: one.marks[mark] ? "" : "muted" }, one.marks[mark])))))));
}
