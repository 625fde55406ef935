// Compiled from clients/typescript/src by `make clients`.
// A log compared with its entries in the public log of heads (docs/public-log.md of the server), and the public log
// with a checkpoint that was kept earlier.
import { canonicalJson, emptyLogDigest, fromHex, nextDigest } from "../hashes.js";
import { openCheckpoint } from "./checkpoints.js";
import { consistencyProof, isEqual, isExtended, isIncluded, leafHash, treeRoot } from "./merkle.js";
import { nodesOf } from "./tiles.js";
const KINDS = ["opened", "seated", "ended"];
const KIND_OF = {
    "game-created": "opened",
    "readiness-asked": "seated",
    "round-dealt": "seated", // where nobody is asked
    "game-ended": "ended",
    "game-abandoned": "ended",
};
/** Return an entry as it is in the public log. */
export function entryText({ game, kind, version, head }) {
    return canonicalJson({ game, kind, version, head });
}
/**
 * Compare a log with its entries in the public log, and the public log with a kept checkpoint.
 *
 * Throws a `CheckpointProblem` if a checkpoint has no valid signature, a `TypeError` for another answer or a log that
 * cannot be read, and a `DOMException` where WebCrypto has no Ed25519.
 */
export async function verifyInclusion(given) {
    const { game, events, inclusion, keys, kept = null } = given;
    if (inclusion.game !== game)
        throw new TypeError(`the answer is about ${inclusion.game}`);
    const note = inclusion.checkpoint;
    const state = note === null ? null : await openCheckpoint(note, keys);
    const entries = await compareEntries(game, events, inclusion, state);
    const found = { entries, size: state?.size ?? 0, witnesses: state?.witnesses ?? [] };
    if (kept === null)
        return { ...found, history: "first", keep: note };
    // A public log that had entries and has none now is another one.
    if (note === null || state === null)
        return { ...found, history: "replaced", keep: kept };
    const before = await openCheckpoint(kept, keys);
    const history = await compareStates(before, state, given.read);
    return { ...found, history, keep: history === "extended" && isNewer(state, before) ? note : kept };
}
function isNewer(state, before) {
    // Of the same state the one with more witnesses is kept.
    return state.size > before.size || (state.size === before.size && state.witnesses.length >= before.witnesses.length);
}
async function compareEntries(game, events, inclusion, state) {
    const { expected, length } = await entriesOf(game, events);
    const findings = {};
    for (const kind of KINDS) {
        const included = inclusion.entries.find((one) => one.kind === kind);
        if (!included) {
            if (expected[kind])
                findings[kind] = "missing";
            continue;
        }
        const { version, head, index, proof } = included;
        const text = entryText({ game, kind, version, head });
        const proven = state && (await isIncluded(await leafHash(text), index, state.size, proof.map(fromHex), state.root));
        if (!proven)
            findings[kind] = "unproven";
        else if (expected[kind] === text)
            findings[kind] = "agrees";
        else
            findings[kind] = version > length ? "cut-off" : "contradicted";
    }
    return findings;
}
/** Return the entries that a log should have. Their heads are computed, whatever digests it names. */
async function entriesOf(game, events) {
    const expected = {};
    let [head, length] = [await emptyLogDigest(game), 0];
    for (const event of events) {
        head = await nextDigest(head, game, event);
        length += 1;
        const kind = KIND_OF[event.type];
        if (kind)
            expected[kind] ??= entryText({ game, kind, version: length, head });
    }
    return { expected, length };
}
/** Compare two states of which either may be the newer one. */
async function compareStates(one, other, read) {
    const [older, newer] = one.size <= other.size ? [one, other] : [other, one];
    if (older.origin !== newer.origin)
        return "replaced";
    if (older.size === newer.size)
        return isEqual(older.root, newer.root) ? "extended" : "rewritten";
    if (!read)
        return "unproven";
    const root = await provenRoot(older.size, newer, read).catch(() => null);
    if (root === null)
        return "unproven";
    return isEqual(root, older.root) ? "extended" : "rewritten";
}
/**
 * Return the root of the tree of the first entries of a state. It is null if the files do not prove it, so that files
 * of another tree never convict the server.
 */
async function provenRoot(size, state, read) {
    const nodes = nodesOf(state.size, read);
    const root = await treeRoot(size, nodes);
    const proof = size === 0 ? [] : await consistencyProof(size, state.size, nodes);
    return (await isExtended(size, root, state.size, state.root, proof)) ? root : null;
}
