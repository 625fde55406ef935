import assert from "node:assert/strict";
import { test } from "node:test";

import { ServerClock } from "dobon-client";

/** A clock that is moved by hand, and the true time of the server, 1,000 s ahead of it. */
function clocks() {
  const local = { ms: 5_000 };
  const clock = new ServerClock(() => local.ms);
  const server = () => new Date(local.ms + 1_000_000).toISOString();
  return { local, clock, server };
}

test("before the first answer the time of this machine is used", () => {
  const { clock } = clocks();
  assert.equal(clock.isKnown, false);
  assert.ok(Math.abs(clock.now() - Date.now()) < 1000);
});

test("the estimate is never ahead of the server, however slow an answer was", () => {
  const { local, clock, server } = clocks();
  const sent = clock.local();
  local.ms += 300;
  const now = server();
  local.ms += 700;
  clock.observe(now, sent);
  assert.equal(clock.now(), local.ms + 1_000_000 - 700);
  assert.equal(clock.until(new Date(local.ms + 1_000_000).toISOString()), 700);
});

test("a faster answer makes the estimate better, and a slower one does not make it worse", () => {
  const { local, clock, server } = clocks();
  for (const [delayed, error] of [
    [700, 700],
    [20, 20],
    [400, 20],
  ] as const) {
    const sent = clock.local();
    const now = server();
    local.ms += delayed;
    clock.observe(now, sent);
    assert.equal(local.ms + 1_000_000 - clock.now(), error);
  }
});

test("a local clock that jumps is corrected by the next answer", () => {
  const { local, clock, server } = clocks();
  clock.observe(server(), clock.local());
  const now = server();
  local.ms += 3_600_000; // the clock alone, not the server
  clock.observe(now, clock.local());
  assert.equal(clock.now(), Date.parse(now));
});

test("a moment that has passed needs no waiting, and an invalid one changes nothing", async () => {
  const { clock, server } = clocks();
  clock.observe(server());
  const before = clock.now();
  clock.observe("soon");
  assert.equal(clock.now(), before);
  assert.equal(clock.until(new Date(before - 1).toISOString()), 0);
  await clock.wait(new Date(before).toISOString());
});

test("waiting can be aborted", async () => {
  const { clock, server } = clocks();
  clock.observe(server());
  const waiting = clock.wait(new Date(clock.now() + 60_000).toISOString(), AbortSignal.timeout(10));
  await assert.rejects(waiting, { name: "TimeoutError" });
});
