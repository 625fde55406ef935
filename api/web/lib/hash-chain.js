// The hash chains with which this player contributes to the shuffles (docs/fairness.md). This browser keeps each chain
// under its anchor until the game is over.

import { newAnchor } from "./client/cuts.js";
import { request } from "./server.js";
import { getStored, setStored } from "./storage.js";

/** What the client keeps about the shuffles. */
export const cutStore = { get: getStored, set: setStored };

/**
 * Send a request for a seat, with the anchor of a new chain. `gameOf` returns the id of the game from the answer, or
 * null if it is not known yet. The anchor is kept under that id, so a server that drops it is noticed.
 */
export async function requestSeat(path, body, gameOf) {
  const anchor = await newAnchor(cutStore);
  const answer = await request("POST", path, { body: anchor ? { ...body, anchor } : body });
  const game = gameOf(answer.data);
  if (anchor && game) setStored(`anchor.${game}`, anchor);
  return answer;
}
