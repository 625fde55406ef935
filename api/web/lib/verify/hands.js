// The hands, the top card and the stock at one moment of a round that is over, computed from its log.

import { roundChance } from "./chance.js";
import { fromHex } from "./hashes.js";
import { CardTracker } from "./card-tracker.js";

/**
 * Return `{hands, top, stock}` after the event of that version; null if its round is not over. `events` is the whole
 * log.
 */
export async function handsAt(game, events, version) {
  const deal = events.findLast((event) => event.type === "round-dealt" && event.version <= version);
  const revealed = deal && events.find((event) => event.type === "round-revealed" && event.version > deal.version);
  if (!revealed || revealed.version < version) return null;
  const { seats } = events[0].public;
  const entropies = Array.from({ length: seats }, () => "");
  for (const event of events.slice(0, deal.version)) {
    if (event.type === "seat-taken") entropies[event.public.seat] = event.public.entropy;
    if (event.type === "seat-left") entropies[event.public.seat] = "";
  }
  const streams = await roundChance(fromHex(revealed.public.secret), game, deal.public.round, entropies);
  const tracker = new CardTracker(deal, seats, streams);
  for (const event of events.slice(deal.version, version)) await tracker.apply(event);
  return { hands: tracker.hands, top: tracker.pile.at(-1) ?? null, stock: tracker.stock.length };
}
