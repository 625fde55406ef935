// Actions of players in words and as cards, as the analysis and the drills show them.

import { card, cardName, cardTexts, suitName } from "./cards.js";
import { h } from "./dom.js";
import { t } from "./i18n.js";

/** Return the codes of the cards that an action uses; none for null, which stands for waiting. */
export function actionCards(action) {
  if (action?.pairs) return action.pairs.map(([, with_]) => with_);
  if (action?.card) return [action.card];
  return [...(action?.cards ?? []), ...(action?.extra ? [action.extra] : [])];
}

/** Return an action in a few words: "♠7", "Draw". */
export function actionText(action) {
  const cards = actionCards(action);
  if (cards.length === 0) return t(`analysis.action.${action?.type ?? "wait"}`);
  if (action.pairs) return t("analysis.action.beat", { pairs: action.pairs.map(([attack, with_]) => t("analysis.action.pair", { attack: cardTexts([attack]), with: cardTexts([with_]) })).join(t("cards.and")) });
  const words = ["turn-over", "throw-in"].includes(action.type) ? t(`analysis.action.${action.type}`, { cards: cardTexts(cards) }) : cardTexts(cards);
  return action.suit ? t("analysis.action.suit", { cards: words, suit: suitName(action.suit) }) : words;
}

/** Return an action as small cards, or in words if it uses none. The words are its name for screen readers. */
export function actionPicture(action, { size = "s" } = {}) {
  const cards = actionCards(action);
  const more = cards.length === 0 || action.suit || action.pairs || ["turn-over", "throw-in"].includes(action.type);
  return h("span", { class: "action" },
    cards.map((code) => card(code, { size, label: false })),
    h("span", { class: more ? "action-words" : "visually-hidden" }, more ? actionText(action) : cards.map(cardName).join(t("cards.and"))));
}
