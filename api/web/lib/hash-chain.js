// The hash chains with which this player contributes to the shuffles (docs/fairness.md). This browser keeps each chain
// under its anchor until the game is over.

import { getStored, setStored } from "./storage.js";
import { canHash, fromHex, linkBefore, toHex } from "./verify/hashes.js";

/** Length of a chain: no game has more rounds. */
const ROUNDS = 20;
const LINK_BYTES = 32;

/** Draw a new chain and return its anchor; null if this page cannot compute hashes. */
export async function newAnchor() {
  if (!canHash()) return null;
  const last = crypto.getRandomValues(new Uint8Array(LINK_BYTES));
  const anchor = toHex(await linkBefore(last, ROUNDS));
  setStored(`chain.${anchor}`, toHex(last));
  return anchor;
}

/** Return the body of a request for a seat, with the anchor of a new chain. */
export async function withAnchor(body) {
  const anchor = await newAnchor();
  return anchor ? { ...body, anchor } : body;
}

/** Return the link of a round, or null if this browser does not have the chain. */
export async function linkOf(anchor, round) {
  const last = anchor && canHash() ? getStored(`chain.${anchor}`) : null;
  return last ? toHex(await linkBefore(fromHex(last), ROUNDS - round)) : null;
}

/** Forget a chain whose game is over. */
export function forgetChain(anchor) {
  setStored(`chain.${anchor}`, null);
}
