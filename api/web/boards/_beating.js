// The board of the beating games: attacks and what beat them, who attacks whom, the trump, and how much may still come.

import { card, cardName, parts, suitName, suitSign } from "../lib/cards.js";
import { h } from "../lib/dom.js";
import { button, face, faces, own, places, sign } from "./_elements.js";

/** The board's exports; `leads(view, ctx)` is the button of a lead, `rule(view, ctx)` a line on what beats what. */
export function beating({ leads = () => null, rule = () => "", follows = () => true }) {
  const render = (view, ctx) => h("div", { class: "board beating-board" }, middle(view, ctx, rule), ctx.seat === null ? null : mine(view, ctx, leads, follows));
  return { render, words, marks, result, sound, banner };
}

// The middle

function middle(view, ctx, rule) {
  const { board } = view.round;
  return h(
    "div",
    { class: "board-middle" },
    h("div", { class: "beating-felt" }, stock(view.round, ctx), table(view, ctx)),
    h("p", { class: "felt-note" }, prompt(view, ctx)),
    board.limit !== null && board.attacker !== null && h("p", { class: "felt-note small" }, limit(board, ctx)),
    rule(view, ctx) && h("p", { class: "felt-note small" }, rule(view, ctx)),
  );
}

/** The stock on its trump card, and what is out of play. */
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
    h("span", { class: "trump-line" }, trump ? [ctx.t("beating.trump"), suitSign(trump, {}), h("span", { "aria-hidden": "true" }, suitName(trump))] : ctx.t("beating.trump.unknown")),
    h("span", { class: "pile-count" }, [ctx.t("beating.stock", { count }), board.discarded > 0 && ctx.t("beating.discarded", { count: board.discarded })].filter(Boolean).join(" · ")),
  );
}

/** The attacks in the order in which they were laid, each under what beat it. */
function table(view, ctx) {
  const { attacks } = view.round.board;
  const target = chosen(view, ctx);
  if (!attacks.length) return h("div", { class: "attacks empty", role: "img", "aria-label": ctx.t("beating.table.empty") });
  return h(
    "ul",
    { class: ["attacks", attacks.length > 6 && "many"], "aria-label": ctx.t("beating.table"), role: "list" },
    attacks.map((attack) => h("li", { class: ["attack", attack.beaten_with && "beaten"] }, pair(attack, view, ctx, target))),
  );
}

function pair({ card: code, by, beaten_with: beaten }, view, ctx, target) {
  const lying = view.round.board.attacks.length;
  const size = lying > 6 ? "s" : lying > 3 ? "m" : "l";
  const words = beaten ? ctx.t("beating.pair", { card: cardName(code), with: cardName(beaten) }) : ctx.t("beating.attack.by", { card: cardName(code), name: ctx.name(by) });
  if (!beaten && ctx.one("beat")) {
    const toggle = () => {
      ctx.local.target = ctx.local.target === code ? null : code;
      ctx.redraw();
    };
    return card(code, { size, as: "button", state: target === code ? "marked picked" : "", label: words, onclick: toggle, dataset: { key: `attack-${code}`, code, size } });
  }
  return [card(code, { size, label: words }), beaten && h("span", { class: "beater" }, card(beaten, { size, label: false }))];
}

function limit({ limit: most, attacks, bout }, ctx) {
  return bout === null ? ctx.t("beating.limit.lead", { count: most }) : ctx.t("beating.limit.bout", { count: attacks.length, most });
}

function prompt(view, ctx) {
  const { phase, turn, board } = view.round;
  if (phase === "over" || phase === "settling") return "";
  const to = board.defender === null ? "" : ctx.name(board.defender);
  const who = ctx.you(turn) ? "you" : "other";
  return ctx.t(`beating.prompt.${phase}.${who}`, { name: ctx.name(turn), to });
}

// The viewer's own part

/** The pairs that may be played, as the view lists them. */
const pairs = (ctx) => ctx.listed("beat").flatMap((action) => action.pairs);

