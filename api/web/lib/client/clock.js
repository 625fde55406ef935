// Compiled from clients/typescript/src by `make clients`.
// The server's time, computed from the moments that its answers carry. The wall clock of this machine is not used.
import { delay } from "./delay.js";
/**
 * An estimate of the server's clock that is never ahead of it.
 *
 * An answer that carries the moment `now` was made between the sending of the request and its arrival. So the
 * difference of the clocks lies within these two bounds, and each answer corrects an estimate outside of them.
 */
export class ServerClock {
    #local;
    #offset = null;
    /** `local` returns milliseconds of a clock that keeps running; its starting point and its errors do not matter. */
    constructor(local = () => performance.now()) {
        this.#local = local;
    }
    /** Return the local clock's milliseconds, which `observe` takes as `sent`. */
    local() {
        return this.#local();
    }
    /** Take note of the moment `now` (RFC 3339) of an answer that arrives now, to a request sent at `sent` if known. */
    observe(now, sent = -Infinity) {
        const server = Date.parse(now);
        if (Number.isNaN(server))
            return;
        const [least, most] = [server - this.#local(), server - sent];
        this.#offset = this.#offset === null ? least : Math.min(Math.max(this.#offset, least), most);
    }
    /** Return whether a moment of the server is known. */
    get isKnown() {
        return this.#offset !== null;
    }
    /** Return the server's time in milliseconds since 1970; before the first answer, the time of this machine. */
    now() {
        return this.#offset === null ? Date.now() : this.#local() + this.#offset;
    }
    /** Return the milliseconds from now until a moment of the server; 0 if it has passed. */
    until(moment) {
        return Math.max(0, Date.parse(moment) - this.now());
    }
    /** Wait until a moment of the server. Rejects with the signal's reason if it is aborted. */
    async wait(moment, signal) {
        for (let left = this.until(moment); left > 0; left = this.until(moment))
            await delay(Math.ceil(left), signal);
    }
}
