// Elements that all boards use.

import { h } from "../lib/dom.js";

/** A button of the board. */
export function button(key, words, onclick, { kind = "", disabled = false } = {}) {
  return h("button", { type: "button", class: kind, disabled, onclick, dataset: { key } }, words);
}

/** The cards of the viewer's hand. */
export function ownHand(view, ctx) {
  return ctx.seat === null ? [] : view.round.hands[ctx.seat];
}

/** The ranking of a round that is over, as a list from the first place on; null if only the winner has a place. */
export function ranking(view, ctx) {
  const { ranks } = view.result;
  if ((ranks ?? []).filter(Boolean).length < 2) return null;
  const seats = ranks.map((rank, seat) => ({ rank, seat })).filter(({ rank }) => rank);
  seats.sort((one, other) => one.rank - other.rank || one.seat - other.seat);
  return h("ol", { class: "places" }, seats.map(({ rank, seat }) => h("li", { value: rank }, ctx.name(seat))));
}
