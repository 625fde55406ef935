// Compiled from clients/typescript/src by `make clients`.
// Requests with a token, attempts that are repeated, and the server's time. This module knows no operation by name
// except which ones can be repeated.
import { ServerClock } from "./clock.js";
import { backoff, delay, retryAfter } from "./delay.js";
import { DobonError, NO_ANSWER } from "./errors.js";
import { isRepeatable } from "./repeatable.js";
const JSON_TYPES = "application/json, application/problem+json";
const ATTEMPT_MS = 30_000;
const READ_PATIENCE_MS = 10_000;
const COMMAND_PATIENCE_MS = 90_000;
/** Return a new idempotency key, a random UUID. */
export function newKey() {
    // Browsers offer `randomUUID` only to pages with https.
    if (typeof crypto.randomUUID === "function")
        return crypto.randomUUID();
    const bytes = crypto.getRandomValues(new Uint8Array(16));
    bytes[6] = (bytes[6] & 0x0f) | 0x40;
    bytes[8] = (bytes[8] & 0x3f) | 0x80;
    const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
    return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
}
/** Requests to one server. */
export class Connection {
    /** The server's time, corrected by each answer. */
    clock;
    #options;
    #failing = false;
    /** Tell the player about a problem with the shuffles. */
    warn(problem) {
        (this.#options.onCutProblem ?? console.warn)(problem);
    }
    constructor(options = {}) {
        this.#options = options;
        this.clock = new ServerClock(options.localClock);
    }
    /** The token that requests send, or null. */
    get token() {
        const { token = null } = this.#options;
        return typeof token === "function" ? token() : token;
    }
    set token(token) {
        this.#options = { ...this.#options, token };
    }
    /**
     * Send a request until it is answered; throw a `DobonError` if it is refused or patience ends. `path` may contain
     * `{names}`, which `options.path` replaces.
     *
     * Reads, commands with a key and commands that the server did not carry out are repeated. A command keeps its key,
     * so that it happens once.
     */
    async request(method, path, options = {}) {
        const command = method !== "GET";
        const init = this.#init(method, options);
        const address = this.#address(path, options);
        const end = this.clock.local() + this.#patience(command) + longPoll(options);
        let unknown = false;
        for (let attempt = 0;; attempt += 1) {
            const found = await this.#attempt(address, init, options);
            if (!(found instanceof DobonError)) {
                this.#report(false);
                return found;
            }
            // A refusal settles what happened to earlier attempts with the same key; a 429 does not.
            unknown = command && (found.isUndone ? unknown && found.isTransient : true);
            found.outcomeUnknown = unknown;
            const wait = backoff(attempt, found.retryAfterMs);
            const again = found.isTransient && (found.isUndone || isRepeatable(method, path));
            this.#report(found.status === 0 || found.status >= 500);
            if (!again || this.clock.local() + wait > end)
                throw found;
            await delay(wait, options.signal);
        }
    }
    /** Send a request once and return the response itself, as for a stream. Throws a `DobonError` for a refusal. */
    async open(path, options) {
        const init = this.#init("GET", options);
        const sent = this.clock.local();
        try {
            const address = this.#address(path, options);
            const response = await this.#fetch(address, { ...init, cache: "no-store", signal: options.signal ?? null });
            if (response.ok)
                return response;
            throw this.#refusal(response, await readData(response), sent);
        }
        catch (error) {
            if (error instanceof DobonError)
                throw error;
            options.signal?.throwIfAborted();
            throw new DobonError({ code: NO_ANSWER, cause: error });
        }
    }
    async #attempt(address, init, options) {
        const sent = this.clock.local();
        const limit = AbortSignal.timeout(ATTEMPT_MS + longPoll(options));
        const signal = options.signal ? AbortSignal.any([options.signal, limit]) : limit;
        try {
            const response = await this.#fetch(address, { ...init, signal });
            const data = await readData(response);
            if (!response.ok && response.status !== 304)
                return this.#refusal(response, data, sent);
            this.#observe(data, sent);
            const { status, headers } = response;
            return { status, data, etag: headers.get("ETag"), headers };
        }
        catch (error) {
            options.signal?.throwIfAborted();
            return new DobonError({ code: NO_ANSWER, cause: error });
        }
    }
    #refusal({ status, headers }, data, sent) {
        this.#observe(data, sent);
        const problem = isProblem(data) ? data : null;
        const retryAfterMs = retryAfter(headers, this.clock.now());
        return new DobonError({ code: problem?.code ?? `http-${status}`, status, problem, retryAfterMs });
    }
    #observe(data, sent) {
        const now = data?.now;
        if (typeof now === "string")
            this.clock.observe(now, sent);
    }
    #fetch(address, init) {
        return (this.#options.fetch ?? fetch)(address, init);
    }
    #init(method, options) {
        const headers = new Headers({ Accept: options.accept ?? JSON_TYPES, ...options.headers });
        const { language } = this.#options;
        if (language)
            headers.set("Accept-Language", typeof language === "function" ? language() : language);
        const token = options.token === undefined ? this.token : options.token;
        if (token)
            headers.set("Authorization", `Bearer ${token}`);
        if (method !== "GET")
            headers.set("Idempotency-Key", options.key ?? newKey());
        if (options.ifMatch)
            headers.set("If-Match", options.ifMatch);
        if (options.ifNoneMatch)
            headers.set("If-None-Match", options.ifNoneMatch);
        if (options.body === undefined)
            return { method, headers };
        headers.set("Content-Type", "application/json");
        return { method, headers, body: JSON.stringify(options.body) };
    }
    #address(path, { path: values = {}, query = {} }) {
        const filled = path.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(String(values[name])));
        const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== null);
        const search = new URLSearchParams(given.map(([name, value]) => [name, String(value)]));
        const base = (this.#options.baseUrl ?? "").replace(/\/$/, "");
        return `${base}${filled}${given.length ? `?${search}` : ""}`;
    }
    #patience(command) {
        const { patience = {} } = this.#options;
        return command ? (patience.command ?? COMMAND_PATIENCE_MS) : (patience.read ?? READ_PATIENCE_MS);
    }
    #report(failing) {
        if (this.#failing === failing)
            return;
        this.#failing = failing;
        this.#options.onOutage?.(failing);
    }
}
/** Return the milliseconds that the request asks the server to wait. */
function longPoll({ query }) {
    return 1000 * Number(query?.wait ?? 0);
}
/** Return the JSON value or the text of a response; null if it is empty. */
async function readData(response) {
    const text = await response.text();
    if (!text)
        return null;
    return /[/+]json\s*(;|$)/.test(response.headers.get("Content-Type") ?? "") ? JSON.parse(text) : text;
}
function isProblem(data) {
    return typeof data?.code === "string";
}
