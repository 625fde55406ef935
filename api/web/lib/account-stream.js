// What happens in all games of this browser's player: one stream for the page, as long as the page is visible.

import { backoff, delay } from "./client/delay.js";
import { DobonError } from "./client/errors.js";
import { readMessages } from "./client/sse.js";
import { currentToken } from "./player.js";
import { server } from "./server.js";

const STREAM = "/v1/players/me/events";
const SILENCE_MS = 40_000;
const VISIBLE_MS = 30_000;

/** Identifies this page to the server, which pushes nothing while a page is visible. */
const page = crypto.randomUUID?.() ?? null;

const listeners = new Set();
let last = null;
let attempt = null;
let telling = null;

/**
 * Call the listener with each new notification, such as `{kind: "turn", game, ruleset, ...}`, and with
 * `{kind: "missed"}` when some may be missing, as after the page was hidden. Returns a function that removes the
 * listener.
 */
export function onNotification(listener) {
  listeners.add(listener);
  update();
  return () => {
    listeners.delete(listener);
    update();
  };
}

document.addEventListener("visibilitychange", update);
addEventListener("pagehide", () => tell(false));
addEventListener("pageshow", update);

/** Follow the stream if the page is visible and something listens; else close it. */
function update() {
  const wanted = listeners.size > 0 && !document.hidden && currentToken() !== null;
  if (wanted && !attempt) {
    attempt = new AbortController();
    if (last !== null) notify({ kind: "missed" });
    last = null;
    follow(attempt.signal);
    tell(true);
    telling = setInterval(() => tell(true), VISIBLE_MS);
  } else if (!wanted && attempt) {
    attempt.abort();
    attempt = null;
    clearInterval(telling);
    tell(false);
  }
}

/** Tell the server whether this page is visible. The server forgets it after a minute. */
function tell(visible) {
  const token = currentToken();
  if (!page || !token) return;
  // `keepalive` lets the request outlive the page.
  fetch(`/v1/players/me/pages/${page}`, {
    method: "PUT",
    keepalive: true,
    headers: { Authorization: `Bearer ${token}`, "Content-Type": "application/json" },
    body: JSON.stringify({ visible }),
  }).catch(() => {});
}

async function follow(signal) {
  let failures = 0;
  while (!signal.aborted) {
    const began = server.clock.local();
    try {
      await read(signal);
      failures = server.clock.local() - began > SILENCE_MS ? 0 : failures + 1;
    } catch (problem) {
      if (signal.aborted) return;
      if (problem instanceof DobonError && !problem.isTransient && problem.status > 0 && problem.status < 500) return;
      failures += 1;
    }
    await delay(backoff(failures, null), signal).catch(() => {});
  }
}

/** Read one connection, which begins after the last notification, to its end. */
async function read(signal) {
  const connection = new AbortController();
  const either = AbortSignal.any([signal, connection.signal]);
  let heard = server.clock.local();
  const silent = setInterval(() => server.clock.local() - heard > SILENCE_MS && connection.abort(), 5000);
  try {
    const headers = last === null ? {} : { "Last-Event-ID": String(last) };
    const response = await server.open(STREAM, { accept: "text/event-stream", headers, signal: either });
    for await (const message of readMessages(response.body, either, () => (heard = server.clock.local()))) take(message);
  } finally {
    clearInterval(silent);
  }
}

function take({ name, data, id }) {
  const body = JSON.parse(data);
  if (id) last = Number(id);
  if (typeof body.now === "string") server.clock.observe(body.now);
  if (name === "missed") notify({ kind: "missed" });
  if (name !== "message") return;
  notify(body);
}

function notify(news) {
  listeners.forEach((listener) => listener(news));
}
