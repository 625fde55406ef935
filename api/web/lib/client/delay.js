// Compiled from clients/typescript/src by `make clients`.
// Waiting, and the times between attempts.
const FIRST_MS = 300;
const LONGEST_MS = 10_000;
const MAX_TIMEOUT_MS = 2 ** 31 - 1;
/** Wait for a number of milliseconds. Rejects with the signal's reason if it is aborted. */
export function delay(ms, signal) {
    return new Promise((resolve, reject) => {
        signal?.throwIfAborted();
        const stop = () => {
            clearTimeout(timer);
            reject(signal?.reason);
        };
        const timer = setTimeout(() => {
            signal?.removeEventListener("abort", stop);
            resolve();
        }, Math.min(ms, MAX_TIMEOUT_MS));
        signal?.addEventListener("abort", stop, { once: true });
    });
}
/**
 * Return the milliseconds before the next attempt: twice as long after each, with a random part, so that clients do not
 * return together. A server's `Retry-After` is the least.
 */
export function backoff(attempt, retryAfterMs = null) {
    const most = Math.min(LONGEST_MS, FIRST_MS * 2 ** attempt);
    return Math.max(retryAfterMs ?? 0, most * (0.5 + Math.random() / 2));
}
/** Return the milliseconds that `Retry-After` asks for, in seconds or as a date; null if it is missing or invalid. */
export function retryAfter(headers, now) {
    const value = headers.get("Retry-After");
    if (value === null)
        return null;
    const ms = /^\d+$/.test(value.trim()) ? Number(value) * 1000 : Date.parse(value) - now;
    return Number.isNaN(ms) ? null : Math.max(0, ms);
}
