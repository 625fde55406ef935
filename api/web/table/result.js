// The result of a round: the winner, the reason, the points, and the next step.

import { card } from "../lib/cards.js";
import { h } from "../lib/dom.js";
import { formatList, t } from "../lib/i18n.js";

/** Return the panel of a round that is over; null during a round. */
export function resultPanel(view, ctx, board, { onAgain, asked }) {
  if (!view.result || !["between-rounds", "finished"].includes(view.status)) return null;
  const over = view.status === "finished";
  const several = (view.options.rounds ?? 1) > 1;
  return h(
    "section",
    { class: "result", "aria-labelledby": "result-title", tabindex: "-1", dataset: { key: "result" } },
    h("p", { class: "result-kicker" }, over && !several ? t("table.over") : t("table.round.over", { number: view.result.round })),
    h("h2", { id: "result-title", class: "result-title" }, resultTitle(view.result, ctx)),
    board?.result?.(view, ctx),
    over && several && h("p", { class: "result-final" }, matchResult(view, ctx)),
    standingsTable(view, ctx),
    h("div", { class: "result-actions" }, resultActions(view, ctx, over, { onAgain, asked })),
  );
}

function resultTitle(result, ctx) {
  const { winner, losers } = result;
  if (winner !== null && ctx.isYou(winner)) return t("table.you.won");
  if (ctx.seat !== null && losers.includes(ctx.seat)) return winner === null ? t("table.you.lost") : t("table.you.lost.to", { name: ctx.name(winner) });
  if (winner !== null) return t("table.won", { name: ctx.name(winner) });
  if (losers.length) return t("table.lost", { names: formatList(losers.map(ctx.name)) });
  return t("table.nobody.won");
}

function matchResult(view, ctx) {
  const best = Math.max(...view.scores);
  const first = view.scores.flatMap((score, seat) => (score === best ? [ctx.name(seat)] : []));
  return t("table.match.won", { names: formatList(first), score: best });
}

function standingsTable(view, ctx) {
  const hands = view.round?.hands ?? [];
  const seats = view.scores.map((_, seat) => seat).sort((a, b) => view.scores[b] - view.scores[a]);
  const signed = (points) => (points > 0 ? `+${points}` : String(points).replace("-", "−"));
  return h(
    "table",
    { class: "standing" },
    h("caption", { class: "visually-hidden" }, t("table.standing")),
    h("thead", {}, h("tr", {}, ["player", "hand", "round", "total"].map((name) => h("th", { scope: "col", class: `col-${name}` }, t(`table.standing.${name}`))))),
    h(
      "tbody",
      {},
      seats.map((seat) =>
        h(
          "tr",
          { class: [ctx.isYou(seat) && "me-row", view.result.winner === seat && "winner"] },
          h("th", { scope: "row" }, ctx.name(seat)),
          h("td", { class: "col-hand" }, h("span", { class: "standing-hand" }, (hands[seat] ?? []).map((code) => card(code, { size: "s" })))),
          h("td", { class: "num" }, signed(view.result.points[seat])),
          h("td", { class: "num strong" }, signed(view.scores[seat])),
        ),
      ),
    ),
  );
}

function resultActions(view, ctx, over, { onAgain, asked }) {
  const ready = ctx.firstAction("ready");
  const replay = `/replay.html?game=${encodeURIComponent(view.game)}&round=${view.result.round}`;
  const waiting = !over && !ready && view.next_round.waiting_for.length > 0;
  return [
    ready && h("button", { type: "button", class: "primary", dataset: { key: "ready" }, disabled: ctx.busy, onclick: () => ctx.ready() }, t("table.ready")),
    waiting && h("p", { class: "muted" }, t("table.waiting.for", { names: formatList(view.next_round.waiting_for.map(ctx.name)) })),
    over && ctx.seat !== null && asked && h("p", { class: "rematch-note", role: "status" }, t("table.rematch.asked")),
    over && ctx.seat !== null && h("button", { type: "button", class: "primary", dataset: { key: "again" }, onclick: onAgain }, t(asked ? "table.rematch.join" : "table.again")),
    h("a", { class: "button", href: replay, dataset: { key: "replay" } }, t("table.replay")),
    over && h("a", { class: "button quiet", href: "/", dataset: { key: "home" } }, t("table.home")),
  ];
}
