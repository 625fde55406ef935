// The newest digest that this browser has seen of a game. A log rewritten as a whole has a chain without a fault; only a digest that somebody kept tells.

import { setStored, getStored } from "./storage.js";

/** The name under which the digest of a game is kept. */
export const headKey = (game) => `head.${game}`;

export class KnownHead {
  constructor(game) {
    this.key = headKey(game);
    this.diverged = false;
  }

  /** The log as it is given now: where what was kept before stands in it, the newest takes its place; else that stays, and the check of the log finds it. */
  load(events) {
    const before = getStored(this.key);
    this.diverged = before !== null && !events.some((event) => event.digest === before);
    this.update(events.at(-1));
  }

  /** The newest event. */
  update(event) {
    if (event?.digest && !this.diverged) setStored(this.key, event.digest);
  }
}