/** The attack that is to be beaten: the one that was pressed, or the only one that the picked card beats. */
function chosen(view, ctx) {
  const open = view.round.board.attacks.filter((attack) => !attack.beaten_with).map((attack) => attack.card);
  if (open.includes(ctx.local.target)) return ctx.local.target;
  const [code] = ctx.picked.codes;
  const beats = pairs(ctx).filter(([, with_]) => with_ === code).map(([attack]) => attack);
  return beats.length === 1 ? beats[0] : open.length === 1 ? open[0] : null;
}

function mine(view, ctx, leads, follows) {
  const held = own(view, ctx);
  const single = ctx.one("beat") || ctx.one("turn_over") || view.round.phase === "attacking";
  return h(
    "div",
    { class: "board-own" },
    ctx.hand(held, {
      usable: (code) => usable(code, view, ctx, follows),
      why: (code) => why(code, view, ctx),
      ...(single ? { onPick: (code) => ctx.picked.set(ctx.picked.has(code) ? [] : [code]) } : {}),
    }),
    h("div", { class: "board-actions" }, leads(view, ctx), attack(view, ctx), throwIn(ctx), defence(view, ctx), stop(ctx)),
  );
}

function usable(code, view, ctx, follows) {
  const used = ctx.listed("turn_over").some((action) => action.card === code);
  const laid = ["attack", "throw_in"].some((type) => ctx.listed(type).some((action) => action.cards.includes(code)));
  const beats = pairs(ctx).some(([attack, with_]) => with_ === code && (!ctx.local.target || attack === ctx.local.target));
  return used || laid || beats || (ctx.listed("lead").length > 0 && follows(code, view, ctx));
}

/** Why a card cannot be used, in words of the page; else as the server says it. */
function why(code, view, ctx) {
  const found = (view.refused ?? []).find((one) => one.card === code);
  if (found) return ctx.has(`beating.refused.${found.code}`) ? ctx.t(`beating.refused.${found.code}`, { card: cardName(code) }) : found.detail;
  if (ctx.listed("lead").length) return ctx.t("beating.refused.lead");
  return ctx.local.target ? ctx.t("beating.refused.cannot-beat", { card: cardName(code) }) : ctx.t("beating.not.now");
}

function attack(view, ctx) {
  const listed = ctx.listed("attack");
  if (!listed.length) return null;
  const { codes } = ctx.picked;
  const rank = (code) => parts(code).rank;
  const alike = codes.length > 0 && codes.every((code) => rank(code) === rank(codes[0]));
  const many = codes.length > 1 && !(view.options.multi_lead && view.round.phase === "leading");
  const words = codes.length ? ctx.t("beating.attack", { cards: faces(codes) }) : ctx.t("beating.pick.attack");
  return button("attack", words, () => ctx.act({ type: "attack", cards: [...codes] }), { kind: "primary", disabled: ctx.busy || !alike || many });
}

function throwIn(ctx) {
  if (!ctx.listed("throw_in").length) return null;
  const { codes } = ctx.picked;
  const words = codes.length ? ctx.t("beating.throw_in", { cards: faces(codes) }) : ctx.t("beating.pick.throw_in");
  return button("throw_in", words, () => ctx.act({ type: "throw_in", cards: [...codes] }), { kind: "primary", disabled: ctx.busy || !codes.length });
}

function defence(view, ctx) {
  const take = ctx.one("take");
  if (!take) return null;
  const [code] = ctx.picked.codes;
  const target = chosen(view, ctx);
  const beat = code && target && pairs(ctx).find(([attack, with_]) => attack === target && with_ === code);
  const turning = ctx.listed("turn_over").find((action) => action.card === code);
  const words = beat ? ctx.t("beating.beat", { card: face(target), with: face(code) }) : ctx.t(code && !target ? "beating.pick.target" : "beating.pick.beat");
  const play = async () => {
    ctx.local.target = null;
    await ctx.act({ type: "beat", pairs: [beat] });
  };
  return [
    ctx.one("beat") && button("beat", words, play, { kind: "primary", disabled: ctx.busy || !beat }),
    turning && button("turn_over", ctx.t("beating.turn_over", { card: face(code) }), () => ctx.act(turning), { disabled: ctx.busy }),
    button("take", ctx.t("beating.take"), () => ctx.act(take), { disabled: ctx.busy }),
  ];
}

