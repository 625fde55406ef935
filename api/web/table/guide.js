// The guided first game of Dobon: at each moment a hint of what fits, what the hand waits for, and when to call. All
// hints follow from the view and its list of actions.

import { formatFormula } from "../boards/_dobon-formula.js";
import { waitsOf } from "../boards/_dobon-waits.js";
import { cardText, cardTexts, rankText, suitName } from "../lib/cards.js";
import { announce } from "../lib/announce.js";
import { h } from "../lib/dom.js";
import { endGuide, isGuided } from "../lib/guide-state.js";
import { formatList, t } from "../lib/i18n.js";
import { dialog } from "../lib/shell.js";

const EIGHT = 8;
const MOVES = new Set(["cards-played", "cards-drawn", "passed", "dobon-called"]);
const POINTS = ["goal", "sum", "turn", "call", "calm"];

const numberOf = (code) => Number(code.slice(1));

/** The hints of one game. `onEnd` is called when the player skips them or the game is over. */
export class Guide {
  constructor({ onEnd }) {
    this.onEnd = onEnd;
    this.announced = "";
  }

  /** Return the guide of a game, or null if it is not the guided one. */
  static for(game, options) {
    return isGuided(game) ? new Guide(options) : null;
  }

  /** Explain the aim of the game, if no player has moved yet. */
  async welcome(events) {
    if (events.some(({ type }) => MOVES.has(type))) return;
    const start = await dialog({
      title: t("guide.welcome.title"),
      body: h("ul", { class: "sentences guide-points" }, POINTS.map((point) => h("li", {}, t(`guide.welcome.${point}`)))),
      className: "narrow",
      actions: [
        { label: t("guide.skip"), value: "skip" },
        { label: t("guide.start"), value: "start", kind: "primary" },
      ],
    });
    if (start === "skip") this.end("skipped");
  }

  end(how) {
    endGuide(how);
    this.onEnd();
  }

  /** Return the panel with the hints for this moment; new hints are announced. */
  panel(view, ctx) {
    const hints = hintsFor(view, ctx).map(([key, values]) => t(`guide.${key}`, values));
    const words = hints.join(" ");
    if (words !== this.announced) announce(words);
    this.announced = words;
    const over = view.status === "finished" || view.status === "abandoned";
    if (over) endGuide("done");
    return h(
      "section",
      { class: "guide", "aria-label": t("guide.title") },
      h("div", { class: "guide-words" }, hints.map((hint, at) => h("p", { class: at === 0 ? "guide-first" : "" }, hint))),
      h("button", { type: "button", class: "quiet", dataset: { key: "guide-end" }, "aria-label": over ? null : t("guide.skip"), onclick: () => this.end(over ? "done" : "skipped") }, t(over ? "guide.close" : "guide.skip.short")),
    );
  }
}

/** Return the hints for a moment, the most important one first, as keys of texts with their values. */
export function hintsFor(view, ctx) {
  const { round } = view;
  if (!round || view.status !== "playing") return [[endHint(view, ctx), {}]];
  const hand = round.hands[ctx.seat];
  const waits = waitsOf(hand.map(numberOf));
  if (ctx.firstAction("dobon")) return [callHint(round, waits, ctx)];
  if (round.phase === "countering") return [ctx.firstAction("decline") ? ["call.stands", { number: topNumber(round), name: callerName(round, ctx) }] : ["call.waiting", { name: callerName(round, ctx) }]];
  if (!round.waiting_for.includes(ctx.seat)) return [["watch", { name: ctx.name(round.turn) }], waitsHint(hand, waits)];
  return [turnHint(round, ctx), waitsHint(hand, waits)];
}

function endHint(view, ctx) {
  if (!view.result) return "begin";
  if (ctx.isYou(view.result.winner)) return "end.won";
  return view.result.losers.includes(ctx.seat) ? "end.lost" : "end.other";
}

const topNumber = (round) => rankText(numberOf(round.board.top.card));

const callerName = (round, ctx) => ctx.name(round.board.calls.filter((call) => call.valid).at(-1).seat);

/** The hand makes the number on top: call, or counter a call. */
function callHint(round, waits, ctx) {
  const [formula] = waits.get(numberOf(round.board.top.card));
  const values = { formula: formatFormula(formula), number: topNumber(round) };
  return round.phase === "countering" ? ["counter", { ...values, name: callerName(round, ctx) }] : ["call", values];
}

function waitsHint(hand, waits) {
  if (!hand.length) return ["waits.empty", {}];
  if (!waits.size) return ["waits.none", { count: hand.length }];
  const words = ([number, [formula]]) => (hand.length > 1 ? t("guide.waits.one", { number: rankText(number), formula: formatFormula(formula) }) : rankText(number));
  return ["waits", { numbers: formatList([...waits].map(words)) }];
}

/** It is the player's turn: what fits, or what else to do. */
function turnHint(round, ctx) {
  const { pending, top } = round.board;
  if (ctx.local.asking) return ["suit", {}];
  const fitting = [...new Set(ctx.actionsOf("play").map((action) => action.cards[0]))];
  const values = { top: cardText(top.card), cards: cardTexts(fitting), count: fitting.length };
  if (pending) return [`pending.${pending.draw ? "draw" : "open"}${fitting.length ? ".pass" : ""}`, { ...values, count: pending.draw }];
  if (!fitting.length) return ["draw", values];
  if (ctx.picked.codes.length) return ["picked", {}];
  if (top.suit && top.suit !== top.card[0]) return ["fits.suit", { ...values, suit: suitName(top.suit) }];
  return [fitting.some((code) => numberOf(code) === EIGHT) ? "fits.eight" : "fits", values];
}
