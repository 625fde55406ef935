// The page's connection to its server: the client of `client/`, with the player and the language of this browser.

import { Connection } from "./client/connection.js";
import { language } from "./i18n.js";
import { currentToken } from "./player.js";

export { DobonError } from "./client/errors.js";

const LOG_PAGE = 500;
const RETRY_MS = 5000;

const outageListeners = new Set();

/** The connection of this page; `server.clock` is the server's time. */
export const server = new Connection({
  token: currentToken,
  language,
  onOutage: (failing) => outageListeners.forEach((listener) => listener(failing)),
});

/**
 * Call the listener with `true` when requests fail, and with `false` when they succeed again. Returns a function that
 * removes it.
 */
export function onOutage(listener) {
  outageListeners.add(listener);
  return () => outageListeners.delete(listener);
}

/** Resolve at the moment for another attempt: when the browser is online again, or after seconds if it is online. */
export function nextAttempt(ms = RETRY_MS) {
  return new Promise((resolve) => {
    window.addEventListener("online", resolve, { once: true });
    if (navigator.onLine) setTimeout(resolve, ms);
  });
}

/** Send a request; see `Connection.request`. Returns `{status, data, etag, headers}`, and throws a `DobonError`. */
export const request = (method, path, options) => server.request(method, path, options);

/** Return all events of a log, read page by page. `path` is the address of the game or of the share. */
export async function readLog(path, { token } = {}) {
  const events = [];
  for (let after = 0; after !== null; ) {
    const { data } = await request("GET", `${path}/events`, { query: { after, limit: LOG_PAGE }, token });
    events.push(...data.events);
    after = data.next;
  }
  return events;
}

/**
 * Return all frames of a review, read page by page. `path` is the address of the review; with `as` the frames show the
 * knowledge of that seat.
 */
export async function readReview(path, { as = null, token } = {}) {
  const frames = [];
  for (let from = 1; from !== null; ) {
    const { data } = await request("GET", path, { query: { from, as }, token });
    frames.push(...data.frames);
    from = data.next;
  }
  return frames;
}
