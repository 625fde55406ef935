import assert from "node:assert/strict";
import { test } from "node:test";

import { CutProblem, type DobonClient, type NewGame, type Store, type Table } from "dobon-client";
import { BASE_URL, newPlayer } from "./server.js";

const GAME: NewGame = {
  ruleset: "dobon-sato",
  seats: 2,
  bots: ["careful"],
  options: { bot_delay_ms: 60_000, rounds: 1, turn_seconds: 0 },
};

/** Open a game that waits for the cut of its player. */
async function opened(player: DobonClient): Promise<Table> {
  return player.table((await player.post("/v1/games", { body: GAME })).data.id);
}

function newStore(): Store & { content: Map<string, string> } {
  const content = new Map<string, string>();
  const set = (name: string, value: string | null) => void (value === null ? content.delete(name) : content.set(name, value));
  return { content, get: (name) => content.get(name) ?? null, set };
}

/** A proxy that takes the links out of actions. */
const withoutLinks: typeof fetch = (address, init = {}) => {
  if (!String(address).includes("/actions")) return fetch(address, init);
  const { link: _, ...action } = JSON.parse(String(init.body)) as { link?: string };
  return fetch(address, { ...init, body: JSON.stringify(action) });
};

test("the link follows a receipt, and is in the deck and in a receipt", async () => {
  const table = await opened(await newPlayer());
  const { version } = await table.act(table.view.actions[0]!);
  assert.deepEqual(table.view.round?.contributed, [0]);
  assert.deepEqual(table.cut?.receipts.map((receipt) => receipt.version), [version - 2, version]);
});

test("a later run goes on with what the store has", async () => {
  const store = newStore();
  const player = await newPlayer({ store });
  const { game } = await opened(player);
  const later = await newPlayer({ store: { ...store } });
  later.token = player.token;
  const table = await later.table(game);
  await table.act(table.view.actions[0]!);
  assert.deepEqual(table.view.round?.contributed, [0]);
});

test("both players of a challenge cut its decks", async () => {
  const stores = [newStore(), newStore()] as const;
  const [first, second] = [await newPlayer({ store: stores[0] }), await newPlayer({ store: stores[1] })];
  const player = (await second.get("/v1/players/me")).data.id;
  const { data: made } = await first.post("/v1/challenges", { body: { player, ruleset: "durak" } });
  const { data: accepted } = await second.post("/v1/challenges/{challenge}/accept", { path: { challenge: made.id } });
  const game = accepted.game!;
  assert.equal(stores[0].get(`anchor.${made.id}`), null);
  const tables = [await first.table(game), await second.table(game)] as const;
  assert.equal(stores[1].get(`anchor.${game}`), tables[1].view.you?.anchor);
  for (const table of tables) await table.act(table.view.actions[0]!);
  assert.deepEqual(tables[1].view.round?.contributed, [0, 1]);
});

test("the player is told once that a proxy has dropped the link", async () => {
  const told: CutProblem[] = [];
  const player = await newPlayer({ fetch: withoutLinks, onCutProblem: (problem) => told.push(problem) });
  const table = await opened(player);
  await table.act(table.view.actions[0]!);
  await table.refresh();
  assert.deepEqual(told.map(({ message }) => message), ["Your cut is not in this deck."]);
});

test("a player who refuses is told nothing", async () => {
  const told: CutProblem[] = [];
  const table = await opened(await newPlayer({ onCutProblem: (problem) => told.push(problem) }));
  await table.act(table.view.actions[0]!, { cut: false });
  assert.deepEqual(table.view.round?.withheld, [{ seat: 0, why: "refused" }]);
  assert.deepEqual(told, []);
});

test("no link is sent to a server that has changed its anchor", async () => {
  let sent = 0;
  const changing: typeof fetch = async (address, init) => {
    if (String(address).includes("/actions")) sent += 1;
    const answer = await fetch(address, init);
    if (!String(address).includes("/events")) return answer;
    const text = (await answer.text()).replace(/"anchor":"[0-9a-f]{64}"/, `"anchor":"${"0".repeat(64)}"`);
    return new Response(text, { headers: { "Content-Type": "application/json" } });
  };
  const table = await opened(await newPlayer({ fetch: changing, baseUrl: BASE_URL }));
  await assert.rejects(table.act(table.view.actions[0]!), (error) => error instanceof CutProblem && error.code === "log-changed");
  assert.equal(sent, 0);
});
