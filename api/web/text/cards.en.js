export default {
  "cards.hidden": "a card face down",
  "cards.joker": "joker",
  "cards.name": "{rank} of {suit}",
  "cards.suit.S": "spades",
  "cards.suit.C": "clubs",
  "cards.suit.H": "hearts",
  "cards.suit.D": "diamonds",
};
