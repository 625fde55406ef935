// The events of a log as the verification reads them. An event has the fields of its type alone; what lacks one of them
// is reported as malformed.

import type { LogEvent } from "../hashes.js";

/** An event of a log: of the API, or a line of a log file. */
export type RecordedEvent = LogEvent & { sealed: object };

/** The public part of any event. */
export interface PublicPart {
  anchor: string | null;
  bot: string | null;
  by_clock: boolean;
  card: string;
  cards: string[];
  count: number;
  discarded: string[];
  from: number;
  hands: string[][];
  link: string | null;
  losers: number[];
  next_dealer: number;
  options: Options;
  pairs: [string, string][];
  player: string | null;
  round: number;
  ruleset: string;
  seat: number;
  seats: number;
  secret: string | null;
  skipped: string[];
  stock: number;
  taken: string[];
  to: number;
  top: string | null;
  under: number;
  unready: number[];
  winner: number;
  withheld: { seat: number; why: string }[];
}

/** The options of any ruleset that decide about the deal. */
export interface Options {
  decks: number;
  first_attacker: string;
  hand_size: number;
  joker: boolean;
  jokers_per_deck: number;
  next_starter: string;
  rounds: number;
  trump: string;
}

/** A sealed part of any event. */
export interface SealedPart {
  answered: boolean;
  cards: string[] | null;
  declined: boolean;
  hand: string[];
  stock: string[];
  suit: string | null;
}

/** An event as the verification reads it. */
export interface Recorded extends LogEvent {
  public: PublicPart;
  seals: Record<string, string>;
  sealed: Record<string, SealedPart>;
}

/** What a sealed part may hold. */
export type Payload = Partial<SealedPart>;
