// The withheld parts of an event that follow from the cards before it and from the secret of the round.

import { DECK_ORDER } from "./chance.js";

/**
 * Return `{parts, unknown}`: the sealed parts that the log withholds and that can be computed, by their keys, and
 * whether cards move that cannot be known. `tracker` has the cards before the event.
 */
export async function missingParts(tracker, event) {
  const hidden = Object.keys(event.seals).filter((part) => !(part in event.sealed));
  if (hidden.length === 0) return { parts: {}, unknown: false };
  const payload = await PAYLOADS[event.type]?.(tracker, event.public);
  const parts = payload ? Object.fromEntries(hidden.map((part) => [part, payload])) : {};
  return { parts, unknown: !payload && !ANSWERS.includes(event.type) };
}

/** Events whose withheld parts say which seat has answered, and move no card. */
const ANSWERS = ["flip-answered", "call-declined", "doubt-declined"];

/** The payload of a withheld part, by event type. */
const PAYLOADS = {
  // In Doubt nobody but its seat knows a card that was laid.
  "cards-drawn": (tracker, { count }) => ({ cards: tracker.stock.slice(0, count) }),
  "stock-reshuffled": async (tracker) => ({ cards: await tracker.streams(`reshuffle-${tracker.reshuffles + 1}`).shuffled(tracker.pile.slice(0, -1)) }),
  "dobon-called": (tracker, { seat }) => ({ hand: [...tracker.hands[seat]].sort((one, other) => DECK_ORDER.get(one) - DECK_ORDER.get(other)) }),
};
