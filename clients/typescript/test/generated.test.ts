// A client that openapi-fetch makes of the same types, without a cast: its types are stricter than those of this client.

import assert from "node:assert/strict";
import { test } from "node:test";

import createClient from "openapi-fetch";

import type { components, paths } from "../src/openapi.js";
import { BASE_URL } from "./server.js";

type Schemas = components["schemas"];

test("openapi-fetch reads the bodies that the description declares", async () => {
  const client = createClient<paths>({ baseUrl: BASE_URL });
  const { data: player } = await client.POST("/v1/players", { body: { name: "Fetch" } });
  assert(player);
  const headers = { Authorization: `Bearer ${player.token}` };
  const body: Schemas["NewGame"] = { ruleset: "durak", seats: 2, bots: ["careful"], options: { bot_delay_ms: 0 } };
  const { data: opened } = await client.POST("/v1/games", { body, headers });
  assert(opened);
  const params = { path: { game: opened.id } };
  const { data } = await client.GET("/v1/games/{game}/view", { params, headers });
  const view: Schemas["View"] | undefined = data;
  assert.equal(view?.ruleset, "durak");
  const { data: listed } = await client.GET("/v1/games/{game}/events", { params, headers });
  const dealt = listed?.events.find((event) => event.form === "beating-round-dealt");
  assert.equal(dealt?.public.round, 1);
  assert.match(dealt?.public.trump_card ?? "", /^[SCHD]/);
});
