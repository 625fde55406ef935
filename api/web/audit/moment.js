// A moment of a game as an admin sees it: the table right after an event, and the log around it.

import { card, fan } from "../lib/cards.js";
import { canHash } from "../lib/client/hashes.js";
import { inDeckOrder } from "../lib/client/verify/chance.js";
import { handsAt } from "../lib/client/verify/hands.js";
import { h } from "../lib/dom.js";
import { t } from "../lib/i18n.js";

const EVENTS_AROUND = 5;

/** Return the moment at a version of a game, whose log `readGameLog` reads. */
export async function readMoment(game, version, readGameLog) {
  const events = await readGameLog(game);
  return { version, around: events.slice(Math.max(version - EVENTS_AROUND - 1, 0), version + EVENTS_AROUND), frame: canHash() ? await handsAt(game, events, version) : null };
}

/** Return the panels of a moment. */
export function momentPanels({ version, frame, around }) {
  return [
    frame && h("section", { class: "panel stack" }, h("h3", {}, t("audit.frame")), frame.top && h("div", {}, h("h4", { class: "small muted" }, t("audit.top")), card(frame.top, { size: "m" })),
      frame.hands.map((cards, seat) => h("div", {}, h("h4", { class: "small muted" }, t("audit.seat", { seat })), fan(inDeckOrder(cards), { size: "s", wrap: true })))),
    around.length > 0 && h("section", { class: "panel stack" }, h("h3", {}, t("audit.around")), h("ol", { class: "audit-events" }, around.map((event) =>
      h("li", { class: event.version === version ? "here" : "" }, h("strong", {}, `${event.version} ${event.type}`), h("code", {}, JSON.stringify(event.public)))))),
  ];
}
