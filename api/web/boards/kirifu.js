import { beating } from "./_beating.js";
import { leading, listed, withExtra } from "./_lead-button.js";

const made = (codes, view, ctx) => listed(codes, ctx) ?? (view.options.extra_card ? withExtra(codes, ctx) : null);

const rule = (view, ctx) => ctx.t(view.options.plain_follow_suit ? "beating.rule.kirifu.suit" : "beating.rule.kirifu");

export const { render, words, marks, result, sound, banner } = beating({ leads: leading(made), rule });
