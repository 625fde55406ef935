// The forgeries that the verification finds are those of tests/web/test_log_verification.py, in a browser.

import assert from "node:assert/strict";
import { test } from "node:test";

import { handsAt, verifyLog, type RecordedEvent } from "dobon-client/verify";
import { recordedLog } from "./vectors.js";

const [header, ...events] = recordedLog("three-rounds-of-four") as [{ game: string; head: string }, ...RecordedEvent[]];
const { game, head } = header;

test("a recorded game is whole, in Node.js as well", async () => {
  const progress: number[] = [];
  const report = await verifyLog({ game, events, head, progress: (done) => progress.push(done) });
  assert.deepEqual([report.problems, report.verdict], [[], "whole"]);
  assert.deepEqual([report.checked.digests, report.checked.deals], [events.length, 3]);
  assert.equal(progress.at(-1), events.length);
});

test("a changed event is found", async () => {
  const changed = [...events];
  changed[19] = { ...events[19]!, public: { ...events[19]!.public, more: 1 } };
  const { problems, verdict } = await verifyLog({ game, events: changed, head });
  assert.deepEqual(problems.map(({ version, code }) => [version, code]), [[20, "digest"]]);
  assert.equal(verdict, "false");
});

test("the hands at the end of a round are those that the log shows", async () => {
  const ended = events.find(({ type }) => type === "round-ended")!;
  const moment = await handsAt(game, events, ended.version);
  const sorted = (hands: string[][]) => hands.map((hand) => [...hand].sort());
  assert.deepEqual(sorted(moment!.hands), sorted((ended.public as { hands: string[][] }).hands));
});
