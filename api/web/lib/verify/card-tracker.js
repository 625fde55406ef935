// Where every card of a round is, event by event: each is in exactly one place, and what is drawn is what the stock gives.
// Nothing here is a rule of a game; the rules are asked by `dobon verify`.

import { ORDER } from "./chance.js";

/** A disagreement between an event and the cards before it; `code` names the sentence, `values` fill it in. */
export class Misplaced extends Error {
  constructor(code, values = {}) {
    super(code);
    Object.assign(this, { code, values });
  }
}

/** The cards of one round, with every envelope open. `streams` gives the streams of the round's chance. */
export class Places {
  constructor(event, seats, streams) {
    this.streams = streams;
    this.hands = Array.from({ length: seats }, (_, seat) => [...event.sealed[seat].cards]);
    this.stock = [...(event.sealed.table?.stock ?? [])];
    this.pile = event.public.top ? [event.public.top] : [];
    this.lying = [];
    this.away = [];
    this.reshuffles = 0;
    this.blind = 0;
    this.size = this.count();
  }

  /** All cards, wherever they are. */
  count() {
    return this.hands.flat().length + this.stock.length + this.pile.length + this.lying.length + this.away.length;
  }

  /** Move the cards of an event. Throws `Misplaced`. Gives what was checked: `reshuffles`, `draws`, or null. */
  async apply(event) {
    const move = MOVES[event.type];
    const checked = move ? await move(this, event.public, event.sealed) : null;
    if (this.count() !== this.size) throw new Misplaced("lost", { count: this.count(), size: this.size });
    return checked ?? null;
  }

  /** Cards leave a hand. */
  leave(seat, cards) {
    for (const code of cards) {
      const place = this.hands[seat].indexOf(code);
      if (place < 0) throw new Misplaced("not-held", { seat, card: code });
      this.hands[seat].splice(place, 1);
    }
  }

  /** As many cards as these are drawn from the stock, and are these. */
  draw(cards) {
    const next = this.stock.splice(0, cards.length);
    if (next.join() !== cards.join()) throw new Misplaced("not-next");
  }
}

function attacked(places, { seat }, cards) {
  places.leave(seat, cards);
  places.lying.push(...cards);
}

function without(cards, taken) {
  const left = [...cards];
  for (const code of taken) {
    const place = left.indexOf(code);
    if (place < 0) throw new Misplaced("not-lying", { card: code });
    left.splice(place, 1);
  }
  return left;
}

const MOVES = {
  "card-flipped": (places, { card, stock }) => {
    places.draw([card]);
    places.pile.push(card);
    if (stock !== places.stock.length) throw new Misplaced("not-next");
    return "draws";
  },
  "cards-played": (places, { seat, cards }, sealed) => {
    const laid = cards ?? sealed[seat].cards;
    places.leave(seat, laid);
    places.pile.push(...laid);
  },
  "cards-drawn": (places, { seat, count }, sealed) => {
    const { cards } = sealed[seat];
    if (cards.length !== count) throw new Misplaced("not-next");
    places.draw(cards);
    places.hands[seat].push(...cards);
    return "draws";
  },
  "stock-reshuffled": async (places, { count }, sealed) => {
    const top = places.pile.pop();
    places.reshuffles += 1;
    const below = await places.streams(`reshuffle-${places.reshuffles}`).shuffled(places.pile);
    if (below.length !== count || below.join() !== sealed.table.cards.join()) throw new Misplaced("reshuffle");
    places.stock.push(...below);
    places.pile = [top];
    return "reshuffles";
  },
  "pile-taken": (places, { seat, count }, sealed) => {
    const { cards } = sealed[seat];
    if (cards.length !== count || without(places.pile, cards).length > 0) throw new Misplaced("not-lying", { card: cards[0] ?? "" });
    places.hands[seat].push(...cards);
    places.pile = [];
  },
  "doubt-called": (places, { cards }) => {
    if (places.pile.slice(-cards.length).join() !== cards.join()) throw new Misplaced("not-lying", { card: cards[0] });
  },
  "cards-exchanged": async (places, { from, to, count }, sealed) => {
    places.blind += 1;
    const stream = places.streams(`blind-${places.blind}`);
    const hand = [...places.hands[from]].sort((one, other) => ORDER.get(one) - ORDER.get(other));
    const drawn = [];
    while (drawn.length < count) drawn.push(...hand.splice(await stream.below(hand.length), 1));
    if (drawn.join() !== sealed[to].cards.join() || drawn.join() !== sealed[from].cards.join()) throw new Misplaced("blind");
    places.leave(from, drawn);
    places.hands[to].push(...drawn);
    return "draws";
  },
  "seat-eliminated": (places, { seat }) => {
    places.away.push(...places.hands[seat].splice(0));
  },
  "attack-played": (places, event) => attacked(places, event, event.cards),
  "cards-thrown-in": (places, event) => attacked(places, event, event.cards),
  "cards-led": (places, event) => attacked(places, event, event.cards),
  "attack-turned-over": (places, event) => attacked(places, event, [event.card]),
  "cards-beaten": (places, event) => attacked(places, event, event.pairs.map(([, card]) => card)),
  "defence-ended": (places, { seat, taken, discarded }) => {
    if (without(places.lying, [...taken, ...discarded]).length > 0) throw new Misplaced("lost", { count: places.lying.length, size: taken.length + discarded.length });
    places.lying = [];
    places.hands[seat].push(...taken);
    places.away.push(...discarded);
  },
  "trump-turned": (places, { card, skipped, under }) => {
    places.draw([...skipped, card]);
    places.stock.splice(under, 0, ...skipped);
    places.stock.push(card);
    return "draws";
  },
  "round-ended": (places, { hands }) => {
    const held = (codes) => [...codes].sort().join();
    const wrong = hands.findIndex((codes, seat) => held(codes) !== held(places.hands[seat]));
    if (wrong >= 0) throw new Misplaced("hand-at-end", { seat: wrong });
  },
};
