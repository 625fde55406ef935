import { dobon } from "./_dobon.js";

export const { render, eventTexts, seatLabels, result, emphasis, banner } = dobon();
