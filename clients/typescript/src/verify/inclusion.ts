// A log compared with its entries in the public log of heads (docs/public-log.md of the server), and the public log
// with a checkpoint that was kept earlier.

import { canonicalJson, emptyLogDigest, fromHex, nextDigest, type LogEvent } from "../hashes.js";
import type { Inclusion, KeySet } from "../types.js";
import { openCheckpoint, type Checkpoint } from "./checkpoints.js";
import { consistencyProof, isEqual, isExtended, isIncluded, leafHash, treeRoot, type Hash } from "./merkle.js";
import { nodesOf, type FileReader } from "./tiles.js";

/** The kind of an entry: a game has at most one of each. */
export type EntryKind = "opened" | "seated" | "ended";

/**
 * What the public log says about a head of a log: it is the same; another; the log ends before it; there is no entry
 * for it; or the proof does not lead to the root of the checkpoint.
 */
export type EntryFinding = "agrees" | "contradicted" | "cut-off" | "missing" | "unproven";

/**
 * What the public log is, compared with the kept checkpoint: nothing was kept; it was only extended, or is the same; it
 * was rewritten, which the two checkpoints prove; the server has begun another one; or the files of the public log
 * cannot be read or are not those of the signed checkpoint.
 */
export type HistoryFinding = "first" | "extended" | "rewritten" | "replaced" | "unproven";

/** A log, and what the server says about it. */
export interface InclusionToVerify {
  game: string;
  /** All its events, as `GET /v1/games/{game}/events` returns them. */
  events: Iterable<LogEvent>;
  /** The answer of `GET /v1/games/{game}/inclusion`. Ask for it before the events, or it may know more of them. */
  inclusion: Inclusion;
  /** The keys of the server (`GET /v1/keys`), also those with which the kept checkpoint was checked. */
  keys: KeySet;
  /** A checkpoint that was kept earlier. */
  kept?: string | null;
  /** Reads a file below `/log`. Without it only checkpoints of the same size can be compared. */
  read?: FileReader;
}

/** What the public log says. */
export interface InclusionReport {
  entries: Partial<Record<EntryKind, EntryFinding>>;
  history: HistoryFinding;
  /** The number of entries of the checkpoint to whose root the proofs lead. */
  size: number;
  /** The names of those who have signed it beside the server. Compare their signatures by `dobon verify --witnesses`. */
  witnesses: string[];
  /** The checkpoint to keep: the newer one, or the kept one if the other one does not extend it. */
  keep: string | null;
}

/** An entry of a game. */
export interface Entry {
  game: string;
  kind: EntryKind;
  version: number;
  head: string;
}

const KINDS: readonly EntryKind[] = ["opened", "seated", "ended"];

const KIND_OF: Record<string, EntryKind> = {
  "game-created": "opened",
  "readiness-asked": "seated",
  "round-dealt": "seated", // where nobody is asked
  "game-ended": "ended",
  "game-abandoned": "ended",
};

/** Return an entry as it is in the public log. */
export function entryText({ game, kind, version, head }: Entry): string {
  return canonicalJson({ game, kind, version, head });
}

/**
 * Compare a log with its entries in the public log, and the public log with a kept checkpoint.
 *
 * Throws a `CheckpointProblem` if a checkpoint has no valid signature, a `TypeError` for another answer or a log that
 * cannot be read, and a `DOMException` where WebCrypto has no Ed25519.
 */
export async function verifyInclusion(given: InclusionToVerify): Promise<InclusionReport> {
  const { game, events, inclusion, keys, kept = null } = given;
  if (inclusion.game !== game) throw new TypeError(`the answer is about ${inclusion.game}`);
  const note = inclusion.checkpoint;
  const state = note === null ? null : await openCheckpoint(note, keys);
  const entries = await compareEntries(game, events, inclusion, state);
  const found = { entries, size: state?.size ?? 0, witnesses: state?.witnesses ?? [] };
  if (kept === null) return { ...found, history: "first", keep: note };
  // A public log that had entries and has none now is another one.
  if (note === null || state === null) return { ...found, history: "replaced", keep: kept };
  const before = await openCheckpoint(kept, keys);
  const history = await compareStates(before, state, given.read);
  return { ...found, history, keep: history === "extended" && isNewer(state, before) ? note : kept };
}

function isNewer(state: Checkpoint, before: Checkpoint): boolean {
  // Of the same state the one with more witnesses is kept.
  return state.size > before.size || (state.size === before.size && state.witnesses.length >= before.witnesses.length);
}

async function compareEntries(
  game: string,
  events: Iterable<LogEvent>,
  inclusion: Inclusion,
  state: Checkpoint | null,
): Promise<InclusionReport["entries"]> {
  const { expected, length } = await entriesOf(game, events);
  const findings: InclusionReport["entries"] = {};
  for (const kind of KINDS) {
    const included = inclusion.entries.find((one) => one.kind === kind);
    if (!included) {
      if (expected[kind]) findings[kind] = "missing";
      continue;
    }
    const { version, head, index, proof } = included;
    const text = entryText({ game, kind, version, head });
    const proven = state && (await isIncluded(await leafHash(text), index, state.size, proof.map(fromHex), state.root));
    if (!proven) findings[kind] = "unproven";
    else if (expected[kind] === text) findings[kind] = "agrees";
    else findings[kind] = version > length ? "cut-off" : "contradicted";
  }
  return findings;
}

/** Return the entries that a log should have. Their heads are computed, whatever digests it names. */
async function entriesOf(game: string, events: Iterable<LogEvent>) {
  const expected: Partial<Record<EntryKind, string>> = {};
  let [head, length] = [await emptyLogDigest(game), 0];
  for (const event of events) {
    head = await nextDigest(head, game, event);
    length += 1;
    const kind = KIND_OF[event.type];
    if (kind) expected[kind] ??= entryText({ game, kind, version: length, head });
  }
  return { expected, length };
}

/** Compare two states of which either may be the newer one. */
async function compareStates(one: Checkpoint, other: Checkpoint, read?: FileReader): Promise<HistoryFinding> {
  const [older, newer] = one.size <= other.size ? [one, other] : [other, one];
  if (older.origin !== newer.origin) return "replaced";
  if (older.size === newer.size) return isEqual(older.root, newer.root) ? "extended" : "rewritten";
  if (!read) return "unproven";
  const root = await provenRoot(older.size, newer, read).catch(() => null);
  if (root === null) return "unproven";
  return isEqual(root, older.root) ? "extended" : "rewritten";
}

/**
 * Return the root of the tree of the first entries of a state. It is null if the files do not prove it, so that files
 * of another tree never convict the server.
 */
async function provenRoot(size: number, state: Checkpoint, read: FileReader): Promise<Hash | null> {
  const nodes = nodesOf(state.size, read);
  const root = await treeRoot(size, nodes);
  const proof = size === 0 ? [] : await consistencyProof(size, state.size, nodes);
  return (await isExtended(size, root, state.size, state.root, proof)) ? root : null;
}
