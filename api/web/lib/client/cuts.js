// Compiled from clients/typescript/src by `make clients`.
// The player's part in the shuffles: a hash chain for each game, and the steps by which no server can choose the deck.
// docs/fairness.md of the server explains the steps.
import { canHash, emptyLogDigest, fromHex, linkBefore, nextDigest, toHex } from "./hashes.js";
/** Length of a chain: no game has more rounds. */
const ROUNDS = 20;
const LINK_BYTES = 32;
const PAGE = 500;
const OVER = ["finished", "abandoned"];
/** The problems in plain words. */
const WORDS = {
    "anchor-changed": "The server has changed its anchor, so it may have chosen the deck.",
    "log-changed": "The log is not the one that the server has signed.",
    "no-anchor": "Your anchor is not in the log, so your cut is in no deck.",
    "cut-missing": "Your cut is not in this deck.",
};
/** The causes that the server gives for a missing cut. */
const CAUSES = {
    clock: "The server says that it did not arrive in time.",
    refused: "The server says that you were ready without it.",
    "handed-over": "A bot took over your seat before.",
    "not-asked": "A bot played your seat when the others were asked.",
};
/** The player's cut is missing, or the server has changed what it had fixed. */
export class CutProblem extends Error {
    code;
    /** The cause that the server gives for a missing cut, or null. */
    why;
    constructor(code, why = null) {
        super(why ? `${WORDS[code]} ${CAUSES[why] ?? ""}`.trim() : WORDS[code]);
        this.name = "CutProblem";
        this.code = code;
        this.why = why;
    }
}
/** Return a store in the storage of the browser, or in the memory of a program. */
export function defaultStore() {
    const memory = new Map();
    if (!("document" in globalThis)) {
        return {
            get: (name) => memory.get(name) ?? null,
            set: (name, value) => void (value === null ? memory.delete(name) : memory.set(name, value)),
        };
    }
    return {
        get: (name) => localStorage.getItem(`dobon.${name}`),
        set: (name, value) => value === null ? localStorage.removeItem(`dobon.${name}`) : localStorage.setItem(`dobon.${name}`, value),
    };
}
/** Draw a new chain, keep it, and return its anchor; null if this page cannot compute hashes. */
export async function newAnchor(store) {
    if (!canHash())
        return null;
    const last = crypto.getRandomValues(new Uint8Array(LINK_BYTES));
    const anchor = toHex(await linkBefore(last, ROUNDS));
    store.set(`chain.${anchor}`, toHex(last));
    return anchor;
}
/** The player's part in the shuffles of one game, and the log as far as it was checked. */
export class Cut {
    game;
    seat;
    anchor;
    #connection;
    #store;
    #kept = null;
    #checks = Promise.resolve();
    constructor(connection, store, game, seat, anchor) {
        [this.game, this.seat, this.anchor, this.#connection, this.#store] = [game, seat, anchor, connection, store];
    }
    /** Return the viewer's part in the shuffles of a game; null if it has none, or if its chain is not known here. */
    static of(connection, store, view) {
        if (!view.you || !canHash())
            return null;
        // An anchor that was sent and is not in the view was dropped: `prepare` finds out.
        const anchor = view.you.anchor ?? store.get(`anchor.${view.game}`);
        if (anchor === null || store.get(`chain.${anchor}`) === null)
            return null;
        return new Cut(connection, store, view.game, view.you.seat, anchor);
    }
    /** The signed heads of the log, for `dobon verify --receipts`. */
    get receipts() {
        return this.#kept?.receipts ?? [];
    }
    /**
     * Check the log with a new receipt, and return the link of a round to send. Throws a `CutProblem` if the server has
     * changed what it had fixed; then the link stays secret.
     */
    async prepare(round) {
        await this.check(null);
        const last = this.#store.get(`chain.${this.anchor}`);
        const link = toHex(await linkBefore(fromHex(last), ROUNDS - round));
        (await this.#load()).sent[round] = link;
        await this.#save();
        return link;
    }
    /** Note that the player is ready without a link, by choice. */
    async refuse(round) {
        (await this.#load()).sent[round] = null;
        await this.#save();
    }
    /** Check that the log has the link that was sent, by a receipt. Throws a `CutProblem`. */
    async confirm(round, receipt) {
        await this.check(receipt);
        const { links, sent } = await this.#load();
        if ((links[round] ?? null) !== sent[round])
            throw new CutProblem("cut-missing");
    }
    /** Check that the deck on the table has this link, and what is revealed at the end. Throws a `CutProblem`. */
    async follow(view) {
        const kept = await this.#load();
        if (OVER.includes(view.status) && this.#store.get(`chain.${this.anchor}`) !== null) {
            this.#store.set(`chain.${this.anchor}`, null);
            await this.check(null);
        }
        const { round } = view;
        if (view.status !== "playing" || !round || round.contributed.includes(this.seat))
            return;
        if (kept.sent[round.number] === null)
            return;
        throw new CutProblem("cut-missing", round.withheld.find(({ seat }) => seat === this.seat)?.why ?? null);
    }
    /** Return the problems that the player has seen in any round. */
    async problems() {
        return (await this.#load()).told.map((name) => name.split(" ")[0]);
    }
    /** Tell whether a problem of a round was not told before, and note that it was. */
    async isNew(problem, round) {
        const { told } = await this.#load();
        const name = `${problem.code} ${round}`;
        if (told.includes(name))
            return false;
        told.push(name);
        await this.#save();
        return true;
    }
    /**
     * Check the log up to a receipt against all that was known before, and keep the receipt.
     *
     * Throws a `CutProblem` if the log is another one than before, or than the signed one; if the anchor of the server
     * or of this seat is not the fixed one; and if a revealed secret does not lead to the server's anchor.
     */
    check(given) {
        // One after the other, because each continues where the one before it has ended.
        const checked = this.#checks.then(() => this.#check(given));
        this.#checks = checked.catch(() => undefined);
        return checked;
    }
    async #check(given) {
        const kept = await this.#load();
        const receipt = given ?? (await this.#get("receipt"));
        if (receipt.version < kept.version)
            return;
        try {
            for await (const event of this.#events(kept.version, receipt.version))
                await this.#take(kept, event);
            const signed = [receipt.game, receipt.version, receipt.head].join();
            if (signed !== [this.game, kept.version, kept.head].join())
                throw new CutProblem("log-changed");
        }
        catch (problem) {
            if (!(problem instanceof CutProblem))
                throw problem;
            this.#kept = null; // what was read of another log does not count
            if (problem.code === "log-changed" && (await this.#hasAnotherAnchor()))
                throw new CutProblem("anchor-changed");
            throw problem;
        }
        if (kept.ownAnchor !== this.anchor)
            throw new CutProblem("no-anchor");
        kept.receipts.push(receipt);
        await this.#save();
    }
    async #hasAnotherAnchor() {
        const { serverAnchor } = await this.#load();
        for await (const event of this.#events(0, 1)) {
            return serverAnchor !== null && event.public.anchor !== serverAnchor;
        }
        return false;
    }
    async *#events(after, upto) {
        for (let from = after; from !== null && from < upto;) {
            const query = { after: from, limit: Math.min(PAGE, upto - from) };
            const page = await this.#get("events", query);
            yield* page.events;
            from = page.next;
        }
    }
    async #get(what, query = {}) {
        const answer = await this.#connection.request("GET", `/v1/games/{game}/${what}`, { path: { game: this.game }, query });
        return answer.data;
    }
    /** Take the next event of the log. Throws a `CutProblem`. */
    async #take(kept, event) {
        const digest = await nextDigest(kept.head, this.game, event);
        if (event.version !== kept.version + 1 || event.digest !== digest)
            throw new CutProblem("log-changed");
        const said = event.public;
        if (event.type === "game-created")
            kept.serverAnchor = said.anchor;
        else if (event.type === "seat-taken" && said.seat === this.seat)
            kept.ownAnchor = said.anchor;
        else if (event.type === "seat-readied" && said.seat === this.seat)
            kept.links[kept.dealt + 1] = said.link;
        else if (event.type === "round-dealt")
            [kept.dealt, kept.running] = [said.round, true];
        else if (event.type === "round-revealed" || event.type === "game-abandoned")
            await this.#reveal(kept, said.secret);
        [kept.version, kept.head] = [event.version, digest];
    }
    async #reveal(kept, secret) {
        const round = kept.running ? kept.dealt : kept.dealt + 1;
        kept.running = false;
        if (secret === null)
            return;
        if (toHex(await linkBefore(fromHex(secret), round)) !== kept.serverAnchor)
            throw new CutProblem("anchor-changed");
    }
    async #load() {
        const stored = this.#kept ?? JSON.parse(this.#store.get(`cut.${this.game}`) ?? "null");
        this.#kept = stored ?? {
            version: 0,
            head: await emptyLogDigest(this.game),
            serverAnchor: null,
            ownAnchor: null,
            dealt: 0,
            running: false,
            links: {},
            sent: {},
            told: [],
            receipts: [],
        };
        return this.#kept;
    }
    async #save() {
        this.#store.set(`cut.${this.game}`, JSON.stringify(await this.#load()));
    }
}
