// The seats around the table: names, hands as far as they are visible, and the player to move.

import { card } from "../lib/cards.js";
import { h, svg } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { countdown } from "./countdown.js";

const MAX_BACKS = 7;

/**
 * Phases in which several players are asked about a card or a call: `turn` names the next player, who does not move
 * yet.
 */
const WINDOW_PHASES = new Set(["asking", "countering", "doubting", "opening"]);

/** Return the seats in the order of play, from the one after the viewer's. */
export function seatOrder(view) {
  const count = view.scores.length;
  const mine = view.you?.seat ?? -1;
  return Array.from({ length: count }, (_, step) => (mine + 1 + step) % count).filter((seat) => seat !== mine);
}

/** The seats of the other players, with the direction of play between them. */
export function otherSeats(view, ctx, board) {
  const seats = seatOrder(view);
  const direction = view.round?.board?.direction ?? 0;
  const many = seats.length > 2;
  return h(
    "ol",
    { class: ["seats", many && "many"], "aria-label": t("table.seats"), dataset: { direction, count: seats.length } },
    seats.map((seat) => otherSeat(seat, view, ctx, board)),
  );
}

function otherSeat(seat, view, ctx, board) {
  const held = view.round?.hands?.[seat] ?? [];
  const state = seatState(seat, view);
  return h(
    "li",
    { class: ["seat", state.turn && "turn", state.asked && "asked"], dataset: { seat } },
    seatHeader(seat, view, ctx, board, state),
    view.round && seatCards(held),
    ctx.stampAt(seat),
  );
}

/** The viewer's own seat. */
export function ownSeat(view, ctx, board) {
  const seat = view.you?.seat;
  if (seat === undefined) return null;
  const state = seatState(seat, view);
  return h("div", { class: ["seat", "own", state.turn && "turn", state.asked && "asked"], dataset: { seat } }, seatHeader(seat, view, ctx, board, state), ctx.stampAt(seat));
}

function seatState(seat, view) {
  const round = view.round;
  const playing = view.status === "playing" && round;
  const asked = Boolean(playing && round.waiting_for.includes(seat));
  const turn = Boolean(playing && round.turn === seat);
  return { asked, turn, moves: turn && asked && !WINDOW_PHASES.has(round.phase), waited: Boolean(view.next_round?.waiting_for.includes(seat)) };
}

function seatHeader(seat, view, ctx, board, state) {
  const player = view.players.find((p) => p.seat === seat);
  const mine = ctx.isYou(seat);
  const held = view.round?.hands?.[seat] ?? [];
  const marks = player && view.round ? (board?.seatLabels?.(view, seat, ctx) ?? []) : [];
  const away = player?.kind === "human" && player.bot;
  const score = view.scores[seat];
  const several = (view.options.rounds ?? 1) > 1 || view.scores.some((points) => points !== 0);
  return h(
    "div",
    { class: "seat-head" },
    h(
      "span",
      { class: "seat-face", "aria-hidden": "true", style: { "--hue": seatHue(player, seat) } },
      player ? (player.kind === "bot" ? robotIcon() : [...player.name][0]) : "?",
    ),
    h(
      "span",
      { class: "seat-words" },
      h("span", { class: "seat-name" }, player ? ctx.name(seat) : t("table.seat.free"), mine && h("span", { class: "chip you" }, t("table.you"))),
      h(
        "span",
        { class: "seat-facts" },
        player?.kind === "bot" && h("span", { class: "chip bot-chip", title: t(`table.bot.${player.bot}`) }, t("table.bot")),
        away && h("span", { class: "chip warn" }, t("table.away")),
        view.round && !mine && heldCount(held.length),
        several && h("span", { class: "score", title: t("table.score") }, h("span", { class: "visually-hidden" }, t("table.score")), score > 0 ? `+${score}` : String(score).replace("-", "−")),
        marks.map((mark) => h("span", { class: ["chip", mark.kind], title: mark.title }, mark.text)),
        state.moves && h("span", { class: "chip turn-chip" }, t("table.turn")),
        state.waited && h("span", { class: "chip warn" }, t("table.not.ready")),
      ),
    ),
    state.asked && countdown(view.round.deadline, { label: t("table.time.left"), size: "s" }),
  );
}

/** The number of cards that a seat holds: in words, or on narrow screens as a number beside a card. */
function heldCount(count) {
  return h("span", { class: "held" }, h("span", { class: "held-number", "aria-hidden": "true" }, count), h("span", { class: "held-words" }, t("table.cards", { count })));
}

function robotIcon() {
  return svg(
    "svg",
    { viewBox: "0 0 24 24", class: "robot" },
    svg("path", { d: "M12 2.5v4M4 9.5a3 3 0 0 1 3-3h10a3 3 0 0 1 3 3v7a3 3 0 0 1-3 3H7a3 3 0 0 1-3-3zM9.5 16h5" }),
    svg("path", { class: "robot-eyes", d: "M8.7 11.5v1M15.3 11.5v1" }),
  );
}

function seatHue(player, seat) {
  let sum = seat * 67;
  for (const letter of player?.name ?? "") sum += letter.codePointAt(0) * 31;
  return sum % 360;
}

function seatCards(codes) {
  const openOnes = codes.filter((code) => code !== "??");
  const hidden = codes.length - openOnes.length;
  const backs = Math.min(hidden, MAX_BACKS);
  return h(
    "div",
    { class: "seat-cards" },
    openOnes.map((code) => card(code, { size: "s" })),
    backs > 0 && h("span", { class: "backs", "aria-hidden": "true" }, Array.from({ length: backs }, () => card("??", { size: "s", label: false }))),
    hidden > MAX_BACKS && h("span", { class: "more", "aria-hidden": "true" }, `+${hidden - MAX_BACKS}`),
  );
}
