// The drawings of jacks, queens, kings and jokers, and of the card back, on a card of 250 by 350. A court card is drawn
// as its upper half; the lower half is the same drawing upside down.

import { svg } from "./dom.js";
import { STAR, SUITS } from "./card-glyphs.js";

/** The class that colours the hair of each suit's figures. */
const HAIR = { S: "hair-dark", C: "hair-brown", H: "hair-gold", D: "hair-grey" };

/** The pattern on the clothes of each suit: stripes, dots, waves, a lattice. */
export const PATTERNS = {
  S: { size: 14, line: "M-2 16L16 -2M-2 2L2 -2M12 16L16 12" },
  C: { size: 16, line: "M4 4h.01M12 12h.01", round: true },
  H: { size: 16, line: "M0 5Q4 0 8 5T16 5M0 13Q4 8 8 13T16 13" },
  D: { size: 16, line: "M0 8L8 0L16 8L8 16Z" },
};

function courtFace(suit) {
  return [
    svg("path", { d: "M115 120H135V146H115Z", class: "skin" }),
    svg("ellipse", { cx: 125, cy: 104, rx: 25, ry: 29, class: "skin line" }),
    svg("path", { d: "M109 95Q116 91 121 95M129 95Q134 91 141 95", class: "line none" }),
    svg("path", { d: "M116 102h.01M134 102h.01", class: "dots" }),
    svg("path", { d: "M125 103L122 114H126", class: "line none thin" }),
    svg("path", { d: "M106 116h.01M144 116h.01", class: "cheeks" }),
    svg("path", { d: "M117 121Q125 126 133 121", class: suit === "H" || suit === "D" ? "mouth" : "line none" }),
  ];
}

function clothes(suit, shape) {
  return [
    svg("path", { d: shape, class: `ink-${suit} line` }),
    svg("path", { d: shape, fill: `url(#cloth-${suit})` }),
  ];
}

const SHOULDERS = "M52 178C52 150 84 138 125 138C166 138 198 150 198 178Z";

function jack(suit) {
  return [
    ...clothes(suit, SHOULDERS),
    svg("path", { d: "M97 142L125 166L153 142L140 136H110Z", class: "paper line" }),
    svg("path", { d: "M96 84C90 104 93 122 100 130L110 122V84ZM154 84C160 104 157 122 150 130L140 122V84Z", class: `${HAIR[suit]} line` }),
    ...courtFace(suit),
    svg("path", { d: "M98 92C104 82 146 82 152 92V76H98Z", class: `${HAIR[suit]} line` }),
    svg("path", { d: "M90 82C84 52 118 46 134 50C156 55 164 68 160 82C138 74 112 74 90 82Z", class: `ink-${suit} line` }),
    svg("path", { d: "M90 82C112 73 138 73 160 82L158 90C138 81 112 81 92 90Z", class: "gold line" }),
    svg("path", { d: "M150 62C168 56 182 44 188 24C170 28 154 40 150 62ZM150 62L180 34", class: "paper line" }),
  ];
}

function queen(suit) {
  return [
    svg("path", { d: "M92 150C78 96 96 66 125 66C154 66 172 96 158 150Z", class: `${HAIR[suit]} line` }),
    ...clothes(suit, SHOULDERS),
    svg("path", { d: "M99 142Q125 178 151 142L142 136H108Z", class: "skin line" }),
    svg("path", { d: "M103 147Q125 172 147 147", class: "pearls" }),
    ...courtFace(suit),
    svg("path", { d: "M99 104C101 84 114 76 125 76C136 76 149 84 151 104C146 92 136 86 125 84C114 86 104 92 99 104Z", class: `${HAIR[suit]} line` }),
    svg("path", { d: "M98 74C96 62 94 54 90 46L108 58L114 40L125 54L136 40L142 58L160 46C156 54 154 62 152 74C134 66 116 66 98 74Z", class: "gold line" }),
    svg("path", { d: "M90 44h.01M114 38h.01M136 38h.01M160 44h.01", class: "jewels" }),
    ...[0, 72, 144, 216, 288].map((turn) =>
      svg("ellipse", { cx: 173, cy: 110, rx: 7, ry: 10, class: `ink-${suit} line thin`, transform: `rotate(${turn} 173 121)` }),
    ),
    svg("circle", { cx: 173, cy: 121, r: 6, class: "gold line thin" }),
    svg("path", { d: "M173 132Q175 148 168 160", class: "stem" }),
  ];
}

