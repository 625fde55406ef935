// Compiled from clients/typescript/src by `make clients`.
// Follows every card of a round, event by event: each card is in exactly one place, and draws take the next cards of
// the stock. The rules of the games are not checked here; `dobon verify` does that.
import { inDeckOrder } from "./chance.js";
/** An event contradicts the cards before it; `code` names the sentence of the report, `values` fill it in. */
export class CardMismatch extends Error {
    code;
    values;
    constructor(code, values = {}) {
        super(code);
        this.code = code;
        this.values = values;
    }
}
/** The cards of one round whose envelopes are all open. */
export class CardTracker {
    streams;
    hands;
    stock;
    pile;
    onTable = [];
    outOfPlay = [];
    reshuffles = 0;
    blindDraws = 0;
    #size;
    constructor(dealt, seats, streams) {
        this.streams = streams;
        this.hands = Array.from({ length: seats }, (_, seat) => [...cardsOf(dealt.sealed, seat)]);
        this.stock = [...(dealt.sealed["table"]?.stock ?? [])];
        this.pile = dealt.public.top ? [dealt.public.top] : [];
        this.#size = this.count();
    }
    /** Return the number of cards in all places. */
    count() {
        return [...this.hands, this.stock, this.pile, this.onTable, this.outOfPlay].flat().length;
    }
    /** Move the cards of an event. Return what was verified, or null. Throws `CardMismatch`. */
    async apply(event) {
        const checked = await CARD_MOVES[event.type]?.(this, event.public, event.sealed);
        if (this.count() !== this.#size)
            throw new CardMismatch("lost", { count: this.count(), size: this.#size });
        return checked ?? null;
    }
    /** Remove cards from a hand. Throws `CardMismatch` if the hand lacks one. */
    removeFromHand(seat, cards) {
        const hand = this.hands[seat];
        for (const code of cards) {
            const place = hand.indexOf(code);
            if (place < 0)
                throw new CardMismatch("not-held", { seat, card: code });
            hand.splice(place, 1);
        }
    }
    /** Return the cards that the next unseen draw takes from a hand. */
    async drawnBlind(from, count) {
        const stream = this.streams(`blind-${this.blindDraws + 1}`);
        const hand = inDeckOrder(this.hands[from]);
        const drawn = [];
        while (drawn.length < count && hand.length > 0)
            drawn.push(...hand.splice(await stream.below(hand.length), 1));
        return drawn;
    }
    /** Remove the next cards of the stock. Throws `CardMismatch` if they are not these. */
    drawFromStock(cards) {
        const next = this.stock.splice(0, cards.length);
        if (next.join() !== cards.join())
            throw new CardMismatch("not-next");
    }
}
/** The moves of cards that each event of a round makes, by event type; null for an event that moves none. */
const CARD_MOVES = {
    "game-created": null,
    "seat-taken": null,
    "seat-left": null,
    "seat-handed-over": null,
    "seat-resumed": null,
    "seat-readied": null,
    "readiness-asked": null,
    "round-dealt": null,
    "round-revealed": null,
    "game-ended": null,
    "game-abandoned": null,
    "card-flipped": (tracker, { card, stock }) => {
        tracker.drawFromStock([card]);
        tracker.pile.push(card);
        if (stock !== tracker.stock.length)
            throw new CardMismatch("not-next");
        return "draws";
    },
    "flip-answered": null,
    "cards-played": (tracker, { seat, cards }, sealed) => {
        const played = cards ?? cardsOf(sealed, seat);
        tracker.removeFromHand(seat, played);
        tracker.pile.push(...played);
    },
    "cards-drawn": (tracker, { seat, count }, sealed) => {
        const cards = cardsOf(sealed, seat);
        if (cards.length !== count)
            throw new CardMismatch("not-next");
        tracker.drawFromStock(cards);
        tracker.hands[seat].push(...cards);
        return "draws";
    },
    "passed": null,
    "hand-opened": null,
    "stock-reshuffled": async (tracker, { count }, sealed) => {
        const top = tracker.pile.pop();
        tracker.reshuffles += 1;
        const below = await tracker.streams(`reshuffle-${tracker.reshuffles}`).shuffled(tracker.pile);
        if (below.length !== count || below.join() !== cardsOf(sealed, "table").join())
            throw new CardMismatch("reshuffle");
        tracker.stock.push(...below);
        tracker.pile = [top];
        return "reshuffles";
    },
    "dobon-called": null,
    "call-declined": null,
    "window-closed": null,
    "doubt-declined": null,
    "doubt-called": (tracker, { cards }) => {
        const lying = tracker.pile.slice(-cards.length);
        if (lying.join() !== cards.join())
            throw new CardMismatch("not-lying", { card: cards[0] });
    },
    "pile-taken": (tracker, { seat, count }, sealed) => {
        const cards = cardsOf(sealed, seat);
        const rest = removeCards(tracker.pile, cards);
        if (cards.length !== count || rest.length > 0)
            throw new CardMismatch("not-lying", { card: cards[0] ?? "" });
        tracker.hands[seat].push(...cards);
        tracker.pile = [];
    },
    "seat-eliminated": (tracker, { seat }) => {
        tracker.outOfPlay.push(...tracker.hands[seat].splice(0));
    },
    "cards-exchanged": async (tracker, { from, to, count }, sealed) => {
        const drawn = await tracker.drawnBlind(from, count);
        tracker.blindDraws += 1;
        if ([to, from].some((seat) => cardsOf(sealed, seat).join() !== drawn.join()))
            throw new CardMismatch("blind");
        tracker.removeFromHand(from, drawn);
        tracker.hands[to].push(...drawn);
        return "draws";
    },
    "bout-begun": null,
    "cards-led": (tracker, event) => playToTable(tracker, event, event.cards),
    "attack-played": (tracker, event) => playToTable(tracker, event, event.cards),
    "cards-thrown-in": (tracker, event) => playToTable(tracker, event, event.cards),
    "attack-stopped": null,
    "attack-turned-over": (tracker, event) => playToTable(tracker, event, [event.card]),
    "cards-beaten": (tracker, event) => playToTable(tracker, event, event.pairs.map(([, card]) => card)),
    "take-declared": null,
    "defence-ended": (tracker, { seat, taken, discarded }) => {
        const moved = [...taken, ...discarded];
        if (removeCards(tracker.onTable, moved).length > 0) {
            throw new CardMismatch("lost", { count: tracker.onTable.length, size: moved.length });
        }
        tracker.onTable = [];
        tracker.hands[seat].push(...taken);
        tracker.outOfPlay.push(...discarded);
    },
    "trump-turned": (tracker, { card, skipped, under }) => {
        tracker.drawFromStock([...skipped, card]);
        tracker.stock.splice(under, 0, ...skipped);
        tracker.stock.push(card);
        return "draws";
    },
    "seat-out": null,
    "round-ended": (tracker, { hands }) => {
        const held = (codes) => [...codes].sort().join();
        const wrong = hands.findIndex((codes, seat) => held(codes) !== held(tracker.hands[seat]));
        if (wrong >= 0)
            throw new CardMismatch("hand-at-end", { seat: wrong });
    },
};
/** Return the cards of a sealed part. Throws a `TypeError` for an event without it. */
function cardsOf(sealed, part) {
    return sealed[part].cards;
}
function playToTable(tracker, { seat }, cards) {
    tracker.removeFromHand(seat, cards);
    tracker.onTable.push(...cards);
}
/** Return the cards without those removed. Throws `CardMismatch` if one of them is not there. */
function removeCards(cards, removed) {
    const left = [...cards];
    for (const code of removed) {
        const place = left.indexOf(code);
        if (place < 0)
            throw new CardMismatch("not-lying", { card: code });
        left.splice(place, 1);
    }
    return left;
}
