import { beating } from "./_beating.js";
import { leadButton } from "./_lead-button.js";

/**
 * Return the lead of the picked cards: any cards of one suit up to the limit. The view lists only leads of one card.
 */
function leadOf(codes, view) {
  const { limit } = view.round.board;
  const alike = codes.every((code) => code[0] === codes[0][0]);
  return alike && codes.length <= (limit ?? 1) ? { type: "lead", cards: [...codes] } : null;
}

const follows = (code, _view, ctx) => !ctx.picked.codes.length || ctx.picked.codes[0][0] === code[0];

export const { render, seatLabels, result, emphasis, banner } = beating({ leads: leadButton(leadOf), follows, rule: (_, ctx) => ctx.t("beating.rule.mustamaija") });
