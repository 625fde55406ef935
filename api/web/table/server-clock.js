// An estimate of the server's clock, from the times that its answers and events carry.

let offset = null;

/** Return the server's time in milliseconds. */
export function serverNow() {
  return Date.now() + (offset ?? 0);
}

/**
 * Move the estimate forward if necessary: the server's clock has reached the time of an event that has just arrived.
 */
export function observeServerTime(at) {
  const seen = Date.parse(at) - Date.now();
  if (Number.isFinite(seen) && (offset === null || seen > offset)) offset = seen;
}

/** Begin the estimate with the `Date` header of an answer, which is precise to a second. */
export function readDateHeader(headers) {
  const date = Date.parse(headers.get("Date") ?? "");
  if (offset === null && Number.isFinite(date)) offset = date - Date.now();
}
