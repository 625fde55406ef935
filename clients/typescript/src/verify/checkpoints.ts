// Checkpoints of the public log: signed notes with the size and the root of its tree (C2SP `signed-note`,
// `tlog-checkpoint`).

import { concatenated, fromBase64Url, sha256, toHex } from "../hashes.js";
import type { KeySet } from "../types.js";
import type { Hash } from "./merkle.js";

/** What is wrong with a checkpoint. */
export type CheckpointCode = "malformed" | "unknown-key" | "bad-signature";

const MEANINGS: Record<CheckpointCode, string> = {
  malformed: "It is not a signed note with the name of a log, a size and a root.",
  "unknown-key": "None of the keys has signed it.",
  "bad-signature": "It was changed, or the server never made it.",
};

/** A checkpoint that proves nothing. */
export class CheckpointProblem extends Error {
  readonly code: CheckpointCode;

  constructor(code: CheckpointCode) {
    super(MEANINGS[code]);
    this.name = "CheckpointProblem";
    this.code = code;
  }
}

/** A state of the public log, whose signature has been checked. */
export interface Checkpoint {
  /** The name of the log, which is also that of its keys. */
  origin: string;
  /** The number of entries. */
  size: number;
  root: Hash;
  /** Names under the checkpoint beside that of the log. Their signatures are not checked. */
  witnesses: string[];
}

interface Signature {
  name: string;
  id: string;
  signature: Hash;
}

const ED25519 = 1;
const ID_BYTES = 4;
const ROOT_BYTES = 32;
const MOST_SIGNATURES = 100;
const LINE = /^— ([^\s+]+) ((?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?)$/u;
const TEXT = /^(\S+)\n(0|[1-9]\d{0,15})\n([A-Za-z0-9+/]{43}=)\n(?:[^\n]+\n)*$/;

/**
 * Return the checkpoint in a signed note, if one of the keys (`/v1/keys`) has signed it as the log.
 *
 * Throws a `CheckpointProblem`, and a `DOMException` where WebCrypto has no Ed25519.
 */
export async function openCheckpoint(note: string, keys: KeySet): Promise<Checkpoint> {
  const { text, signatures } = splitNote(note);
  const found = TEXT.exec(text);
  const [, origin, size, root] = found ?? [];
  if (!origin || !root || !Number.isSafeInteger(Number(size))) throw new CheckpointProblem("malformed");
  let signed = false;
  for (const key of keys.keys) {
    const bytes = fromBase64Url(key.x);
    const id = toHex((await sha256(`${origin}\n`, Uint8Array.of(ED25519), bytes)).slice(0, ID_BYTES));
    const line = signatures.find((one) => one.name === origin && one.id === id);
    if (!line) continue;
    const imported = await crypto.subtle.importKey("raw", bytes, "Ed25519", false, ["verify"]);
    const right = await crypto.subtle.verify("Ed25519", imported, line.signature, concatenated([text]));
    if (!right) throw new CheckpointProblem("bad-signature");
    signed = true;
  }
  if (!signed) throw new CheckpointProblem("unknown-key");
  const others = signatures.map(({ name }) => name).filter((name) => name !== origin);
  return { origin, size: Number(size), root: fromBase64Url(root).slice(0, ROOT_BYTES), witnesses: [...new Set(others)] };
}

function splitNote(note: string): { text: string; signatures: Signature[] } {
  const end = note.lastIndexOf("\n\n");
  const lines = note.slice(end + 2);
  if (end < 0 || !lines.endsWith("\n") || /[\0-\t\v-\x1f]/.test(note)) throw new CheckpointProblem("malformed");
  const signatures = lines.slice(0, -1).split("\n").map(readLine);
  if (signatures.length > MOST_SIGNATURES) throw new CheckpointProblem("malformed");
  return { text: note.slice(0, end + 1), signatures };
}

function readLine(line: string): Signature {
  const [, name, value] = LINE.exec(line) ?? [];
  const bytes = fromBase64Url(value ?? "");
  if (!name || bytes.length <= ID_BYTES) throw new CheckpointProblem("malformed");
  return { name, id: toHex(bytes.slice(0, ID_BYTES)), signature: bytes.slice(ID_BYTES) };
}
