// The board of Dobon, for both rulesets: the pile, the stock, the hand, and the buttons for calls and counter-calls.

import { card, cardName, cardText, suitSymbol } from "../lib/cards.js";
import { h } from "../lib/dom.js";
import { formatFormula } from "./_dobon-formula.js";

const SUITS = ["S", "H", "C", "D"];

/** Return the exports of the board. */
export function dobon() {
  return { render, seatLabels, result, emphasis, banner };
}

function render(view, ctx) {
  const { round } = view;
  return h("div", { class: "board dobon-board" }, boardMiddle(view, ctx), ctx.seat === null ? null : ownArea(round, ctx));
}

// The middle

function boardMiddle(view, ctx) {
  const { board, stock } = view.round;
  return h(
    "div",
    { class: "board-middle" },
    h("div", { class: "piles" }, stockPile(stock, ctx), topCard(board, ctx), compass(board, view.round, ctx)),
    feltNote(view, ctx),
  );
}

function stockPile(stock, ctx) {
  const draw = ctx.firstAction("draw");
  const content = [h("span", { class: "stock-cards", "aria-hidden": "true" }, stock > 0 ? card("??", { size: "m", label: false }) : h("span", { class: "empty-place" })), h("span", { class: "pile-count" }, ctx.t("dobon.stock", { count: stock }))];
  if (!draw) return h("div", { class: "stock-stack" }, content);
  return h("button", { type: "button", class: "stock-stack drawable", dataset: { key: "stock" }, disabled: ctx.busy, title: ctx.t("dobon.draw"), "aria-label": ctx.t("dobon.draw.label", { count: stock }), onclick: () => ctx.act(draw) }, content);
}

function topCard(board, ctx) {
  const { top } = board;
  if (!top) return h("div", { class: "pile-stack" }, h("span", { class: "empty-place big" }), h("span", { class: "pile-count" }, ctx.t("dobon.pile.empty")));
  const by = top.owner === null ? ctx.t("dobon.turned.up") : ctx.t("dobon.laid.by", { name: ctx.name(top.owner) });
  const named = top.suit && top.suit !== top.card[0];
  return h(
    "div",
    { class: "pile-stack", dataset: { version: top.version } },
    h("span", { class: "top-card" }, card(top.card, { size: "l" })),
    named && h("span", { class: "suit-named" }, ctx.t("dobon.suit.in.force", { suit: ctx.t(`cards.suit.${top.suit}`) })),
    h("span", { class: "pile-count" }, by),
  );
}

function compass(board, round, ctx) {
  return h(
    "div",
    { class: "compass" },
    h("span", { class: ["arrow", board.direction === 1 ? "onward" : "back"], role: "img", "aria-label": ctx.t(board.direction === 1 ? "dobon.clockwise" : "dobon.counterclockwise") }, board.direction === 1 ? "↻" : "↺"),
    h("span", { class: "pile-count" }, ctx.t(board.direction === 1 ? "dobon.clockwise" : "dobon.counterclockwise")),
    ctx.isYou(round.turn) ? null : h("span", { class: "visually-hidden" }, ctx.t("dobon.turn.of", { name: ctx.name(round.turn) })),
  );
}

/** A sentence on the state of the round. */
function feltNote(view, ctx) {
  const { round } = view;
  const standing = round.board.calls.filter((call) => call.valid).at(-1);
  return h(
    "div",
    { class: "felt-note", dataset: { phase: round.phase } },
    round.phase === "countering" && standing && shownCall(standing, ctx),
    round.board.pending && !["over", "countering"].includes(round.phase) && h("p", { class: "pending" }, pendingText(round.board.pending, ctx)),
    h("p", {}, prompt(view, ctx)),
  );
}

function pendingText(pending, ctx) {
  const key = pending.draw ? "dobon.pending.draw" : "dobon.pending.open";
  return ctx.t(key, { name: ctx.name(pending.target), count: pending.draw, rank: pending.rank });
}

function prompt(view, ctx) {
  const { round } = view;
  const { phase } = round;
  const mine = ctx.seat !== null && round.waiting_for.includes(ctx.seat);
  const who = { name: ctx.name(round.turn) };
  if (phase === "over") return "";
  if (phase === "countering") return ctx.t(mine ? "dobon.prompt.counter" : "dobon.prompt.countering");
  if (phase === "asking") return ctx.t(mine ? "dobon.prompt.ask" : "dobon.prompt.asking");
  if (phase === "opening") return ctx.t(mine ? "dobon.prompt.open" : "dobon.prompt.opening");
  if (phase === "flipping") return ctx.t(mine ? "dobon.prompt.flip" : "dobon.prompt.flipping", who);
  if (!mine) return ctx.t("dobon.prompt.wait", who);
  if (round.board.pending) return ctx.t(round.board.pending.draw ? "dobon.prompt.pending.draw" : "dobon.prompt.pending.open", { rank: round.board.pending.rank });
  if (round.board.may_play) return ctx.t("dobon.prompt.drawn");
  return ctx.t(ctx.firstAction("draw") ? "dobon.prompt.turn" : "dobon.prompt.must");
}

