// The names of cards in Japanese.
const RANKS = ["エース", "2", "3", "4", "5", "6", "7", "8", "9", "10", "ジャック", "クイーン", "キング"];

export default {
  "cards.name": "{suit}の{rank}",
  "cards.hidden": "伏せた札",
  "cards.and": "、",
  "cards.joker.1": "カラーのジョーカー",
  "cards.joker.2": "白黒のジョーカー",
  "cards.suit.S": "スペード",
  "cards.suit.C": "クラブ",
  "cards.suit.H": "ハート",
  "cards.suit.D": "ダイヤ",
  ...Object.fromEntries(RANKS.map((name, index) => [`cards.rank.${index + 1}`, name])),
};
