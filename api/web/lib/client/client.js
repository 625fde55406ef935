// Compiled from clients/typescript/src by `make clients`.
// The client: every operation of openapi.yaml by method and path, and short forms of what players do most.
import { Connection } from "./connection.js";
import { GameStream } from "./stream.js";
import { Table } from "./table.js";
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
        return Table.open(this.connection, game, signal);
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
