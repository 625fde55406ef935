// A reported play: a call judged again, what happened around it and when, and the table at that moment.

import { card, cardName, fan } from "../lib/cards.js";
import { h } from "../lib/dom.js";
import { localized, t } from "../lib/i18n.js";
import { formatNarration, playerName } from "../lib/player-names.js";

/** Return the section for a play of a file. */
export function playEvidence(play, version, label) {
  const name = (seat) => { const found = play.players.find((one) => one.seat === seat); return found ? playerName(found) : t("audit.seat", { seat }); };
  return h("section", { class: "panel stack audit-play", "aria-labelledby": "play-title" },
    h("h2", { id: "play-title" }, t("audit.play", { game: label("ruleset", play.ruleset), round: play.round, version })),
    !play.round_over && h("p", { class: "warning", role: "note" }, t("audit.round.running")),
    play.claim && judgement(play.claim, name, label),
    h("h3", {}, t("audit.around")), timeline(play, version),
    play.frame && [h("h3", {}, t("audit.frame")), table(play.frame, name, play.claim?.recorded.seat)]);
}

function judgement({ recorded, judged, agrees }, name, label) {
  const cards = recorded.hand ?? recorded.cards;
  return h("div", { class: "stack" },
    h("p", { class: ["audit-agrees", "panel", agrees ? "good" : "bad"], dataset: { testid: "agrees" } }, t(agrees ? "audit.agrees" : "audit.disagrees")),
    h("p", {}, h("strong", {}, name(recorded.seat)), ": ", label("kind", recorded.kind), " ", h("span", { class: ["chip", !recorded.valid && "bad"] }, t(`audit.verdict.${recorded.valid}`)),
      judged.permitted === false && h("span", { class: "error" }, " ", t("audit.not.permitted"))),
    h("div", { class: "audit-sum" }, recorded.card && h("div", {}, h("p", { class: "small muted" }, t("audit.on", { card: cardName(recorded.card) })), card(recorded.card, { size: "m" })),
      recorded.claimed && h("p", {}, t("audit.said", recorded.claimed)),
      cards && h("div", {}, h("p", { class: "small muted" }, t("audit.hand")), fan(cards, { size: "m", wrap: true }))),
    judged.formulas && h("p", { class: "audit-formulas" }, judged.formulas.length > 0 ? judged.formulas.join(", ") : t("audit.no.formula")));
}

/** The events with their times since the first one, and the deadline where it passes. */
function timeline({ events, players }, version) {
  if (!events.length) return null;
  const start = Date.parse(events[0].at);
  const seconds = (at) => `+${((Date.parse(at) - start) / 1000).toFixed(1)} s`;
  const row = (at, words, here) => h("li", { class: here ? "here" : "" }, h("span", { class: "audit-time" }, seconds(at)), h("span", {}, words));
  const rows = events.map((event) => ({ at: event.at, node: row(event.at, [`${event.version} `, formatNarration(localized(event.text), players)], event.version === version) }));
  const deadline = events.find((event) => event.public.deadline && event.version <= version)?.public.deadline;
  if (deadline) rows.push({ at: deadline, node: row(deadline, t("audit.deadline"), false) });
  return h("ol", { class: "audit-timeline" }, rows.sort((one, other) => Date.parse(one.at) - Date.parse(other.at)).map(({ node }) => node));
}

function table(frame, name, caller) {
  const top = frame.board.top?.card;
  return h("div", { class: "audit-hands" }, top && h("div", {}, h("p", { class: "small muted" }, t("audit.top")), card(top, { size: "s" })),
    frame.hands.map((cards, seat) => h("div", { class: seat === caller ? "here" : "" }, h("p", { class: "small muted" }, name(seat)), fan(cards, { size: "s", wrap: true }))));
}
