// The check of a webhook's signature, by the scheme Standard Webhooks.

import { concatenated, fromBase64Url } from "./hashes.js";
import type { Notification, WebhookMessage } from "./types.js";

/** How far the time of a delivery may be from now. An older delivery may have been recorded and sent again. */
const TOLERANCE_SECONDS = 300;

/** The headers of a delivery, as `fetch` or Node.js has them. */
export type WebhookHeaders = Headers | Record<string, string | string[] | undefined>;

/** A delivery that does not come from the server, or not now. */
export class WebhookProblem extends Error {
  override readonly name = "WebhookProblem";
}

/**
 * Return the notification of a delivery whose signature is right.
 *
 * `secret` is the text that was shown when the webhook was created, `body` the bytes or the text as they came, and
 * `now` the seconds since 1970, by default those of this machine. A delivery can come twice, with the same
 * `webhook-id`. Throws a `WebhookProblem`.
 */
export async function verifyWebhook(
  secret: string,
  headers: WebhookHeaders,
  body: Uint8Array<ArrayBuffer> | string,
  now = Date.now() / 1000,
): Promise<Notification> {
  const entries = headers instanceof Headers ? [...headers] : Object.entries(headers);
  const given = new Map(entries.map(([name, value]) => [name.toLowerCase(), String(value ?? "")]));
  const [id, sent, signatures] = ["id", "timestamp", "signature"].map((name) => given.get(`webhook-${name}`) ?? "");
  if (!id || !signatures || !/^\d+$/.test(sent ?? "")) {
    throw new WebhookProblem("The headers webhook-id, webhook-timestamp and webhook-signature are needed.");
  }
  const bytes = fromBase64Url(secret.replace(/^whsec_/, ""));
  const key = await crypto.subtle.importKey("raw", bytes, { name: "HMAC", hash: "SHA-256" }, false, ["verify"]);
  const signed = concatenated([`${id}.${sent}.`, body]);
  const stated = signatures.split(" ").flatMap((one) => /^v1,([A-Za-z0-9+/]{43}=)$/.exec(one)?.[1] ?? []);
  const right = await Promise.all(stated.map((one) => crypto.subtle.verify("HMAC", key, fromBase64Url(one), signed)));
  if (!right.includes(true)) throw new WebhookProblem("The signature is not that of the secret.");
  if (Math.abs(now - Number(sent)) > TOLERANCE_SECONDS) {
    throw new WebhookProblem(`The delivery was sent more than ${TOLERANCE_SECONDS} seconds from now.`);
  }
  const text = typeof body === "string" ? body : new TextDecoder().decode(body);
  return (JSON.parse(text) as WebhookMessage).data;
}
