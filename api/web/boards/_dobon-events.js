// The sentences for the events of a game of Dobon.

import { cardName } from "../lib/cards.js";

const EIGHT = "8";
const SIGNS = { "*": "×", "/": "÷", "-": "−" };

/** The sentence for each event, by event type; null for an event without a line in the log. */
export const EVENT_TEXTS = {
  "round-dealt": roundDealt,
  "card-flipped": (event, ctx) => line(event, ctx, { card: cardName(event.public.card) }),
  "flip-answered": null,
  "cards-played": cardsPlayed,
  "cards-drawn": cardsDrawn,
  "passed": (event, ctx) => line(event, ctx),
  "hand-opened": handOpened,
  "stock-reshuffled": (event, ctx) => line(event, ctx, { count: event.public.count }),
  "dobon-called": dobonCalled,
  "call-declined": null,
  "window-closed": (event, ctx) => line(event, ctx),
  "round-ended": roundEnded,
};

/** Return a formula with the signs of handwriting. */
export function formatFormula(formula) {
  return formula.replace(/[*/-]/g, (sign) => SIGNS[sign]).replace(/([+×÷−])/g, " $1 ");
}

/**
 * Return the sentence of the event's type, or of one of its variants; it begins with a note if the time of a player ran
 * out.
 */
function line({ type, public: fields }, ctx, values = {}, variant = "") {
  const name = fields.seat === undefined ? "" : ctx.name(fields.seat);
  const note = fields.by_clock ? ctx.t("dobon.time.up") : "";
  const key = variant ? `${type}.${variant}` : type;
  return note + ctx.t(`dobon.event.${key}`, { name, ...values });
}

const cardList = (codes, ctx) => codes.map(cardName).join(ctx.t("table.comma"));

function roundDealt(event, ctx) {
  const { round, hand_size: count, top, turn } = event.public;
  const values = { round, count, turn: ctx.name(turn) };
  return top ? line(event, ctx, { ...values, card: cardName(top) }) : line(event, ctx, values, "dealer");
}

function cardsPlayed(event, ctx) {
  const { how, cards, suit, pending, turn } = event.public;
  const variant = how === "jump-in" || how === "opening" ? how : "";
  const text = [line(event, ctx, { cards: cardList(cards, ctx) }, variant)];
  if (cards[0].slice(1) === EIGHT) text.push(ctx.t("dobon.event.cards-played.suit", { suit: ctx.t(`cards.suit.${suit}`) }));
  if (pending) text.push(ctx.t(pending.draw ? "dobon.pending.draw" : "dobon.pending.open", { name: ctx.name(turn), count: pending.draw, rank: pending.rank }));
  return text.join(ctx.t("dobon.space"));
}

/** The viewer's own draw also names the cards. */
function cardsDrawn(event, ctx) {
  const { seat, count, why } = event.public;
  const cards = event.sealed?.[seat]?.cards;
  if (!count) return line(event, ctx, {}, "none");
  const own = cards?.length ? ctx.t("dobon.event.cards-drawn.own", { cards: cardList(cards, ctx) }) : "";
  return line(event, ctx, { count }, why === "turn" ? "" : why) + own;
}

function handOpened(event, ctx) {
  const { cards } = event.public;
  return line(event, ctx, { cards: cardList(cards, ctx) }, cards.length ? "" : "none");
}

function dobonCalled(event, ctx) {
  const { valid, kind, card, formulas } = event.public;
  return line(event, ctx, { card: cardName(card), formulas: formulas.map(formatFormula).join(ctx.t("table.comma")) }, valid ? kind : "false");
}

function roundEnded({ public: { reason, winner, losers } }, ctx) {
  if (reason === "dead-end" || reason === "false-call") return ctx.t(`dobon.event.round-ended.${reason}`);
  const name = ctx.name(winner);
  if (!losers.length) return ctx.t("dobon.event.round-ended.won", { name });
  return ctx.t("dobon.event.round-ended.lost", { name, losers: losers.map(ctx.name).join(ctx.t("table.comma")) });
}
