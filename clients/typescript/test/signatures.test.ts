// Webhooks and receipts: what the server has signed.

import assert from "node:assert/strict";
import { test } from "node:test";

import {
  checkReceipt,
  ReceiptProblem,
  verifyWebhook,
  WebhookProblem,
  type Event,
  type KeySet,
  type Receipt,
} from "dobon-client";
import { newPlayer, openDurak } from "./server.js";
import { readVectors } from "./vectors.js";

interface Delivery {
  secret: string;
  now: number;
  headers: Record<string, string>;
  body: string;
}

const { secret, now, headers, body } = readVectors("webhooks") as Delivery;
const printed = readVectors("receipts") as { key: string; receipt: string };
const keys = { keys: [JSON.parse(printed.key)] } as KeySet;
const receipt = JSON.parse(printed.receipt) as Receipt;

test("a delivery with the right signature is read, in every form of headers and body", async () => {
  assert.deepEqual(await verifyWebhook(secret, headers, body, now), JSON.parse(body).data);
  const bytes = new TextEncoder().encode(body);
  assert.equal((await verifyWebhook(secret, new Headers(headers), bytes, now - 299)).kind, "test");
  const several = { ...headers, "Webhook-Signature": `v1,${btoa("\0".repeat(32))} ${headers["Webhook-Signature"]}` };
  assert.equal((await verifyWebhook(secret, several, body, now + 299)).kind, "test");
});

test("a delivery that was changed or is old is refused", async () => {
  const changed: [Record<string, string>, string, number][] = [
    [headers, body.replaceAll("test", "turn"), now],
    [headers, body, now + 301],
    [headers, body, now - 301],
    [{ ...headers, "Webhook-Timestamp": String(now + 1) }, body, now],
    [{ ...headers, "Webhook-Timestamp": "now" }, body, now],
    [{ ...headers, "Webhook-Id": "another" }, body, now],
    [{ ...headers, "Webhook-Signature": "" }, body, now],
    [{}, body, now],
  ];
  for (const delivery of changed) await assert.rejects(verifyWebhook(secret, ...delivery), WebhookProblem);
});

test("the receipt of the documentation is valid", async () => {
  await checkReceipt(receipt, keys);
});

const withKey = (change: Partial<KeySet["keys"][number]>): KeySet => ({ keys: [{ ...keys.keys[0]!, ...change }] });

test("a receipt that proves nothing is refused", async () => {
  const wrong: [Partial<Receipt>, KeySet, string][] = [
    [{ version: 18 }, keys, "bad-signature"],
    [{ signature: "00" }, keys, "bad-signature"],
    [{ signature: "no hex" }, keys, "bad-signature"],
    [{ kid: "another" }, keys, "unknown-key"],
    [{}, withKey({ x: "A".repeat(43) }), "unknown-key"],
    [{}, withKey({ signs_from: "2026-11-21T03:24:05.123457Z" }), "wrong-time"],
    [{}, withKey({ signs_until: "2026-11-21T03:24:05.123456Z" }), "wrong-time"],
  ];
  for (const [change, known, code] of wrong) await assertProblem({ ...receipt, ...change }, known, undefined, code);
});

test("a receipt is compared with the log of the server", async () => {
  const client = await newPlayer();
  const game = await openDurak(client, await newPlayer());
  const path = { game };
  const { data: signed } = await client.get("/v1/games/{game}/receipt", { path });
  const { data: published } = await client.get("/v1/keys");
  const events: Event[] = [];
  for await (const event of client.events(game)) events.push(event);
  await checkReceipt(signed, published, events);
  await assertProblem(signed, published, events.slice(0, -1), "cut-off");
  const changed = events.map((event, place) => (place === 0 ? { ...event, at: receipt.at } : event));
  await assertProblem(signed, published, changed, "contradicted");
});

async function assertProblem(signed: Receipt, known: KeySet, log: Event[] | undefined, code: string): Promise<void> {
  const problem = await checkReceipt(signed, known, log).catch((error: unknown) => error);
  assert(problem instanceof ReceiptProblem, `${code}: ${String(problem)}`);
  assert.equal(problem.code, code);
}