function shownCall(call, ctx) {
  return h(
    "div",
    { class: "shown-call" },
    h("strong", {}, ctx.t(`dobon.said.${call.kind}`, { name: ctx.name(call.seat) })),
    call.hand && h("span", { class: "call-hand" }, call.hand.map((code) => card(code, { size: "s" }))),
    h("span", { class: "formula" }, call.formulas.map(formatFormula).join(" · ")),
  );
}

// The viewer's hand and buttons

function ownArea(round, ctx) {
  const codes = round.hands[ctx.seat] ?? [];
  const plays = ctx.entriesOf("play");
  return h(
    "div",
    { class: "board-own" },
    ctx.local.asking ? suitChoice(ctx) : null,
    ctx.hand(codes, {
      usable: (code) => isUsable(code, plays, ctx.picked),
      why: (code) => whyUnusable(code, round, ctx),
      onPlay: (code) => !ctx.picked.codes.length && play(ctx, [code]),
      open: round.board.open[ctx.seat] ?? [],
    }),
    actions(round, plays, ctx),
  );
}

const rankOf = (code) => code.slice(1);

function isUsable(code, plays, picked) {
  if (!picked.codes.length) return plays.some(({ action }) => action.cards[0] === code);
  return picked.has(code) || plays.some(({ action, more }) => action.cards[0] === picked.codes[0] && [...action.cards, ...(more?.cards ?? [])].includes(code));
}

function whyUnusable(code, round, ctx) {
  if (code[0] === "X") return ctx.t("dobon.why.joker");
  if (ctx.picked.codes.length) return ctx.t("dobon.why.same", { number: cardName(ctx.picked.codes[0]) });
  if (round.phase === "opening") return ctx.t("dobon.why.opening", { card: cardName(round.board.top.card) });
  if (!round.waiting_for.includes(ctx.seat)) return ctx.t("dobon.why.turn", { name: ctx.name(round.turn) });
  if (round.board.pending) return ctx.t("dobon.why.pending", { rank: round.board.pending.rank });
  const top = round.board.top;
  return top ? ctx.t("dobon.why.fit", { card: cardName(top.card), suit: top.suit ? ctx.t(`cards.suit.${top.suit}`) : "" }) : ctx.t("dobon.why.not.now");
}

/**
 * Return the play of these cards in the order of picking, with its suit or the one that is listed; null if it is not
 * allowed.
 */
function allowedPlay(ctx, codes, suit = null) {
  const bottom = ctx.entriesOf("play").find(({ action }) => action.cards[0] === codes[0]);
  if (!bottom) return null;
  const action = { ...bottom.action, cards: [...codes], ...(suit === null ? {} : { suit }) };
  return ctx.entryOf(action) ? action : null;
}

function play(ctx, codes, suit = null) {
  const found = allowedPlay(ctx, codes, suit);
  if (!found) return;
  if (found.suit && suit === null) {
    ctx.local.asking = [...codes];
    ctx.redraw();
    document.querySelector(".suit-choice button")?.focus();
    return;
  }
  ctx.local.asking = null;
  ctx.act(found, { from: ctx.local.coverFrom });
}

function suitChoice(ctx) {
  const codes = ctx.local.asking;
  if (!allowedPlay(ctx, codes)) {
    ctx.local.asking = null;
    return null;
  }
  return h(
    "div",
    { class: "suit-choice", role: "group", "aria-label": ctx.t("dobon.which.suit"), onkeydown: (event) => event.key === "Escape" && closeSuits(ctx) },
    h("span", { class: "suit-question" }, ctx.t("dobon.which.suit")),
    SUITS.filter((suit) => allowedPlay(ctx, codes, suit)).map((suit) =>
      h("button", { type: "button", class: `suit-button suit-${suit}`, dataset: { key: `suit-${suit}` }, onclick: () => play(ctx, codes, suit) }, h("span", { "aria-hidden": "true", class: "suit-sign" }, suitSymbol(suit)), ctx.t(`cards.suit.${suit}`)),
    ),
    h("button", { type: "button", class: "quiet on-felt", dataset: { key: "suit-cancel" }, onclick: () => closeSuits(ctx) }, ctx.t("common.cancel")),
  );
}

function closeSuits(ctx) {
  ctx.local.asking = null;
  ctx.redraw();
}

function actions(round, plays, ctx) {
  ctx.local.coverFrom = round.board.allowed_from;
  if (ctx.queued) {
    return h(
      "div",
      { class: "board-actions" },
      h("p", { class: "queued" }, ctx.countdown(round.board.allowed_from, { label: ctx.t("dobon.queued"), size: "s" }), ctx.t("dobon.queued")),
      h("button", { type: "button", dataset: { key: "unqueue" }, onclick: () => ctx.cancel() }, ctx.t("common.cancel")),
      dobonButton(round, ctx),
    );
  }
  return h("div", { class: "board-actions" }, dobonButton(round, ctx), [...otherButtons(round, plays, ctx)]);
}

