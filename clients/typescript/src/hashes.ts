// Hex, Base64, canonical JSON, digests, seals and hash chains of the log (docs/log-format.md), computed with WebCrypto.

const encoder = new TextEncoder();

type Bytes = Uint8Array<ArrayBuffer>;

/** An event as far as digests cover it. */
export interface LogEvent {
  version: number;
  type: string;
  schema: number;
  at: string;
  public: object;
  seals: object;
  digest: string;
}

/** Can this page compute hashes? Browsers allow it on pages from https or from the same machine. */
export function canHash(): boolean {
  return Boolean(globalThis.crypto?.subtle);
}

/** Return bytes as lower-case hex. */
export function toHex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Return the bytes of lower-case hex. Throws a `TypeError` for anything else. */
export function fromHex(digits: unknown): Bytes {
  if (typeof digits !== "string" || !/^([0-9a-f]{2})*$/.test(digits)) throw new TypeError(`${digits} is not hex`);
  return Uint8Array.from(digits.match(/../g) ?? [], (byte) => Number.parseInt(byte, 16));
}

/** Return bytes as Base64 that is safe in addresses, without padding. */
export function toBase64Url(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes)).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/** Return the bytes of Base64, also of the form for addresses. Throws a `DOMException` for anything else. */
export function fromBase64Url(text: string): Bytes {
  return Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (letter) => letter.charCodeAt(0));
}

/**
 * Return the canonical JSON of a value: sorted keys, no spaces, only whole numbers. Throws a `TypeError` for values
 * without one.
 */
export function canonicalJson(value: unknown): string {
  if (value === null || typeof value === "boolean") return String(value);
  if (typeof value === "string") return JSON.stringify(value);
  if (typeof value === "number") {
    if (!Number.isSafeInteger(value) || Object.is(value, -0)) throw new TypeError(`${value} is not a whole number`);
    return String(value);
  }
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(",")}]`;
  if (typeof value !== "object") throw new TypeError(`${typeof value} is not JSON`);
  const fields = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1));
  return `{${fields.map(([name, inner]) => `${JSON.stringify(name)}:${canonicalJson(inner)}`).join(",")}}`;
}

/** Return the SHA-256 of bytes and texts, concatenated. */
export async function sha256(...pieces: (string | Bytes)[]): Promise<Bytes> {
  return new Uint8Array(await crypto.subtle.digest("SHA-256", concatenated(pieces)));
}

/** Return a function that computes the HMAC-SHA-256 of a string with this key. */
export async function hmac(key: Bytes): Promise<(message: string) => Promise<Bytes>> {
  const imported = await crypto.subtle.importKey("raw", key, { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
  return async (message: string) => new Uint8Array(await crypto.subtle.sign("HMAC", imported, encoder.encode(message)));
}

/** Return the link that is `rounds` before this one in a hash chain; the anchor comes before round 1. */
export async function linkBefore(link: Bytes, steps = 1): Promise<Bytes> {
  let found = link;
  for (let step = 0; step < steps; step += 1) found = await sha256("dobon/link/1|", found);
  return found;
}

/** Return the seal of a sealed part; `keyed` is the `hmac` of the round's secret. */
export async function seal(
  keyed: (message: string) => Promise<Bytes>,
  version: number,
  part: string,
  payload: unknown,
): Promise<string> {
  return toHex(await sha256(await keyed(`dobon/seal/1|${version}|${part}`), canonicalJson(payload)));
}

/** Return the first of these payloads that has the seal, or null. */
export async function openSeal<Payload>(
  keyed: (message: string) => Promise<Bytes>,
  version: number,
  part: string,
  stated: string,
  payloads: Iterable<Payload>,
): Promise<Payload | null> {
  const salt = await keyed(`dobon/seal/1|${version}|${part}`);
  for (const payload of payloads) if (toHex(await sha256(salt, canonicalJson(payload))) === stated) return payload;
  return null;
}

/** Return the digest of a log before its first event. */
export async function emptyLogDigest(game: string): Promise<string> {
  return toHex(await sha256(`dobon/log/1|${game}`));
}

/** Return the digest of a log up to this event, from the digest before it. */
export async function nextDigest(before: string, game: string, event: Omit<LogEvent, "digest">): Promise<string> {
  const { version, type, schema, at, seals } = event;
  return toHex(await sha256(fromHex(before), canonicalJson({ game, version, type, schema, at, public: event.public, seals })));
}

/** Return bytes and texts as one. */
export function concatenated(pieces: (string | Bytes)[]): Bytes {
  const parts = pieces.map((piece) => (typeof piece === "string" ? encoder.encode(piece) : piece));
  const whole = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
