import { dobon } from "./_dobon.js";

export const { render, words, marks, result, sound, banner } = dobon();
