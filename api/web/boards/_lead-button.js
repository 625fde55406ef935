// The button for a lead in Kirifu and Mustamaija.

import { cardTexts, parseCard } from "../lib/cards.js";
import { button } from "./_elements.js";

const sorted = (codes) => [...codes].sort().join();

/**
 * Return a function that draws the button. `made(codes, view, ctx)` returns the action for the picked cards, or null if
 * they cannot be led together.
 */
export function leadButton(made) {
  return (view, ctx) => {
    if (!ctx.actionsOf("lead").length) return null;
    const { codes } = ctx.picked;
    const action = codes.length ? made(codes, view, ctx) : null;
    const words = !codes.length ? ctx.t("beating.pick.lead") : action ? leadText(action, ctx) : ctx.t("beating.no.lead");
    return button("lead", words, () => ctx.act(action), { kind: "primary", disabled: ctx.busy || !action });
  };
}

function leadText({ cards, extra }, ctx) {
  return extra ? ctx.t("beating.lead.extra", { cards: cardTexts(cards), extra: cardTexts([extra]) }) : ctx.t("beating.lead", { cards: cardTexts(cards) });
}

/** Return the listed lead of exactly these cards, or null. */
export function listedLead(codes, ctx) {
  return ctx.actionsOf("lead").find((action) => !action.extra && sorted(action.cards) === sorted(codes)) ?? null;
}

/**
 * Return a listed group, or two pairs, with the one card that does not belong to it as the extra card [おつけ]; or null.
 */
export function leadWithExtra(codes, ctx) {
  for (const extra of [...codes].reverse()) {
    const action = listedLead(codes.filter((code) => code !== extra), ctx);
    if (action && isGroup(action.cards)) return { ...action, extra };
  }
  return null;
}

/** Does every number occur at least twice? */
function isGroup(codes) {
  const ranks = codes.map((code) => parseCard(code).rank);
  return codes.length > 1 && ranks.every((rank) => ranks.filter((other) => other === rank).length > 1);
}
