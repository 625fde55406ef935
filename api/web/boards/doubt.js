// The board of Doubt: the number of the turn, the face-down pile, the last claim, and the buttons to doubt it.

import { card, parseCard, rankText } from "../lib/cards.js";
import { h } from "../lib/dom.js";
import { button, ownHand, ranking } from "./_elements.js";

const SHOWN = 8;

export function render(view, ctx) {
  return h("div", { class: "board doubt-board" }, boardMiddle(view, ctx), ctx.seat === null ? null : ownArea(view, ctx));
}

// The middle

function boardMiddle(view, ctx) {
  const { board } = view.round;
  return h("div", { class: "board-middle" }, h("div", { class: "doubt-felt" }, numberWheel(board, ctx), pile(board, ctx), newestPlay(view.round, ctx)), h("p", { class: "felt-note" }, prompt(view, ctx)));
}

/** The number of the turn between its neighbours. */
function numberWheel({ number }, ctx) {
  const around = [-1, 0, 1].map((step) => ((number - 1 + step + 13) % 13) + 1);
  const names = around.map(rankText);
  return h(
    "div",
    { class: "number-wheel", role: "img", "aria-label": ctx.t("doubt.number", { number: names[1] }) },
    names.map((name, index) => h("span", { class: index === 1 ? "number-now" : "number-near", "aria-hidden": "true" }, name)),
  );
}

function pile({ pile: count }, ctx) {
  const backs = Array.from({ length: Math.min(count, SHOWN) }, (_, index) => h("span", { class: "pile-card", style: { "--i": index } }, card("??", { size: "m", label: false })));
  return h(
    "div",
    { class: "pile-stack doubt-pile" },
    h("span", { class: "pile-cards", "aria-hidden": "true" }, backs.length ? backs : h("span", { class: "empty-place" })),
    h("span", { class: "pile-count" }, ctx.t("doubt.pile", { count })),
  );
}

/** The newest play and its claim. */
function newestPlay({ board, phase }, ctx) {
  const { claim } = board;
  if (!claim) return null;
  const words = ctx.t("doubt.said", { name: ctx.name(claim.seat), count: claim.count, number: rankText(claim.number) });
  return h("p", { class: ["said", phase === "doubting" && "open"] }, words, board.finishing && phase === "doubting" && h("strong", {}, ` ${ctx.t("doubt.finishing")}`));
}

function prompt(view, ctx) {
  const { phase, turn, waiting_for, board } = view.round;
  const number = rankText(board.number);
  if (phase === "over") return "";
  if (phase === "doubting") {
    if (ctx.seat !== null && listedCall(ctx)) return ctx.t("doubt.prompt.doubt");
    return ctx.t("doubt.prompt.wait", { names: waiting_for.map(ctx.name).join(ctx.t("doubt.and")) });
  }
  return ctx.isYou(turn) ? ctx.t("doubt.prompt.play", { number }) : ctx.t("doubt.prompt.turn", { name: ctx.name(turn), number });
}

// The viewer's hand and buttons

const listedCall = (ctx) => ctx.firstAction("doubt") ?? ctx.firstAction("cheat");

function ownArea(view, ctx) {
  const { board } = view.round;
  const held = [...ownHand(view, ctx)].sort((one, other) => parseCard(one).rank - parseCard(other).rank || one.localeCompare(other));
  const can = ctx.firstAction("play") !== null;
  const fits = held.filter((code) => code[0] === "X" || parseCard(code).rank === board.number).length;
  return h(
    "div",
    { class: "board-own" },
    can && h("p", { class: "own-note" }, ctx.t("doubt.fitting", { count: fits, number: rankText(board.number) })),
    ctx.hand(held, { usable: () => can, why: () => ctx.t("doubt.not.now") }),
    h("div", { class: "board-actions" }, answerButtons(ctx), can && playButton(view, ctx)),
  );
}

/** The call button is shown whenever a call is permitted, so it reveals nothing about the cards. */
function answerButtons(ctx) {
  const call = listedCall(ctx);
  const decline = ctx.firstAction("decline");
  return [
    call && button("doubt", ctx.t(`doubt.call.${call.type}`), () => ctx.act(call), { kind: "danger big-call", disabled: ctx.busy }),
    decline && button("decline", ctx.t("doubt.decline"), () => ctx.act(decline), { disabled: ctx.busy }),
  ];
}

function playButton(view, ctx) {
  const { board } = view.round;
  const most = view.options.max_cards_per_play ?? 1;
  const count = ctx.picked.codes.length;
  const number = rankText(board.number);
  const words = count > most ? ctx.t("doubt.too.many", { count: most }) : count ? ctx.t("doubt.lay", { count, number }) : ctx.t(most > 1 ? "doubt.pick.several" : "doubt.pick", { count: most });
  const play = () => ctx.act({ ...ctx.firstAction("play"), cards: [...ctx.picked.codes] }, { from: board.allowed_from });
  return button("play", words, play, { kind: "primary", disabled: ctx.busy || count === 0 || count > most });
}

export function seatLabels(view, seat, ctx) {
  const { board } = view.round;
  const caught = board.success[seat];
  return [
    board.out.includes(seat) && { text: ctx.t("doubt.out"), kind: "bad" },
    caught > 0 && { text: ctx.t("doubt.caught", { count: caught }) },
    view.round.phase === "doubting" && board.claim?.seat === seat && { text: ctx.t("doubt.says", { number: rankText(board.claim.number) }), kind: "warn" },
  ].filter(Boolean);
}

/** Return how a round ended, as a sentence. */
function resultText({ reason, winner }, ctx) {
  return ctx.t(`doubt.result.${reason}`, { name: winner === null ? "" : ctx.name(winner) });
}

export function result(view, ctx) {
  return h("div", { class: "stack" }, h("p", {}, resultText(view.result, ctx)), ranking(view, ctx));
}

// Emphasis of events

export function emphasis({ type }) {
  if (type === "doubt-called") return "big";
  return type === "cards-played" || type === "pile-taken" ? "small" : null;
}

/** The cards that a doubt has revealed, and the verdict. */
export function banner({ type, public: it }, ctx) {
  if (type !== "doubt-called") return null;
  return h(
    "span",
    { class: "doubt-banner" },
    h("span", {}, ctx.t(`doubt.call.${it.kind}`)),
    h("span", { class: "shown" }, it.cards.map((code) => card(code, { size: "m" }))),
    h("span", {}, ctx.t(it.valid ? "doubt.was.lie" : "doubt.was.true")),
  );
}
