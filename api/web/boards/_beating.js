// The board of the beating games: attacks and the cards that beat them, the roles of the players, the trump and the
// limit.

import { card, cardName, cardText, cardTexts, parseCard, suitIcon, suitName, suitSymbol } from "../lib/cards.js";
import { h } from "../lib/dom.js";
import { button, ownHand, ranking } from "./_elements.js";

/**
 * Return the exports of a board. `leads(view, ctx)` returns the button for a lead, `rule(view, ctx)` a line on which
 * card beats which, and `follows(code, view, ctx)` tells if a card can join a lead.
 */
export function beating({ leads = () => null, rule = () => "", follows = () => true }) {
  const render = (view, ctx) => h("div", { class: "board beating-board" }, boardMiddle(view, ctx, rule), ctx.seat === null ? null : ownArea(view, ctx, leads, follows));
  return { render, seatLabels, result, emphasis, banner };
}

// The middle

function boardMiddle(view, ctx, rule) {
  const { board } = view.round;
  return h(
    "div",
    { class: "board-middle" },
    h("div", { class: "beating-felt" }, stock(view.round, ctx), attacksOnTable(view, ctx)),
    h("p", { class: "felt-note" }, prompt(view, ctx)),
    board.limit !== null && board.attacker !== null && h("p", { class: "felt-note small" }, limitNote(board, ctx)),
    rule(view, ctx) && h("p", { class: "felt-note small" }, rule(view, ctx)),
  );
}

/** The stock on top of its trump card, and the number of cards out of play. */
function stock({ stock: count, board }, ctx) {
  const { trump, trump_card: turned, trump_holder: holder } = board;
  const under = turned && count > 0 && holder === null;
  return h(
    "div",
    { class: "stock-stack beating-stock" },
    h(
      "span",
      { class: "stock-cards" },
      under && h("span", { class: "trump-card" }, card(turned, { size: "m", label: ctx.t("beating.trump.card", { card: cardName(turned) }) })),
      count > (under ? 1 : 0) ? h("span", { class: "stock-back", "aria-hidden": "true" }, card("??", { size: "m", label: false })) : !under && h("span", { class: "empty-place" }),
    ),
    h("span", { class: "trump-line" }, trump ? [ctx.t("beating.trump"), suitIcon(trump, {}), h("span", { "aria-hidden": "true" }, suitName(trump))] : ctx.t("beating.trump.unknown")),
    h("span", { class: "pile-count" }, [ctx.t("beating.stock", { count }), board.discarded > 0 && ctx.t("beating.discarded", { count: board.discarded })].filter(Boolean).join(" · ")),
  );
}

/** The attacks in the order of play, each below the card that beat it. */
function attacksOnTable(view, ctx) {
  const { attacks } = view.round.board;
  const target = targetAttack(view, ctx);
  if (!attacks.length) return h("div", { class: "attacks empty", role: "img", "aria-label": ctx.t("beating.table.empty") });
  return h(
    "ul",
    { class: ["attacks", attacks.length > 6 && "many"], "aria-label": ctx.t("beating.table"), role: "list" },
    attacks.map((attack) => h("li", { class: ["attack", attack.beaten_with && "beaten"] }, attackPair(attack, view, ctx, target))),
  );
}

function attackPair({ card: code, by, beaten_with: beaten }, view, ctx, target) {
  const lying = view.round.board.attacks.length;
  const size = lying > 6 ? "s" : lying > 3 ? "m" : "l";
  const words = beaten ? ctx.t("beating.pair", { card: cardName(code), with: cardName(beaten) }) : ctx.t("beating.attack.by", { card: cardName(code), name: ctx.name(by) });
  if (!beaten && ctx.firstAction("beat")) {
    const toggle = () => {
      ctx.local.target = ctx.local.target === code ? null : code;
      ctx.redraw();
    };
    return card(code, { size, as: "button", state: target === code ? "marked picked" : "", label: words, onclick: toggle, dataset: { key: `attack-${code}`, code, size } });
  }
  return [card(code, { size, label: words }), beaten && h("span", { class: "beater" }, card(beaten, { size, label: false }))];
}

