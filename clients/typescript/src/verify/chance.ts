// The random numbers of a round, derived from its secret (docs/log-format.md, "Chance").

import { hmac } from "../hashes.js";

const WORDS = 2n ** 64n;
const SUITS = ["S", "C", "H", "D"];

/** Return a deck in start order; `lowest` omits the numbers from 2 up to it. */
export function deck(jokers = 0, lowest = 2): string[] {
  const ranks = Array.from({ length: 13 }, (_, index) => index + 1);
  const numbers = ranks.filter((rank) => rank === 1 || rank >= lowest);
  return [...SUITS.flatMap((suit) => numbers.map((rank) => `${suit}${rank}`)), ...["X1", "X2"].slice(0, jokers)];
}

/** The position of each card in the start order. */
const DECK_ORDER: ReadonlyMap<string, number> = new Map(deck(2).map((code, place) => [code, place]));

/** Return cards in start order. */
export function inDeckOrder(cards: readonly string[]): string[] {
  return [...cards].sort((one, other) => DECK_ORDER.get(one)! - DECK_ORDER.get(other)!);
}

/** Returns a new stream of random numbers of a round for a label. */
export type Streams = (label: string) => ChanceStream;

/**
 * Return the random numbers of one round: a function that returns a new stream for a label. `links` are those of the
 * seats in hex, with an empty text for a seat that contributes none.
 */
export async function roundChance(
  secret: Uint8Array<ArrayBuffer>,
  game: string,
  round: number,
  links: readonly string[],
): Promise<Streams> {
  const keyed = await hmac(secret);
  const seeded = await hmac(await keyed(`dobon/deal/2|${game}|${round}|${links.join("|")}`));
  return (label) => new ChanceStream(seeded, label);
}

/** An endless stream of random numbers, determined by a seed and a label. */
export class ChanceStream {
  #seeded: (message: string) => Promise<Uint8Array<ArrayBuffer>>;
  #label: string;
  #block = 0;
  #words: bigint[] = [];

  constructor(seeded: (message: string) => Promise<Uint8Array<ArrayBuffer>>, label: string) {
    this.#seeded = seeded;
    this.#label = label;
  }

  /** Return the next number of 0..m-1, each equally likely. */
  async below(m: number): Promise<number> {
    const limit = WORDS - (WORDS % BigInt(m));
    let word = await this.#word();
    while (word >= limit) word = await this.#word();
    return Number(word % BigInt(m));
  }

  /** Return the items in shuffled order. */
  async shuffled(items: readonly string[]): Promise<string[]> {
    const order = [...items];
    for (let last = order.length - 1; last > 0; last -= 1) {
      const other = await this.below(last + 1);
      [order[last], order[other]] = [order[other]!, order[last]!];
    }
    return order;
  }

  async #word(): Promise<bigint> {
    if (this.#words.length === 0) {
      const view = new DataView((await this.#seeded(`${this.#label}|${this.#block}`)).buffer);
      this.#block += 1;
      this.#words = [24, 16, 8, 0].map((at) => view.getBigUint64(at));
    }
    return this.#words.pop()!;
  }
}
