// Cards as elements: drawn as SVG, the same at every size, each with a name for screen readers.
//
//   card("H7")                                     a card, as a picture with a name
//   card("??"), card("H7", {faceDown: true})       its back
//   card("H7", {size: "s"})                        xs s m l xl; xs and s show only rank and suit, larger
//   card("H7", {state: "playable picked"})         playable picked dimmed new marked turned (css/cards.css)
//   card("H7", {as: "button", onclick})            a card to press; aria-pressed tells whether it is picked
//   card("H7", {badge: 2})                         a number on its corner: the order in which it was picked
//   fan(["H7", "S1"], {label: "Aoi's hand"})       a hand; the cards overlap if the room is narrow
//   cardName("H7")                                 "7 of hearts", 「ハートの7」
//   cardText("H7")                                 "♥7"
//   suitName("H"), suitIcon("H")                   a suit in words and as a picture
//
// Each drawing is defined once per page, as a <symbol>, and then reused.

import { h, svg } from "./dom.js";
import { t } from "./i18n.js";
import { cardBack, jester, courtCard, PATTERNS, pip } from "./card-art.js";
import { ENGRAVINGS, PIP_POSITIONS, RANKS, STAR } from "./card-glyphs.js";

const WIDTH = 250;
const HEIGHT = 350;
export const HIDDEN = "??";

const SUIT_SYMBOLS = { S: "♠", C: "♣", H: "♥", D: "♦" };
const RANK_LETTERS = { 1: "A", 11: "J", 12: "Q", 13: "K" };

/** Return suit and number of a card's code: "H13" is {suit: "H", rank: 13}; the suit of a joker is "X". */
export function parseCard(code) {
  return { suit: code[0], rank: Number(code.slice(1)) };
}

/** Return the number of a card as printed on it: "A", "10", "K". */
export function rankText(rank) {
  return RANK_LETTERS[rank] ?? String(rank);
}

/** Return the name of a card in the language of the page. */
export function cardName(code) {
  if (code === HIDDEN) return t("cards.hidden");
  const { suit, rank } = parseCard(code);
  if (suit === "X") return t(`cards.joker.${rank}`);
  return t("cards.name", { suit: t(`cards.suit.${suit}`), rank: t(`cards.rank.${rank}`) });
}

/** Return the name of a suit in the language of the page. */
export function suitName(suit) {
  return t(`cards.suit.${suit}`);
}

/** Return the names of cards as a list. */
export function cardNames(codes) {
  return codes.map(cardName).join(t("cards.and"));
}

/** Return a card in running text: ♠7, or ★ for a joker. */
export function cardText(code) {
  const { suit, rank } = parseCard(code);
  return suit === "X" ? "★" : `${SUIT_SYMBOLS[suit]}${rankText(rank)}`;
}

/** Return cards in running text. */
export function cardTexts(codes) {
  return codes.map(cardText).join(" ");
}

/** Return the symbol of a suit as text. */
export function suitSymbol(suit) {
  return SUIT_SYMBOLS[suit];
}

/**
 * Return a card as an element; see above for the options. Use `label: false` if the card's name is shown next to it.
 */
export function card(code, { size = "m", state = "", label, faceDown = false, as = "span", badge, ...props } = {}) {
  const shown = faceDown || !code ? HIDDEN : code;
  const states = [state].flat().join(" ").split(" ").filter(Boolean);
  const name = label ?? cardName(shown);
  const role = as === "button" ? { type: "button", "aria-pressed": String(states.includes("picked")) } : { role: "img" };
  return h(
    as,
    {
      class: ["card", ...states.map((one) => `is-${one}`)],
      dataset: { size, code: shown },
      ...(label === false ? { "aria-hidden": "true" } : { ...role, "aria-label": name }),
      ...props,
    },
    cardImage(shown === HIDDEN ? "back" : shown, size === "xs" || size === "s"),
    badge === undefined ? null : h("span", { class: "card-badge" }, badge),
  );
}

/**
 * Return a hand of cards side by side; they overlap if the room is narrow. `cards` are codes, or elements made by
 * `card`.
 */
export function fan(cards, { size = "m", label, state = () => "", wrap = false } = {}) {
  const shown = cards.map((one, index) => (typeof one === "string" ? card(one, { size, state: state(one, index) }) : one));
  const items = shown.map((one) => h("li", {}, one));
  return h("ul", { class: ["fan", wrap && "fan-wrap"], dataset: { size }, role: "list", "aria-label": label }, items);
}

/** Return a suit as a small picture with its name; use `label: ""` if the name is shown next to it. */
export function suitIcon(suit, { label } = {}) {
  const id = `sign-${suit}`;
  const name = label ?? suitName(suit);
  defineSymbol(id, 100, 100, () => [pip(suit, 50, 50, 100, ENGRAVINGS[suit])]);
  const role = name ? { role: "img", "aria-label": name } : { "aria-hidden": "true" };
  return svg("svg", { viewBox: "0 0 100 100", class: "suit-sign", ...role }, svg("use", { href: `#${id}` }));
}

