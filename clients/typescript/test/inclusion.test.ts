// The public log: what its entries and proofs say about a log, and kept checkpoints about the public log.

import assert from "node:assert/strict";
import { test } from "node:test";

import type { Inclusion, KeySet } from "dobon-client";
import {
  CheckpointProblem,
  consistencyProof,
  entryText,
  isExtended,
  isIncluded,
  leafHash,
  openCheckpoint,
  tilePath,
  treeRoot,
  verifyInclusion,
  type EntryKind,
  type FileReader,
  type Hash,
  type InclusionToVerify,
  type Nodes,
  type RecordedEvent,
} from "dobon-client/verify";
import { readVectors, recordedLog } from "./vectors.js";

interface Published {
  tree: {
    leaves: string[];
    roots: string[];
    extended: { old: number; size: number; proof: string[] };
  };
  tiles: [number, string][];
}

interface Files {
  [path: string]: string;
}

interface PublicLog {
  log: string;
  keys: KeySet;
  other_keys: KeySet;
  entries: string[];
  inclusion: Inclusion & { checkpoint: string };
  witnesses: string[];
  size: number;
  files: Files;
  extended: string[];
  later: { checkpoint: string; files: Files };
  rewritten: string[];
  rewritten_files: Files;
  replaced: string;
}

const published = readVectors("transparency") as Published;
const vectors = readVectors("public_log") as PublicLog;
const [{ game }, ...events] = recordedLog(vectors.log) as [{ game: string }, ...RecordedEvent[]];
const { inclusion, keys } = vectors;

const hash = (digits: string): Hash => Uint8Array.from(Buffer.from(digits, "hex"));
const hex = (bytes: Hash): string => Buffer.from(bytes).toString("hex");

const reading =
  (files: Files): FileReader =>
  async (path) => {
    const data = files[path];
    if (data === undefined) throw new Error(`no ${path}`);
    return Buffer.from(data, "base64");
  };

const verify = (given: Partial<InclusionToVerify> = {}) =>
  verifyInclusion({ game, events, inclusion, keys, read: reading(vectors.files), ...given });

test("the roots and proofs of the published vectors are right", async () => {
  const { leaves, roots, extended } = published.tree;
  // By the definition of the hashes.
  const nodes: Nodes = async (level, number) => {
    if (level === 0) return leafHash(hash(leaves[number]!));
    const [left, right] = [await nodes(level - 1, number * 2), await nodes(level - 1, number * 2 + 1)];
    return new Uint8Array(await crypto.subtle.digest("SHA-256", Uint8Array.of(1, ...left, ...right)));
  };
  for (const [size, root] of roots.entries()) assert.equal(hex(await treeRoot(size, nodes)), root);
  const proof = await consistencyProof(extended.old, extended.size, nodes);
  assert.deepEqual(proof.map(hex), extended.proof);
  for (let size = 1; size < roots.length; size += 1) {
    for (let old = 1; old <= size; old += 1) {
      const found = await consistencyProof(old, size, nodes);
      const [before, now] = [hash(roots[old]!), hash(roots[size]!)];
      assert.equal(await isExtended(old, before, size, now, found), true);
      assert.equal(await isExtended(old, hash(roots[old - 1]!), size, now, found), false);
      assert.equal(await isExtended(old, before, size, hash(roots[size - 1]!), found), false);
      assert.equal(await isExtended(old, before, size, now, [...found, before]), false);
    }
  }
  // A proof ends at the root of its own tree, and not in the middle of a larger one.
  const [first, second, root] = [await nodes(0, 0), await nodes(0, 1), hash(roots[2]!)];
  for (const [size, right] of [[2, true], [4, false]] as const) {
    assert.equal(await isIncluded(first, 0, size, [second], root), right);
    assert.equal(await isExtended(1, first, size, root, [second]), right);
  }
  assert.equal(await isExtended(0, hash(roots[0]!), 5, hash(roots[5]!), []), true);
  assert.equal(await isExtended(6, hash(roots[6]!), 5, hash(roots[5]!), []), false);
});

