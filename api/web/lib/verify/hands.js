// What lay on the table at one moment of a round that is over, from its log alone.

import { chance } from "./chance.js";
import { unhex } from "./hashes.js";
import { Places } from "./card-tracker.js";

/** `{hands, top, stock}` right after the event of that version; null where it belongs to no round that is over. `events` are the log from its first one on. */
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
  const streams = await chance(unhex(revealed.public.secret), game, deal.public.round, entropies);
  const places = new Places(deal, seats, streams);
  for (const event of events.slice(deal.version, version)) await places.apply(event);
  return { hands: places.hands, top: places.pile.at(-1) ?? null, stock: places.stock.length };
}
