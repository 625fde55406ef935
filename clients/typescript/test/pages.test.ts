import assert from "node:assert/strict";
import { test } from "node:test";

import { DobonClient, type Event, type Game, type View } from "dobon-client";
import { intercept, newPlayer, openDurak } from "./server.js";

test("iteration yields the items of all pages in their order", async () => {
  const client = await newPlayer();
  const opened: string[] = [];
  for (let made = 0; made < 3; made += 1) {
    opened.unshift((await client.post("/v1/games", { body: { ruleset: "durak", seats: 2 } })).data.id);
  }
  const found: Game[] = [];
  for await (const game of client.iterate("/v1/games", { query: { mine: true, limit: 1 } })) found.push(game);
  assert.deepEqual(found.map(({ id }) => id), opened);
});

test("iteration continues after versions as well", async () => {
  const client = await newPlayer();
  const game = await openDurak(client, await newPlayer());
  const found: Event[] = [];
  const asked = { path: { game }, query: { after: 1, limit: 2 } };
  for await (const event of client.iterate("/v1/games/{game}/events", asked)) found.push(event);
  const { version } = (await client.table(game)).view;
  assert.deepEqual(found.map((event) => event.version), Array.from({ length: version - 1 }, (_, place) => place + 2));
});

test("iteration continues after frames, and reads a page only when it is needed", async () => {
  const { fetch, sent } = intercept(async () => Response.json({ round: 1, frames: [{ version: 1 }], next: 2 }));
  const client = new DobonClient({ baseUrl: "http://test", fetch });
  const path = { game: "g", round_number: 1 };
  const frames = client.iterate("/v1/games/{game}/rounds/{round_number}/review", { path, query: { as: 0 } });
  for (let read = 0; read < 2; read += 1) assert.equal((await frames.next()).value?.version, 1);
  assert.deepEqual(sent.map(({ query }) => query), ["?as=0", "?as=0&from=2"]);
});

test("only an answer to a request with a known tag can be without a body, also by its type", async () => {
  const client = await newPlayer();
  const { data: game } = await client.post("/v1/games", { body: { ruleset: "durak", seats: 2 } });
  const { data: view, etag } = await client.get("/v1/games/{game}/view", { path: { game: game.id } });
  const present: View = view;
  assert.equal(present.game, game.id);
  const known = await client.get("/v1/games/{game}/view", { path: { game: game.id }, ifNoneMatch: etag });
  // @ts-expect-error - null is not a View
  const absent: View = known.data;
  assert.equal(absent, null);
});
