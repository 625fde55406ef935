// Plays one game of every ruleset against bots, to the end: node build/examples/play.js http://127.0.0.1:8000

import { DobonClient, DobonError, type LegalAction, type NewGame, type Table, type View } from "dobon-client";

/** One game of each ruleset, at a fast pace; `GET /v1/rulesets` describes all options. */
const bots = ["careful", "novice"] as const;
const GAMES: NewGame[] = [
  {
    ruleset: "dobon-sato",
    seats: 3,
    bots: [...bots],
    options: { bot_delay_ms: 0, claim_grace_seconds: 0, answer_seconds: 0 },
  },
  {
    ruleset: "dobon-kawagoe",
    seats: 3,
    bots: [...bots],
    options: { bot_delay_ms: 0, claim_grace_seconds: 0, rounds: 1 },
  },
  { ruleset: "doubt", seats: 3, bots: [...bots], options: { bot_delay_ms: 0, min_open_seconds: 0, max_plays: 60 } },
  { ruleset: "durak", seats: 2, bots: ["careful"], options: { bot_delay_ms: 0 } },
  { ruleset: "kirifu", seats: 3, bots: [...bots], options: { bot_delay_ms: 0 } },
  { ruleset: "mustamaija", seats: 3, bots: [...bots], options: { bot_delay_ms: 0 } },
];

/** The types of actions in the order in which this player prefers them; calls are not among them. */
const PREFERRED = "play lead attack beat flip ready decline draw stop pass accept take".split(" ");

/** Return the action to perform, or undefined if none is asked of me. */
function choose(view: View): LegalAction | undefined {
  const rank = ({ action }: LegalAction) => PREFERRED.indexOf(action.type);
  return view.actions.filter((entry) => rank(entry) >= 0).sort((one, other) => rank(one) - rank(other))[0];
}

/** Play a game until it is over; return the last view. */
async function play(client: DobonClient, game: NewGame): Promise<View> {
  const { data: opened } = await client.post("/v1/games", { body: game });
  const table = await client.table(opened.id);
  while (table.view.status !== "finished") {
    const chosen = choose(table.view);
    if (!chosen) await table.next();
    else await table.act(chosen).catch((error) => refused(error, table));
  }
  return table.view;
}

/** Look again if another player was faster; throw any other error. */
async function refused(error: unknown, table: Table): Promise<void> {
  if (!(error instanceof DobonError) || error.status !== 409) throw error;
  await table.refresh();
}

const client = new DobonClient({ baseUrl: process.argv[2] ?? "http://127.0.0.1:8000" });
const player = await client.createPlayer("Example");
for (const game of GAMES) {
  const { version, scores } = await play(client, game);
  console.log(`${player.name} finished ${game.ruleset}: ${version} events, scores ${scores.join(", ")}`);
}
