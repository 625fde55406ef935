// What the withheld parts of an event may hold, by the cards before it and the secret of the round. Most follow from
// them. An answer, and cards laid in Doubt, are one of a few choices, and the seal says which (docs/log-format.md).

import type { CardTracker } from "./card-tracker.js";
import { inDeckOrder } from "./chance.js";
import type { Payload, PublicPart, Recorded } from "./records.js";

/** Limit of choices that are tried for one part. */
const MOST = 20_000;

/**
 * Return `{parts, unknown}`: the payloads that each withheld part may have, by its key, and whether cards move that
 * cannot be known. `tracker` has the cards before the event.
 */
export async function missingParts(
  tracker: CardTracker,
  event: Recorded,
): Promise<{ parts: Record<string, Payload[]>; unknown: boolean }> {
  const parts: Record<string, Payload[]> = {};
  let unknown = false;
  for (const part of Object.keys(event.seals).filter((key) => !(key in event.sealed))) {
    const payloads = await PAYLOADS[event.type]?.(tracker, event.public, part);
    if (payloads) parts[part] = payloads;
    else unknown = true;
  }
  return { parts, unknown };
}

const declined = () => [{ declined: false }, { declined: true }];

type Found = Payload[] | null;

/** The payloads of a withheld part, by event type; null for too many. */
const PAYLOADS: Record<string, (tracker: CardTracker, said: PublicPart, part: string) => Found | Promise<Found>> = {
  "cards-drawn": (tracker, { count }) => [{ cards: tracker.stock.slice(0, count) }],
  "stock-reshuffled": async (tracker) => [
    { cards: await tracker.streams(`reshuffle-${tracker.reshuffles + 1}`).shuffled(tracker.pile.slice(0, -1)) },
  ],
  "dobon-called": (tracker, { seat }) => [{ hand: inDeckOrder(tracker.hands[seat]!) }],
  "call-declined": declined,
  "doubt-declined": declined,
  "flip-answered": (tracker, _, part) => answers(tracker.hands[Number(part)]!, tracker.pile.at(-1)!.slice(1)),
  "cards-played": (tracker, { seat, count }) =>
    orders(tracker.hands[seat]!, count)?.map((cards) => ({ cards })) ?? null,
  "pile-taken": (tracker) => [{ cards: inDeckOrder(tracker.pile) }],
  "cards-exchanged": async (tracker, { from, count }) => [{ cards: await tracker.drawnBlind(from, count) }],
};

/** Return what a hand may answer to a flip: nothing, that it does not open, or cards of the number in any order. */
function answers(hand: string[], number: string): Payload[] {
  const fitting = hand.filter((code) => code.slice(1) === number);
  const laid = fitting.flatMap((_, place) => orders(fitting, place + 1)!).flatMap((cards) => {
    const suits = number === "8" ? ["S", "C", "H", "D"] : [cards.at(-1)![0]!];
    return suits.map((suit) => ({ answered: true, cards, suit }));
  });
  return [...[false, true].map((answered) => ({ answered, cards: null, suit: null })), ...laid];
}

/** Return `count` cards of a hand in every order, each order once; null for more than `MOST` orders. */
function orders(cards: string[], count: number): string[][] | null {
  let size = 1;
  for (let taken = 0; taken < count; taken += 1) size *= cards.length - taken;
  if (size > MOST) return null;
  let found: number[][] = [[]];
  for (let taken = 0; taken < count; taken += 1) {
    found = found.flatMap((places) =>
      cards.flatMap((_, place) => (places.includes(place) ? [] : [[...places, place]])),
    );
  }
  const orders = found.map((places) => places.map((place) => cards[place]!));
  return [...new Map(orders.map((order) => [order.join(), order])).values()];
}
