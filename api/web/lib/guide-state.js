// Whether this browser's player has had the guided first game, which game it is, or that it was declined.

import { getStored, setStored } from "./storage.js";

const OVER = new Set(["done", "skipped"]);

/** The body of `POST /v1/games` for a guided game: small hands, no time limits, and calls are listed only if true. */
export const GUIDED_GAME = {
  ruleset: "dobon-sato",
  seats: 3,
  bots: ["novice", "novice"],
  options: { hand_size: 4, turn_seconds: 0, answer_seconds: 0, bot_delay_ms: 2500, claim_hints: true },
};

/** Was the guided game neither begun nor declined in this browser? */
export const isNewToTheGame = () => getStored("guide") === null;

/** Is this the guided game, and not yet over? */
export const isGuided = (game) => getStored("guide") === game;

/** Is a guided game still to be finished? Returns its id, or null. */
export function guidedGame() {
  const state = getStored("guide");
  return state && !OVER.has(state) ? state : null;
}

/** Remember the guided game. */
export const beginGuide = (game) => setStored("guide", game);

/** Remember how the guided game ended: `done` or `skipped`. */
export const endGuide = (how) => setStored("guide", how);
