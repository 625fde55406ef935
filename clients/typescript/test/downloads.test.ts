import assert from "node:assert/strict";
import { test } from "node:test";

import { DobonClient, DobonError, type DownloadedGame, type NewGame } from "dobon-client";
import { verifyLog, type RecordedEvent } from "dobon-client/verify";
import { intercept, newPlayer } from "./server.js";

const DURAK: NewGame = { ruleset: "durak", seats: 2, bots: ["careful"], options: { bot_delay_ms: 0 } };

/** Return a response whose body comes in these pieces, and breaks after them if it should. */
function inPieces(pieces: string[], breaks = false): Response {
  const waiting = pieces.map((piece) => new TextEncoder().encode(piece));
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      const piece = waiting.shift();
      if (piece) controller.enqueue(piece);
      else if (breaks) controller.error(new TypeError("the connection was reset"));
      else controller.close();
    },
  });
  return new Response(body, { headers: { "Content-Type": "application/x-ndjson" } });
}

/** Read a download to its end, or to its error; return the seats and the error's code. */
async function seatsOf(response: Response): Promise<{ seats: number[]; code: string | null; query: string }> {
  const { fetch, sent } = intercept(async () => response);
  const client = new DobonClient({ baseUrl: "http://test", token: "t", fetch });
  const seats: number[] = [];
  let code = null;
  try {
    const asked = { since: "2026-11-01T00:00:00Z", logs: false };
    for await (const game of client.downloadGames("me", asked)) seats.push(game.seat);
  } catch (error) {
    if (!(error instanceof DobonError)) throw error;
    ({ code } = error);
  }
  return { seats, code, query: sent[0]!.query };
}

test("a player downloads all finished games, with logs that can be verified", async () => {
  const player = await newPlayer();
  const { data: me } = await player.get("/v1/players/me");
  const played: string[] = [];
  for (let made = 0; made < 2; made += 1) {
    const table = await player.table((await player.post("/v1/games", { body: DURAK })).data.id);
    while (table.view.status !== "finished") {
      const [entry] = table.view.actions;
      await (entry ? table.act(entry) : table.next());
    }
    played.unshift(table.game);
  }
  await player.post("/v1/games", { body: DURAK });
  let games: DownloadedGame[] = [];
  while (games.length < played.length) { // the history gets a game a moment after its end
    games = [];
    for await (const game of player.downloadGames(me.id)) games.push(game);
  }
  assert.deepEqual(games.map(({ game }) => game.id), played);
  for (const { game, log } of games) {
    const [header, ...events] = log as [{ head: string }, ...RecordedEvent[]];
    const report = await verifyLog({ game: game.id, events, head: header.head });
    assert.deepEqual([report.problems, report.over], [[], true]);
  }
});

test("games are yielded line by line, wherever the pieces end", async () => {
  const found = await seatsOf(inPieces(['{"seat":0}\n{"se', 'at":1}', "\n"]));
  assert.deepEqual(found, { seats: [0, 1], code: null, query: "?since=2026-11-01T00%3A00%3A00Z&logs=false" });
});

test("a download that breaks off throws an error after the whole lines", async () => {
  const { seats, code } = await seatsOf(inPieces(['{"seat":0}\n{"seat":1}'], true));
  assert.deepEqual([seats, code], [[0], "no-answer"]);
});

test("a download that is refused says why", async () => {
  const client = await newPlayer();
  const unknown = client.downloadGames("00000000-0000-4000-8000-000000000000");
  await assert.rejects(unknown.next(), (error) => error instanceof DobonError && error.code === "no-such-player");
});
