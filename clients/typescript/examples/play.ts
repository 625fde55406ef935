// Plays one game of every ruleset against bots, to the end: node build/examples/play.js http://127.0.0.1:8000

import { DobonClient, type LegalAction, type NewGame, type View } from "../src/index.js";

/** One game of each ruleset. Without the options, players have time to think; see GET /v1/rulesets for all options. */
const GAMES: NewGame[] = [
  {
    ruleset: "dobon-sato",
    seats: 3,
    bots: ["careful", "novice"],
    options: { bot_delay_ms: 0, claim_grace_seconds: 0, answer_seconds: 0 },
  },
  { ruleset: "dobon-kawagoe", seats: 3, bots: ["careful", "novice"], options: { bot_delay_ms: 0, rounds: 1 } },
  { ruleset: "doubt", seats: 3, bots: ["careful", "novice"], options: { bot_delay_ms: 0, min_open_seconds: 0 } },
  { ruleset: "durak", seats: 2, bots: ["careful"], options: { bot_delay_ms: 0 } },
  { ruleset: "kirifu", seats: 3, bots: ["careful", "novice"], options: { bot_delay_ms: 0 } },
  { ruleset: "mustamaija", seats: 3, bots: ["careful", "novice"], options: { bot_delay_ms: 0 } },
];

/** The types of actions in the order in which this player prefers them; those that are missing come last. */
const PREFERRED = ["dobon", "play", "lead", "attack", "beat", "flip", "ready", "draw", "pass"];

/** Return the action to perform: one that brings the round forward. */
function choose(view: View): LegalAction | undefined {
  const rank = ({ action }: LegalAction) => (PREFERRED.indexOf(action.type) + 1 || PREFERRED.length + 1);
  return [...view.actions].sort((one, other) => rank(one) - rank(other))[0];
}

/** Play a game until it is over; return the last view. */
async function play(client: DobonClient, game: NewGame): Promise<View> {
  const { data: opened } = await client.post("/v1/games", { body: game });
  let view = await client.view(opened.id);
  while (view.status !== "finished") {
    const chosen = choose(view);
    view = chosen ? (await client.act(opened.id, chosen)).view : await client.nextView(opened.id, view);
  }
  return view;
}

const client = new DobonClient({ baseUrl: process.argv[2] ?? "http://127.0.0.1:8000" });
const player = await client.createPlayer("Example");
for (const game of GAMES) {
  const { version, scores } = await play(client, game);
  console.log(`${player.name} finished ${game.ruleset}: ${version} events, scores ${scores.join(", ")}`);
}
