import { beating } from "./_beating.js";

export const { render, words, marks, result, sound, banner } = beating({ rule: (_, ctx) => ctx.t("beating.rule.durak") });