test("tiles have the names of the specification", () => {
  for (const [number, name] of published.tiles) {
    assert.equal(tilePath(0, number), `tile/0/${name}`);
    assert.equal(tilePath(3, number, 5), `tile/3/${name}.p/5`);
  }
});

test("a checkpoint is opened with the key of the server, and names its witnesses", async () => {
  const { origin, size, witnesses } = await openCheckpoint(inclusion.checkpoint, keys);
  assert.deepEqual([origin, size, witnesses], ["dobon/log/first", vectors.size, vectors.witnesses]);
});

test("a checkpoint that proves nothing is refused", async () => {
  const note = inclusion.checkpoint;
  const wrong: [string, KeySet, string][] = [
    [note, vectors.other_keys, "unknown-key"],
    [note, { keys: [] }, "unknown-key"],
    [note.replace(`\n${vectors.size}\n`, `\n${vectors.size + 1}\n`), keys, "bad-signature"],
    [note.replace("dobon/log/first\n", "dobon/log/other\n"), keys, "unknown-key"],
    [note.replace(`\n${vectors.size}\n`, `\n0${vectors.size}\n`), keys, "malformed"],
    [note.replace(`\n${vectors.size}\n`, `\n${"9".repeat(17)}\n`), keys, "malformed"],
    [note.slice(0, -1), keys, "malformed"],
    [`${note}\n`, keys, "malformed"],
    [`\t${note}`, keys, "malformed"],
    [`${note}— name A\n`, keys, "malformed"],
    [`${note}— name AAAA\n`, keys, "malformed"],
    [note + "— name AAAAAAA=\n".repeat(100), keys, "malformed"],
    ["", keys, "malformed"],
  ];
  for (const [text, known, code] of wrong) {
    const problem = await openCheckpoint(text, known).catch((error: unknown) => error);
    assert(problem instanceof CheckpointProblem, `${code}: ${JSON.stringify(text)}`);
    assert.equal(problem.code, code);
  }
});

test("an entry has the bytes of the server", () => {
  const made = inclusion.entries.map(({ kind, version, head }) => entryText({ game, kind, version, head }));
  assert.deepEqual(made, vectors.entries);
});

test("every entry is included at its place and at no other", async () => {
  const { root, size } = await openCheckpoint(inclusion.checkpoint, keys);
  for (const [place, { index, proof }] of inclusion.entries.entries()) {
    const [leaf, steps] = [await leafHash(vectors.entries[place]!), proof.map(hash)];
    assert.equal(await isIncluded(leaf, index, size, steps, root), true);
    for (const other of [index - 1, index + 1, -1, size, index + 0.5]) {
      assert.equal(await isIncluded(leaf, other, size, steps, root), false);
    }
    for (const other of [steps.slice(1), steps.slice(0, -1), [...steps, leaf], []]) {
      assert.equal(await isIncluded(leaf, index, size, other, root), false);
    }
  }
});

test("a log whose heads are in the public log agrees", async () => {
  assert.deepEqual(await verify(), {
    entries: { opened: "agrees", seated: "agrees", ended: "agrees" },
    history: "first",
    size: vectors.size,
    witnesses: vectors.witnesses,
    keep: inclusion.checkpoint,
  });
});

const answer = (kind: EntryKind, change: Partial<Inclusion["entries"][number]> | null): Inclusion => ({
  ...inclusion,
  entries: inclusion.entries.flatMap((one) => (one.kind !== kind ? [one] : change ? [{ ...one, ...change }] : [])),
});

test("a log that was changed after it was entered is told from one that was cut off", async () => {
  const at = "2026-11-21T03:24:05.123456Z";
  const changed = events.map((event, place) => (place === 20 ? { ...event, at } : event));
  const found = (await verify({ events: changed })).entries;
  assert.deepEqual(found, { opened: "agrees", seated: "agrees", ended: "contradicted" });
  const cut = (await verify({ events: events.slice(0, -1) })).entries;
  assert.deepEqual(cut, { opened: "agrees", seated: "agrees", ended: "cut-off" });
});

