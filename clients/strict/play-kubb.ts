// A player made from kubb, without a cast.

import { setConfig } from "./generated/kubb/.kubb/fetch.js";

import { createPlayer, getView, listEvents, openGame, sendAction } from "./generated/kubb/clients/index.js";
import type { Action, NewGame } from "./generated/kubb/types/index.js";

const GAMES: NewGame[] = [
  { ruleset: "dobon-sato", seats: 2, bots: ["careful"], options: { bot_delay_ms: 0, claim_grace_seconds: 0 } },
  { ruleset: "dobon-kawagoe", seats: 2, bots: ["careful"], options: { bot_delay_ms: 0, claim_grace_seconds: 0, rounds: 1 } },
  { ruleset: "doubt", seats: 2, bots: ["careful"], options: { bot_delay_ms: 0, min_open_seconds: 0, max_plays: 60 } },
  { ruleset: "durak", seats: 2, bots: ["careful"], options: { bot_delay_ms: 0 } },
  { ruleset: "kirifu", seats: 3, bots: ["careful", "novice"], options: { bot_delay_ms: 0 } },
  { ruleset: "mustamaija", seats: 3, bots: ["careful", "novice"], options: { bot_delay_ms: 0 } },
];
const LAST: string[] = ["doubt", "cheat", "dobon", "take"] satisfies Action["type"][];

// The generated functions name no type of their bodies.
const config = { baseURL: process.argv[2] ?? "", headers: { "Content-Type": "application/json" } };
setConfig(config);
const { token } = await createPlayer({ name: "Kubb" });
setConfig({ ...config, headers: { ...config.headers, Authorization: `Bearer ${token}` } });
for (const body of GAMES) {
  const { id } = await openGame(body);
  let view = await getView(id);
  for (let moves = 0; view.status !== "finished"; moves += 1) {
    if (moves > 2000) throw new Error(`${body.ruleset} does not end`);
    const now = view.actions.filter(({ allowed_from }) => allowed_from === undefined);
    const entry = now.find(({ action }) => !LAST.includes(action.type)) ?? now.at(-1);
    if (entry) await sendAction(id, entry.action);
    else await new Promise((resolve) => setTimeout(resolve, 20));
    view = await getView(id);
  }
  const { events } = await listEvents(id);
  const dealt = events.find((event) => event.type === "round-dealt");
  console.log(`kubb finished ${body.ruleset}, dealt at version ${dealt?.version}: ${dealt?.text.en}`);
}