function limitNote({ limit: most, attacks, bout }, ctx) {
  return bout === null ? ctx.t("beating.limit.lead", { count: most }) : ctx.t("beating.limit.bout", { count: attacks.length, most });
}

function prompt(view, ctx) {
  const { phase, turn, board } = view.round;
  if (phase === "over" || phase === "settling") return "";
  const to = board.defender === null ? "" : ctx.name(board.defender);
  const who = ctx.isYou(turn) ? "you" : "other";
  return ctx.t(`beating.prompt.${phase}.${who}`, { name: ctx.name(turn), to });
}

// The viewer's hand and buttons

/** The pairs that may be played, as the view lists them. */
const listedPairs = (ctx) => ctx.actionsOf("beat").flatMap((action) => action.pairs);

/** Return the attack to beat: the one that was pressed, or the only one that the picked card beats. */
function targetAttack(view, ctx) {
  const open = view.round.board.attacks.filter((attack) => !attack.beaten_with).map((attack) => attack.card);
  if (open.includes(ctx.local.target)) return ctx.local.target;
  const [code] = ctx.picked.codes;
  const beats = listedPairs(ctx).filter(([, with_]) => with_ === code).map(([attack]) => attack);
  return beats.length === 1 ? beats[0] : open.length === 1 ? open[0] : null;
}

function ownArea(view, ctx, leads, follows) {
  const held = ownHand(view, ctx);
  const single = ctx.firstAction("beat") || ctx.firstAction("turn-over") || view.round.phase === "attacking";
  return h(
    "div",
    { class: "board-own" },
    ctx.hand(held, {
      usable: (code) => isUsable(code, view, ctx, follows),
      why: (code) => whyUnusable(code, view, ctx),
      ...(single ? { onPick: (code) => ctx.picked.set(ctx.picked.has(code) ? [] : [code]) } : {}),
    }),
    h("div", { class: "board-actions" }, leads(view, ctx), attackButton(view, ctx), throwInButton(ctx), defenceButtons(view, ctx), stopButton(ctx)),
  );
}

function isUsable(code, view, ctx, follows) {
  const used = ctx.actionsOf("turn-over").some((action) => action.card === code);
  const laid = ["attack", "throw-in"].some((type) => ctx.actionsOf(type).some((action) => action.cards.includes(code)));
  const beats = listedPairs(ctx).some(([attack, with_]) => with_ === code && (!ctx.local.target || attack === ctx.local.target));
  return used || laid || beats || (ctx.actionsOf("lead").length > 0 && follows(code, view, ctx));
}

/** Return why a card cannot be used: in the words of the page, or else in the server's. */
function whyUnusable(code, view, ctx) {
  const found = (view.refused ?? []).find((one) => one.card === code);
  if (found) return ctx.has(`beating.refused.${found.code}`) ? ctx.t(`beating.refused.${found.code}`, { card: cardName(code) }) : found.detail;
  if (ctx.actionsOf("lead").length) return ctx.t("beating.refused.lead");
  return ctx.local.target ? ctx.t("beating.refused.cannot-beat", { card: cardName(code) }) : ctx.t("beating.not.now");
}

function attackButton(view, ctx) {
  const listed = ctx.actionsOf("attack");
  if (!listed.length) return null;
  const { codes } = ctx.picked;
  const rank = (code) => parseCard(code).rank;
  const alike = codes.length > 0 && codes.every((code) => rank(code) === rank(codes[0]));
  const many = codes.length > 1 && !(view.options.multi_lead && view.round.phase === "leading");
  const words = codes.length ? ctx.t("beating.attack", { cards: cardTexts(codes) }) : ctx.t("beating.pick.attack");
  return button("attack", words, () => ctx.act({ type: "attack", cards: [...codes] }), { kind: "primary", disabled: ctx.busy || !alike || many });
}

