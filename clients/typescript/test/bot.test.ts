import assert from "node:assert/strict";
import { test } from "node:test";

import type { Challenge, DobonClient } from "dobon-client";
import { Runner, type Bot, type RunnerOptions } from "dobon-client/bot";
import { newPlayer } from "./server.js";

const DURAK = { ruleset: "durak", seats: 2 } as const;
const PAUSE_MS = 100;

/** Plays the first action. */
const first: Bot = { decide: (_, actions) => actions[0]! };

const broken: Bot = {
  decide() {
    throw new Error("no idea");
  },
};

/** Return a client with a new bot account. */
async function newBot(): Promise<DobonClient> {
  const client = await newPlayer();
  await client.put("/v1/players/me/bot", { query: { confirm: true } });
  return client;
}

/** Challenge a player; return the challenge once it is answered. */
async function answered(challenger: DobonClient, to: DobonClient): Promise<Challenge> {
  const player = (await to.get("/v1/players/me")).data.id;
  const { data } = await challenger.post("/v1/challenges", { body: { ...DURAK, player } });
  for (let found = data; ; ) {
    if (found.status !== "open") return found;
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    found = (await challenger.get("/v1/challenges/{challenge}", { path: { challenge: found.id } })).data;
  }
}

/** Do something while a bot runs, which then is ended at once. */
async function during(client: DobonClient, bot: Bot, options: RunnerOptions, work: () => Promise<void>): Promise<void> {
  const end = new AbortController();
  const running = assert.rejects(new Runner(client, bot, options).run(end.signal), { name: "AbortError" });
  try {
    await work();
  } finally {
    end.abort();
    await running;
  }
}

test("two bots meet in the ladder, and play to the end after they are stopped", async () => {
  const clients = [await newBot(), await newBot()];
  const stopping: Bot = {
    decide(view, actions) {
      for (const runner of runners) runner.stop();
      return first.decide(view, actions);
    },
  };
  const runners = clients.map((client) => new Runner(client, stopping, { ladder: [DURAK] }));
  await Promise.all(runners.map((runner) => runner.run()));
  for (const client of clients) {
    const { data } = await client.get("/v1/games", { query: { mine: true } });
    assert.deepEqual(data.games.map(({ ruleset, status }) => [ruleset, status]), [["durak", "finished"]]);
  }
});

test("a bot accepts a challenge, and plays it to the end", async () => {
  const [person, bot] = [await newPlayer(), await newBot()];
  await during(bot, first, {}, async () => {
    const { status, game } = await answered(person, bot);
    assert.equal(status, "accepted");
    const table = await person.table(game!);
    while (table.view.status !== "finished") {
      const [action] = table.view.actions;
      if (action) await table.act(action).catch(() => table.refresh());
      else await table.next();
    }
  });
});

test("challenges that are too many or unwanted are declined", async () => {
  const [person, bot] = [await newPlayer(), await newBot()];
  await during(bot, first, { most: 0 }, async () => {
    const { status, reason } = await answered(person, bot);
    assert.deepEqual([status, reason], ["declined", "later"]);
  });
  await during(bot, { ...first, accepts: () => false }, {}, async () => {
    const { status, reason } = await answered(person, bot);
    assert.deepEqual([status, reason], ["declined", "no-reason"]);
  });
});

test("a bot that fails does not end the runner", async () => {
  const [bot, told] = [await newBot(), [] as string[]];
  await during(bot, broken, { log: (message) => told.push(message) }, async () => {
    for (const person of [await newPlayer(), await newPlayer()])
      assert.equal((await answered(person, bot)).status, "accepted");
    while (!told.some((message) => message.includes("the bot has failed")))
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  });
});

test("a bot that is stopped leaves the queue", async () => {
  const bot = await newBot();
  const runner = new Runner(bot, first, { ladder: [DURAK] });
  const running = runner.run();
  for (let waits = false; !waits; )
    waits = await bot.get("/v1/queue/me").then(() => true, () => false);
  runner.stop();
  await running;
  await assert.rejects(bot.get("/v1/queue/me"), { status: 404 });
});

test("a runner ends with an invalid token", async () => {
  const bot = await newPlayer();
  await bot.delete("/v1/players/me/token");
  await assert.rejects(new Runner(bot, first, { ladder: [DURAK] }).run(), { code: "unauthorized" });
});
