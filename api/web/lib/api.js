// The REST API: one function, `call`. A command keeps its idempotency key until it is answered, so it happens once however often it is sent.

import { language } from "./i18n.js";
import { keep, kept } from "./storage.js";

const WAITS = [300, 700, 1500, 3000, 5000];
const READS = 5;
const COMMAND_MS = 90_000;

/** Commands that the API answers alike for the same key, so that they can be repeated when no answer came. */
const REPEATABLE = /^\/v1\/games(\/[^/]+\/(actions|seats|seats\/me))?$/;

/** An error as the API describes it; `code` is stable, `offline` where no answer came at all. */
export class Problem extends Error {
  constructor({ status = 0, code = "offline", title = "", detail = "", errors = null, version = null, ...more } = {}) {
    super(title || code);
    Object.assign(this, { status, code, title, detail, errors, version, more });
  }
}

/** The token of this browser's player, or null. */
export const token = () => kept("token");

/** The player of this browser, `{id, name}`, or null; `guest` is true for one who has given no name. */
export function player() {
  try {
    return JSON.parse(kept("player") ?? "null");
  } catch {
    return null;
  }
}

/** Remember who plays here; `null` forgets. */
export function remember(who) {
  keep("token", who?.token ?? null);
  keep("player", who ? JSON.stringify({ id: who.id, name: who.name, guest: who.guest }) : null);
}

/** A key for one intention. */
export function newKey() {
  if (crypto.randomUUID) return crypto.randomUUID();
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

const watchers = new Set();

/** Called with `true` when requests go unanswered and with `false` when they are answered again. */
export function onTrouble(listener) {
  watchers.add(listener);
  return () => watchers.delete(listener);
}

let troubled = false;

function trouble(now) {
  if (troubled === now) return;
  troubled = now;
  for (const watcher of [...watchers]) watcher(now);
}

/**
 * Ask the API. Gives `{status, data, etag, headers}` (`data` is null without a body, and for a 304), or throws a `Problem`.
 *
 * `key` is the idempotency key, made here when a command has none; `auth: false` leaves the token out, a text is another token.
 */
export async function call(method, path, { body, key, ifMatch, ifNoneMatch, signal, auth = true } = {}) {
  const command = method !== "GET";
  const repeatable = !command || REPEATABLE.test(path.split("?")[0]);
  const headers = { Accept: "application/json, application/problem+json", "Accept-Language": language() };
  const bearer = auth === true ? token() : auth;
  if (bearer) headers.Authorization = `Bearer ${bearer}`;
  if (body !== undefined) headers["Content-Type"] = "application/json";
  if (command) headers["Idempotency-Key"] = key ?? newKey();
  if (ifMatch) headers["If-Match"] = ifMatch;
  if (ifNoneMatch) headers["If-None-Match"] = ifNoneMatch;
  const request = { method, headers, signal, cache: "no-store", body: body === undefined ? undefined : JSON.stringify(body) };
  const began = Date.now();
  for (let attempt = 0; ; attempt += 1) {
    const { answer, problem, wait } = await once(path, request, attempt);
    if (answer) {
      trouble(false);
      return answer;
    }
    const patient = command ? Date.now() - began < COMMAND_MS : attempt < READS;
    const safe = repeatable || problem.status === 429;
    if (!wait || !patient || !safe) {
      if (problem.status) trouble(false);
      throw problem;
    }
    trouble(problem.status === 0 || problem.status >= 500);
    await pause(wait, signal);
  }
}

async function once(path, request, attempt) {
  const backoff = WAITS[Math.min(attempt, WAITS.length - 1)];
  let response;
  let data = null;
  try {
    response = await fetch(path, request);
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

/** Wait so many milliseconds. */
export function pause(ms, signal) {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms);
    signal?.addEventListener("abort", () => {
      clearTimeout(timer);
      reject(new DOMException("aborted", "AbortError"));
    });
  });
}
