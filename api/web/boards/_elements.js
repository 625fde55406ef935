// What boards share: cards in a line of text, and buttons.

import { parts, rankText } from "../lib/cards.js";
import { h } from "../lib/dom.js";

const SIGNS = { S: "♠", C: "♣", H: "♥", D: "♦" };

/** A card as it stands in a line of the log: ♠7. */
export function face(code) {
  const { suit, rank } = parts(code);
  return suit === "X" ? "★" : `${SIGNS[suit]}${rankText(rank)}`;
}

/** Cards in a line of the log. */
export function faces(codes) {
  return codes.map(face).join(" ");
}

/** The sign of a suit as text. */
export function sign(suit) {
  return SIGNS[suit];
}

/** A button of the board. */
export function button(key, words, onclick, { kind = "", disabled = false } = {}) {
  return h("button", { type: "button", class: kind, disabled, onclick, dataset: { key } }, words);
}

/** The cards of the viewer's hand. */
export function own(view, ctx) {
  return ctx.seat === null ? [] : view.round.hands[ctx.seat];
}

/** The places of a round that is over, the first one first, as a list; null where nobody has one but the winner. */
export function places(view, ctx) {
  const { ranks } = view.result;
  if ((ranks ?? []).filter(Boolean).length < 2) return null;
  const seats = ranks.map((rank, seat) => ({ rank, seat })).filter(({ rank }) => rank);
  seats.sort((one, other) => one.rank - other.rank || one.seat - other.seat);
  return h("ol", { class: "places" }, seats.map(({ rank, seat }) => h("li", { value: rank }, ctx.name(seat))));
}
