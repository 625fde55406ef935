// The sentences for the events of the beating games: Durak, Kirifu and Mustamaija.

import { cardText, cardTexts, suitName, suitSymbol } from "../lib/cards.js";

/** The sentence for each event, by event type; null for an event without a line in the log. */
export const EVENT_TEXTS = {
  "round-dealt": roundDealt,
  "bout-begun": (event, ctx) => line(event, ctx, { bout: event.public.bout, name: ctx.name(event.public.attacker), other: ctx.name(event.public.defender) }),
  "cards-led": (event, ctx) => line(event, ctx, { cards: cardTexts(event.public.cards), other: ctx.name(event.public.to) }),
  "attack-played": (event, ctx) => line(event, ctx, { cards: cardTexts(event.public.cards) }),
  "cards-thrown-in": (event, ctx) => line(event, ctx, { cards: cardTexts(event.public.cards) }),
  "attack-stopped": (event, ctx) => line(event, ctx),
  "attack-turned-over": (event, ctx) => line(event, ctx, { cards: cardText(event.public.card), other: ctx.name(event.public.defender) }),
  "cards-beaten": (event, ctx) => line(event, ctx, { pairs: event.public.pairs.map(([attack, card]) => `${cardText(attack)} ← ${cardText(card)}`).join(ctx.t("beating.and")) }),
  "take-declared": (event, ctx) => line(event, ctx),
  "defence-ended": defenceEnded,
  "cards-drawn": (event, ctx) => line(event, ctx, { count: event.public.count }),
  "trump-turned": (event, ctx) => line(event, ctx, { card: cardText(event.public.card), suit: suitName(event.public.trump) }),
  "seat-out": (event, ctx) => line(event, ctx, { place: event.public.place }),
  "round-ended": (event, ctx) => roundEndText(event.public, ctx),
};

/** Return the sentence of the event's type; it begins with a note if the time of a player ran out. */
function line({ type, public: fields }, ctx, values = {}) {
  const name = fields.seat === undefined ? "" : ctx.name(fields.seat);
  const note = fields.by_clock ? `${ctx.t("beating.time.up")} ` : "";
  return note + ctx.t(`beating.event.${type}`, { name, ...values });
}

function roundDealt(event, ctx) {
  const { round, trump } = event.public;
  const suit = trump ? ` ${ctx.t("beating.trump.suit", { suit: `${suitSymbol(trump)} ${suitName(trump)}` })}` : "";
  return line(event, ctx, { round }) + suit;
}

function defenceEnded({ public: { seat, how, taken } }, ctx) {
  const name = ctx.name(seat);
  return how === "beaten" ? ctx.t("beating.event.defence-ended.beaten", { name }) : ctx.t("beating.event.defence-ended.taken", { name, cards: cardTexts(taken) });
}

/** Return how a round ended, as a sentence; takes the public part of `round-ended`, or the result of a view. */
export function roundEndText({ reason, losers, winner }, ctx) {
  const names = losers.map(ctx.name).join(ctx.t("beating.and"));
  return ctx.t(losers.length ? "beating.event.round-ended.lost" : `beating.event.round-ended.${reason}`, { names, name: winner === null ? "" : ctx.name(winner) });
}
