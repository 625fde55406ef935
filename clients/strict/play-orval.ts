// A player made from orval, without a cast; its schemas of zod check each body that it sends.

import { createPlayer, getView, listEvents, openGame, sendAction, type Action, type NewGame } from "./generated/orval/fetch.js";
import { sendActionBody } from "./generated/orval/zod.js";

const GAMES: NewGame[] = [
  { ruleset: "dobon-sato", seats: 2, bots: ["careful"], options: { bot_delay_ms: 0, claim_grace_seconds: 0 } },
  { ruleset: "dobon-kawagoe", seats: 2, bots: ["careful"], options: { bot_delay_ms: 0, claim_grace_seconds: 0, rounds: 1 } },
  { ruleset: "doubt", seats: 2, bots: ["careful"], options: { bot_delay_ms: 0, min_open_seconds: 0, max_plays: 60 } },
  { ruleset: "durak", seats: 2, bots: ["careful"], options: { bot_delay_ms: 0 } },
  { ruleset: "kirifu", seats: 3, bots: ["careful", "novice"], options: { bot_delay_ms: 0 } },
  { ruleset: "mustamaija", seats: 3, bots: ["careful", "novice"], options: { bot_delay_ms: 0 } },
];
const LAST: string[] = ["doubt", "cheat", "dobon", "take"] satisfies Action["type"][];

// The generated functions ask for paths, as pages of the same server do.
const [ask, url] = [fetch, process.argv[2] ?? ""];
globalThis.fetch = (input, init) => ask(typeof input === "string" ? `${url}${input}` : input, init);

const created = await createPlayer({ name: "Orval" });
if (created.status !== 201) throw new Error(`no player: ${created.status}`);
const options = { headers: { Authorization: `Bearer ${created.data.token}` } };

/** Return the view of a game. */
async function viewOf(game: string) {
  const answer = await getView(game, undefined, options);
  if (answer.status !== 200) throw new Error(`no view: ${answer.status}`);
  return answer.data;
}

for (const body of GAMES) {
  const opened = await openGame(body, options);
  if (opened.status !== 201) throw new Error(`no game: ${opened.status}`);
  const { id } = opened.data;
  let view = await viewOf(id);
  for (let moves = 0; view.status !== "finished"; moves += 1) {
    if (moves > 2000) throw new Error(`${body.ruleset} does not end`);
    const now = view.actions.filter(({ allowed_from }) => allowed_from === undefined);
    const entry = now.find(({ action }) => !LAST.includes(action.type)) ?? now.at(-1);
    if (entry) {
      const sent = await sendAction(id, sendActionBody.parse(entry.action), undefined, options);
      if (sent.status !== 200) throw new Error(`refused: ${sent.status}`);
    } else await new Promise((resolve) => setTimeout(resolve, 20));
    view = await viewOf(id);
  }
  const listed = await listEvents(id, undefined, options);
  if (listed.status !== 200) throw new Error(`no events: ${listed.status}`);
  const dealt = listed.data.events.find((event) => event.type === "round-dealt");
  console.log(`orval finished ${body.ruleset}, dealt at version ${dealt?.version}: ${dealt?.text.en}`);
}
