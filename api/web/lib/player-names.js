// What players are called. A bot has its strategy for a name, which is said in the language of the page.

import { has, t } from "./i18n.js";
import { cardText } from "./cards.js";

/** The name of who sits on a seat, a row of `players`. */
export function playerName({ name, kind, bot }) {
  if (kind !== "bot") return name;
  const number = / (\d+)$/.exec(name)?.[1] ?? "";
  const key = `table.bot.name.${bot}`;
  return has(key) && name.startsWith(bot) ? t(key, { number }).trim() : name;
}

const MINUS = "(?<=[0-9])-(?=[0-9])";
const CARD = "(?:[SCHD](?:1[0-3]|[1-9])|X[12])";

/** A sentence of the API as it is told here: cards with their signs instead of their codes, bots by their names. */
export function formatNarration(text, players) {
  const names = new Map(players.map((player) => [player.name, playerName(player)]));
  const longest = [...names.keys()].sort((one, other) => other.length - one.length);
  const either = [...longest.map((name) => name.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")), CARD].join("|");
  // Japanese has no spaces between words: only letters and digits of the same kind go on with a name or a code.
  const pattern = new RegExp(`(?<![A-Za-z0-9])(?:${either})(?![A-Za-z0-9])|${MINUS}`, "g");
  return text.replace(pattern, (found) => names.get(found) ?? (found === "-" ? "−" : cardText(found)));
}
