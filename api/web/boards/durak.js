import { beating } from "./_beating.js";

export const { render, seatLabels, result, emphasis, banner } = beating({ rule: (_, ctx) => ctx.t("beating.rule.durak") });
