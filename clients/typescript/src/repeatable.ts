// Which requests can be repeated although an earlier attempt may have been carried out.

import { KEYED } from "./keyed.js";

const PATTERNS = KEYED.map((operation) => new RegExp(`^${operation.replace(/\{\w+\}/g, "[^/]+")}$`));

/** Return whether a repetition has the effect of one request: reads, and commands whose key the server remembers. */
export function isRepeatable(method: string, path: string): boolean {
  const asked = `${method} ${path.split("?")[0]}`;
  return method === "GET" || PATTERNS.some((pattern) => pattern.test(asked));
}
