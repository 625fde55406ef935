import { beating } from "./_beating.js";
import { leadButton } from "./_lead-button.js";

/** Any cards of one suit, as many as the limit allows; only single ones are listed. */
function leadOf(codes, view) {
  const { limit } = view.round.board;
  const alike = codes.every((code) => code[0] === codes[0][0]);
  return alike && codes.length <= (limit ?? 1) ? { type: "lead", cards: [...codes] } : null;
}

const follows = (code, _view, ctx) => !ctx.picked.codes.length || ctx.picked.codes[0][0] === code[0];

export const { render, eventTexts, seatLabels, result, emphasis, banner } = beating({ leads: leadButton(leadOf), follows, rule: (_, ctx) => ctx.t("beating.rule.mustamaija") });
