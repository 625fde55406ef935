// One drill: the position as its seat knew it, the choices, and after the answer what is known of each of them.

import { actionPicture } from "../lib/actions.js";
import { h } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { seatName } from "../lib/player-names.js";
import { namedText } from "../replay/decisions.js";
import { points } from "../replay/figures.js";
import { frameBoard, frameHands } from "../replay/frame.js";

/**
 * Return the panels of a drill. `result` is null until it is answered. `answer(choice)` answers it, `next()` shows the
 * next drill, or is null without one, and `again()` asks the same again.
 */
export function questionPanel(drill, result, { title, busy, answer, next, again }) {
  const name = (seat) => seatName(drill.players, seat);
  const { frame, seat, players } = drill;
  const context = { name, as: seat, at: 0, ruleset: drill.ruleset };
  return [
    h("div", { class: "drill-asked" },
      h("p", { class: "small muted" }, [drill.daily ? t("drills.of.day", { day: drill.day, game: title }) : title, " · ", t("drills.you", { name: name(seat) })]),
      h("p", {}, namedText(frame.event.text, { name, players })),
      h("h2", { id: "question", class: "drill-question", tabindex: "-1" }, t(`drills.asks.${drill.asks}`))),
    h("section", { class: "replay-stage", "aria-label": t("drills.position") }, frameBoard(frame, context), frameHands(frame, context)),
    h("section", { class: "panel stack", "aria-labelledby": "question" },
      !result && drill.answered && h("p", { class: "small muted" }, t(drill.answered.right ? "drills.before.right" : "drills.before.wrong")),
      result && verdict(drill, result, name),
      h("ul", { class: "drill-choices", role: "list" }, drill.choices.map((action, place) => h("li", {}, choice(action, place, drill, result, { busy, answer })))),
      result && h("div", { class: "row" },
        next && h("button", { type: "button", class: "primary", dataset: { key: "next" }, onclick: next }, t("drills.next")),
        h("button", { type: "button", dataset: { key: "again" }, onclick: again }, t("drills.again")),
        !drill.daily && h("a", { class: "button", dataset: { key: "replay" }, href: replayAddress(drill) }, t("drills.replay")))),
  ];
}

function choice(action, place, drill, result, { busy, answer }) {
  const shown = action === null && ["call", "doubt"].includes(drill.asks) ? h("span", { class: "action-words" }, t(`drills.not.${drill.asks}`)) : actionPicture(action, { size: "m" });
  if (!result) return h("button", { type: "button", class: "drill-choice", dataset: { key: `choice-${place}` }, disabled: busy, onclick: () => answer(place) }, shown);
  const best = place === result.best;
  const chips = [
    best && h("span", { class: "chip drill-best" }, t("drills.best")),
    place === result.choice && h("span", { class: ["chip", !best && "bad"] }, t("drills.yours")),
    place === result.played && h("span", { class: "chip" }, t("drills.played")),
  ];
  const { unit } = result;
  return h("div", { class: ["drill-choice", best && "best", place === result.choice && "yours"], dataset: { key: `known-${place}` } }, shown, h("span", { class: "row drill-known" }, chips,
    !best && h("span", { class: "small" }, t("drills.loss", { loss: points(result.losses[place] * unit, unit), error: points(result.errors[place] * unit, unit) }))));
}

function verdict(drill, result, name) {
  const reason = result.reason && namedText(result.reason, { name, players: drill.players });
  return h("div", { class: ["drill-result", result.right ? "good" : "bad"], tabindex: "-1" },
    h("p", {}, h("strong", {}, h("span", { "aria-hidden": "true" }, result.right ? "✓ " : "✗ "), t(result.right ? "drills.right" : "drills.wrong"))),
    reason && h("p", {}, t("drills.reason", { reason })));
}

function replayAddress({ game, round, version, seat }) {
  return `/replay.html?${new URLSearchParams({ game, round, version, as: seat, analysis: "" })}`;
}
