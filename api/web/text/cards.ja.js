export default {
  "cards.hidden": "裏向きのカード",
  "cards.joker": "ジョーカー",
  "cards.name": "{suit}の{rank}",
  "cards.suit.S": "スペード",
  "cards.suit.C": "クローバー",
  "cards.suit.H": "ハート",
  "cards.suit.D": "ダイヤ",
};
