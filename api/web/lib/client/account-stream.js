// Compiled from clients/typescript/src by `make clients`.
// The notifications of an account as they come.
import { ResumedStream } from "./stream.js";
const STREAM = "/v1/players/me/events";
/**
 * The notifications of an account after a position, each once and in order; without `after` from now on. Iteration has
 * no end but `stop()`; it throws a `DobonError` if the token is not valid any more.
 */
export class AccountStream extends ResumedStream {
    constructor(connection, options = {}) {
        super(connection, STREAM, {}, options);
    }
    take({ name, id }, body) {
        const isNotification = name === "message";
        if (this.last === null && id)
            this.last = Number(id) - Number(isNotification); // the place where the stream begins
        if (isNotification) {
            const notification = body;
            if (notification.position <= (this.last ?? 0))
                return null;
            this.last = notification.position;
            return { kind: "notification", notification };
        }
        if (name !== "missed")
            return null;
        const missed = body;
        this.last = missed.until;
        return { kind: "missed", missed };
    }
}