test("an entry that is left out, changed or not proven is none", async () => {
  const entries = async (given: Inclusion) => (await verify({ inclusion: given })).entries;
  assert.equal((await entries(answer("ended", null))).ended, "missing");
  assert.equal((await entries(answer("ended", { head: "00".repeat(32) }))).ended, "unproven");
  assert.equal((await entries(answer("ended", { version: 1 }))).ended, "unproven");
  assert.equal((await entries(answer("seated", { index: 1 }))).seated, "unproven");
  assert.equal((await entries(answer("seated", { proof: [] }))).seated, "unproven");
  const running = await verify({ inclusion: answer("ended", null), events: events.slice(0, -1) });
  assert.deepEqual(running.entries, { opened: "agrees", seated: "agrees" });
});

test("an answer that cannot be used is refused", async () => {
  await assert.rejects(verify({ inclusion: { ...inclusion, game: "other" } }), TypeError);
  await assert.rejects(verify({ inclusion: answer("ended", { proof: ["x"] }) }), TypeError);
  await assert.rejects(verify({ keys: vectors.other_keys }), CheckpointProblem);
  await assert.rejects(verify({ keys: vectors.other_keys, kept: inclusion.checkpoint }), CheckpointProblem);
});

test("a public log that was only extended replaces the kept checkpoint", async () => {
  for (const kept of vectors.extended) {
    const { history, keep } = await verify({ kept });
    assert.deepEqual([history, keep], ["extended", inclusion.checkpoint]);
  }
});

test("a public log that was rewritten is found, and the kept checkpoint stays", async () => {
  for (const kept of vectors.rewritten) {
    const { history, keep } = await verify({ kept });
    assert.deepEqual([history, keep], ["rewritten", kept]);
  }
  const { history, keep } = await verify({ kept: vectors.replaced });
  assert.deepEqual([history, keep], ["replaced", vectors.replaced]);
});

test("a public log that is empty now is another one", async () => {
  const empty: Inclusion = { game, checkpoint: null, entries: [] };
  const missing = (await verify({ inclusion: empty })).entries;
  assert.deepEqual(missing, { opened: "missing", seated: "missing", ended: "missing" });
  const { history, keep } = await verify({ inclusion: empty, kept: inclusion.checkpoint });
  assert.deepEqual([history, keep], ["replaced", inclusion.checkpoint]);
  assert.equal((await verify({ inclusion: empty })).history, "first");
});

test("an older answer is compared with the newer checkpoint that was kept", async () => {
  const { checkpoint, files } = vectors.later;
  const { history, keep } = await verify({ kept: checkpoint, read: reading(files) });
  assert.deepEqual([history, keep], ["extended", checkpoint]);
});

test("a mirror may have full tiles alone", async () => {
  const [kept, path] = [vectors.extended[3]!, `tile/0/001.p/${vectors.size - 256}`];
  const data = Buffer.from(vectors.files[path]!, "base64");
  const history = async (length: number) => {
    const file = Buffer.alloc(length * 32);
    data.copy(file);
    const read = reading({ ...vectors.files, [path]: file.toString("base64") });
    return (await verify({ events: [], kept, read })).history;
  };
  assert.deepEqual([await history(256), await history(255)], ["extended", "unproven"]);
});

test("files that are missing or of another tree neither convict nor confirm", async () => {
  const tiles = Object.keys(vectors.files);
  assert(tiles.length > 2);
  const kept = vectors.extended[3]!;
  const readers: FileReader[] = [reading({}), reading(vectors.rewritten_files), async () => new Uint8Array(32)];
  for (const path of tiles) {
    const bytes = Buffer.from(vectors.files[path]!, "base64");
    for (let at = 0; at < bytes.length; at += 32 * 7) {
      const changed = Buffer.from(bytes);
      changed[at] = changed[at]! ^ 1;
      const read = reading({ ...vectors.files, [path]: changed.toString("base64") });
      const { history } = await verify({ events: [], kept, read });
      // A hash that the proof does not need may be any.
      assert(["unproven", "extended"].includes(history), `${path} ${at}: ${history}`);
    }
  }
  for (const read of readers) {
    const { history, keep } = await verify({ kept, read });
    assert.deepEqual([history, keep], ["unproven", kept]);
  }
  const { history } = await verifyInclusion({ game, events, inclusion, keys, kept });
  assert.equal(history, "unproven");
});
