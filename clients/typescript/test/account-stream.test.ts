import assert from "node:assert/strict";
import { test } from "node:test";

import { DobonClient, type AccountItem, type DobonClient as Client } from "dobon-client";
import { intercept, newPlayer, openDurak, type Answering, type Sent } from "./server.js";

const isStream = ({ headers }: Sent) => headers.get("Accept") === "text/event-stream";

/** Let two players finish a game. */
async function playToTheEnd(players: Client[], game: string): Promise<void> {
  const tables = await Promise.all(players.map((player) => player.table(game)));
  while (tables[0]!.view.status !== "finished") {
    for (const table of tables) {
      await table.refresh();
      const [first] = table.view.actions;
      if (first) await table.act(first);
    }
  }
}

/** Play a game; return the positions of what an account is told, up to the end of the game. */
async function told(me: Client): Promise<number[]> {
  const other = await newPlayer();
  const game = await openDurak(me, other);
  const positions: number[] = [];
  const follow = async () => {
    const stream = me.notifications({ after: 0 });
    for await (const item of stream) {
      assert.equal(item.kind, "notification");
      if (item.kind !== "notification") continue;
      positions.push(item.notification.position);
      if (item.notification.kind === "ended") stream.stop();
    }
  };
  await Promise.all([follow(), playToTheEnd([me, other], game)]);
  return positions;
}

/** Return a function that answers each request for a stream with the next text. */
function streaming(...texts: string[]): Answering {
  return async () => new Response(texts.shift() ?? "", { headers: { "Content-Type": "text/event-stream" } });
}

/** Return the first items of a stream of these texts, and the ids after which it was opened. */
async function items(number: number, after: number | undefined, ...texts: string[]) {
  const { fetch, sent } = intercept(streaming(...texts));
  const stream = new DobonClient({ baseUrl: "http://test", fetch }).notifications(after === undefined ? {} : { after });
  const found: AccountItem[] = [];
  for await (const item of stream) if (found.push(item) === number) stream.stop();
  return { found, ids: sent.map(({ headers }) => headers.get("Last-Event-ID")) };
}

test("an account is told once of everything by one connection", async () => {
  const { fetch, sent } = intercept((pass) => pass());
  const positions = await told(await newPlayer({ fetch }));
  assert.deepEqual(positions, positions.map((_, place) => place + 1));
  assert.equal(sent.filter(isStream).length, 1);
});

test("a stream of an account that breaks again and again misses nothing", async () => {
  const { fetch, sent } = intercept(async (pass, _, now) => {
    if (!isStream(now)) return pass();
    const { body, status, headers } = await pass();
    let left = 3;
    const cut = new TransformStream<Uint8Array, Uint8Array>({
      transform(piece, controller) {
        if (left > 0) controller.enqueue(piece);
        else controller.error(new TypeError("the connection was reset"));
        left -= 1;
      },
    });
    return new Response(body!.pipeThrough(cut), { status, headers });
  });
  const positions = await told(await newPlayer({ fetch }));
  assert.deepEqual(positions, positions.map((_, place) => place + 1));
  assert.ok(sent.filter(isStream).length > 1);
});

test("a stream of an account begins at the place that the server names", async () => {
  const now = 'id: 4\nevent: now\ndata: {"now": "2026-11-21T03:24:00.000000Z"}\n\n';
  const { found, ids } = await items(1, undefined, now, 'id: 5\ndata: {"position": 5, "kind": "turn"}\n\n');
  assert.deepEqual(found, [{ kind: "notification", notification: { position: 5, kind: "turn" } }]);
  assert.deepEqual(ids, [null, "4"]);
});

test("notifications that are gone are told, and a repeated one is dropped", async () => {
  const missed = 'id: 7\nevent: missed\ndata: {"until": 7}\n\n';
  const repeated = [7, 8, 8, 9].map((n) => `id: ${n}\ndata: {"position": ${n}, "kind": "turn"}\n\n`).join("");
  const { found } = await items(3, 2, missed + repeated);
  assert.deepEqual(
    found.map((item) => (item.kind === "missed" ? item.missed.until : item.notification.position)),
    [7, 8, 9],
  );
});

test("a stream of an account ends with its token", async () => {
  const me = await newPlayer();
  await openDurak(me, await newPlayer());
  const next = async () => {
    for await (const item of me.notifications({ after: 0 })) {
      assert.equal(item.kind, "notification");
      await me.delete("/v1/players/me/token");
    }
  };
  await assert.rejects(next, { code: "unauthorized" });
});
