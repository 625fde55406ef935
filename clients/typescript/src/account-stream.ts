// The notifications of an account as they come.

import type { Connection } from "./connection.js";
import type { Message } from "./sse.js";
import { ResumedStream, type StreamOptions } from "./stream.js";
import type { Missed, Notification } from "./types.js";

/** A notification, or the position up to which notifications are no longer kept: list the games instead. */
export type AccountItem = { kind: "notification"; notification: Notification } | { kind: "missed"; missed: Missed };

const STREAM = "/v1/players/me/events";

/**
 * The notifications of an account after a position, each once and in order; without `after` from now on. Iteration has
 * no end but `stop()`; it throws a `DobonError` if the token is not valid any more.
 */
export class AccountStream extends ResumedStream<AccountItem> {
  constructor(connection: Connection, options: StreamOptions = {}) {
    super(connection, STREAM, {}, options);
  }

  protected take({ name, id }: Message, body: unknown): AccountItem | null {
    const isNotification = name === "message";
    if (this.last === null && id) this.last = Number(id) - Number(isNotification); // the place where the stream begins
    if (isNotification) {
      const notification = body as Notification;
      if (notification.position <= (this.last ?? 0)) return null;
      this.last = notification.position;
      return { kind: "notification", notification };
    }
    if (name !== "missed") return null;
    const missed = body as Missed;
    this.last = missed.until;
    return { kind: "missed", missed };
  }
}
