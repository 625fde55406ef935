import { beating } from "./_beating.js";
import { leadButton, listedLead, leadWithExtra } from "./_lead-button.js";

const leadOf = (codes, view, ctx) => listedLead(codes, ctx) ?? (view.options.extra_card ? leadWithExtra(codes, ctx) : null);

const rule = (view, ctx) => ctx.t(view.options.plain_follow_suit ? "beating.rule.kirifu.suit" : "beating.rule.kirifu");

export const { render, seatLabels, result, emphasis, banner } = beating({ leads: leadButton(leadOf), rule });
