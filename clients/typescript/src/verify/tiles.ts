// The tiles of the public log: its tree in files of up to 256 hashes (C2SP `tlog-tiles`).

import { fullHash, type Hash, type Nodes } from "./merkle.js";

/** Returns a file of the public log by its path, such as `tile/0/x001/234.p/5`. */
export type FileReader = (path: string) => Promise<Uint8Array>;

const HEIGHT = 8;
const WIDTH = 256;
const HASH_BYTES = 32;

/** Return the path of a tile. */
export function tilePath(level: number, number: number, width = WIDTH): string {
  const groups = [];
  for (let rest = number; groups.length === 0 || rest > 0; rest = Math.floor(rest / 1000)) {
    groups.unshift(`${groups.length > 0 ? "x" : ""}${String(rest % 1000).padStart(3, "0")}`);
  }
  return `tile/${level}/${groups.join("/")}${width < WIDTH ? `.p/${width}` : ""}`;
}

/**
 * Return the nodes of a tree of `size` entries. Each tile is read once. They throw an `Error` for a file of another
 * length.
 */
export function nodesOf(size: number, read: FileReader): Nodes {
  const known = new Map<string, Promise<Hash[]>>();
  return async (level, number) => {
    const above = Math.floor(level / HEIGHT);
    const span = 2 ** (level % HEIGHT);
    const place = Math.floor((number * span) / WIDTH);
    const first = (number * span) % WIDTH;
    const width = Math.min(Math.floor(size / WIDTH ** above) - place * WIDTH, WIDTH);
    const path = tilePath(above, place, width);
    if (!known.has(path)) known.set(path, readTile(path, width, read));
    return fullHash((await known.get(path)!).slice(first, first + span));
  };
}

async function readTile(path: string, width: number, read: FileReader): Promise<Hash[]> {
  const data = Uint8Array.from(await read(path));
  // A mirror may have the full tile alone.
  if (![width, WIDTH].includes(data.length / HASH_BYTES)) throw new Error(`${path} has ${data.length} bytes`);
  return Array.from({ length: width }, (_, at) => data.slice(at * HASH_BYTES, (at + 1) * HASH_BYTES));
}
