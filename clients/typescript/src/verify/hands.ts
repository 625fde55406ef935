// The hands, the top card and the stock at one moment of a round that is over, computed from its log.

import { fromHex } from "../hashes.js";
import { CardTracker } from "./card-tracker.js";
import { roundChance } from "./chance.js";
import type { Recorded, RecordedEvent } from "./records.js";

const REVEALING = new Set(["round-revealed", "game-abandoned"]);

/** The cards at a moment; `stock` counts them. */
export interface Moment {
  hands: string[][];
  top: string | null;
  stock: number;
}

/** Return the cards after the event of that version; null if its round is not over. `log` is the whole log. */
export async function handsAt(game: string, log: readonly RecordedEvent[], version: number): Promise<Moment | null> {
  const events = log as readonly Recorded[];
  const deal = events.filter((event) => event.type === "round-dealt" && event.version <= version).at(-1);
  const revealed = deal && events.find((event) => REVEALING.has(event.type) && event.version > deal.version);
  if (!deal || !revealed || revealed.version < version) return null;
  const { seats } = events[0]!.public;
  const links = Array.from({ length: seats }, () => "");
  const asked = events.filter((event) => event.type === "readiness-asked" && event.version < deal.version).at(-1);
  for (const event of asked ? events.slice(asked.version, deal.version) : []) {
    if (event.type === "seat-readied") links[event.public.seat] = event.public.link ?? "";
  }
  const streams = await roundChance(fromHex(revealed.public.secret), game, deal.public.round, links);
  const tracker = new CardTracker(deal, seats, streams);
  for (const event of events.slice(deal.version, version)) await tracker.apply(event);
  return { hands: tracker.hands, top: tracker.pile.at(-1) ?? null, stock: tracker.stock.length };
}