function cardImage(code, small) {
  const id = small ? `card-${code}-small` : `card-${code}`;
  defineSymbol(id, WIDTH, HEIGHT, () => cardDrawing(code, small));
  return svg("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, "aria-hidden": "true", focusable: "false" }, svg("use", { href: `#${id}` }));
}

// The symbols of the page, each defined when it is first used

let symbolSheet = null;
const definedSymbols = new Set();

function defineSymbol(id, width, height, content) {
  if (definedSymbols.has(id)) return;
  definedSymbols.add(id);
  if (symbolSheet === null) {
    symbolSheet = svg("svg", { width: 0, height: 0, class: "card-sheet", "aria-hidden": "true", focusable: "false" }, sharedDefinitions());
    document.body.append(symbolSheet);
  }
  symbolSheet.append(svg("symbol", { id, viewBox: `0 0 ${width} ${height}` }, ...content()));
}

function sharedDefinitions() {
  const cloths = Object.entries(PATTERNS).map(([suit, { size, line, round }]) =>
    svg(
      "pattern",
      { id: `cloth-${suit}`, width: size, height: size, patternUnits: "userSpaceOnUse" },
      svg("path", { d: line, class: round ? "cloth-dots" : "cloth" }),
    ),
  );
  return svg(
    "defs",
    {},
    ...cloths,
    svg("clipPath", { id: "card-back-field" }, svg("rect", { x: 14, y: 14, width: 222, height: 322, rx: 14 })),
    svg("clipPath", { id: "card-upper" }, svg("rect", { x: 58, y: 20, width: 134, height: 155 })),
  );
}

function cardDrawing(code, small) {
  const sheetOfPaper = svg("rect", { x: 2, y: 2, width: WIDTH - 4, height: HEIGHT - 4, rx: 20, class: "paper edge" });
  if (code === "back") return [sheetOfPaper, ...cardBack()];
  const { suit, rank } = parseCard(code);
  if (small) return [sheetOfPaper, ...(suit === "X" ? smallJoker(rank) : smallCard(suit, rank))];
  if (suit === "X") return [sheetOfPaper, ...joker(rank)];
  return [sheetOfPaper, ...cardCorners(suit, rank), ...cardCenter(suit, rank)];
}

/** A rank as lines, `height` high, with its centre at (x, y). */
function rankSign(rank, ink, x, y, height, turned = false) {
  const scale = height / 92;
  const place = `translate(${x - 32 * scale} ${y - height / 2}) scale(${scale})${turned ? " rotate(180 32 46)" : ""}`;
  return svg("path", { d: RANKS[rank], class: `rank pen-${ink}`, transform: place });
}

function cardCorners(suit, rank) {
  return [
    rankSign(rank, suit, 30, 42, 52),
    pip(suit, 30, 92, 36),
    rankSign(rank, suit, WIDTH - 30, HEIGHT - 42, 52, true),
    pip(suit, WIDTH - 30, HEIGHT - 92, 36, null, true),
  ];
}

function cardCenter(suit, rank) {
  if (rank === 1) {
    const ring = svg("circle", { cx: 125, cy: 175, r: 82, class: `ace pen-${suit}` });
    return [ring, pip(suit, 125, 175, 112, ENGRAVINGS[suit])];
  }
  if (rank <= 10) return PIP_POSITIONS[rank].map(([x, y]) => pip(suit, x, y, rank > 8 ? 46 : 52, ENGRAVINGS[suit], y > 180));
  const half = () => svg("g", { "clip-path": "url(#card-upper)" }, ...courtCard(suit, rank), pip(suit, rank === 13 ? 174 : 76, 42, 28));
  return [
    svg("rect", { x: 58, y: 20, width: 134, height: 310, rx: 10, class: "panel" }),
    half(),
    svg("g", { transform: "rotate(180 125 175)" }, half()),
    svg("path", { d: "M58 175H192", class: "line" }),
    svg("rect", { x: 58, y: 20, width: 134, height: 310, rx: 10, class: `frame pen-${suit}` }),
  ];
}

function smallCard(suit, rank) {
  return [rankSign(rank, suit, 74, 84, 116), pip(suit, 74, 212, 96, ENGRAVINGS[suit]), pip(suit, 176, 268, 122, ENGRAVINGS[suit])];
}

function jokerStar(rank, x, y, size, turned = false) {
  const place = `translate(${x - size / 2} ${y - size / 2}) scale(${size / 100})${turned ? " rotate(180 50 50)" : ""}`;
  return svg("path", { d: STAR, class: rank === 1 ? "ink-H" : "star-open", transform: place });
}

function joker(rank) {
  const large = svg("g", { transform: "translate(-6 -8) scale(1.05)" }, jester(rank === 2));
  return [jokerStar(rank, 34, 38, 50), jokerStar(rank, WIDTH - 34, HEIGHT - 38, 50, true), large];
}

function smallJoker(rank) {
  return [jokerStar(rank, 78, 80, 118), svg("g", { transform: "translate(10 88) scale(.92)" }, jester(rank === 2))];
}
