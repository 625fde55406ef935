// The client of the REST API. A command keeps its idempotency key until it is answered, so that retries execute it
// once.

import { language } from "./i18n.js";
import { setStored, getStored } from "./storage.js";

const BACKOFF_MS = [300, 700, 1500, 3000, 5000];
const MAX_READ_ATTEMPTS = 5;
const COMMAND_TIMEOUT_MS = 90_000;
const LOG_PAGE = 500;

/** Commands whose answer is the same for the same key: they can be retried when no answer came. */
const REPEATABLE = /^\/v1\/games(\/[^/]+\/(actions|seats|seats\/me))?$/;

/** An error of the API; `code` is stable, and `offline` if no answer came. */
export class Problem extends Error {
  constructor({ status = 0, code = "offline", title = "", detail = "", errors = null, version = null, ...more } = {}) {
    super(title || code);
    Object.assign(this, { status, code, title, detail, errors, version, more });
  }
}

/** Return the token of this browser's player, or null. */
export const currentToken = () => getStored("token");

/**
 * Return the player of this browser, `{id, name, guest}`, or null; `guest` is true for a player without a chosen name.
 */
export function currentPlayer() {
  try {
    return JSON.parse(getStored("player") ?? "null");
  } catch {
    return null;
  }
}

/** Store the player of this browser; null removes it. */
export function savePlayer(who) {
  setStored("token", who?.token ?? null);
  setStored("player", who ? JSON.stringify({ id: who.id, name: who.name, guest: who.guest }) : null);
}

/** Return a new idempotency key for one command. */
export function newIdempotencyKey() {
  if (crypto.randomUUID) return crypto.randomUUID();
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

const outageListeners = new Set();

/**
 * Call the listener with `true` when requests fail, and with `false` when they succeed again. Returns a function that
 * removes it.
 */
export function onOutage(listener) {
  outageListeners.add(listener);
  return () => outageListeners.delete(listener);
}

let outage = false;

function reportOutage(now) {
  if (outage === now) return;
  outage = now;
  for (const watcher of [...outageListeners]) watcher(now);
}

/**
 * Send a request. Returns `{status, data, etag, headers}`; `data` is null for an answer without a body. Throws a
 * `Problem`.
 *
 * `key` is the idempotency key; a command without one gets a new one. `auth: false` sends no token, a string is sent as
 * the token.
 */
export async function request(method, path, { body, key, ifMatch, ifNoneMatch, signal, auth = true } = {}) {
  const command = method !== "GET";
  const repeatable = !command || REPEATABLE.test(path.split("?")[0]);
  const headers = { Accept: "application/json, application/problem+json", "Accept-Language": language() };
  const bearer = auth === true ? currentToken() : auth;
  if (bearer) headers.Authorization = `Bearer ${bearer}`;
  if (body !== undefined) headers["Content-Type"] = "application/json";
  if (command) headers["Idempotency-Key"] = key ?? newIdempotencyKey();
  if (ifMatch) headers["If-Match"] = ifMatch;
  if (ifNoneMatch) headers["If-None-Match"] = ifNoneMatch;
  const init = { method, headers, signal, body: body === undefined ? undefined : JSON.stringify(body) };
  const began = Date.now();
  for (let attempt = 0; ; attempt += 1) {
    const { answer, problem, wait } = await attemptOnce(path, init, attempt);
    if (answer) {
      reportOutage(false);
      return answer;
    }
    const patient = command ? Date.now() - began < COMMAND_TIMEOUT_MS : attempt < MAX_READ_ATTEMPTS;
    const safe = repeatable || problem.status === 429;
    if (!wait || !patient || !safe) {
      if (problem.status) reportOutage(false);
      throw problem;
    }
    reportOutage(problem.status === 0 || problem.status >= 500);
    await delay(wait, signal);
  }
}

async function attemptOnce(path, init, attempt) {
  const backoff = BACKOFF_MS[Math.min(attempt, BACKOFF_MS.length - 1)];
  let response;
  let data = null;
  try {
    response = await fetch(path, init);
    const text = response.status === 304 || response.status === 204 ? "" : await response.text();
    data = text && /json/.test(response.headers.get("Content-Type") ?? "") ? JSON.parse(text) : null;
  } catch (error) {
    if (error.name === "AbortError") throw error;
    return { problem: new Problem(), wait: backoff };
  }
  const { status, headers } = response;
  if (response.ok || status === 304) return { answer: { status, data, etag: headers.get("ETag"), headers } };
  const problem = new Problem({ ...data, status, code: data?.code ?? `http-${status}`, title: data?.title ?? "" });
  const again = status === 429 || status >= 500;
  const asked = Number(headers.get("Retry-After")) * 1000;
  return { problem, wait: again ? Math.max(backoff, asked || 0) : 0 };
}

/** Return all events of a log, read page by page. `path` is the address of the game or of the share. */
export async function readLog(path, { auth = true } = {}) {
  const events = [];
  for (let after = 0; after !== null; ) {
    const { data } = await request("GET", `${path}/events?after=${after}&limit=${LOG_PAGE}`, { auth });
    events.push(...data.events);
    after = data.next;
  }
  return events;
}

/**
 * Return all frames of a review, read page by page. `path` is the address of the review; with `as` the frames show the
 * knowledge of that seat.
 */
export async function readReview(path, { as = null, auth = true } = {}) {
  const frames = [];
  for (let from = 1; from !== null; ) {
    const { data } = await request("GET", `${path}?from=${from}${as === null ? "" : `&as=${as}`}`, { auth });
    frames.push(...data.frames);
    from = data.next;
  }
  return frames;
}

/** Wait for a number of milliseconds. */
export function delay(ms, signal) {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms);
    signal?.addEventListener("abort", () => {
      clearTimeout(timer);
      reject(new DOMException("aborted", "AbortError"));
    });
  });
}
