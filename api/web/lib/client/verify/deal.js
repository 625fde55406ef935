// Compiled from clients/typescript/src by `make clients`.
// The deal that follows from the secret of a round: hands, stock and first player, for each ruleset
// (docs/log-format.md, "What ... takes from the streams").
import { deck } from "./chance.js";
const DURAK_HAND = 6;
const LEADS_HAND = 5;
const SUIT_CODES = { spades: "S", clubs: "C", hearts: "H", diamonds: "D" };
/** Return the deal of a round; null for an unknown ruleset. */
export async function expectedDeal(ruleset, streams, table) {
    return DEALS[ruleset]?.(streams, table) ?? null;
}
function dealInTurn(cards, seats, size) {
    const dealt = cards.slice(0, seats * size);
    return Array.from({ length: seats }, (_, seat) => dealt.filter((_card, place) => place % seats === seat));
}
async function sato(streams, { seats, options, before }) {
    const cards = await streams("deck").shuffled(deck());
    const laid = seats * options.hand_size;
    const turn = starterByRule(options.next_starter, before) ?? (await streams("first").below(seats));
    const hands = dealInTurn(cards, seats, options.hand_size);
    return { hands, stock: cards.slice(laid + 1), fields: { turn, top: cards[laid] } };
}
function starterByRule(rule, before) {
    if (before && rule === "winner")
        return before.winner;
    if (before && rule === "loser" && before.losers.length === 1)
        return before.losers[0];
    return null;
}
async function kawagoe(streams, { seats, options, before }) {
    const cards = await streams("deck").shuffled(deck(2));
    const dealer = before ? before.next_dealer : await streams("first").below(seats);
    const hands = dealInTurn(cards, seats, options.hand_size);
    return { hands, stock: cards.slice(seats * options.hand_size), fields: { dealer, turn: dealer } };
}
async function doubt(streams, { seats, options }) {
    const decks = Array.from({ length: options.decks }, () => deck(options.jokers_per_deck)).flat();
    const cards = await streams("deck").shuffled(decks);
    const turn = await streams("first").below(seats);
    const hands = Array.from({ length: seats }, (_, seat) => cards.filter((_card, place) => (turn + place) % seats === seat));
    return { hands, stock: null, fields: { turn } };
}
async function durak(streams, { seats, options }) {
    const cards = await streams("deck").shuffled(deck(0, DURAK_HAND));
    const hands = dealInTurn(cards, seats, DURAK_HAND);
    const rest = cards.slice(seats * DURAK_HAND);
    const shown = rest[0] ?? cards.at(-1);
    const trumps = hands.flatMap((hand, seat) => hand.filter((code) => code[0] === shown[0]).map((code) => ({ value: rankValue(code), seat, code })));
    const [lowest] = trumps.sort((one, other) => one.value - other.value);
    const byChance = options.first_attacker === "random" || !lowest;
    const first = byChance ? await streams("first").below(seats) : lowest.seat;
    const fields = { first, trump_card: shown, trump: shown[0], decided_by: byChance ? null : lowest.code };
    return { hands, stock: [...rest.slice(1), ...rest.slice(0, 1)], fields };
}
function rankValue(code) {
    return Number(code.slice(1)) === 1 ? 14 : Number(code.slice(1));
}
async function kirifu(streams, { seats, options }) {
    const cards = await streams("deck").shuffled(deck(options.joker ? 1 : 0));
    const leads = await streams("first").below(seats);
    const trump = SUIT_CODES[options.trump] ?? Object.values(SUIT_CODES)[await streams("trump").below(4)];
    const hands = dealInTurn(cards, seats, LEADS_HAND);
    return { hands, stock: cards.slice(seats * LEADS_HAND), fields: { trump, "asks.seat": leads } };
}
async function mustamaija(streams, { seats }) {
    const cards = await streams("deck").shuffled(deck());
    const dealer = await streams("dealer").below(seats);
    const hands = dealInTurn(cards, seats, LEADS_HAND);
    return { hands, stock: cards.slice(seats * LEADS_HAND), fields: { dealer } };
}
const DEALS = {
    "dobon-sato": sato,
    "dobon-kawagoe": kawagoe,
    doubt,
    durak,
    kirifu,
    mustamaija,
};
