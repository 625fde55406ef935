// Compiled from clients/typescript/src by `make clients`.
// The client: every operation of openapi.yaml by method and path, and short forms of what players do most.
import { defaultStore, newAnchor } from "./cuts.js";
import { Connection } from "./connection.js";
import { GameStream } from "./stream.js";
import { Table } from "./table.js";
const PAGE = 200;
/** Requests for a seat, which can have an anchor: this client draws a chain for each. */
const SEATS = ["/v1/games", "/v1/games/{game}/seats", "/v1/games/{game}/rematch", "/v1/queue"];
/** A client of one server, for one player. */
export class DobonClient {
    /** Requests without types, for paths that are known only at run time. */
    connection;
    #store;
    constructor(options = {}) {
        this.connection = new Connection(options);
        this.#store = options.store ?? defaultStore();
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
    /** Send a PATCH request. */
    patch(path, ...options) {
        return this.#send("patch", path, options[0]);
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
    /** Return a game with its newest view, to act on it and to wait for others. */
    table(game, signal) {
        return Table.open(this.connection, game, this.#store, signal);
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
    async #send(method, path, options = {}) {
        const body = (options.body ?? {});
        // With a key of the program's own the body stays as it is, because a repetition has to be the same.
        if (method === "post" && SEATS.includes(path) && !body.anchor && !options.key) {
            const anchor = await newAnchor(this.#store);
            const answer = await this.#request(method, path, { ...options, body: anchor ? { ...body, anchor } : body });
            const data = answer.data;
            const game = data.id ?? data.game ?? data.view?.game;
            if (game)
                this.#store.set(`anchor.${game}`, anchor);
            return answer;
        }
        return this.#request(method, path, options);
    }
    #request(method, path, options) {
        return this.connection.request(method.toUpperCase(), path, options);
    }
}
