// A player made from @hey-api/openapi-ts, without a cast.

import { client } from "./generated/hey-api/client.gen.js";
import { createPlayer, getView, listEvents, openGame, sendAction, streamEvents } from "./generated/hey-api/sdk.gen.js";
import type { Action, NewGame } from "./generated/hey-api/types.gen.js";

const GAMES: NewGame[] = [
  { ruleset: "dobon-sato", seats: 2, bots: ["careful"], options: { bot_delay_ms: 0, claim_grace_seconds: 0 } },
  { ruleset: "dobon-kawagoe", seats: 2, bots: ["careful"], options: { bot_delay_ms: 0, claim_grace_seconds: 0, rounds: 1 } },
  { ruleset: "doubt", seats: 2, bots: ["careful"], options: { bot_delay_ms: 0, min_open_seconds: 0, max_plays: 60 } },
  { ruleset: "durak", seats: 2, bots: ["careful"], options: { bot_delay_ms: 0 } },
  { ruleset: "kirifu", seats: 3, bots: ["careful", "novice"], options: { bot_delay_ms: 0 } },
  { ruleset: "mustamaija", seats: 3, bots: ["careful", "novice"], options: { bot_delay_ms: 0 } },
];
const LAST: string[] = ["doubt", "cheat", "dobon", "take"] satisfies Action["type"][];

const asked: string[] = [];
client.setConfig({
  baseUrl: process.argv[2] ?? "",
  fetch: (input, init) => {
    asked.push(input instanceof Request ? input.url : `${input}`);
    return fetch(input, init);
  },
});
const { data: player } = await createPlayer({ body: { name: "Hey" }, throwOnError: true });
client.setConfig({ auth: player.token });
for (const body of GAMES) {
  const { data: opened } = await openGame({ body, throwOnError: true });
  const path = { game: opened.id };
  let { data: view } = await getView({ path, throwOnError: true });
  for (let moves = 0; view.status !== "finished"; moves += 1) {
    if (moves > 2000) throw new Error(`${body.ruleset} does not end`);
    const now = view.actions.filter(({ allowed_from }) => allowed_from === undefined);
    const entry = now.find(({ action }) => !LAST.includes(action.type)) ?? now.at(-1);
    if (entry) await sendAction({ path, body: entry.action, throwOnError: true });
    else await new Promise((resolve) => setTimeout(resolve, 20));
    ({ data: view } = await getView({ path, throwOnError: true }));
  }
  const { data: log } = await listEvents({ path, throwOnError: true });
  const dealt = log.events.find((event) => event.type === "round-dealt");
  const streamed: number[] = [];
  let reason = "";
  const { stream } = await streamEvents({ path, query: { after: 1 }, sseMaxRetryAttempts: 1, throwOnError: true });
  for await (const message of stream) {
    if ("type" in message) streamed.push(message.version);
    else if ("reason" in message) reason = message.reason;
  }
  const listed = log.events.map(({ version }) => version).slice(1);
  if (log.next === null && (`${streamed}` !== `${listed}` || reason !== "game-over")) {
    throw new Error(`the stream of ${body.ruleset} has other events than the list: ${streamed}, and ${reason}`);
  }
  console.log(`hey-api finished ${body.ruleset}, dealt at version ${dealt?.version}: ${dealt?.text.en}`);
}
if (asked.some((url) => url.includes(player.token) || url.includes("ticket="))) throw new Error("a token stands in a URL");
