// The vectors and recorded logs of the repository, which the tests of the server and of the Python client use as well.

import { readFileSync } from "node:fs";

const TESTS = "../../tests";

/** Return the vectors of a file. */
export function readVectors(name: string): unknown {
  return JSON.parse(readFileSync(`${TESTS}/vectors/${name}.json`, "utf-8"));
}

/** Return the lines of a recorded game. */
export function recordedLog(name: string): unknown[] {
  const text = readFileSync(`${TESTS}/golden/${name}.jsonl`, "utf-8");
  return text.trimEnd().split("\n").map((line) => JSON.parse(line) as unknown);
}
