// A visit to one table: what is known of the game, following it, and acting in it. Draws nothing.

import { Problem, call, newKey, pause } from "../lib/api.js";
import { follow, monitorOf } from "../lib/event-stream.js";
import { dated, heard, now } from "./countdown.js";
import { Picked } from "./hand.js";
import { SHOWN_MS } from "./stamps.js";
import { Seen } from "../lib/known-head.js";

const PAGE = 200;
const EARLY_MS = 40;
const STAMPS_MS = 4000;
const STAMPS_FOR_MS = 300_000;

/**
 * The game as this visit knows it. `changed(why)` is called whenever something is to be drawn; `happened(events)` for what is new in the log;
 * `stamped(stamp)` for a stamp that is given.
 */
export class Visit {
  constructor(id, { changed, happened, refused, stamped = () => {}, ended = () => {} }) {
    Object.assign(this, { id, changed, happened, refused, stamped, ended });
    this.view = null;
    this.etag = null;
    this.events = [];
    this.state = "connecting";
    this.busy = false;
    this.queued = null;
    this.local = {};
    this.picked = new Picked(() => this.changed("picked"));
    this.reading = null;
    this.stale = false;
    this.stamps = new Map();
    this.lastStamp = 0;
    this.seen = new Seen(id);
  }

  get path() {
    return `/v1/games/${this.id}`;
  }

  get seat() {
    return this.view?.you?.seat ?? null;
  }

  /** Read the view and the log so far, then follow. */
  async begin() {
    const answer = await call("GET", `${this.path}/view`);
    dated(answer.headers);
    await this.readLog(answer.data.version);
    this.take(answer.data, answer.etag);
    this.follow(monitorOf(answer.headers));
  }

  async readLog(upto) {
    let after = this.events.at(-1)?.version ?? 0;
    while (after < upto) {
      const { data } = await call("GET", `${this.path}/events?after=${after}&limit=${PAGE}`);
      this.events.push(...data.events);
      after = data.next ?? Infinity;
    }
    this.seen.begin(this.events);
  }

  follow(monitor) {
    this.stream?.stop();
    this.stream = follow(`${this.path}/events`, {
      from: this.events.at(-1)?.version ?? 0,
      monitor,
      onEvent: (event) => this.event(event),
      onState: (state) => {
        this.state = state;
        this.changed("state");
      },
      onNote: (name, data) => name === "stamp" && this.stamp(data),
      onEnd: (reason) => this.end(reason),
    });
  }

  leave() {
    this.left = true;
    this.stream?.stop();
    clearTimeout(this.timer);
  }

  /** An event from the stream: the view that follows from it is read; several that come together are read once. */
  event(event) {
    heard(event.at);
    this.log([event]);
    if (!this.view || event.version > this.view.version) this.refresh();
  }

  log(events) {
    const last = this.events.at(-1)?.version ?? 0;
    const fresh = events.filter((event) => event.version > last);
    if (!fresh.length) return;
    if (fresh[0].version > last + 1) return; // a gap: the stream brings what lies between
    this.events.push(...fresh);
    this.seen.newest(fresh.at(-1));
    this.happened(fresh);
    this.changed("log");
  }

  /** Read the view again; while one is being read another is asked for only once. */
  async refresh() {
    if (this.reading) {
      this.stale = true;
      return this.reading;
    }
    this.reading = this.readView().finally(() => {
      this.reading = null;
      if (this.stale) {
        this.stale = false;
        this.refresh();
      }
    });
    return this.reading;
  }

  async readView() {
    try {
      const answer = await call("GET", `${this.path}/view`, { ifNoneMatch: this.etag });
      if (answer.status !== 304) this.take(answer.data, answer.etag);
    } catch (problem) {
      if (!(problem instanceof Problem)) throw problem;
    }
  }

  /** A view, unless a newer one is known. */
  take(view, etag) {
    const before = this.view;
    if (before && view.version < before.version) return;
    if (before && before.version === view.version && before.you?.seat === view.you?.seat && etag === this.etag) return;
    this.view = view;
    this.etag = etag;
    if (before?.round?.number !== view.round?.number) this.local = {};
    const held = this.seat === null ? [] : (view.round?.hands?.[this.seat] ?? []);
    this.picked.keep(held);
    if (this.queued && !this.stands(this.queued.action)) this.cancel(true);
    this.changed("view");
  }

