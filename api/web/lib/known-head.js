// The newest digest that this browser has seen of a game. A log rewritten as a whole has a chain without a fault; only a digest that somebody kept tells.

import { keep, kept } from "./storage.js";

/** The name under which the digest of a game is kept. */
export const headOf = (game) => `head.${game}`;

export class Seen {
  constructor(game) {
    this.name = headOf(game);
    this.doubtful = false;
  }

  /** The log as it is given now: where what was kept before stands in it, the newest takes its place; else that stays, and the check of the log finds it. */
  begin(events) {
    const before = kept(this.name);
    this.doubtful = before !== null && !events.some((event) => event.digest === before);
    this.newest(events.at(-1));
  }

  /** The newest event. */
  newest(event) {
    if (event?.digest && !this.doubtful) keep(this.name, event.digest);
  }
}
