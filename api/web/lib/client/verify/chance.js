// Compiled from clients/typescript/src by `make clients`.
// The random numbers of a round, derived from its secret (docs/log-format.md, "Chance").
import { hmac } from "../hashes.js";
const WORDS = 2n ** 64n;
const SUITS = ["S", "C", "H", "D"];
/** Return a deck in start order; `lowest` omits the numbers from 2 up to it. */
export function deck(jokers = 0, lowest = 2) {
    const ranks = Array.from({ length: 13 }, (_, index) => index + 1);
    const numbers = ranks.filter((rank) => rank === 1 || rank >= lowest);
    return [...SUITS.flatMap((suit) => numbers.map((rank) => `${suit}${rank}`)), ...["X1", "X2"].slice(0, jokers)];
}
/** The position of each card in the start order. */
const DECK_ORDER = new Map(deck(2).map((code, place) => [code, place]));
/** Return cards in start order. */
export function inDeckOrder(cards) {
    return [...cards].sort((one, other) => DECK_ORDER.get(one) - DECK_ORDER.get(other));
}
/**
 * Return the random numbers of one round: a function that returns a new stream for a label. `links` are those of the
 * seats in hex, with an empty text for a seat that contributes none.
 */
export async function roundChance(secret, game, round, links) {
    const keyed = await hmac(secret);
    const seeded = await hmac(await keyed(`dobon/deal/2|${game}|${round}|${links.join("|")}`));
    return (label) => new ChanceStream(seeded, label);
}
/** An endless stream of random numbers, determined by a seed and a label. */
export class ChanceStream {
    #seeded;
    #label;
    #block = 0;
    #words = [];
    constructor(seeded, label) {
        this.#seeded = seeded;
        this.#label = label;
    }
    /** Return the next number of 0..m-1, each equally likely. */
    async below(m) {
        const limit = WORDS - (WORDS % BigInt(m));
        let word = await this.#word();
        while (word >= limit)
            word = await this.#word();
        return Number(word % BigInt(m));
    }
    /** Return the items in shuffled order. */
    async shuffled(items) {
        const order = [...items];
        for (let last = order.length - 1; last > 0; last -= 1) {
            const other = await this.below(last + 1);
            [order[last], order[other]] = [order[other], order[last]];
        }
        return order;
    }
    async #word() {
        if (this.#words.length === 0) {
            const view = new DataView((await this.#seeded(`${this.#label}|${this.#block}`)).buffer);
            this.#block += 1;
            this.#words = [24, 16, 8, 0].map((at) => view.getBigUint64(at));
        }
        return this.#words.pop();
    }
}
