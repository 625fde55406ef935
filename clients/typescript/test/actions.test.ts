import assert from "node:assert/strict";
import { test } from "node:test";

import type { DobonClient, LegalAction, Table } from "dobon-client";
import { intercept, newPlayer, type Sent } from "./server.js";

const GRACE_SECONDS = 1;
/** A machine at full load answers late, but a client that waits by a wrong clock would be late by hours. */
const LATE_MS = 5_000;

/** The number of actions that were sent. */
const acted = (sent: Sent[]): number => sent.filter(({ path }) => path.endsWith("/actions")).length;

/** Open a game of Dobon that the second player begins, after the grace time and by the returned entry. */
async function beginningTooEarly(first: DobonClient, second: DobonClient): Promise<[Table, Table, LegalAction]> {
  const options = { claim_grace_seconds: GRACE_SECONDS, turn_seconds: 0, answer_seconds: 0, claim_hints: true } as const;
  const body = { ruleset: "dobon-sato", seats: 2, options } as const;
  for (;;) {
    const { data } = await first.post("/v1/games", { body });
    const seat = data.join_code === undefined ? {} : { join_code: data.join_code };
    await second.post("/v1/games/{game}/seats", { path: { game: data.id }, body: seat });
    for (const player of [first, second]) {
      const asked = await player.table(data.id);
      await asked.act(asked.view.actions[0]!); // the cut
    }
    const table = await second.table(data.id);
    const play = table.view.actions.find(({ action }) => action.type === "play");
    if (play?.allowed_from) return [await first.table(data.id), table, play];
  }
}

test("an action is sent at its moment, by the server's time alone", async (context) => {
  const { fetch, sent } = intercept((pass) => pass());
  const [first, second] = [await newPlayer(), await newPlayer({ fetch })];
  context.mock.method(Date, "now", () => 0); // this machine believes that it is 1970
  const [, table, play] = await beginningTooEarly(first, second);
  const [began, before] = [performance.now(), acted(sent)];
  const { events } = await table.act(play);
  const waited = performance.now() - began;
  assert.equal(events[0]?.type, "cards-played");
  assert.equal(acted(sent), before + 1, "the first attempt was accepted");
  assert.ok(Date.parse(events[0].at) >= Date.parse(play.allowed_from!));
  assert.ok(Date.parse(events[0].at) < Date.parse(play.allowed_from!) + LATE_MS, "it was not late");
  assert.ok(waited < GRACE_SECONDS * 1000 + LATE_MS);
});

test("an action that comes too early is sent again at the moment that the refusal names", async () => {
  const { fetch, sent } = intercept((pass) => pass());
  const [first, second] = [await newPlayer(), await newPlayer({ fetch })];
  const [, table, play] = await beginningTooEarly(first, second);
  const before = acted(sent);
  const { events } = await table.act(play.action);
  assert.equal(events[0]?.type, "cards-played");
  assert.equal(acted(sent), before + 2);
});

test("a result holds a receipt of its head on request", async () => {
  const [first, second] = [await newPlayer(), await newPlayer()];
  const [, table, play] = await beginningTooEarly(first, second);
  const { receipt, version, head } = await table.act(play, { receipt: true });
  assert.deepEqual([receipt?.game, receipt?.version, receipt?.head], [table.game, version, head]);
  const { keys } = (await first.get("/v1/keys")).data!;
  assert.ok(keys.some(({ kid }) => kid === receipt?.kid));
});

test("the next view comes as soon as another player moves", async () => {
  const [first, second] = [await newPlayer(), await newPlayer()];
  const [waiting, table, play] = await beginningTooEarly(first, second);
  const known = waiting.view.version;
  const next = waiting.next();
  await table.act(play);
  assert.ok((await next).version > known);
  assert.ok(waiting.view.version > known);
});

test("a view that has changed refuses an action with its old tag", async () => {
  const [first, second] = [await newPlayer(), await newPlayer()];
  const [, table, play] = await beginningTooEarly(first, second);
  await assert.rejects(table.act(play, { ifMatch: '"1-s1"' }), { code: "precondition-failed" });
});

test("waiting for the next view is quiet while an action is not allowed yet, and ends when it is", async () => {
  const { fetch, sent } = intercept((pass) => pass());
  const [first, second] = [await newPlayer(), await newPlayer({ fetch })];
  const [, table, play] = await beginningTooEarly(first, second);
  const before = sent.length;
  const view = await table.next();
  assert.equal(sent.length, before + 1);
  assert.equal(view.version, table.view.version);
  assert.ok(view.actions.every((entry) => entry.allowed_from === undefined));
  assert.ok(Date.parse(view.now) >= Date.parse(play.allowed_from!));
});
