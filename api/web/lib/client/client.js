// Compiled from clients/typescript/src by `make clients`: change the sources there.
// The client: every operation of openapi.yaml by method and path, and short forms of what players do most.
import { Connection, newKey } from "./connection.js";
import { delay } from "./delay.js";
import { DobonError } from "./errors.js";
import { GameStream } from "./stream.js";
const EARLY_ATTEMPTS = 5;
const WAIT_SECONDS = 25;
const PAGE = 200;
/** A client of one server, for one player. */
export class DobonClient {
    /** Requests without types, for paths that are known only at run time. */
    connection;
    constructor(options = {}) {
        this.connection = new Connection(options);
    }
    /** The player's token, or null. */
    get token() {
        return this.connection.token;
    }
    set token(token) {
        this.connection.token = token;
    }
    /** Send a GET request. */
    get(path, ...options) {
        return this.#send("get", path, options[0]);
    }
    /** Send a POST request. */
    post(path, ...options) {
        return this.#send("post", path, options[0]);
    }
    /** Send a PUT request. */
    put(path, ...options) {
        return this.#send("put", path, options[0]);
    }
    /** Send a DELETE request. */
    delete(path, ...options) {
        return this.#send("delete", path, options[0]);
    }
    /** Create a player and use its token from now on. */
    async createPlayer(name) {
        const { data } = await this.post("/v1/players", { body: { name }, token: null });
        this.token = data.token;
        return data;
    }
    /** Return my view of a game. */
    async view(game, signal) {
        const { data } = await this.get("/v1/games/{game}/view", { path: { game }, signal });
        return data;
    }
    /** Wait for my view to be another one than `known`, and return it. */
    async nextView(game, known, signal) {
        const tag = `"${known.version}-${known.you ? `s${known.you.seat}` : "watch"}"`;
        for (;;) {
            const query = { wait: WAIT_SECONDS };
            const answer = await this.get("/v1/games/{game}/view", { path: { game }, query, ifNoneMatch: tag, signal });
            if (answer.data)
                return answer.data;
            if (answer.headers.has("Retry-After"))
                await delay(1000, signal);
        }
    }
    /**
     * Perform an action: an entry of `actions` of a view, or an action built from one. An entry that is not allowed yet
     * is sent at its moment, by the server's time.
     */
    async act(game, chosen, options = {}) {
        const { clock } = this.connection;
        const key = options.key ?? newKey();
        const [body, from] = "action" in chosen ? [chosen.action, chosen.allowed_from] : [chosen, undefined];
        if (from)
            await clock.wait(from, options.signal);
        for (let attempt = 1;; attempt += 1) {
            try {
                const asked = { path: { game }, body, ...options, key };
                return (await this.post("/v1/games/{game}/actions", asked)).data;
            }
            catch (error) {
                const later = error instanceof DobonError && error.code === "too-early" && error.problem?.allowed_from;
                if (!later || attempt === EARLY_ATTEMPTS)
                    throw error;
                await clock.wait(later, options.signal);
            }
        }
    }
    /** Yield the events of a game after a version, page by page, up to the newest one. */
    async *events(game, after = 0, signal) {
        for (let from = after; from !== null;) {
            const asked = { path: { game }, query: { after: from, limit: PAGE }, signal };
            const page = (await this.get("/v1/games/{game}/events", asked)).data;
            yield* page.events;
            from = page.next;
        }
    }
    /** Follow a game: its events after a version as they happen, and stamps, until it is over. */
    follow(game, options = {}) {
        return new GameStream(this.connection, game, options);
    }
    #send(method, path, options = {}) {
        return this.connection.request(method.toUpperCase(), path, options);
    }
}
