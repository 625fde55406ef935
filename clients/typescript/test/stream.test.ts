import assert from "node:assert/strict";
import { test } from "node:test";

import type { DobonClient, StreamItem, StreamState } from "dobon-client";
import { intercept, newPlayer, openDurak, playOn, problem, type Sent } from "./server.js";

const isStream = ({ headers }: Sent) => headers.get("Accept") === "text/event-stream";

/** Yield the first messages of a stream, however many come in one piece, and then fail. */
async function* firstMessages(reader: ReadableStreamDefaultReader<Uint8Array>, number: number) {
  const decoder = new TextDecoder();
  let begun = "";
  let left = number;
  try {
    for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
      const messages = (begun + decoder.decode(piece.value, { stream: true })).split("\n\n");
      begun = messages.pop()!;
      for (const message of messages) {
        if (left === 0) throw new TypeError("the connection was reset");
        left -= 1;
        yield new TextEncoder().encode(`${message}\n\n`);
      }
    }
  } finally {
    await reader.cancel(); // or the process would stay as long as the connection
  }
}

/** Return a response whose body breaks after that many messages. */
function broken(response: Response, messages: number): Response {
  const passed = firstMessages(response.body!.getReader(), messages);
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { value, done } = await passed.next();
      if (done) controller.close();
      else controller.enqueue(value);
    },
  });
  return new Response(body, response);
}

/** Follow a game while both players play it to the end; return the versions in the order of their arrival. */
async function followed(watcher: DobonClient, options: { silence?: number } = {}): Promise<number[]> {
  const other = await newPlayer();
  const game = await openDurak(watcher, other);
  const items: StreamItem[] = [];
  const states: StreamState[] = [];
  const follow = async () => {
    const stream = watcher.follow(game, { ...options, onState: (state) => states.push(state) });
    for await (const item of stream) items.push(item);
  };
  await Promise.all([follow(), playOn([watcher, other], game)]);
  const log = [];
  for await (const event of other.events(game)) log.push(event.version);
  const versions = items.flatMap((item) => (item.kind === "event" ? [item.event.version] : []));
  assert.deepEqual(versions, log);
  assert.equal(states.at(-1), "ended");
  return versions;
}

test("a stream brings every event once and ends with the game", async () => {
  const { fetch, sent } = intercept((pass) => pass());
  await followed(await newPlayer({ fetch }));
  assert.equal(sent.filter(isStream).length, 1);
});

test("a stream that breaks again and again misses nothing", async () => {
  const { fetch, sent } = intercept(async (pass, _, now) => (isStream(now) ? broken(await pass(), 12) : pass()));
  await followed(await newPlayer({ fetch }));
  const positions = sent.filter(isStream).map(({ headers }) => Number(headers.get("Last-Event-ID")));
  assert.ok(positions.length > 1);
  assert.equal(positions[0], 0);
  assert.ok(positions.every((position, at) => at === 0 || position >= positions[at - 1]!), `${positions}`);
  assert.ok(positions.at(-1)! > 0);
});

test("an event that comes again is left out", async () => {
  const { fetch, sent } = intercept(async (pass, all, now) => {
    if (!isStream(now)) return pass();
    now.headers.delete("Last-Event-ID"); // as by a proxy
    return all.filter(isStream).length === 1 ? broken(await pass(), 2) : pass();
  });
  await followed(await newPlayer({ fetch }));
  assert.equal(sent.filter(isStream).length, 2);
});

test("a silent connection is replaced", async () => {
  const { fetch, sent } = intercept(async (pass, all, now) => {
    if (!isStream(now) || all.filter(isStream).length > 1) return pass();
    return new Response(new ReadableStream(), { headers: { "Content-Type": "text/event-stream" } });
  });
  await followed(await newPlayer({ fetch }), { silence: 200 });
  assert.ok(sent.filter(isStream).length > 1);
});

test("without streams the log is read by long polls", async () => {
  const { fetch, sent } = intercept(async (pass, _, now) => (isStream(now) ? problem(503, "too-many-streams") : pass()));
  await followed(await newPlayer({ fetch }));
  assert.equal(sent.filter(isStream).length, 3);
});

test("a stream begins after the version that is known, brings stamps, and can be stopped", async () => {
  const [first, second] = [await newPlayer(), await newPlayer()];
  const game = await openDurak(first, second);
  const { version } = (await first.table(game)).view;
  const stream = first.follow(game, { after: version - 1 });
  const kinds = [];
  for await (const item of stream) {
    kinds.push(item.kind);
    if (item.kind === "stamp") stream.stop();
    else await second.post("/v1/games/{game}/stamps", { path: { game }, body: { stamp: "hello" } });
  }
  assert.deepEqual(kinds, ["event", "stamp"]);
  assert.equal(stream.version, version);
});

test("a game that the account may not see is refused", async () => {
  const [first, second, stranger] = [await newPlayer(), await newPlayer(), await newPlayer()];
  const game = await openDurak(first, second);
  const next = stranger.follow(game)[Symbol.asyncIterator]().next();
  await assert.rejects(next, { code: "no-such-game", status: 404 });
});
