// The sentences for the events of a game of Doubt.

import { cardTexts, rankText } from "../lib/cards.js";

/** The sentence for each event, by event type; null for an event without a line in the log. */
export const EVENT_TEXTS = {
  "round-dealt": ({ public: fields }, ctx) => ctx.t("doubt.event.round-dealt", { round: fields.round, name: ctx.name(fields.turn) }),
  "cards-played": cardsPlayed,
  "doubt-declined": null,
  "window-closed": (_event, ctx) => ctx.t("doubt.event.window-closed"),
  "doubt-called": doubtCalled,
  "pile-taken": ({ public: { seat, count, why } }, ctx) => ctx.t(why === "finish" ? "doubt.event.pile-taken.finish" : "doubt.event.pile-taken", { name: ctx.name(seat), count }),
  "seat-eliminated": ({ public: { seat } }, ctx) => ctx.t("doubt.event.seat-eliminated", { name: ctx.name(seat) }),
  "cards-exchanged": ({ public: { to, from, count } }, ctx) => ctx.t("doubt.event.cards-exchanged", { name: ctx.name(to), other: ctx.name(from), count }),
  "round-ended": (event, ctx) => roundEndText(event.public, ctx),
};

/** The viewer's own play also names the cards that lie face down. */
function cardsPlayed({ public: { seat, count, number, by_clock }, sealed }, ctx) {
  const cards = sealed?.[seat]?.cards;
  const note = by_clock ? `${ctx.t("doubt.time.up")} ` : "";
  const played = ctx.t("doubt.event.cards-played", { name: ctx.name(seat), count, number: rankText(number) });
  return note + played + (cards ? ctx.t("doubt.event.cards-played.own", { cards: cardTexts(cards) }) : "");
}

function doubtCalled({ public: { seat, valid, kind, cards, claimed } }, ctx) {
  return ctx.t(valid ? "doubt.event.doubt-called.lie" : "doubt.event.doubt-called.truth", {
    name: ctx.name(seat), other: ctx.name(claimed.seat), call: ctx.t(`doubt.call.${kind}`), cards: cardTexts(cards), number: rankText(claimed.number),
  });
}

/** Return how a round ended, as a sentence; takes the public part of `round-ended`, or the result of a view. */
export function roundEndText({ reason, winner }, ctx) {
  return ctx.t(`doubt.event.round-ended.${reason}`, { name: winner === null ? "" : ctx.name(winner) });
}