function king(suit) {
  return [
    svg("path", { d: "M66 172V62M58 88H74", class: "sword" }),
    svg("path", { d: "M66 58L60 74H72Z", class: "steel line thin" }),
    ...clothes(suit, SHOULDERS),
    svg("path", { d: "M76 150C92 140 158 140 174 150L166 162C150 152 100 152 84 162Z", class: "paper line" }),
    svg("path", { d: "M96 154h.01M112 150h.01M138 150h.01M154 154h.01", class: "dots" }),
    svg("path", { d: "M97 86C92 104 94 116 98 122L106 112V86ZM153 86C158 104 156 116 152 122L144 112V86Z", class: `${HAIR[suit]} line` }),
    ...courtFace(suit),
    svg("path", { d: "M100 112C100 152 112 162 125 164C138 162 150 152 150 112C146 120 138 116 125 116C112 116 104 120 100 112Z", class: `${HAIR[suit]} line` }),
    svg("path", { d: "M118 126Q125 130 132 126", class: "mouth" }),
    svg("path", { d: "M94 84V42L110 60L125 34L140 60L156 42V84C136 76 114 76 94 84Z", class: "gold line" }),
    svg("path", { d: "M96 76C114 69 136 69 154 76", class: "line none thin" }),
    svg("path", { d: "M94 40h.01M125 32h.01M156 40h.01M110 70h.01M125 67h.01M140 70h.01", class: "jewels" }),
  ];
}

/** Draw the upper half of a jack, queen or king (11, 12, 13). */
export function courtCard(suit, rank) {
  return { 11: jack, 12: queen, 13: king }[rank](suit);
}

/** Draw a whole jester: the first joker in colours, the second in black and white. */
export function jester(second) {
  const [one, other] = second ? ["ink-X2", "paper"] : ["ink-H", "gold"];
  return [
    svg("path", { d: "M125 150C100 120 70 118 46 150C66 146 84 160 92 186H158C166 160 184 146 204 150C180 118 150 120 125 150Z", class: `${one} line` }),
    svg("path", { d: "M125 186C96 150 108 96 125 84C142 96 154 150 125 186Z", class: `${other} line` }),
    svg("path", { d: "M46 152h.01M204 152h.01M125 80h.01", class: "bells" }),
    svg("path", { d: "M95 186C92 236 106 252 125 252C144 252 158 236 155 186Z", class: "skin line" }),
    svg("path", { d: "M90 178H160V196H90Z", class: `${other} line` }),
    svg("path", { d: "M110 210L116 216L110 222L104 216ZM140 210L146 216L140 222L134 216Z", class: `${one}` }),
    svg("path", { d: "M106 230Q125 248 144 230Q125 238 106 230Z", class: "mouth" }),
    svg("path", { d: "M88 262L106 250L125 264L144 250L162 262L154 284L140 272L125 290L110 272L96 284Z", class: `${one} line` }),
    svg("path", { d: STAR, class: `${other} line`, transform: "translate(36 206) scale(.28)" }),
    svg("path", { d: STAR, class: `${other} line`, transform: "translate(186 206) scale(.28)" }),
  ];
}

/** Draw the back of a card: waves, with a falling drop in the middle. */
export function cardBack() {
  const waves = [];
  for (let row = 0; row < 9; row += 1) {
    for (let column = 0; column < 6; column += 1) {
      const x = 5 + column * 48 + (row % 2 ? 24 : 0);
      waves.push(`M${x - 24} ${52 + row * 36}a24 24 0 0 1 48 0`, `M${x - 15} ${52 + row * 36}a15 15 0 0 1 30 0`, `M${x - 6} ${52 + row * 36}a6 6 0 0 1 12 0`);
    }
  }
  return [
    svg("rect", { x: 14, y: 14, width: 222, height: 322, rx: 14, class: "back-field" }),
    svg("g", { "clip-path": "url(#card-back-field)" }, svg("path", { d: waves.join(""), class: "back-waves" })),
    svg("rect", { x: 14, y: 14, width: 222, height: 322, rx: 14, class: "back-frame" }),
    svg("circle", { cx: 125, cy: 175, r: 52, class: "back-seal" }),
    svg("path", { d: "M125 138C137 158 147 168 147 183A22 22 0 0 1 103 183C103 168 113 158 125 138Z", class: "back-drop" }),
    svg("path", { d: "M84 190C92 206 108 214 125 214C142 214 158 206 166 190", class: "back-splash" }),
  ];
}

/** Draw one suit sign, `size` across, with its centre at (x, y). */
export function pip(suit, x, y, size, engraved, turned = false) {
  const scale = size / 100;
  const turn = turned ? " rotate(180 50 50)" : "";
  const place = `translate(${x - size / 2} ${y - size / 2}) scale(${scale})${turn}`;
  const sign = svg("path", { d: SUITS[suit], class: `ink-${suit}` });
  return svg("g", { transform: place }, sign, engraved && svg("path", { d: engraved, class: "engraved" }));
}
