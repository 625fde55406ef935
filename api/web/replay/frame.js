// One frame of a replay: the middle of the table, every hand with the numbers it waits for, and the missed chances.

import { card, cardNames, fan, suitName, suitIcon } from "../lib/cards.js";
import { h } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { dangerOf, dangerWords } from "./dangers.js";

/** The middle of the table. */
export function frameBoard(frame, { name }) {
  const { board: shown, claim } = frame;
  return h("div", { class: "replay-board" },
    shown.top && h("div", { class: "replay-top" }, card(shown.top.card, { size: "l" }), shown.top.suit && h("span", { class: "felt-note" }, suitIcon(shown.top.suit, { label: "" }), t("replay.suit", { suit: suitName(shown.top.suit) }))),
    claim && claimedPlay(claim, name),
    shown.attacks && attacksOnTable(shown, name),
    h("ul", { class: "replay-facts", role: "list" }, boardFacts(frame).map((words) => h("li", {}, words))),
  );
}

function boardFacts({ stock, board: shown }) {
  const found = [];
  if (stock > 0 || shown.top || shown.attacks) found.push(t("replay.stock", { count: stock }));
  if (shown.pile !== undefined) found.push(t("replay.pile", { count: shown.pile }));
  if (shown.direction) found.push(t(shown.direction > 0 ? "replay.direction.on" : "replay.direction.back"));
  if (shown.pending) found.push(shown.pending.rank === 2 ? t("replay.pending.2", { count: shown.pending.draw }) : t("replay.pending.13"));
  if (shown.number) found.push(t("replay.number", { number: shown.number }));
  if (shown.trump) found.push(t("replay.trump", { suit: suitName(shown.trump) }));
  if (shown.discarded !== undefined) found.push(t("replay.discarded", { count: shown.discarded }));
  return found;
}

function claimedPlay(claim, name) {
  const verdict = claim.lie === null ? "unknown" : claim.lie ? "lie" : "truth";
  return h("div", { class: "replay-said" }, fan(claim.cards, { size: "m", label: t("replay.laid") }),
    h("span", { class: "felt-note" }, t("replay.said", { name: name(claim.seat), number: claim.number, count: claim.count })),
    h("span", { class: ["chip", verdict === "lie" && "bad"] }, t(`replay.${verdict}`)));
}

function attacksOnTable({ attacks: lying, attacker, defender }, name) {
  const roles = attacker !== undefined && defender !== undefined && defender !== null && attacker !== null;
  return h("div", { class: "replay-attacks" },
    lying.map((one) => h("span", { class: "replay-pair" }, card(one.card, { size: "m" }), one.beaten_with && card(one.beaten_with, { size: "m" }))),
    roles && h("span", { class: "felt-note" }, t("replay.roles", { attacker: name(attacker), defender: name(defender) })));
}

/** Every hand, with the numbers it waits for. */
export function frameHands(frame, context) {
  return h("div", { class: "replay-hands" }, frame.hands.map((cards, seat) => frameHand(frame, seat, cards, context)));
}

function frameHand(frame, seat, cards, { name, as, at, dangers, continueAs }) {
  const fresh = new Set([...frame.revealed.all, ...(frame.revealed.seats[seat] ?? [])]);
  const open = new Set(frame.board.open?.[seat] ?? []);
  const acted = frame.event.public.seat === seat;
  const state = (code) => (code !== "??" && fresh.has(code) ? "new" : "");
  const moment = as === null || as === seat ? (dangers?.at(seat, at) ?? null) : null;
  const label = t("replay.hand", { name: name(seat), count: cards.length });
  return h("section", { class: ["replay-hand", acted && "acted", as === seat && "own"], "aria-label": label },
    h("h2", {}, h("span", {}, name(seat)), h("span", { class: "chip" }, t("replay.cards", { count: cards.length })), open.size > 0 && h("span", { class: "chip warn" }, t("replay.open")), continueAs?.(seat)),
    cards.length > 0 ? handCards(cards, { label, state }, (code) => dangerOf(code, moment, name), moment?.dangers.length > 0) : h("p", { class: "muted small" }, t("replay.empty")),
    waitsFor(frame.waits?.[seat]), dangerWords(seat, moment, dangers, name));
}

/** Return the cards of a hand, with their dangers below them if they are shown. */
function handCards(cards, { label, state }, danger, shown) {
  if (!shown) return fan(cards, { size: cards.length > 8 ? "s" : "m", wrap: cards.length > 14, label, state });
  const size = cards.length > 4 ? "s" : "m";
  const list = fan(cards.map((code) => h("span", { class: "card-danger" }, card(code, { size, state: state(code) }), danger(code))), { size, label });
  list.classList.add("with-dangers");
  return list;
}

function waitsFor(found) {
  if (found === undefined) return null;
  if (found === null) return h("p", { class: "replay-waits small muted" }, t("replay.waits.unknown"));
  if (found.length === 0) return h("p", { class: "replay-waits small muted" }, t("replay.waits.none"));
  return h("dl", { class: "replay-waits", "aria-label": t("replay.waits") }, found.map(({ number, formulas }) => h("div", {}, h("dt", {}, number), h("dd", {}, formulas.map(withMinusSign).join("  ")))));
}

/** Return a formula with real minus signs. */
export function withMinusSign(formula) {
  return formula.replaceAll("-", "−");
}

/** The calls that were possible at this moment, and the missed chances. */
export function frameNotes(frame, { name }) {
  const lines = [];
  const by = (formulas) => (formulas?.length ? ` (${formulas.map(withMinusSign).join(", ")})` : "");
  for (const { seat, formulas } of frame.could_call ?? []) lines.push(["", t("replay.could", { name: name(seat) }) + by(formulas)]);
  for (const { seat, formulas } of frame.missed ?? []) lines.push(["warn", t("replay.missed", { name: name(seat) }) + by(formulas)]);
  const { event, claim, defence, taken } = frame;
  if (event.type === "dobon-called") lines.push([event.public.valid ? "good" : "bad", t(event.public.valid ? "replay.right" : "replay.wrong", { name: name(event.public.seat) }) + by(event.public.formulas)]);
  for (const one of claim?.known ?? []) if (one.certain) lines.push(["", t("replay.certain", { name: name(one.seat) })]);
  if (defence) lines.push(["", t(defence.all ? "replay.defence.all" : "replay.defence.some", { name: name(defence.seat), count: defence.best.length, cards: defence.best.map((pair) => cardNames([pair[1]])).join(t("cards.and")) })]);
  if (taken) lines.push([taken.on_purpose ? "warn" : "", t(taken.on_purpose ? "replay.taken.purpose" : "replay.taken", { name: name(taken.seat), count: taken.cards.length })]);
  return h("ul", { class: "replay-lines", role: "list" }, lines.map(([kind, words]) => h("li", { class: kind }, words)));
}
