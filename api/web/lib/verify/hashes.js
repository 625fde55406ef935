// The arithmetic of the log: canonical JSON, digests, seals and commitments, as docs/log-format.md says. By WebCrypto alone.

const encoder = new TextEncoder();

/** Can hashes be computed on this page? Browsers do so on pages that come by https or from the same machine. */
export function canHash() {
  return Boolean(globalThis.crypto?.subtle);
}

/** Bytes as lower-case hex. */
export function toHex(bytes) {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** The bytes of lower-case hex. Throws for anything else. */
export function fromHex(digits) {
  if (typeof digits !== "string" || !/^([0-9a-f]{2})*$/.test(digits)) throw new TypeError(`${digits} is no hex`);
  return Uint8Array.from(digits.match(/../g) ?? [], (byte) => Number.parseInt(byte, 16));
}

/** The one spelling of a value: keys in order, no spaces, whole numbers alone. Throws for what has none. */
export function canonicalJson(value) {
  if (value === null || typeof value === "boolean") return String(value);
  if (typeof value === "string") return JSON.stringify(value);
  if (typeof value === "number") {
    if (!Number.isSafeInteger(value) || Object.is(value, -0)) throw new TypeError(`${value} is no whole number`);
    return String(value);
  }
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(",")}]`;
  if (typeof value !== "object") throw new TypeError(`${typeof value} is no JSON`);
  const fields = Object.keys(value).sort();
  return `{${fields.map((name) => `${JSON.stringify(name)}:${canonicalJson(value[name])}`).join(",")}}`;
}

/** SHA-256 of bytes and texts, one after the other. */
export async function sha256(...pieces) {
  return new Uint8Array(await crypto.subtle.digest("SHA-256", concatenated(pieces)));
}

/** A function that gives HMAC-SHA-256 of a text with this key. */
export async function hmac(key) {
  const imported = await crypto.subtle.importKey("raw", key, { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
  return async (message) => new Uint8Array(await crypto.subtle.sign("HMAC", imported, encoder.encode(message)));
}

/** What is public of a round's secret before the deal. */
export async function commitment(secret) {
  return toHex(await sha256("dobon/commit/1|", secret));
}

/** The public stand-in for a sealed part; `keyed` is the `hmac` of the round's secret. */
export async function seal(keyed, version, part, payload) {
  return toHex(await sha256(await keyed(`dobon/seal/1|${version}|${part}`), canonicalJson(payload)));
}

/** The digest of a log before its first event. */
export async function emptyLogDigest(game) {
  return toHex(await sha256(`dobon/log/1|${game}`));
}

/** The digest of a log up to and with this event, from the one before it. */
export async function nextDigest(before, game, event) {
  const { version, type, schema, at, seals } = event;
  return toHex(await sha256(fromHex(before), canonicalJson({ game, version, type, schema, at, public: event.public, seals })));
}

function concatenated(pieces) {
  const parts = pieces.map((piece) => (typeof piece === "string" ? encoder.encode(piece) : piece));
  const whole = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
