// The viewer's hand: cards that are picked, in order.

import { card, cardName } from "../lib/cards.js";
import { h } from "../lib/dom.js";
import { t } from "../lib/i18n.js";

/**
 * The cards of a hand, each with a name of its own: of equal cards, which several decks bring, the second is `S1#2`. A card that has no equal has its
 * code for a name.
 */
export function uniqueNames(codes) {
  const count = {};
  return codes.map((code) => {
    count[code] = (count[code] ?? 0) + 1;
    return count[code] === 1 ? code : `${code}#${count[code]}`;
  });
}

/** Cards picked from the hand by their names, in the order in which they were. `changed` is called after each change. */
export class PickedCards {
  constructor(changed) {
    this.names = [];
    this.onChange = changed;
  }

  /** The codes of what is picked: what an action names. */
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

  /** Nothing is picked; says nothing of it. */
  reset() {
    this.names = [];
  }

  /** Only what is still held; says nothing of it. */
  retain(held) {
    const names = uniqueNames(held);
    this.names = this.names.filter((name) => names.includes(name));
  }
}

/** How many cards of a hand of so many stand in one row: on a small screen a large hand is laid closer. */
function perRow(count) {
  if (window.innerWidth < 600) return count > 16 ? 12 : 8;
  return window.innerWidth < 1000 ? 12 : 18;
}

/**
 * The hand as buttons. `usable(code)` marks cards; `why(code)` says in words why one cannot be used, shown when it is pressed; `onPick(code)` instead of picking;
 * `open` lists cards that lie open to everybody; `onPlay(code)` is a double click.
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

/** Arrow keys go along the hand. */
function moveFocus(event, node) {
  const step = { ArrowRight: 1, ArrowLeft: -1, Home: -Infinity, End: Infinity }[event.key];
  if (step === undefined) return;
  const all = [...node.querySelectorAll(".hand-card")];
  const here = all.indexOf(document.activeElement);
  if (here < 0) return;
  event.preventDefault();
  all[Math.min(all.length - 1, Math.max(0, here + step))]?.focus();
}
