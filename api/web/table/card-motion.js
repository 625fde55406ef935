// Cards that move between hands, pile and stock. Each drawing shows the new state at once. Only the picture of a card
// moves afterwards, so no control waits and none changes its place.

import { card } from "../lib/cards.js";
import { h } from "../lib/dom.js";

const FLIGHT_MS = 280;
const STEP_MS = 45;
const SHIFT_MS = 160;
const EASING = "cubic-bezier(0.2, 0.75, 0.3, 1)";

/** More cards of one player than these are not shown one by one. */
const MOST_FLIGHTS = 3;
const LEAST_PIXELS = 3;

const reducedMotion = matchMedia("(prefers-reduced-motion: reduce)");

/** Return what is needed to move cards from where they are now; null if nothing is to move. */
export function snapshot(felt, view) {
  if (!view?.round || reducedMotion.matches || document.hidden) return null;
  const places = cardPlaces(felt);
  return { view, ...places, stock: rectOf(felt, ".stock-cards"), middle: middleRect(felt), seats: seatRects(felt, view) };
}

/** Let the cards move from the places of a snapshot to those of the view that is drawn now. */
export function moveCards(felt, before, view) {
  if (!before || !view?.round || before.view.game !== view.game) return;
  const newRound = before.view.round.number !== view.round.number;
  const now = cardPlaces(felt);
  const fromStock = newRound || before.view.round.stock > view.round.stock;
  const source = (fromStock ? (rectOf(felt, ".stock-cards") ?? before.stock) : before.middle) ?? before.middle;
  let step = 0;
  for (const [key, { node, rect }] of now.hand) {
    const old = newRound ? null : before.hand.get(key)?.rect;
    if (old) move(node, old, rect, { duration: SHIFT_MS });
    else move(node, source, rect, { delay: STEP_MS * step++ });
  }
  if (!newRound) moveOthers(felt, before, now, view, source);
}

/** Move what other players did: cards laid open, and backs between their seats, the stock and the pile. */
function moveOthers(felt, before, now, view, source) {
  const counts = (round) => round.hands.map((hand) => hand.length);
  const [old, fresh] = [counts(before.view.round), counts(view.round)];
  const mine = view.you?.seat ?? null;
  const layer = fresh.findIndex((count, seat) => count < old[seat] && seat !== mine);
  const laid = [...now.table].filter(([code]) => !before.table.has(code));
  for (const [code, { node, rect }] of laid) {
    const held = [...before.hand.values()].find((one) => one.code === code)?.rect;
    move(node, held ?? before.seats.get(layer) ?? source, rect);
  }
  for (const [seat, count] of fresh.entries()) {
    const place = seat !== mine && before.seats.get(seat);
    if (!place || count === old[seat] || (count < old[seat] && laid.length)) continue;
    const middle = middleRect(felt) ?? before.middle;
    fly(felt, count > old[seat] ? [source, place] : [place, middle], Math.abs(count - old[seat]));
  }
}

/** Let backs of cards fly from one place to another. */
function fly(felt, [from, to], count) {
  if (!from || !to) return;
  for (let step = 0; step < Math.min(count, MOST_FLIGHTS); step += 1) {
    const node = h("span", { class: "flying-card", "aria-hidden": "true", style: { left: `${to.left + to.width / 2}px`, top: `${to.top + to.height / 2}px` } }, card("??", { size: "s", label: false }));
    felt.append(node);
    const back = node.firstChild;
    const flight = move(back, centre(from), centre(to), { delay: STEP_MS * step });
    if (flight) flight.finished.then(() => node.remove(), () => node.remove());
    else node.remove();
  }
}

/** Move a picture to its place from another one; only the picture moves, not the control around it. */
function move(node, from, to, { duration = FLIGHT_MS, delay = 0 } = {}) {
  if (!from || !to.width || (Math.abs(from.left - to.left) < LEAST_PIXELS && Math.abs(from.top - to.top) < LEAST_PIXELS)) return null;
  const [x, y] = [from.left + from.width / 2 - to.left - to.width / 2, from.top + from.height / 2 - to.top - to.height / 2];
  return node.animate([{ translate: `${x}px ${y}px`, zIndex: 4 }, { translate: "0 0", zIndex: 4 }], { duration, delay, easing: EASING, fill: "backwards" });
}

const centre = ({ left, top, width, height }) => ({ left: left + width / 2, top: top + height / 2, width: 1, height: 1 });

/** The cards of the viewer's hand by the keys of their buttons, and the open cards in the middle by their codes. */
function cardPlaces(felt) {
  const shown = (node) => ({ node, code: node.dataset.code, rect: node.getBoundingClientRect() });
  const hand = [...felt.querySelectorAll(".board-own .hand-card")].map((button) => [button.dataset.key, shown(button.querySelector(".card"))]);
  const table = [...felt.querySelectorAll(".board-middle .card:not([data-code='??'])")].filter((node) => !node.closest(".shown-call")).map((node) => [node.dataset.code, shown(node)]);
  return { hand: new Map(hand), table: new Map(table) };
}

function seatRects(felt, view) {
  return new Map(view.scores.map((_, seat) => [seat, rectOf(felt, `.seats .seat[data-seat="${seat}"]`)]).filter(([, rect]) => rect));
}

function middleRect(felt) {
  return rectOf(felt, ".top-card .card") ?? rectOf(felt, ".pile-cards") ?? rectOf(felt, ".attacks") ?? rectOf(felt, ".board-middle");
}

function rectOf(felt, selector) {
  return felt.querySelector(selector)?.getBoundingClientRect() ?? null;
}
