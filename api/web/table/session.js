// The state of one table on this page: the view, the log, the stream and the player's actions. It draws nothing.

import { CutProblem } from "../lib/client/cuts.js";
import { delay } from "../lib/client/delay.js";
import { GameStream } from "../lib/client/stream.js";
import { requestSeat } from "../lib/hash-chain.js";
import { KnownHead } from "../lib/known-head.js";
import { Receipts } from "../lib/receipts.js";
import { DobonError, request, server } from "../lib/server.js";
import { CutFollower } from "./cut-follower.js";
import { PickedCards } from "./hand.js";
import { entryOf } from "./legal-actions.js";
import { STAMP_SHOWN_MS } from "./stamps.js";

const PAGE = 200;
const EARLY_MARGIN_MS = 5;
const STAMP_POLL_MS = 4000;
const STAMP_POLLING_PERIOD_MS = 300_000;

/**
 * One game, kept up to date. `onChange(why)` is called when the page has to be drawn, `onEvents(events)` for new events
 * of the log, `onRefusal(problem, action)` for a refused action, `onStamp(stamp)` for a new stamp, and `onEnd(reason)`
 * at the end of the log.
 */
export class TableSession {
  constructor(id, { onChange, onEvents, onRefusal, onCutProblem = () => {}, onStamp = () => {}, onEnd = () => {} }) {
    Object.assign(this, { id, onChange, onEvents, onRefusal, onStamp, onEnd });
    this.view = null;
    this.etag = null;
    this.events = [];
    this.streamState = "connecting";
    this.stream = null;
    this.busy = false;
    this.queued = null;
    this.local = {};
    this.picked = new PickedCards(() => this.onChange("picked"));
    this.loading = null;
    this.stale = false;
    this.stamps = new Map();
    this.lastStamp = 0;
    this.knownHead = new KnownHead(id);
    this.receipts = new Receipts(id);
    this.cut = new CutFollower((problem, isNew) => {
      this.onChange("view");
      if (isNew) onCutProblem(problem);
    });
  }

  get path() {
    return `/v1/games/${this.id}`;
  }

  /** The state of the connection: `connecting`, `live`, `reconnecting` or `ended`. Nothing is live while offline. */
  get connection() {
    return this.streamState === "live" && !navigator.onLine ? "reconnecting" : this.streamState;
  }

  get seat() {
    return this.view?.you?.seat ?? null;
  }

  /** Read the view and the log, then follow the stream. */
  async start() {
    const answer = await request("GET", `${this.path}/view`);
    await this.loadLog(answer.data.version);
    this.applyView(answer.data, answer.etag);
    this.follow();
    document.addEventListener("visibilitychange", () => document.hidden || this.stream.checkNow());
    window.addEventListener("offline", () => this.onChange("state"));
    window.addEventListener("online", () => this.streamState !== "ended" && this.follow());
  }

  async loadLog(upto) {
    let after = this.events.at(-1)?.version ?? 0;
    while (after < upto) {
      const { data } = await request("GET", `${this.path}/events?after=${after}&limit=${PAGE}`);
      this.events.push(...data.events);
      after = data.next ?? Infinity;
    }
    this.knownHead.load(this.events);
    this.receipts.follow(this.events);
  }

  /** Follow the log by a new stream, in place of an earlier one. */
  follow() {
    const onState = (state) => {
      this.streamState = state;
      this.onChange("state");
    };
    this.stream?.stop();
    this.stream = new GameStream(server, this.id, { after: this.events.at(-1)?.version ?? 0, onState });
    this.read(this.stream);
  }

  /** Handle the items of a stream until it ends or another one takes its place. */
  async read(stream) {
    try {
      for await (const item of stream) {
        if (item.kind === "stamp") this.showStamp(item.stamp);
        else this.receiveEvent(item.event);
      }
      if (stream === this.stream) this.endLog("game-over");
    } catch (problem) {
      if (!(problem instanceof DobonError)) throw problem;
      if (stream === this.stream) this.endLog(problem.code);
    }
  }

  /** Handle an event of the stream and read the new view; events that arrive together cause one reading. */
  receiveEvent(event) {
    this.appendEvents([event]);
    if (!this.view || event.version > this.view.version) this.refresh();
  }

  appendEvents(events) {
    const last = this.events.at(-1)?.version ?? 0;
    const fresh = events.filter((event) => event.version > last);
    if (!fresh.length) return;
    if (fresh[0].version > last + 1) return; // a gap: the stream will deliver the events between
    this.events.push(...fresh);
    this.knownHead.update(fresh.at(-1));
    this.receipts.follow(fresh);
    this.onEvents(fresh);
    this.onChange("log");
  }

  /** Read the view again. Calls during a reading cause one more reading after it. */
  async refresh() {
    if (this.loading) {
      this.stale = true;
      return this.loading;
    }
    this.loading = this.loadView().finally(() => {
      this.loading = null;
      if (this.stale) {
        this.stale = false;
        this.refresh();
      }
    });
    return this.loading;
  }

  async loadView() {
    try {
      const answer = await request("GET", `${this.path}/view`, { ifNoneMatch: this.etag });
      if (answer.status !== 304) this.applyView(answer.data, answer.etag);
    } catch (problem) {
      if (!(problem instanceof DobonError)) throw problem;
    }
  }

