// Stand-in with the interface that the drawn cards have.

import { h } from "./dom.js";
import { t } from "./i18n.js";

const SUIT = { S: "♠", H: "♥", D: "♦", C: "♣", X: "★" };
const RANK = { 1: "A", 11: "J", 12: "Q", 13: "K" };

/** The name of a card in words. */
export function cardName(code) {
  if (!code || code === "??") return t("cards.hidden");
  const number = code.slice(1);
  if (code[0] === "X") return t("cards.joker");
  return t("cards.name", { suit: t(`cards.suit.${code[0]}`), rank: RANK[number] ?? number });
}

/** One card. `state` adds a class; `label: false` hides it from screen readers. */
export function card(code, { size = "m", state = "", label, faceDown = false } = {}) {
  const hidden = faceDown || !code || code === "??";
  const name = label ?? cardName(hidden ? "??" : code);
  const aria = label === false ? { "aria-hidden": "true" } : { role: "img", "aria-label": name };
  const number = hidden ? "" : code.slice(1);
  const face = hidden ? "" : code[0] === "X" ? SUIT.X : `${RANK[number] ?? number}${SUIT[code[0]]}`;
  return h("span", { class: ["card", `card-${size}`, hidden ? "card-back" : `suit-${code[0]}`, state], ...aria }, face);
}

/** Cards side by side. */
export function fan(codes, options = {}) {
  return h("span", { class: "fan" }, codes.map((code) => card(code, options)));
}
