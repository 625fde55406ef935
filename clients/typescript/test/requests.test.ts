import assert from "node:assert/strict";
import { test } from "node:test";

import { DobonClient, DobonError } from "dobon-client";
import { BASE_URL, intercept, newPlayer, problem } from "./server.js";

const GAME = { ruleset: "durak", seats: 2 } as const;

test("a command whose answer is lost happens once, because it is repeated with its key", async () => {
  const { fetch, sent } = intercept(async (pass, { length }) => {
    const response = await pass();
    if (length < 3) throw new TypeError("the connection was reset");
    return response;
  });
  const outages: boolean[] = [];
  const client = await newPlayer({ fetch, onOutage: (failing) => outages.push(failing) });
  const { data } = await client.post("/v1/games", { body: GAME });
  assert.equal(sent.length, 3);
  assert.equal(new Set(sent.map(({ headers }) => headers.get("Idempotency-Key"))).size, 1);
  assert.deepEqual(outages, [true, false]);
  const { data: mine } = await client.get("/v1/games", { query: { mine: true } });
  assert.deepEqual(
    mine.games.map(({ id }) => id),
    [data.id],
  );
});

test("two commands have two keys, and a given key is used", async () => {
  const { fetch, sent } = intercept((pass) => pass());
  const client = await newPlayer({ fetch });
  const made = [];
  for (const options of [{}, {}, { key: "mine" }, { key: "mine" }]) {
    made.push((await client.post("/v1/games", { body: GAME, ...options })).data.id);
  }
  assert.equal(new Set(made).size, 3);
  assert.equal(new Set(sent.map(({ headers }) => headers.get("Idempotency-Key"))).size, 3);
});

test("a command without a remembered key is sent once, and its unknown outcome is reported", async () => {
  const { fetch, sent } = intercept(() => Promise.reject(new TypeError("the connection was reset")));
  const client = await newPlayer({ fetch });
  await assert.rejects(client.delete("/v1/players/me/token"), { code: "no-answer", status: 0, outcomeUnknown: true });
  assert.equal(sent.length, 1);
});

test("Retry-After is obeyed, for every command, because a refused request was not carried out", async () => {
  const { fetch, sent } = intercept(async (pass, { length }) =>
    length === 1 ? problem(429, "rate-limited", { "Retry-After": "1" }) : pass(),
  );
  const client = await newPlayer({ fetch });
  const began = performance.now();
  await client.delete("/v1/players/me/token");
  assert.equal(sent.length, 2);
  assert.ok(performance.now() - began >= 1000);
});

test("a refusal is thrown at once, with its problem", async () => {
  const { fetch, sent } = intercept((pass) => pass());
  const client = await newPlayer({ fetch, language: "ja" });
  const refused = client.post("/v1/games", { body: { ...GAME, seats: 40 } });
  await assert.rejects(refused, (error) => {
    assert.ok(error instanceof DobonError);
    assert.equal(error.code, "bad-seat-count");
    assert.equal(error.problem?.status, 422);
    assert.match(error.message, /人数/);
    return !error.outcomeUnknown;
  });
  assert.equal(sent.length, 1);
});

test("a read gives up when its patience ends", async () => {
  const { fetch, sent } = intercept(async () => new Response("", { status: 502 }));
  const client = await newPlayer({ fetch, patience: { read: 1500 } });
  await assert.rejects(client.get("/v1/rulesets"), { code: "http-502", status: 502, outcomeUnknown: false });
  assert.ok(sent.length > 1 && sent.length < 9, `${sent.length} attempts`);
});

test("a request can be aborted while it waits for the next attempt", async () => {
  const { fetch } = intercept(async () => problem(503, "unavailable", { "Retry-After": "60" }));
  const client = await newPlayer({ fetch, patience: { read: 100_000 } });
  await assert.rejects(client.get("/v1/rulesets", { signal: AbortSignal.timeout(50) }), { name: "TimeoutError" });
});

test("a client without a token is refused, and paths are encoded", async () => {
  const client = new DobonClient({ baseUrl: `${BASE_URL}/` });
  await assert.rejects(client.get("/v1/players/me"), { code: "unauthorized", status: 401 });
  await assert.rejects(client.get("/v1/rulesets/{key}", { path: { key: "a/b?c" as "durak" } }), { status: 404 });
});

test("the types refuse what the server would refuse", async () => {
  const client = new DobonClient();
  const wrong = [
    // @ts-expect-error An unknown option.
    () => client.post("/v1/games", { body: { ruleset: "dobon-sato", seats: 2, options: { hand_sise: 5 } } }),
    // @ts-expect-error An option of another ruleset.
    () => client.post("/v1/games", { body: { ruleset: "durak", seats: 2, options: { hand_size: 5 } } }),
    // @ts-expect-error A missing body.
    () => client.post("/v1/games"),
    // @ts-expect-error A missing value of the path.
    () => client.get("/v1/games/{game}/view", {}),
    // @ts-expect-error An unknown path.
    () => client.get("/v1/gammes"),
    // @ts-expect-error A method that the path does not have.
    () => client.delete("/v1/games"),
  ];
  assert.equal(wrong.length, 6);
});
