// Stamps: short messages that players send each other. They are shown at the seat for some seconds and announced.

import { h, svg } from "../lib/dom.js";
import { t } from "../lib/i18n.js";

/** All stamps, in the order of the menu. */
export const STAMPS = ["hello", "nice", "thanks", "good-game", "thinking", "wow", "oops", "sorry"];

/** How long a stamp is shown. */
export const STAMP_SHOWN_MS = 5000;

const COLUMNS = 4;

const EYES = {
  open: "M14 16v2.5M26 16v2.5",
  happy: "M11.5 18q2.5-4 5 0M23.5 18q2.5-4 5 0",
  shut: "M11.5 16.5q2.5 3 5 0M23.5 16.5q2.5 3 5 0",
  up: "M16 13.5v1M27 13.5v1",
  wide: "M14 14.5v4M26 14.5v4",
  cross: "M11.8 14.5l4 4m0-4l-4 4M24.2 14.5l4 4m0-4l-4 4",
};

const MOUTHS = {
  smile: "M13 24q7 6.5 14 0",
  laugh: "M12.5 23h15q-1.5 7.5-7.5 7.5t-7.5-7.5z",
  small: "M16.5 26.5h6",
  round: "M20 23a3.2 3.9 0 1 0 .01 0z",
  wavy: "M13 26.5q2.3-3.5 4.7 0t4.7 0t4.6 0",
  sad: "M14 28q6-5.5 12 0",
};

const MORE = {
  hello: "M32.5 6.5q3.5 1.5 4.5 5M30.5 2q6.5 1.5 8.5 8",
  nice: "M34 3.5v7M30.5 7h7",
  thinking: "M31 7h.01M35 4h.01M38.5 1.5h.01",
  "good-game": "M12 7.5l-1.5-6 5 3.2L20 .5l4.5 4.2 5-3.2-1.5 6z",
  oops: "M33 6q3.5 5 0 6.5-3.5-1.5 0-6.5z",
  sorry: "M10.5 12.5l5-2M29.5 12.5l-5-2",
};

const FACES = {
  hello: ["happy", "laugh"],
  nice: ["happy", "smile"],
  thanks: ["shut", "smile"],
  "good-game": ["open", "laugh"],
  thinking: ["up", "small"],
  wow: ["wide", "round"],
  oops: ["cross", "wavy"],
  sorry: ["open", "sad"],
};

/** The face of a stamp, without its text. */
export function stampFace(stamp) {
  const [eyes, mouth] = FACES[stamp] ?? ["open", "smile"];
  return svg(
    "svg",
    { viewBox: "0 0 41 41", class: "stamp-face", "aria-hidden": "true" },
    svg("circle", { cx: 20, cy: 21, r: 17, class: "stamp-skin" }),
    svg("path", { d: EYES[eyes], class: "stamp-line" }),
    svg("path", { d: MOUTHS[mouth], class: ["stamp-line", ["laugh", "round"].includes(mouth) && "stamp-open"] }),
    MORE[stamp] && svg("path", { d: MORE[stamp], class: `stamp-line stamp-more stamp-${stamp}` }),
  );
}

/** Return the text of a stamp. */
export function stampText(stamp) {
  return t(`table.stamp.${stamp}`);
}

/**
 * A stamp at a seat; `age` is the time since it appeared, so that drawing the table again does not restart its
 * animation.
 */
export function stampBubble({ stamp }, age) {
  return h("span", { class: "stamp-bubble", "aria-hidden": "true", style: { "--age": `${-Math.round(age)}ms` } }, stampFace(stamp), h("span", {}, stampText(stamp)));
}

/**
 * The button with the menu of stamps. `state.open` shows the menu; `sendStamp(stamp)` sends one, `redraw()` draws the
 * table again.
 */
export function stampMenu(state, { give, redraw }) {
  const toggle = (open) => {
    state.open = open;
    redraw();
    document.querySelector(open ? ".stamp-choice button" : ".stamp-toggle")?.focus();
  };
  const choose = (stamp) => {
    toggle(false);
    give(stamp);
  };
  return h(
    "div",
    { class: "stamps", onkeydown: (event) => state.open && moveFocus(event, () => toggle(false)) },
    h("button", { type: "button", class: "stamp-toggle", dataset: { key: "stamps" }, "aria-expanded": String(state.open), "aria-controls": "stamps", "aria-label": t("table.stamps"), title: t("table.stamps"), onclick: () => toggle(!state.open) }, stampFace("nice")),
    h(
      "div",
      { class: "stamp-choice", id: "stamps", role: "group", "aria-label": t("table.stamps"), hidden: !state.open },
      STAMPS.map((stamp) => h("button", { type: "button", dataset: { key: `stamp-${stamp}` }, onclick: () => choose(stamp) }, stampFace(stamp), h("span", {}, stampText(stamp)))),
    ),
  );
}

/** Move the focus through the menu with the arrow keys; Escape closes it. */
function moveFocus(event, close) {
  if (event.key === "Escape") return close();
  const step = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: COLUMNS, ArrowUp: -COLUMNS }[event.key];
  const all = [...event.currentTarget.querySelectorAll(".stamp-choice button")];
  const here = all.indexOf(document.activeElement);
  if (step === undefined || here < 0) return undefined;
  event.preventDefault();
  return all[(here + step + all.length) % all.length].focus();
}