function stop(ctx) {
  const action = ctx.one("stop");
  return action && button("stop", ctx.t("beating.stop"), () => ctx.act(action), { disabled: ctx.busy });
}

export function marks(view, seat, ctx) {
  const { board } = view.round;
  const place = board.out.indexOf(seat);
  return [
    place >= 0 && { text: ctx.t("beating.done", { place: place + 1 }) },
    board.attacker === seat && { text: ctx.t("beating.attacker"), kind: "warn" },
    board.guardians.includes(seat) && { text: ctx.t("beating.guardian") },
    board.defender === seat && { text: ctx.t("beating.defender"), kind: "bad" },
    board.stopped.includes(seat) && { text: ctx.t("beating.stopped") },
    board.trump_holder === seat && board.trump_card && { text: face(board.trump_card), title: ctx.t("beating.trump.holder") },
  ].filter(Boolean);
}

export function result(view, ctx) {
  return h("div", { class: "stack" }, h("p", {}, ended(view.result, ctx)), places(view, ctx));
}

function ended({ reason, losers, winner }, ctx) {
  const names = losers.map(ctx.name).join(ctx.t("beating.and"));
  return ctx.t(losers.length ? "beating.result.lost" : `beating.result.${reason}`, { names, name: winner === null ? "" : ctx.name(winner) });
}

// What happened

export function words({ type, public: it }, ctx) {
  const name = it.seat === undefined ? "" : ctx.name(it.seat);
  const before = it.by_clock ? `${ctx.t("beating.log.clock")} ` : "";
  const say = (values = {}) => before + ctx.t(`beating.log.${type}`, { name, ...values });
  switch (type) {
    case "round-dealt":
      return say({ round: it.round }) + (it.trump ? ` ${ctx.t("beating.log.trump", { suit: `${sign(it.trump)} ${suitName(it.trump)}` })}` : "");
    case "bout-begun":
      return say({ bout: it.bout, name: ctx.name(it.attacker), other: ctx.name(it.defender) });
    case "cards-led":
      return say({ cards: faces(it.cards), other: ctx.name(it.to) });
    case "attack-played":
    case "cards-thrown-in":
      return say({ cards: faces(it.cards) });
    case "attack-turned-over":
      return say({ cards: face(it.card), other: ctx.name(it.defender) });
    case "cards-beaten":
      return say({ pairs: it.pairs.map(([one, other]) => `${face(one)} ← ${face(other)}`).join(ctx.t("beating.and")) });
    case "defence-ended":
      return it.how === "beaten" ? ctx.t("beating.log.all", { name }) : ctx.t("beating.log.took", { name, cards: faces(it.taken) });
    case "cards-drawn":
      return say({ count: it.count });
    case "trump-turned":
      return say({ card: face(it.card), suit: suitName(it.trump) });
    case "seat-out":
      return say({ place: it.place });
    case "attack-stopped":
    case "take-declared":
      return say();
    case "round-ended":
      return ended(it, ctx);
    default:
      return null;
  }
}

export function sound({ type, public: it }) {
  if (type === "seat-out" || type === "attack-turned-over") return "big";
  return type === "defence-ended" || type === "attack-played" || type === "cards-led" || type === "cards-beaten" ? "small" : null;
}

export function banner({ type, public: it }, ctx) {
  const name = it.seat === undefined ? "" : ctx.name(it.seat);
  if (type === "defence-ended") return ctx.you(it.seat) ? ctx.t(it.how === "beaten" ? "beating.banner.all" : "beating.banner.took", { name }) : null;
  if (type === "attack-turned-over") return ctx.t("beating.banner.turned");
  if (type === "trump-turned") return ctx.t("beating.log.trump", { suit: sign(it.trump) });
  return type === "seat-out" ? ctx.t("beating.log.seat-out", { name, place: it.place }) : null;
}
