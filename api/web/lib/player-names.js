// The names of players as the page shows them. A bot is named after its strategy, in the language of the page.

import { has, t } from "./i18n.js";
import { cardText } from "./cards.js";

/** Return the name to show for an account, with a badge if it is that of a bot. */
export function accountName({ name, kind }) {
  return kind === "bot" ? t("common.bot-account", { name }) : name;
}

/** Return the name to show for a player of `players`. */
export function playerName({ id, name, kind, bot }) {
  if (id) return accountName({ name, kind });
  const number = / (\d+)$/.exec(name)?.[1] ?? "";
  const key = `table.bot.name.${bot}`;
  return has(key) && name.startsWith(bot) ? t(key, { number }).trim() : name;
}

/** Return the name to show for a seat, or its number while nobody is known to sit there. */
export function seatName(players, seat) {
  const player = players.find((one) => one.seat === seat);
  return player ? playerName(player) : t("common.seat", { seat: seat + 1 });
}

const MINUS = "(?<=[0-9])-(?=[0-9])";
const CARD = "(?:[SCHD](?:1[0-3]|[1-9])|X[12])";

/**
 * Return a sentence of the API as the page shows it: cards as symbols instead of codes, or as `cardWords` returns them,
 * and bots by their names.
 */
export function formatNarration(text, players, cardWords = cardText) {
  const names = new Map(players.map((player) => [player.name, playerName(player)]));
  const longest = [...names.keys()].sort((one, other) => other.length - one.length);
  const either = [...longest.map((name) => name.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")), CARD].join("|");
  // Japanese has no spaces between words, so only a Latin letter or digit continues a name or a code.
  const pattern = new RegExp(`(?<![A-Za-z0-9])(?:${either})(?![A-Za-z0-9])|${MINUS}`, "g");
  return text.replace(pattern, (found) => names.get(found) ?? (found === "-" ? "−" : cardWords(found)));
}
