// The viewer's hand, and the cards picked from it.

import { card, cardName } from "../lib/cards.js";
import { h } from "../lib/dom.js";
import { t } from "../lib/i18n.js";

/**
 * Return a unique name for each card of a hand. It is the card's code; with several decks, the second of two equal
 * cards is `S1#2`.
 */
export function uniqueNames(codes) {
  const count = {};
  return codes.map((code) => {
    count[code] = (count[code] ?? 0) + 1;
    return count[code] === 1 ? code : `${code}#${count[code]}`;
  });
}

/** The cards picked from the hand, by name and in the order of picking. `onChange` is called after each change. */
export class PickedCards {
  constructor(changed) {
    this.names = [];
    this.onChange = changed;
  }

  /** The codes of the picked cards, as an action names them. */
  get codes() {
    return this.names.map((name) => name.split("#")[0]);
  }

  has(name) {
    return this.names.includes(name);
  }

  toggle(name) {
    this.set(this.has(name) ? this.names.filter((other) => other !== name) : [...this.names, name]);
  }

  set(names) {
    this.names = [...names];
    this.onChange();
  }

  clear() {
    if (this.names.length) this.set([]);
  }

  /** Drop all picked cards without calling `onChange`. */
  reset() {
    this.names = [];
  }

  /** Drop the cards that are not in the hand any more, without calling `onChange`. */
  retain(held) {
    const names = uniqueNames(held);
    this.names = this.names.filter((name) => names.includes(name));
  }
}

/** Return how many cards of a hand fit in one row; on small screens the rows of a large hand are denser. */
function perRow(count) {
  if (window.innerWidth < 600) return count > 16 ? 12 : 8;
  return window.innerWidth < 1000 ? 12 : 18;
}

/**
 * Return the hand as buttons. `usable(code)` marks cards; `why(code)` returns why a card cannot be used, which is shown
 * when it is pressed; `onPick(code)` replaces picking; `open` lists cards that all players see; `onPlay(code)` handles
 * a double click.
 */
export function hand(codes, ctx, { usable = () => true, why = () => "", onPick = null, onPlay = null, label = null, open = [], size = "l" } = {}) {
  const rows = Math.max(1, Math.ceil(codes.length / perRow(codes.length)));
  const each = Math.ceil(codes.length / rows);
  const names = uniqueNames(codes);
  const buttons = codes.map((code, index) => handCard(code, names[index], ctx, { usable: usable(code), why, onPick, onPlay, open: open.includes(code), size }));
  const node = h(
    "div",
    { class: ["hand", rows > 1 && "hand-rows", ctx.seat !== null && codes.some(usable) && "choosing"], role: "group", "aria-label": label ?? t("table.hand", { count: codes.length }), dataset: { scroll: "hand" } },
    Array.from({ length: rows }, (_, row) => {
      const some = buttons.slice(row * each, (row + 1) * each);
      return h("div", { class: "hand-row", style: { "--n": Math.max(2, some.length) } }, some);
    }),
    codes.length === 0 && h("p", { class: "felt-note" }, t("table.hand.empty")),
  );
  node.addEventListener("keydown", (event) => moveFocus(event, node));
  return node;
}

function handCard(code, name, ctx, { usable, why, onPick, onPlay, open, size }) {
  const place = ctx.picked.names.indexOf(name);
  const picked = place >= 0;
  const reason = usable || picked ? "" : why(code);
  const words = [cardName(code)];
  if (picked) words.push(t("table.card.picked", { place: place + 1 }));
  else words.push(usable ? t("table.card.usable") : t("table.card.unusable"));
  if (open) words.push(t("table.card.open"));
  const press = () => {
    if (ctx.seat === null) return;
    if (!usable && !picked) {
      if (reason) ctx.explain(reason);
      return;
    }
    if (onPick) onPick(code);
    else ctx.picked.toggle(name);
  };
  return h(
    "button",
    {
      type: "button",
      class: ["hand-card", usable && "usable", picked && "picked", !usable && !picked && "unusable"],
      dataset: { key: `card-${name}`, code },
      "aria-pressed": String(picked),
      "aria-label": words.join(t("table.comma")),
      title: reason || null,
      onclick: press,
      ondblclick: () => usable && onPlay?.(code),
    },
    card(code, { size, label: false }),
    picked && h("span", { class: "pick-order", "aria-hidden": "true" }, place + 1),
    open && h("span", { class: "open-mark", "aria-hidden": "true", title: t("table.card.open") }, eye()),
  );
}

function eye() {
  return "◉";
}

/** Move the focus along the hand with the arrow keys. */
function moveFocus(event, node) {
  const step = { ArrowRight: 1, ArrowLeft: -1, Home: -Infinity, End: Infinity }[event.key];
  if (step === undefined) return;
  const all = [...node.querySelectorAll(".hand-card")];
  const here = all.indexOf(document.activeElement);
  if (here < 0) return;
  event.preventDefault();
  all[Math.min(all.length - 1, Math.max(0, here + step))]?.focus();
}
