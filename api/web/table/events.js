// How the table tells an event of the log: in the words of the server.

import { localized } from "../lib/i18n.js";
import { formatNarration } from "../lib/player-names.js";

/** Types of events without a line in the log: answers that say little, and what only the server does. */
const WITHOUT_LINE = new Set(["readiness-asked", "round-revealed", "flip-answered", "call-declined", "doubt-declined"]);

/** Return the sentence for an event, or null for one without a line in the log; `cardWords` returns a card as text. */
export function eventText(event, players, cardWords) {
  return WITHOUT_LINE.has(event.type) ? null : formatNarration(localized(event.text), players, cardWords);
}
