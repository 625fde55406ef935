// What if: a finished round, continued from any moment against bots. The server records nothing, so this page keeps the
// actions and sends all of them again with each new one.

import { h, replace, update } from "../lib/dom.js";
import { has, localized, t } from "../lib/i18n.js";
import { formatNarration } from "../lib/player-names.js";
import { DobonError, request } from "../lib/server.js";
import { dialog, problemText } from "../lib/shell.js";
import { hand, PickedCards } from "../table/hand.js";
import { entryOf } from "../table/legal-actions.js";
import { otherSeats, ownSeat } from "../table/seats.js";

const BOTS = ["careful", "novice"];
const STYLES = ["table", "boards"];

/** One attempt: the actions of the seat since the moment, and the answer after each of them. */
class Attempt {
  constructor(path, version, seat, onChange) {
    Object.assign(this, { path, version, seat, onChange, bots: BOTS[0], steps: [], busy: false, refusal: "", local: {} });
    this.picked = new PickedCards(onChange);
  }

  /** The newest answer, or null. */
  get answer() {
    return this.steps.at(-1)?.answer ?? null;
  }

  /** Begin again, with bots of that strategy. */
  async begin(bots = this.bots) {
    Object.assign(this, { bots, steps: [] });
    await this.#send([], null);
  }

  /** Take an action; null stands for waiting. */
  async act(action) {
    if (this.busy) return;
    await this.#send([...this.steps.slice(1).map((step) => step.action), action], action);
  }

  /** Take the last action back. */
  undo() {
    this.steps.pop();
    this.#settle();
  }

  async #send(actions, action) {
    Object.assign(this, { busy: true, refusal: "" });
    this.onChange();
    try {
      const { data } = await request("POST", this.path, { body: { version: this.version, seat: this.seat, actions, bots: this.bots } });
      this.steps.push({ action, answer: data });
    } catch (problem) {
      if (!(problem instanceof DobonError)) throw problem;
      this.refusal = problem.problem?.detail && problem.status === 422 ? problem.problem.detail : problemText(problem);
    }
    this.busy = false;
    this.#settle();
  }

  #settle() {
    this.local = {};
    this.picked.reset();
    this.onChange();
  }
}

/** Open the dialog that continues a round from a version, with the seat played by the visitor. */
export async function continueRound({ path, version, seat, about, name }) {
  const [board] = await Promise.all([import(`../boards/${about.ruleset}.js`), ...STYLES.map(loadStyle)]);
  const parts = { log: h("div", { class: "what-if-log", role: "log", tabindex: "0", "aria-label": t("analysis.what-if.log") }), play: h("div", { class: "what-if-play" }) };
  const attempt = new Attempt(path, version, seat, () => draw(attempt, ctx, parts, { board, about }));
  const ctx = boardContext(attempt, name);
  const closed = dialog({ title: t("analysis.what-if.title", { name: name(seat) }), className: "what-if", actions: [], body: [h("p", { class: "small muted" }, t("analysis.what-if.note")), parts.play, parts.log] });
  parts.play.addEventListener("keydown", keepOpen);
  attempt.begin();
  return closed;
}

/** Escape closes an open question of the board first, and the dialog only without one. */
function keepOpen(event) {
  if (event.key === "Escape" && event.target.closest(".suit-choice")) event.preventDefault();
}

function loadStyle(file) {
  const href = new URL(`../css/${file}.css`, import.meta.url).href;
  if (document.querySelector(`link[href="${href}"]`)) return null;
  return new Promise((resolve) => document.head.append(h("link", { rel: "stylesheet", href, onload: resolve, onerror: resolve })));
}

/** Return the context of the boards (`boards/README.md`) for an attempt. */
function boardContext(attempt, name) {
  const ctx = {
    t, has, name, seat: attempt.seat,
    countdown: () => null, stampAt: () => null, queued: null, cancel: () => {},
    get busy() { return attempt.busy; },
    get picked() { return attempt.picked; },
    get local() { return attempt.local; },
    isYou: (seat) => seat === attempt.seat,
    act: (action) => attempt.act(action),
    entriesOf: (type) => attempt.answer.view.actions.filter(({ action }) => action.type === type),
    actionsOf: (type) => ctx.entriesOf(type).map(({ action }) => action),
    firstAction: (type) => ctx.actionsOf(type)[0] ?? null,
    entryOf: (action) => entryOf(attempt.answer.view.actions, action),
    redraw: () => attempt.onChange(),
    hand: (codes, options) => hand(codes, ctx, options),
    explain: (words) => {
      attempt.refusal = words;
      attempt.onChange();
    },
  };
  return ctx;
}

function draw(attempt, ctx, parts, { board, about }) {
  const { answer } = attempt;
  const refocus = () => parts.play.querySelector(".board-actions button:not(:disabled), .hand-card, .what-if-tools button:not(:disabled)");
  update(parts.play, [
    tools(attempt),
    h("p", { class: "error", role: "alert" }, attempt.refusal),
    answer ? table(answer, attempt, ctx, board) : h("p", { class: "muted" }, attempt.refusal ? "" : t("common.loading")),
  ], refocus);
  drawLog(attempt, parts.log, about);
}

function tools(attempt) {
  const button = (key, disabled, onclick) => h("button", { type: "button", dataset: { key: `what-if-${key}` }, disabled: disabled || attempt.busy, onclick }, t(`analysis.what-if.${key}`));
  return h("div", { class: "row what-if-tools" },
    button("undo", attempt.steps.length < 2, () => attempt.undo()), button("again", attempt.steps.length < 2, () => attempt.begin()),
    h("label", { class: "row small" }, h("span", {}, t("analysis.what-if.bots")), h("select", { "aria-label": t("analysis.what-if.bots"), dataset: { key: "what-if-bots" }, disabled: attempt.busy, onchange: (event) => attempt.begin(event.target.value) }, BOTS.map((bot) => h("option", { value: bot, selected: bot === attempt.bots }, t(`table.bot.${bot}`))))));
}

function table(answer, attempt, ctx, board) {
  const { view } = answer;
  const wait = answer.may_wait && h("div", { class: "board-actions" }, h("button", { type: "button", dataset: { key: "what-if-wait" }, disabled: attempt.busy, onclick: () => attempt.act(null) }, t("analysis.what-if.wait")));
  return h("div", { class: "felt" }, otherSeats(view, ctx, board), h("div", { class: "table-board" }, answer.over ? result(answer, ctx, board) : board.render(view, ctx), wait), ownSeat(view, ctx, board));
}

function result({ view, points }, ctx, board) {
  return h("div", { class: "result", tabindex: "-1" }, h("h3", {}, t("analysis.what-if.over")), view.result && board.result?.(view, ctx),
    points && h("ul", { class: "what-if-points", role: "list" }, points.map((value, seat) => h("li", {}, h("span", {}, ctx.name(seat)), h("strong", {}, `${value > 0 ? "+" : ""}${value}`.replace("-", "−"))))));
}

/** The sentences since the moment; screen readers read what is added. */
function drawLog(attempt, log, { players }) {
  const sentences = attempt.steps.flatMap(({ answer }) => answer.frames.filter((frame) => frame.event.type !== "round-revealed").map((frame) => formatNarration(localized(frame.event.text), players)));
  if (sentences.length > log.childElementCount) log.append(...sentences.slice(log.childElementCount).map((words) => h("p", {}, words)));
  else replace(log, sentences.map((words) => h("p", {}, words)));
  log.scrollTop = log.scrollHeight;
}
