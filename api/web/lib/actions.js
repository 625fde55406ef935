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

/** Return an action in words that can be read out: the names of its cards, if they are all of it. */
export function actionNames(action) {
  const cards = actionCards(action);
  return isCardsOnly(action, cards) ? cards.map(cardName).join(t("cards.and")) : actionText(action);
}

/** Return an action as small cards, or in words if it uses none. The words are its name for screen readers. */
export function actionPicture(action, { size = "s" } = {}) {
  const cards = actionCards(action);
  return h("span", { class: "action" },
    cards.map((code) => card(code, { size, label: false })),
    h("span", { class: isCardsOnly(action, cards) ? "visually-hidden" : "action-words" }, isCardsOnly(action, cards) ? actionNames(action) : actionText(action)));
}

const isCardsOnly = (action, cards) => cards.length > 0 && !action.suit && !action.pairs && !["turn-over", "throw-in"].includes(action.type);
