// A player made from openapi-typescript and openapi-fetch, without a cast.

import createClient from "openapi-fetch";

import type { components, paths } from "./generated/openapi-typescript/openapi.js";

type Schemas = components["schemas"];

const GAMES: Schemas["NewGame"][] = [
  { ruleset: "dobon-sato", seats: 2, bots: ["careful"], options: { bot_delay_ms: 0, claim_grace_seconds: 0 } },
  { ruleset: "dobon-kawagoe", seats: 2, bots: ["careful"], options: { bot_delay_ms: 0, claim_grace_seconds: 0, rounds: 1 } },
  { ruleset: "doubt", seats: 2, bots: ["careful"], options: { bot_delay_ms: 0, min_open_seconds: 0, max_plays: 60 } },
  { ruleset: "durak", seats: 2, bots: ["careful"], options: { bot_delay_ms: 0 } },
  { ruleset: "kirifu", seats: 3, bots: ["careful", "novice"], options: { bot_delay_ms: 0 } },
  { ruleset: "mustamaija", seats: 3, bots: ["careful", "novice"], options: { bot_delay_ms: 0 } },
];
const LAST: string[] = ["doubt", "cheat", "dobon", "take"] satisfies Schemas["Action"]["type"][];

const client = createClient<paths>({ baseUrl: process.argv[2] ?? "" });

/** Return the data of an answer; throw its problem. */
function given<T>({ data, error }: { data?: T | undefined; error?: Schemas["Problem"] | undefined }): T {
  if (data === undefined) throw new Error(error?.detail ?? error?.title ?? "there is no body");
  return data;
}

const player = given(await client.POST("/v1/players", { body: { name: "Fetch" } }));
const headers = { Authorization: `Bearer ${player.token}` };
for (const body of GAMES) {
  const { id } = given(await client.POST("/v1/games", { body, headers }));
  const params = { path: { game: id } };
  let view = given(await client.GET("/v1/games/{game}/view", { params, headers }));
  for (let moves = 0; view.status !== "finished"; moves += 1) {
    if (moves > 2000) throw new Error(`${body.ruleset} does not end`);
    const now = view.actions.filter(({ allowed_from }) => allowed_from === undefined);
    const entry = now.find(({ action }) => !LAST.includes(action.type)) ?? now.at(-1);
    if (entry) await client.POST("/v1/games/{game}/actions", { params, headers, body: entry.action }).then(given);
    else await new Promise((resolve) => setTimeout(resolve, 20));
    view = given(await client.GET("/v1/games/{game}/view", { params, headers }));
  }
  const events = given(await client.GET("/v1/games/{game}/events", { params, headers })).events;
  const dealt = events.find((event) => event.type === "round-dealt");
  console.log(`openapi-fetch finished ${body.ruleset}, dealt at version ${dealt?.version}: ${dealt?.text.en}`);
}
