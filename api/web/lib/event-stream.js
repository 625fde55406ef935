// Follows the log of a game. Server-Sent Events are read with fetch, because EventSource cannot send the token in a
// header. If streams fail, the log is read by long polling.

import { Problem, request, delay, currentToken } from "./api.js";

const SILENCE_LIMIT_MS = 40_000;
const BACKOFF_MS = [250, 500, 1000, 2000, 4000, 8000];
const POLLING_PERIOD_MS = 60_000;
const FINAL_REASONS = new Set(["game-over", "no-such-game", "unauthorized", "suspended"]);

/**
 * Follow a log: `followLog("/v1/games/ID/events", {from: 17, onEvent, onState, onEnd})`. Returns `{stop()}`.
 *
 * `onEvent` receives each event after version `from` once and in order. `onState` receives `live`, `reconnecting` or
 * `ended`, `onEnd` the reason for the end. `onNamedEvent(name, data)` receives Server-Sent Events that are not part of
 * the log.
 */
export function followLog(path, options) {
  const follower = new LogFollower(path, options);
  follower.run();
  return { stop: () => follower.stop() };
}

const noop = () => {};

class LogFollower {
  constructor(path, { from = 0, onEvent = noop, onState = noop, onEnd = noop, onNamedEvent = noop }) {
    Object.assign(this, { path, last: from, onEvent, onState, onEnd, onNamedEvent });
    this.stopped = false;
    this.state = null;
    this.lastHeard = Date.now();
    this.reconnectIfSilent = () => {
      if (!document.hidden && Date.now() - this.lastHeard > SILENCE_LIMIT_MS / 2) this.abort?.abort();
    };
    document.addEventListener("visibilitychange", this.reconnectIfSilent);
    window.addEventListener("online", this.reconnectIfSilent);
  }

  stop() {
    this.stopped = true;
    this.abort?.abort();
    document.removeEventListener("visibilitychange", this.reconnectIfSilent);
    window.removeEventListener("online", this.reconnectIfSilent);
  }

  setState(state) {
    if (this.state === state || this.stopped) return;
    this.state = state;
    this.onState(state);
  }

  end(reason) {
    if (this.stopped) return;
    this.setState("ended");
    this.stop();
    this.onEnd(reason);
  }

  async run() {
    let failures = 0;
    while (!this.stopped) {
      const before = this.last;
      this.abort = new AbortController();
      try {
        const opened = await this.readStream();
        failures = opened || this.last > before ? 0 : failures + 1;
      } catch (problem) {
        if (this.stopped) return;
        if (FINAL_REASONS.has(problem.code)) return this.end(problem.code);
        failures += 1;
      }
      if (this.stopped) return;
      if (failures >= 3) await this.poll().catch(noop);
      if (this.stopped) return;
      this.setState("reconnecting");
      await delay(BACKOFF_MS[Math.min(failures, BACKOFF_MS.length - 1)] * (0.75 + Math.random() / 2));
    }
  }

  /** Read one connection until it ends; return whether it was opened. */
  async readStream() {
    const headers = { "Last-Event-ID": String(this.last) };
    if (currentToken()) headers.Authorization = `Bearer ${currentToken()}`;
    let response;
    try {
      response = await fetch(this.path.replace(/\/events$/, "/stream"), { headers, signal: this.abort.signal, cache: "no-store" });
    } catch {
      throw new Problem();
    }
    if (response.status === 204) {
      this.end("game-over");
      return true;
    }
    if (!response.ok || !response.body) {
      const data = await response.json().catch(() => ({}));
      throw new Problem({ ...data, status: response.status, code: data.code ?? `http-${response.status}` });
    }
    this.setState("live");
    const watchdog = setInterval(() => Date.now() - this.lastHeard > SILENCE_LIMIT_MS && this.abort.abort(), 5000);
    this.lastHeard = Date.now();
    try {
      await this.readMessages(response.body.getReader());
    } catch {
      // The connection broke. The events read so far are kept, and the next connection continues after them.
    } finally {
      clearInterval(watchdog);
    }
    return true;
  }

  async readMessages(reader) {
    const decoder = new TextDecoder();
    let text = "";
    for (;;) {
      const { done, value } = await reader.read();
      if (done || this.stopped) return;
      this.lastHeard = Date.now();
      text += decoder.decode(value, { stream: true });
      const messages = text.split("\n\n");
      text = messages.pop();
      for (const message of messages) if (!this.stopped) this.handleMessage(message);
    }
  }

  handleMessage(message) {
    let name = "message";
    const data = [];
    for (const line of message.split("\n")) {
      if (line.startsWith("event:")) name = line.slice(6).trim();
      else if (line.startsWith("data:")) data.push(line.slice(5).trimStart());
    }
    if (!data.length) return;
    const body = JSON.parse(data.join("\n"));
    if (name === "message") this.handleEvent(body);
    else if (name !== "end") this.onNamedEvent(name, body);
    else if (FINAL_REASONS.has(body.reason)) this.end(body.reason);
  }

  handleEvent(event) {
    if (event.version <= this.last) return;
    this.last = event.version;
    this.onEvent(event);
  }

  /** Poll for a minute; after that, streams are tried again. */
  async poll() {
    const until = Date.now() + POLLING_PERIOD_MS;
    const view = this.path.replace(/\/events$/, "/view");
    let tag = null;
    while (!this.stopped && Date.now() < until) {
      const { signal } = this.abort = new AbortController();
      const answer = await request("GET", `${view}${tag ? "?wait=20" : ""}`, { ifNoneMatch: tag, signal });
      this.lastHeard = Date.now();
      this.setState("live");
      if (answer.status === 304) {
        if (answer.headers.get("Retry-After")) await delay(1000);
        continue;
      }
      tag = answer.etag;
      await this.catchUp(signal);
      if (["finished", "abandoned"].includes(answer.data.status)) return this.end("game-over");
    }
  }

  async catchUp(signal) {
    for (let next = this.last; next !== null; ) {
      const { data } = await request("GET", `${this.path}?after=${next}&limit=200`, { signal });
      for (const event of data.events) this.handleEvent(event);
      next = data.next;
    }
  }
}
