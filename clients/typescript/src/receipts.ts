// The check of receipts: the server's signature under a log (docs/receipts.md of the server).

import {
  canonicalJson,
  concatenated,
  emptyLogDigest,
  fromBase64Url,
  fromHex,
  nextDigest,
  sha256,
  toBase64Url,
  type LogEvent,
} from "./hashes.js";
import type { KeySet, Receipt } from "./types.js";

/** What is wrong with a receipt, or with the log that it signs. */
export type ReceiptCode = "unknown-key" | "wrong-time" | "bad-signature" | "contradicted" | "cut-off";

const MEANINGS: Record<ReceiptCode, string> = {
  "unknown-key": "Its key is not among the keys.",
  "wrong-time": "Its key did not sign at that time.",
  "bad-signature": "It was changed, or the server never made it.",
  contradicted: "The log has another head at that version, so it was changed after the signature.",
  "cut-off": "The log ends before that version.",
};

/** A receipt that proves nothing, or a log that it contradicts. */
export class ReceiptProblem extends Error {
  readonly code: ReceiptCode;

  constructor(code: ReceiptCode) {
    super(MEANINGS[code]);
    this.name = "ReceiptProblem";
    this.code = code;
  }
}

/**
 * Check the signature of a receipt, and with events that they are the log that it signs.
 *
 * `keys` are those that the server publishes (`/v1/keys`), kept together with the receipt. `events` are those of the
 * game from the first one on. Throws a `ReceiptProblem`, and a `DOMException` where WebCrypto has no Ed25519.
 */
export async function checkReceipt(receipt: Receipt, keys: KeySet, events?: Iterable<LogEvent>): Promise<void> {
  const { game, version, head, at, kid } = receipt;
  const key = keys.keys.find((one) => one.kid === kid);
  if (!key || (await thumbprint(key)) !== kid) throw new ReceiptProblem("unknown-key");
  // Moments have one form, so their order is that of their texts.
  const signs = at >= key.signs_from && (key.signs_until === null || at < key.signs_until);
  if (!signs) throw new ReceiptProblem("wrong-time");
  const publicKey = await crypto.subtle.importKey("raw", fromBase64Url(key.x), "Ed25519", false, ["verify"]);
  const signed = concatenated([`dobon/receipt/1|${canonicalJson({ game, version, head, at })}`]);
  const signature = /^([0-9a-f]{2})*$/.test(receipt.signature) ? fromHex(receipt.signature) : null;
  const right = signature && (await crypto.subtle.verify("Ed25519", publicKey, signature, signed));
  if (!right) throw new ReceiptProblem("bad-signature");
  if (events) await compare(receipt, events);
}

/** Return the name that a key must have: its JWK thumbprint (RFC 7638). */
async function thumbprint({ crv, kty, x }: KeySet["keys"][number]): Promise<string> {
  return toBase64Url(await sha256(canonicalJson({ crv, kty, x })));
}

/** Throw a `ReceiptProblem` if the receipt contradicts a log. */
async function compare(receipt: Receipt, events: Iterable<LogEvent>): Promise<void> {
  let [head, version] = [await emptyLogDigest(receipt.game), 0];
  for (const event of events) {
    if (version === receipt.version) break;
    head = await nextDigest(head, receipt.game, event);
    version += 1;
  }
  if (version < receipt.version) throw new ReceiptProblem("cut-off");
  if (head !== receipt.head) throw new ReceiptProblem("contradicted");
}
