// The button of a lead in Kirifu and Mustamaija.

import { cardTexts, parseCard } from "../lib/cards.js";
import { button } from "./_elements.js";

const sorted = (codes) => [...codes].sort().join();

/** The button, with what `made(codes, view, ctx)` makes of the picked cards: an action, or null where they cannot be led together. */
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

/** The lead of just these cards, as it is listed, or null. */
export function listedLead(codes, ctx) {
  return ctx.actionsOf("lead").find((action) => !action.extra && sorted(action.cards) === sorted(codes)) ?? null;
}

/** A listed group, or two pairs, with the one card that does not belong to it as its extra card [おつけ]. */
export function leadWithExtra(codes, ctx) {
  for (const extra of [...codes].reverse()) {
    const action = listedLead(codes.filter((code) => code !== extra), ctx);
    if (action && isGroup(action.cards)) return { ...action, extra };
  }
  return null;
}

/** Two or more of each number. */
function isGroup(codes) {
  const ranks = codes.map((code) => parseCard(code).rank);
  return codes.length > 1 && ranks.every((rank) => ranks.filter((other) => other === rank).length > 1);
}
