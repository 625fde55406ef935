// Compiled from clients/typescript/src by `make clients`.
// A game as one player sees it: the newest view, waiting for the next one, and acting on it.
import { CutProblem, Cut } from "./cuts.js";
import { newKey } from "./connection.js";
import { delay } from "./delay.js";
import { DobonError } from "./errors.js";
const VIEW = "/v1/games/{game}/view";
const ACTIONS = "/v1/games/{game}/actions";
const EARLY_ATTEMPTS = 5;
const WAIT_SECONDS = 25;
/** A game with its newest view; `DobonClient.table` returns one. */
export class Table {
    /** The id of the game. */
    game;
    #connection;
    #view;
    #etag;
    /** My part in the shuffles; null if I contribute none. */
    cut;
    constructor(connection, game, { data, etag }, store) {
        this.game = game;
        this.cut = Cut.of(connection, store, data);
        this.#connection = connection;
        this.#view = data;
        this.#etag = etag;
    }
    /** Read the view of a game. */
    static async open(connection, game, store, signal) {
        const table = new Table(connection, game, await readView(connection, game, { signal }), store);
        await table.#follow();
        return table;
    }
    /** The newest view known. */
    get view() {
        return this.#view;
    }
    /** The entity tag of the view, for `ifMatch`. */
    get etag() {
        return this.#etag;
    }
    /** Read the view again and return it. */
    async refresh(signal) {
        await this.#keep(await readView(this.#connection, this.game, { signal }));
        return this.#view;
    }
    /** Wait until the view differs from the one known, and return it. */
    async next(signal) {
        for (;;) {
            const asked = { query: { wait: WAIT_SECONDS }, ifNoneMatch: this.#etag, signal };
            const answer = await readView(this.#connection, this.game, asked);
            if (answer.status !== 304) {
                await this.#keep(answer);
                return this.#view;
            }
            // The server has no room for another request that waits.
            if (answer.headers.has("Retry-After"))
                await delay(1000, signal);
        }
    }
    /**
     * Perform an action: an entry of `view.actions`, or an action built from one. An entry that is not allowed yet
     * is sent at its moment, by the server's time. Throws a `DobonError`, such as one with the status 409 if another
     * player was faster. With `receipt` the result holds a receipt.
     *
     * `ready` gets my link of the round, unless `cut` is false. Throws a `CutProblem` before it is sent if the server
     * has changed what it had fixed: then the link stays secret.
     */
    async act(chosen, { receipt, cut = true, ...options } = {}) {
        const { clock } = this.#connection;
        const [action, from] = "action" in chosen ? [chosen.action, chosen.allowed_from] : [chosen, undefined];
        const round = action.type === "ready" && this.cut ? (this.#view.next_round?.number ?? 0) : 0;
        const body = round ? await this.#withLink(action, round, cut) : action;
        const query = { receipt: receipt || round > 0 || undefined };
        const asked = { path: { game: this.game }, query, body, ...options, key: options.key ?? newKey() };
        if (from)
            await clock.wait(from, options.signal);
        for (let attempt = 1;; attempt += 1) {
            try {
                const answer = (await this.#connection.request("POST", ACTIONS, asked));
                if (round)
                    await this.#told(round, () => this.cut.confirm(round, answer.data.receipt ?? null));
                await this.#keep({ ...answer, data: answer.data.view });
                return answer.data;
            }
            catch (error) {
                const later = error instanceof DobonError && error.code === "too-early" && error.problem?.allowed_from;
                if (!later || attempt === EARLY_ATTEMPTS)
                    throw error;
                await clock.wait(later, options.signal);
            }
        }
    }
    async #keep({ data, etag }) {
        if (data.version < this.#view.version)
            return;
        this.#view = data;
        this.#etag = etag;
        await this.#follow();
    }
    async #withLink(action, round, cut) {
        if (!cut)
            await this.cut.refuse(round);
        return cut ? { ...action, link: await this.cut.prepare(round) } : action;
    }
    async #follow() {
        const { cut } = this;
        if (cut)
            await this.#told(this.#view.round?.number ?? 0, () => cut.follow(this.#view));
    }
    /** Do a step, and tell the player once that it shows a problem. */
    async #told(round, step) {
        try {
            await step();
        }
        catch (problem) {
            if (problem instanceof DobonError)
                return; // what was asked for is done; the next step checks the log
            if (!(problem instanceof CutProblem))
                throw problem;
            if (await this.cut.isNew(problem, round))
                this.#connection.warn(problem);
        }
    }
}
function readView(connection, game, options) {
    return connection.request("GET", VIEW, { path: { game }, ...options });
}