function dobonButton(round, ctx) {
  const call = ctx.firstAction("dobon");
  const kind = round.phase === "countering" ? "counter" : round.phase === "opening" ? "ippatsu" : "call";
  return h(
    "button",
    { type: "button", class: "dobon-button", dataset: { key: "dobon" }, disabled: !call || ctx.busy, "aria-keyshortcuts": "Alt+D", onclick: () => call && ctx.act(call) },
    h("span", { class: "dobon-word" }, ctx.t(`dobon.button.${kind}`)),
  );
}

function* otherButtons(round, plays, ctx) {
  const button = (key, action, words, kind = "") =>
    h("button", { type: "button", class: kind, dataset: { key }, disabled: ctx.busy || !action, onclick: () => ctx.act(action) }, words);
  const picked = ctx.picked.codes;
  if (plays.length || picked.length) {
    const ready = allowedPlay(ctx, picked);
    const words = picked.length ? ctx.t("dobon.play.count", { count: picked.length }) : ctx.t("dobon.play");
    yield h("button", { type: "button", class: "primary", dataset: { key: "play" }, disabled: ctx.busy || !ready, onclick: () => play(ctx, picked) }, words);
  }
  const accept = ctx.firstAction("accept");
  if (accept) yield button("accept", accept, ctx.t(round.board.pending?.draw ? "dobon.accept.draw" : "dobon.accept.open", { count: round.board.pending?.draw }));
  const draw = ctx.firstAction("draw");
  if (draw) yield button("draw", draw, ctx.t("dobon.draw"));
  const pass = ctx.firstAction("pass");
  if (pass) yield button("pass", pass, ctx.t("dobon.pass"));
  const flip = ctx.firstAction("flip");
  if (flip) yield button("flip", flip, ctx.t("dobon.flip"), "primary");
  const decline = ctx.firstAction("decline");
  if (decline) yield button("decline", decline, ctx.t(round.phase === "opening" ? "dobon.decline.open" : "dobon.decline"));
}

document.addEventListener("keydown", (event) => {
  if (event.altKey && event.code === "KeyD") {
    const button = document.querySelector(".dobon-button:not(:disabled)");
    if (!button) return;
    event.preventDefault();
    button.click();
  }
});

// Labels, result and emphasis

function seatLabels(view, seat, ctx) {
  const { board } = view.round;
  const found = [];
  if (board.dealer === seat && ["flipping", "opening"].includes(view.round.phase)) found.push({ text: ctx.t("dobon.mark.dealer") });
  if (ctx.isYou(seat) && board.open[seat]?.length) found.push({ text: ctx.t("dobon.mark.open", { count: board.open[seat].length }), kind: "warn" });
  for (const call of board.calls.filter((one) => one.seat === seat)) {
    found.push({ text: ctx.t(call.valid ? `dobon.mark.${call.kind}` : "dobon.mark.false"), kind: call.valid ? "warn" : "bad" });
  }
  return found;
}

function result(view, ctx) {
  const { result: roundResult, round } = view;
  const calls = round.board.calls.filter((call) => call.valid);
  return h(
    "div",
    { class: "dobon-result" },
    ["dead-end", "false-call"].includes(roundResult.reason) && h("p", {}, ctx.t(`dobon.result.${roundResult.reason}`)),
    calls.map((call, at) =>
      h(
        "div",
        { class: ["result-call", at === calls.length - 1 && "decisive"] },
        h("span", {}, ctx.t(`dobon.said.${call.kind}`, { name: ctx.name(call.seat) })),
        call.hand && h("span", { class: "call-hand" }, call.hand.map((code) => card(code, { size: "s" }))),
        h("span", { class: "formula" }, call.formulas.map((formula) => `${formatFormula(formula)} = ${rankOf(round.board.top.card)}`).join(ctx.t("dobon.or"))),
      ),
    ),
    roundResult.score && h("p", { class: "arithmetic" }, h("span", { class: "muted" }, ctx.t("dobon.arithmetic")), " ", scoreText(roundResult.score.arithmetic, ctx)),
  );
}

function scoreText(text, ctx) {
  return text
    .replaceAll(" x ", " × ")
    .replace(/\[(joker|counter|players)\]/g, (_all, name) => `[${ctx.t(`dobon.term.${name}`)}]`)
    .replace(/\[([SCHD]\d+)\]/g, (_all, code) => `[${cardText(code)}]`)
    .replace(" each,", ctx.t("dobon.term.each"));
}

function emphasis(event) {
  return event.type === "dobon-called" ? "big" : null;
}

function banner(event, ctx) {
  if (event.type !== "dobon-called") return null;
  return ctx.t(event.public.valid ? `dobon.banner.${event.public.kind}` : "dobon.banner.false");
}
