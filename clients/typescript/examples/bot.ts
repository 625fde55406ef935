// A bot for every ruleset: node build/examples/bot.js http://127.0.0.1:8000 [NAME]. It accepts challenges and plays in
// the ladder. SIGINT and SIGTERM let its games end first; a second one ends it at once.

import { existsSync, readFileSync, writeFileSync } from "node:fs";

import { DobonClient, type LegalAction, type NewPlace, type View } from "dobon-client";
import { Runner, type Bot } from "dobon-client/bot";

const LADDER: NewPlace[] = [
  { ruleset: "dobon-sato", seats: 2 },
  { ruleset: "dobon-kawagoe", seats: 2 },
  { ruleset: "doubt", seats: 2 },
  { ruleset: "durak", seats: 2 },
  { ruleset: "kirifu", seats: 3 },
  { ruleset: "mustamaija", seats: 2 },
];
const CALLS = ["dobon", "doubt", "cheat"];

/** Plays the first card that it may play, and never calls unless nothing else is possible. */
const simple: Bot = {
  decide(view: View, actions: readonly LegalAction[]): LegalAction | null {
    if (view.status !== "between-rounds" && !isAsked(view)) return null;
    return actions.find(({ action }) => !CALLS.includes(action.type)) ?? actions[0] ?? null;
  },
};

/** Return whether the game waits for this seat. */
function isAsked({ you, round }: View): boolean {
  return you !== null && round !== null && round.waiting_for.includes(you.seat);
}

/** Return a client with the token of the bot account, which is made at the first run and kept in a file. */
async function account(baseUrl: string, name: string): Promise<DobonClient> {
  const file = `${name}.token`;
  if (existsSync(file)) return new DobonClient({ baseUrl, token: readFileSync(file, "utf8").trim() });
  const client = new DobonClient({ baseUrl });
  const { token } = await client.createPlayer(name);
  writeFileSync(file, token, { mode: 0o600 });
  await client.put("/v1/players/me/bot", { query: { confirm: true } });
  return client;
}

const [, , address = "http://127.0.0.1:8000", name = "Simple"] = process.argv;
const runner = new Runner(await account(address, name), simple, { ladder: LADDER });
const atOnce = new AbortController();
let signals = 0;
for (const signal of ["SIGINT", "SIGTERM"] as const)
  process.on(signal, () => (++signals === 1 ? runner.stop() : atOnce.abort()));
await runner.run(atOnce.signal).catch((error) => {
  if (!atOnce.signal.aborted) throw error;
});
