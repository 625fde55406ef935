import { dobon } from "./_dobon.js";

export const { render, seatLabels, result, emphasis, banner } = dobon();
