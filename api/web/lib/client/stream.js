// Compiled from clients/typescript/src by `make clients`.
// Streams that continue after each interruption where they ended; the log of a game as it grows.
import { backoff, delay } from "./delay.js";
import { DobonError } from "./errors.js";
import { readMessages } from "./sse.js";
const STREAM = "/v1/games/{game}/stream";
const EVENTS = "/v1/games/{game}/events";
const VIEW = "/v1/games/{game}/view";
const SILENCE_MS = 40_000;
/** A connection that lasted this long, or brought an event, worked. */
const USEFUL_MS = 5_000;
const FAILURES_BEFORE_POLLING = 3;
const POLLING_MS = 60_000;
const POLL_SECONDS = 20;
const PAGE = 200;
const OVER = "game-over";
const REFUSED = new Set(["no-such-game", "unauthorized", "suspended"]);
/** The items of a stream. A connection that breaks or falls silent is opened again after the last id. */
export class ResumedStream {
    /** The id of the newest item received; null before the first one. */
    last;
    connection;
    path;
    #address;
    #options;
    #state = null;
    #stopped;
    #stop = new AbortController();
    #attempt = new AbortController();
    #heard = 0;
    constructor(connection, address, path, options) {
        this.connection = connection;
        this.path = path;
        this.last = options.after ?? null;
        this.#address = address;
        this.#options = options;
        this.#stopped = options.signal ? AbortSignal.any([options.signal, this.#stop.signal]) : this.#stop.signal;
    }
    /** End the iteration. */
    stop() {
        this.#stop.abort();
    }
    /** Open a new connection if the present one has been silent for longer than a heartbeat takes, as after sleep. */
    checkNow() {
        if (this.connection.clock.local() - this.#heard > this.#silence / 2)
            this.#attempt.abort();
    }
    async *[Symbol.asyncIterator]() {
        let failures = 0;
        while (!this.#stopped.aborted) {
            const [before, began] = [this.last, this.connection.clock.local()];
            this.#attempt = new AbortController();
            let retryAfterMs = null;
            try {
                const polling = failures >= FAILURES_BEFORE_POLLING;
                const ended = yield* polling ? this.poll() : this.#read();
                if (ended)
                    return this.#setState("ended");
            }
            catch (error) {
                if (this.#stopped.aborted)
                    return;
                if (error instanceof DobonError ? isFinal(error) : !this.#attempt.signal.aborted) {
                    this.#setState("ended");
                    throw error;
                }
                retryAfterMs = error instanceof DobonError ? error.retryAfterMs : null;
            }
            const useful = this.last !== before || this.connection.clock.local() - began > USEFUL_MS;
            failures = useful ? 0 : failures + 1;
            this.#setState("reconnecting");
            await delay(backoff(failures, retryAfterMs), this.#stopped).catch(() => { });
        }
    }
    get #silence() {
        return this.#options.silence ?? SILENCE_MS;
    }
    /** Yield items where streams do not come through; return whether there are no more. */
    poll() {
        return this.#read();
    }
    /** The signal that ends the present attempt. */
    get signal() {
        return AbortSignal.any([this.#stopped, this.#attempt.signal]);
    }
    /** Note that the server has answered. */
    hear() {
        this.#hear();
        this.#setState("live");
    }
    #setState(state) {
        if (this.#state === state || this.#stopped.aborted)
            return;
        this.#state = state;
        this.#options.onState?.(state);
    }
    /** Yield the items of one connection; return whether the log has ended. */
    async *#read() {
        const { signal } = this;
        const silent = setInterval(() => this.#abortIfSilent(), Math.min(5000, this.#silence / 4));
        this.#hear();
        try {
            const headers = this.last === null ? {} : { "Last-Event-ID": String(this.last) };
            const asked = { path: this.path, accept: "text/event-stream", headers, signal };
            const response = await this.connection.open(this.#address, asked);
            if (!response.body)
                return false;
            this.#setState("live");
            for await (const message of readMessages(response.body, signal, () => this.#hear())) {
                const body = JSON.parse(message.data);
                const { now } = body;
                if (typeof now === "string")
                    this.connection.clock.observe(now);
                if (message.name === "end" && isOver(body))
                    return true;
                const item = this.take(message, body);
                if (item)
                    yield item;
            }
        }
        catch (error) {
            // A refusal; anything else is a connection that broke, and the next one continues after the last event.
            if (error instanceof DobonError && error.status !== 0)
                throw error;
            if (this.#state !== "live")
                throw new DobonError({ code: "no-answer", cause: error });
        }
        finally {
            clearInterval(silent);
        }
        return false;
    }
    #hear() {
        this.#heard = this.connection.clock.local();
    }
    #abortIfSilent() {
        if (this.connection.clock.local() - this.#heard > this.#silence)
            this.#attempt.abort();
    }
}
/** Return whether a stream that has ended is complete. Throws a `DobonError` for a lost right. */
function isOver(end) {
    const { reason = "" } = end;
    if (REFUSED.has(reason))
        throw new DobonError({ code: reason, status: 403 });
    return reason === OVER;
}
/** Return whether a later connection would be refused as well. */
function isFinal(error) {
    return !error.isTransient && error.status < 500;
}
/**
 * The events of a game after a version, each once and in order, and the stamps meanwhile. Iteration ends with the game;
 * it throws a `DobonError` if the game cannot be seen (any more).
 *
 * Where streams do not come through, the log is read by long polls, and streams are tried again each minute.
 */
export class GameStream extends ResumedStream {
    constructor(connection, game, options = {}) {
        super(connection, STREAM, { game }, { after: 0, ...options });
    }
    /** The version of the newest event received. */
    get version() {
        return this.last ?? 0;
    }
    take({ name }, body) {
        if (name === "message")
            return this.#next(body);
        return name === "stamp" ? { kind: "stamp", stamp: body } : null;
    }
    #next(event) {
        if (event.version <= this.version)
            return null;
        this.last = event.version;
        return { kind: "event", event };
    }
    /** Yield events read by long polls for a while; return whether the log has ended. */
    async *poll() {
        const { clock } = this.connection;
        const { path, signal } = this;
        const end = clock.local() + POLLING_MS;
        let tag = null;
        while (!signal.aborted && clock.local() < end) {
            const query = { wait: tag ? POLL_SECONDS : 0 };
            const answer = await this.connection.request("GET", VIEW, { path, query, ifNoneMatch: tag, signal });
            this.hear();
            if (answer.status === 304) {
                if (answer.headers.has("Retry-After"))
                    await delay(1000, signal);
                continue;
            }
            tag = answer.etag;
            yield* this.#catchUp(signal);
            const { status } = answer.data;
            if (status === "finished" || status === "abandoned")
                return true;
        }
        return false;
    }
    async *#catchUp(signal) {
        for (let after = this.version; after !== null;) {
            const asked = { path: this.path, query: { after, limit: PAGE }, signal };
            const { data } = await this.connection.request("GET", EVENTS, asked);
            const page = data;
            for (const event of page.events) {
                const item = this.#next(event);
                if (item)
                    yield item;
            }
            after = page.next;
        }
    }
}
