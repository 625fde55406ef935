// The player of this browser.

import { getStored, setStored } from "./storage.js";

/** Return the token of this browser's player, or null. */
export const currentToken = () => getStored("token");

/**
 * Return the player of this browser, `{id, name, guest}`, or null; `guest` is true for a player without a chosen name.
 */
export function currentPlayer() {
  try {
    return JSON.parse(getStored("player") ?? "null");
  } catch {
    return null;
  }
}

/** Store the player of this browser; null removes it. */
export function savePlayer(who) {
  setStored("token", who?.token ?? null);
  setStored("player", who ? JSON.stringify({ id: who.id, name: who.name, guest: who.guest }) : null);
}