  /** Is an action still listed, or one that differs only in the order of cards, or one of its kind for each card of it? */
  stands(action) {
    const same = (one) => one.type === action.type && one.on === action.on && one.suit === action.suit && sorted(one.cards) === sorted(action.cards);
    const listed = this.view?.actions ?? [];
    const alike = (one, code) => one.type === action.type && one.on === action.on && one.suit === action.suit && one.cards?.includes(code);
    return listed.some(same) || (action.cards?.length > 1 && action.cards.every((code) => listed.some((one) => alike(one, code))));
  }

  /** Do it, not before the moment `from`. Gives the new view, or null where it was refused or dropped. */
  async act(action, { from = null } = {}) {
    if (this.busy) return null;
    const wait = from ? Date.parse(from) - now() : 0;
    if (wait > 0) return this.wait(action, wait);
    this.busy = true;
    this.queued = null;
    this.changed("busy");
    try {
      return await this.send(action);
    } finally {
      this.busy = false;
      this.changed("busy");
    }
  }

  async send(action) {
    const key = newKey();
    try {
      const { data, etag } = await call("POST", `${this.path}/actions`, { body: action, key });
      this.picked.drop();
      if (data.events.length) heard(data.events.at(-1).at);
      this.log(data.events);
      this.take(data.view, etag);
      return data.view;
    } catch (problem) {
      if (!(problem instanceof Problem)) throw problem;
      const from = problem.code === "too-early" && problem.more.allowed_from;
      if (from) {
        heard(new Date(Date.parse(from) - 60_000).toISOString());
        return this.wait(action, Math.max(EARLY_MS, Date.parse(from) - now()));
      }
      this.refused(problem, action);
      this.refresh();
      return null;
    }
  }

  /** Hold an action until its moment. */
  wait(action, ms) {
    this.cancel();
    return new Promise((resolve) => {
      this.queued = { action, resolve };
      this.timer = setTimeout(() => {
        this.queued = null;
        this.busy = false;
        resolve(this.act(action));
      }, ms + EARLY_MS);
      this.changed("queued");
    });
  }

  /** Drop what waits for its moment. */
  cancel(moved = false) {
    if (!this.queued) return;
    clearTimeout(this.timer);
    const { resolve } = this.queued;
    this.queued = null;
    resolve(null);
    this.changed(moved ? "dropped" : "queued");
  }

  /** Say something beside the game. */
  async give(stamp) {
    const { data } = await call("POST", `${this.path}/stamps`, { body: { stamp } });
    this.stamp(data);
  }

  /** A stamp that was given: it stays at its seat for some seconds. */
  stamp(given) {
    if (given.number <= this.lastStamp) return;
    this.lastStamp = given.number;
    const shown = { ...given, since: Date.now() };
    this.stamps.set(given.seat, shown);
    setTimeout(() => {
      if (this.stamps.get(given.seat) === shown) this.stamps.delete(given.seat);
      this.changed("stamp");
    }, SHOWN_MS);
    this.stamped(given);
    this.changed("stamp");
  }

  /** The log has ended, or nothing more of it will come. Who has played goes on saying a word for a while. */
  end(reason) {
    this.ended(reason);
    if (reason === "game-over") this.afterwards(Date.now() + STAMPS_FOR_MS);
  }

  async afterwards(until) {
    while (!this.left && Date.now() < until) {
      if (!document.hidden) await this.lookForStamps().catch(() => {});
      await pause(STAMPS_MS);
    }
  }

  async lookForStamps() {
    const { data } = await call("GET", `${this.path}/stamps`);
    for (const given of data.stamps) if (Date.parse(given.at) > now() - SHOWN_MS - STAMPS_MS) this.stamp(given);
  }

  /** Take a seat, or come back to one's own. */
  async sit(code) {
    const { data } = await call("POST", `${this.path}/seats`, { body: code ? { join_code: code } : {} });
    return data;
  }

  /** Stand up, or let a bot play on. */
  async stand() {
    const { data, etag } = await call("DELETE", `${this.path}/seats/me`);
    this.take(data.view, etag);
  }
}

function sorted(cards) {
  return [...(cards ?? [])].sort().join();
}