  /** Use a view, unless a newer one is known. */
  applyView(view, etag) {
    const before = this.view;
    if (before && view.version < before.version) return;
    if (before && before.version === view.version && before.you?.seat === view.you?.seat && etag === this.etag) return;
    this.view = view;
    this.etag = etag;
    if (before?.round?.number !== view.round?.number) this.local = {};
    const held = this.seat === null ? [] : (view.round?.hands?.[this.seat] ?? []);
    this.picked.retain(held);
    if (this.queued && !this.isStillAllowed(this.queued.action)) this.cancel(true);
    this.onChange("view");
    this.cut.follow(view);
    // Before the first round nothing is asked of the player but the link.
    if (view.next_round?.number === 1) this.cutFirst();
  }

  /** Be ready for the first round with the link of the player's chain, if this browser has it. */
  async cutFirst() {
    const action = await this.readyAction();
    if (action?.link && !this.busy) await this.act(action);
  }

  /** Be ready for the next round, with the link of the player's chain if this browser has it. */
  async ready() {
    // After a warning the player decides to go on without a cut.
    const action = await this.readyAction({ warned: this.cut.problem !== null });
    if (action) await this.act(action);
  }

  /** Return `ready` with the link of the round; null if it is not asked, or if the link has to stay secret. */
  async readyAction({ warned = false } = {}) {
    const entry = this.view.actions.find(({ action }) => action.type === "ready");
    if (!entry) return null;
    try {
      const link = await this.cut.prepare(this.view.next_round.number, warned);
      if (!this.isStillAllowed(entry.action)) return null; // sent meanwhile, after another view
      return link ? { ...entry.action, link } : entry.action;
    } catch (problem) {
      if (problem instanceof DobonError) this.onRefusal(problem, entry.action);
      else if (!(problem instanceof CutProblem)) throw problem;
      return null;
    }
  }

  /** Can the action still be built from those that are listed? */
  isStillAllowed(action) {
    return entryOf(this.view?.actions ?? [], action) !== null;
  }

  /**
   * Perform an action, not before the moment `from`. Returns the new view, or null if the action was refused or
   * dropped.
   */
  async act(action, { from = null } = {}) {
    if (this.busy) return null;
    const wait = from ? server.clock.until(from) : 0;
    if (wait > 0) return this.queue(action, wait);
    this.busy = true;
    this.queued = null;
    this.onChange("busy");
    try {
      return await this.send(action);
    } finally {
      this.busy = false;
      this.onChange("busy");
    }
  }

  async send(action) {
    try {
      // A server that later denies that this player was ready contradicts the receipt.
      const query = action.type === "ready" ? { receipt: true } : {};
      const { data, etag } = await request("POST", `${this.path}/actions`, { body: action, query });
      if (data.receipt) this.receipts.add(data.receipt);
      if (action.type === "ready") this.cut.confirm(this.view.next_round?.number, data.receipt ?? null);
      this.picked.reset();
      this.appendEvents(data.events);
      this.applyView(data.view, etag);
      return data.view;
    } catch (problem) {
      if (!(problem instanceof DobonError)) throw problem;
      const from = problem.code === "too-early" && problem.problem?.allowed_from;
      if (from) return this.queue(action, server.clock.until(from));
      this.onRefusal(problem, action);
      this.refresh();
      return null;
    }
  }

  /** Hold an action back until its moment. */
  queue(action, ms) {
    this.cancel();
    return new Promise((resolve) => {
      this.queued = { action, resolve };
      this.timer = setTimeout(() => {
        this.queued = null;
        this.busy = false;
        resolve(this.act(action));
      }, ms + EARLY_MARGIN_MS);
      this.onChange("queued");
    });
  }

  /** Drop the action that is held back. */
  cancel(moved = false) {
    if (!this.queued) return;
    clearTimeout(this.timer);
    const { resolve } = this.queued;
    this.queued = null;
    resolve(null);
    this.onChange(moved ? "dropped" : "queued");
  }

  /** Send a stamp. */
  async sendStamp(stamp) {
    const { data } = await request("POST", `${this.path}/stamps`, { body: { stamp } });
    this.showStamp(data);
  }

  /** Show a stamp at its seat for some seconds. */
  showStamp(given) {
    if (given.number <= this.lastStamp) return;
    this.lastStamp = given.number;
    const shown = { ...given, since: Date.now() };
    this.stamps.set(given.seat, shown);
    setTimeout(() => {
      if (this.stamps.get(given.seat) === shown) this.stamps.delete(given.seat);
      this.onChange("stamp");
    }, STAMP_SHOWN_MS);
    this.onStamp(given);
    this.onChange("stamp");
  }

  /** Handle the end of the log. Players can still send stamps for a while, so those are polled. */
  endLog(reason) {
    this.onEnd(reason);
    if (reason === "game-over") this.pollStamps(Date.now() + STAMP_POLLING_PERIOD_MS);
  }

  async pollStamps(until) {
    while (Date.now() < until) {
      if (!document.hidden) await this.loadStamps().catch(() => {});
      await delay(STAMP_POLL_MS);
    }
  }

  async loadStamps() {
    const { data } = await request("GET", `${this.path}/stamps`);
    for (const given of data.stamps) if (Date.parse(given.at) > server.clock.now() - STAMP_SHOWN_MS - STAMP_POLL_MS) this.showStamp(given);
  }

  /** Take a seat, or return to one's own. */
  async takeSeat(code) {
    const { data } = await requestSeat(`${this.path}/seats`, code ? { join_code: code } : {}, () => this.id);
    return data;
  }

  /** Leave the seat; during a game a bot takes over. */
  async leaveSeat() {
    const { data, etag } = await request("DELETE", `${this.path}/seats/me`);
    this.applyView(data.view, etag);
  }
}
