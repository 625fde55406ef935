// The newest digest of a game that this browser has seen. A log that was rewritten from its beginning has a consistent
// chain of digests; only a digest stored earlier reveals it.

import { setStored, getStored } from "./storage.js";

/** Return the storage key for the digest of a game. */
export const headKey = (game) => `head.${game}`;

/** The stored digest of one game. */
export class KnownHead {
  constructor(game) {
    this.key = headKey(game);
    this.diverged = false;
  }

  /**
   * Compare with the log as the server gives it now. If the stored digest is part of the log, store the newest one;
   * otherwise keep the stored one, so that the verification of the log finds the difference.
   */
  load(events) {
    const before = getStored(this.key);
    this.diverged = before !== null && !events.some((event) => event.digest === before);
    this.update(events.at(-1));
  }

  /** Store the digest of the newest event. */
  update(event) {
    if (event?.digest && !this.diverged) setStored(this.key, event.digest);
  }
}
