// How the table tells an event of the log in one sentence.

import { t } from "../lib/i18n.js";

/**
 * The sentence for each event that every game has, by event type: a function of `(event, ctx)`, or null for an event
 * without a line in the log. Each family of rulesets has an object of the same shape for its own events, in
 * `boards/_<family>-events.js`.
 */
export const EVENT_TEXTS = {
  "game-created": (event) => t("table.event.game-created", { seats: event.public.seats }),
  "seat-taken": (event, ctx) => t(event.public.bot ? "table.event.seat-taken.bot" : "table.event.seat-taken", seatName(event, ctx)),
  "seat-left": (event) => t("table.event.seat-left", { seat: event.public.seat + 1 }),
  "seat-handed-over": (event, ctx) => t("table.event.seat-handed-over", seatName(event, ctx)),
  "seat-resumed": (event, ctx) => t("table.event.seat-resumed", seatName(event, ctx)),
  "seat-readied": (event, ctx) => t(readied(event.public), seatName(event, ctx)),
  "readiness-asked": null,
  "round-revealed": null,
  "game-ended": () => t("table.event.game-ended"),
  "game-abandoned": () => t("table.event.game-abandoned"),
};

function readied({ by_clock: byClock, link }) {
  if (byClock) return "table.event.seat-readied.clock";
  return link ? "table.event.seat-readied.link" : "table.event.seat-readied";
}

function seatName(event, ctx) {
  return { name: ctx.name(event.public.seat) };
}

/** Return the sentence for an event, or null for one without a line in the log. */
export function eventText(event, ctx, board) {
  const texts = Object.hasOwn(EVENT_TEXTS, event.type) ? EVENT_TEXTS : (board?.eventTexts ?? {});
  const words = texts[event.type]?.(event, ctx) ?? null;
  return words && event.public.by_strategy ? `${words} ${t("table.decided-at-once")}` : words;
}
