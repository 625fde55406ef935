// The names of cards in English.
const RANKS = ["ace", "2", "3", "4", "5", "6", "7", "8", "9", "10", "jack", "queen", "king"];

export default {
  "cards.name": "{rank} of {suit}",
  "cards.hidden": "card face down",
  "cards.and": ", ",
  "cards.joker.1": "colour joker",
  "cards.joker.2": "black-and-white joker",
  "cards.suit.S": "spades",
  "cards.suit.C": "clubs",
  "cards.suit.H": "hearts",
  "cards.suit.D": "diamonds",
  ...Object.fromEntries(RANKS.map((name, index) => [`cards.rank.${index + 1}`, name])),
};
