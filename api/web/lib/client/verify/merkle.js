// Compiled from clients/typescript/src by `make clients`.
// The Merkle tree of the public log (RFC 9162, section 2.1): its hashes, and proofs that are made and checked. A node
// is named by its level and its number on that level. Numbers of entries may need more than 32 bits.
import { sha256, toHex } from "../hashes.js";
const LEAF = Uint8Array.of(0);
const NODE = Uint8Array.of(1);
/** Return the hash of an entry. */
export function leafHash(entry) {
    return sha256(LEAF, entry);
}
/** Return the hash of the node above two others. */
export function nodeHash(left, right) {
    return sha256(NODE, left, right);
}
/** Return the hash of the node above all these, whose number is a power of two. */
export async function fullHash(hashes) {
    let row = hashes;
    while (row.length > 1) {
        const above = [];
        for (let at = 0; at < row.length; at += 2)
            above.push(await nodeHash(row[at], row[at + 1]));
        row = above;
    }
    return row[0];
}
/** Return the root of the tree of the first `size` entries. */
export function treeRoot(size, nodes) {
    return size === 0 ? sha256("") : hashOf([0, size], nodes);
}
/** Return the hashes that show that a tree begins with all entries of an older one, which is not empty. */
export async function consistencyProof(old, size, nodes) {
    const found = [];
    let [begin, end] = [0, size];
    while (old !== end) {
        const middle = begin + leftPart(end - begin);
        if (old <= middle) {
            found.push([middle, end]);
            end = middle;
        }
        else {
            found.push([begin, middle]);
            begin = middle;
        }
    }
    if (begin > 0)
        found.push([begin, end]); // otherwise the last one is the older root, which the reader has
    return Promise.all(found.reverse().map((range) => hashOf(range, nodes)));
}
/** Does a proof lead from the hash of an entry to the root? */
export async function isIncluded(leaf, index, size, proof, root) {
    if (!Number.isSafeInteger(index) || index < 0 || index >= size)
        return false;
    const path = new Path(index, size - 1);
    let found = leaf;
    for (const step of proof) {
        if (path.isAtTop)
            return false;
        found = path.goUp() ? await nodeHash(step, found) : await nodeHash(found, step);
    }
    return path.isAtTop && isEqual(found, root);
}
/** Does a proof lead to both roots? Every tree extends the empty one. */
export async function isExtended(old, oldRoot, size, root, proof) {
    if (old === 0 || old === size)
        return proof.length === 0 && isEqual(oldRoot, old === 0 ? await sha256("") : root);
    if (old > size || proof.length === 0)
        return false;
    // An older tree with a power of two of entries is itself a node of the newer one, so the proof leaves it out.
    const steps = leftPart(old + 1) === old ? [oldRoot, ...proof] : [...proof];
    const path = new Path(old - 1, size - 1);
    path.skipRightNodes();
    let older = steps.shift();
    let newer = older;
    for (const step of steps) {
        if (path.isAtTop)
            return false;
        if (path.goUp())
            [older, newer] = [await nodeHash(step, older), await nodeHash(step, newer)];
        else
            newer = await nodeHash(newer, step);
    }
    return path.isAtTop && isEqual(older, oldRoot) && isEqual(newer, root);
}
export function isEqual(one, other) {
    return toHex(one) === toHex(other);
}
/** The way from a node up to the root. `last` is the last node on its level. */
class Path {
    number;
    last;
    constructor(number, last) {
        this.number = number;
        this.last = last;
    }
    get isAtTop() {
        return this.last === 0;
    }
    /** Go up while the node is a right one. */
    skipRightNodes() {
        while (this.number % 2 === 1)
            this.halve();
    }
    /** Go up by one hash of a proof. Was that hash left of the node? */
    goUp() {
        const left = this.number % 2 === 1 || this.number === this.last;
        // A last node without a neighbour on its right is the node above it as well, until it is a right one.
        if (left)
            while (this.number > 0 && this.number % 2 === 0)
                this.halve();
        this.halve();
        return left;
    }
    halve() {
        this.number = Math.floor(this.number / 2);
        this.last = Math.floor(this.last / 2);
    }
}
/** Return the largest power of two below a number that is larger than 1. */
function leftPart(entries) {
    let found = 1;
    while (found * 2 < entries)
        found *= 2;
    return found;
}
/** Return the hash over a range of entries that is a part of some tree. */
async function hashOf([begin, end], nodes) {
    const names = [];
    for (let at = begin; at < end;) {
        let level = 0;
        while (2 ** (level + 1) <= end - at)
            level += 1;
        names.push([level, at / 2 ** level]);
        at += 2 ** level;
    }
    const hashes = await Promise.all(names.map(([level, number]) => nodes(level, number)));
    let found = hashes.pop();
    for (const left of hashes.reverse())
        found = await nodeHash(left, found);
    return found;
}