function throwInButton(ctx) {
  if (!ctx.actionsOf("throw-in").length) return null;
  const { codes } = ctx.picked;
  const words = codes.length ? ctx.t("beating.throw-in", { cards: cardTexts(codes) }) : ctx.t("beating.pick.throw-in");
  return button("throw-in", words, () => ctx.act({ type: "throw-in", cards: [...codes] }), { kind: "primary", disabled: ctx.busy || !codes.length });
}

function defenceButtons(view, ctx) {
  const take = ctx.firstAction("take");
  if (!take) return null;
  const [code] = ctx.picked.codes;
  const target = targetAttack(view, ctx);
  const beat = code && target && listedPairs(ctx).find(([attack, with_]) => attack === target && with_ === code);
  const turning = ctx.actionsOf("turn-over").find((action) => action.card === code);
  const words = beat ? ctx.t("beating.beat", { card: cardText(target), with: cardText(code) }) : ctx.t(code && !target ? "beating.pick.target" : "beating.pick.beat");
  const play = async () => {
    ctx.local.target = null;
    await ctx.act({ type: "beat", pairs: [beat] });
  };
  return [
    ctx.firstAction("beat") && button("beat", words, play, { kind: "primary", disabled: ctx.busy || !beat }),
    turning && button("turn-over", ctx.t("beating.turn-over", { card: cardText(code) }), () => ctx.act(turning), { disabled: ctx.busy }),
    button("take", ctx.t("beating.take"), () => ctx.act(take), { disabled: ctx.busy }),
  ];
}

function stopButton(ctx) {
  const action = ctx.firstAction("stop");
  return action && button("stop", ctx.t("beating.stop"), () => ctx.act(action), { disabled: ctx.busy });
}

export function seatLabels(view, seat, ctx) {
  const { board } = view.round;
  const place = board.out.indexOf(seat);
  return [
    place >= 0 && { text: ctx.t("beating.done", { place: place + 1 }) },
    board.attacker === seat && { text: ctx.t("beating.attacker"), kind: "warn" },
    board.guardians.includes(seat) && { text: ctx.t("beating.guardian") },
    board.defender === seat && { text: ctx.t("beating.defender"), kind: "bad" },
    board.stopped.includes(seat) && { text: ctx.t("beating.stopped") },
    board.trump_holder === seat && board.trump_card && { text: cardText(board.trump_card), title: ctx.t("beating.trump.holder") },
  ].filter(Boolean);
}

/** Return how a round ended, as a sentence. */
function resultText({ reason, losers, winner }, ctx) {
  const names = losers.map(ctx.name).join(ctx.t("beating.and"));
  return ctx.t(losers.length ? "beating.result.lost" : `beating.result.${reason}`, { names, name: winner === null ? "" : ctx.name(winner) });
}

export function result(view, ctx) {
  return h("div", { class: "stack" }, h("p", {}, resultText(view.result, ctx)), ranking(view, ctx));
}

// Emphasis of events

export function emphasis({ type }) {
  if (type === "seat-out" || type === "attack-turned-over") return "big";
  return type === "defence-ended" || type === "attack-played" || type === "cards-led" || type === "cards-beaten" ? "small" : null;
}

export function banner({ type, public: it }, ctx) {
  const name = it.seat === undefined ? "" : ctx.name(it.seat);
  if (type === "defence-ended") return ctx.isYou(it.seat) ? ctx.t(it.how === "beaten" ? "beating.banner.all" : "beating.banner.took", { name }) : null;
  if (type === "attack-turned-over") return ctx.t("beating.banner.turned");
  if (type === "trump-turned") return ctx.t("beating.trump.suit", { suit: suitSymbol(it.trump) });
  return type === "seat-out" ? ctx.t("beating.banner.out", { name, place: it.place }) : null;
}
