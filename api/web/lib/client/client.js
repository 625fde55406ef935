// Compiled from clients/typescript/src by `make clients`.
// The client: every operation of openapi.yaml by method and path, and short forms of what players do most.
import { defaultStore, newAnchor } from "./cuts.js";
import { AccountStream } from "./account-stream.js";
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
    /** Yield the items of a list page by page: `iterate("/v1/games", { query: { mine: true } })` yields games. */
    async *iterate(path, ...[options]) {
        const asked = options ?? {};
        for (let { query } = asked;;) {
            const { data } = await this.connection.request("GET", path, { ...asked, query });
            const page = data;
            yield* Object.values(page).find(Array.isArray) ?? [];
            if (page.next === null)
                return;
            query = { ...query, [position(path, page.next)]: page.next };
        }
    }
    /** Yield the events of a game after a version, page by page, up to the newest one. */
    events(game, after = 0, signal) {
        return this.iterate("/v1/games/{game}/events", { path: { game }, query: { after, limit: PAGE }, signal });
    }
    /** Follow a game: its events after a version as they happen, and stamps, until it is over. */
    follow(game, options = {}) {
        return new GameStream(this.connection, game, options);
    }
    /** Follow what happens in all my games: my turn, questions to me, and more. Without `after` it begins now. */
    notifications(options = {}) {
        return new AccountStream(this.connection, options);
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
/** Return the parameter by which a list continues: a cursor is a string, and a version or a frame is a number. */
function position(path, next) {
    if (typeof next === "string")
        return "cursor";
    return path.endsWith("/events") ? "after" : "from";
}
