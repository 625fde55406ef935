// What happens in a game of Dobon, in words.

import { cardName } from "../lib/cards.js";

const EIGHT = "8";
const PRETTY = { "*": "×", "/": "÷", "-": "−" };

const number = (code) => code.slice(1);

/** A formula as it is written by hand. */
export function pretty(formula) {
  return formula.replace(/[*/-]/g, (sign) => PRETTY[sign]).replace(/([+×÷−])/g, " $1 ");
}

const names = (codes, ctx) => codes.map(cardName).join(ctx.t("table.comma"));

/** An event of a game of Dobon as a sentence, or null. */
export function words(event, ctx) {
  const { type, public: said, sealed } = event;
  const name = said.seat === undefined ? "" : ctx.name(said.seat);
  const line = (key, values) => (said.by_clock ? ctx.t("dobon.log.clock") : "") + ctx.t(`dobon.log.${key}`, { name, ...values });
  switch (type) {
    case "round-dealt":
      return said.top
        ? line("dealt", { round: said.round, count: said.hand_size, card: cardName(said.top), turn: ctx.name(said.turn) })
        : line("dealt.dealer", { round: said.round, count: said.hand_size, turn: ctx.name(said.turn) });
    case "card-flipped":
      return line("flipped", { card: cardName(said.card) });
    case "flip-answered":
    case "call-declined":
      return null;
    case "cards-played":
      return played(said, line, ctx);
    case "cards-drawn":
      return drawn(said, sealed?.[said.seat]?.cards, line, ctx);
    case "passed":
      return line("passed");
    case "hand-opened":
      return line(said.cards.length ? "opened" : "opened.none", { cards: names(said.cards, ctx) });
    case "stock-reshuffled":
      return line("reshuffled", { count: said.count });
    case "dobon-called":
      return line(said.valid ? `called.${said.kind}` : "called.false", { card: cardName(said.card), formulas: said.formulas.map(pretty).join(ctx.t("table.comma")) });
    case "window-closed":
      return line("closed");
    case "round-ended":
      return ended(said, ctx);
    default:
      return null;
  }
}

function played(said, line, ctx) {
  const how = { "jump-in": "jumped", opening: "opening" }[said.how] ?? "played";
  const text = [line(how, { cards: names(said.cards, ctx) })];
  if (number(said.cards[0]) === EIGHT) text.push(ctx.t("dobon.log.suit", { suit: ctx.t(`cards.suit.${said.suit}`) }));
  if (said.pending) text.push(ctx.t(said.pending.draw ? "dobon.pending.draw" : "dobon.pending.open", { name: ctx.name(said.turn), count: said.pending.draw, rank: said.pending.rank }));
  return text.join(ctx.t("dobon.space"));
}

function drawn(said, cards, line, ctx) {
  if (!said.count) return line("drew.none");
  const why = said.why === "turn" ? "" : `.${said.why}`;
  return line(`drew${why}`, { count: said.count }) + (cards?.length ? ctx.t("dobon.log.your.cards", { cards: names(cards, ctx) }) : "");
}

function ended(said, ctx) {
  if (said.reason === "dead-end") return ctx.t("dobon.over.dead-end");
  if (said.reason === "false-call") return ctx.t("dobon.over.false-call");
  const winner = ctx.name(said.winner);
  if (!said.losers.length) return ctx.t("dobon.log.won", { name: winner });
  return ctx.t("dobon.log.ended", { name: winner, losers: said.losers.map(ctx.name).join(ctx.t("table.comma")) });
}
