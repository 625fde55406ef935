// A kit for programs that play: an object with one method that decides, and what plays all its games with it.

import type { DobonClient } from "./client.js";
import { backoff, delay } from "./delay.js";
import { DobonError } from "./errors.js";
import type { Action, Challenge, LegalAction, NewPlace, View } from "./types.js";

/** The action to perform, or null to wait for the next view. */
export type Choice = LegalAction | Action | null;

/** A program that plays. */
export interface Bot {
  /**
   * Return the action to perform, or null to wait for the next view. `actions` are those of the view, and there is at
   * least one. They may be calls that are possible while another seat is in turn; `view.round.waiting_for` says whether
   * the game waits for this one.
   */
  decide(view: View, actions: readonly LegalAction[]): Choice | Promise<Choice>;
  /** Return whether to accept a challenge. Without this method every one is accepted. */
  accepts?(challenge: Challenge): boolean | Promise<boolean>;
}

export interface RunnerOptions {
  /** Wait for tables in the queue without end, each time for another one of these wishes, by chance. */
  ladder?: readonly NewPlace[];
  /** Challenges beyond this number of games at once are declined. The default is 8. */
  most?: number;
  /** Called with what went wrong; the default is `console.warn`. */
  log?: (message: string, error: unknown) => void;
}

/** Between two questions for a table. A place lapses 10 s after the last one. */
const QUEUE_MS = 2_000;
/** The largest number of questions after which a bot with several wishes waits for another one. */
const MOST_QUESTIONS = 5;
/** Between two looks at all games and challenges, in case that a notification was missed. */
const LOOK_MS = 30_000;
/** The time in which a place in the queue has to be given up at the end. */
const LEAVE_MS = 5_000;
const [NOT_FOUND, CONFLICT, UNPROCESSABLE] = [404, 409, 422];
const UNFINISHED = ["waiting", "playing", "between-rounds"] as const;
const FINAL = new Set(["unauthorized", "suspended", "insufficient-scope"]);

/** Plays all games of an account with a bot, until it is stopped. A later one goes on with the same games. */
export class Runner {
  readonly #client: DobonClient;
  readonly #bot: Bot;
  readonly #ladder: readonly NewPlace[];
  readonly #most: number;
  readonly #log: (message: string, error: unknown) => void;
  readonly #games = new Map<string, Promise<void>>();
  readonly #stopping = new AbortController();
  #id: string | null = null;

  constructor(client: DobonClient, bot: Bot, { ladder = [], most = 8, log = console.warn }: RunnerOptions = {}) {
    this.#client = client;
    this.#bot = bot;
    this.#ladder = ladder;
    this.#most = most;
    this.#log = log;
  }

  /** Take no more games, and end when those that are played are over. */
  stop(): void {
    this.#stopping.abort();
  }

  /**
   * Play until `stop` is called; run once. Rejects with a `DobonError` if the token is not valid, and at once with the
   * reason of the signal if that is aborted.
   */
  async run(signal?: AbortSignal): Promise<void> {
    const end = new AbortController();
    const ended = signal ? AbortSignal.any([signal, end.signal]) : end.signal;
    const stopped = AbortSignal.any([ended, this.#stopping.signal]);
    const around = [this.#lookAgain(stopped, ended), this.#follow(stopped, ended), this.#climb(stopped, ended)];
    try {
      await Promise.all(around); // they return when the runner is stopped
      await this.#safely(() => this.#look(ended), ended); // a table may have been found at the last moment
      while (this.#games.size > 0) await Promise.all(this.#games.values());
    } finally {
      end.abort();
      await Promise.allSettled([...around, ...this.#games.values()]);
    }
    signal?.throwIfAborted();
  }

  /** Return the end of a game, which is played from now on unless it is under way. */
  #play(game: string, ended: AbortSignal): Promise<void> {
    const known = this.#games.get(game);
    if (known) return known;
    const playing = this.#toTheEnd(game, ended).finally(() => this.#games.delete(game));
    playing.catch(() => {}); // the stream of the account rejects for the same reason
    this.#games.set(game, playing);
    return playing;
  }

  async #toTheEnd(game: string, ended: AbortSignal): Promise<void> {
    for (let failures = 1; ; failures += 1) {
      try {
        return await this.#turns(game, ended);
      } catch (error) {
        if (!(error instanceof DobonError) || FINAL.has(error.code)) throw error;
        this.#log(`game ${game}`, error);
        if (error.status === NOT_FOUND) return;
        await delay(backoff(failures, error.retryAfterMs), ended);
      }
    }
  }

  async #turns(game: string, ended: AbortSignal): Promise<void> {
    const table = await this.#client.table(game, ended);
    while (!["finished", "abandoned"].includes(table.view.status)) {
      const { view } = table;
      const chosen = view.actions.length > 0 ? await this.#decision(view) : null;
      ended.throwIfAborted();
      try {
        if (chosen === null) await table.next(ended);
        else await table.act(chosen, { signal: ended });
      } catch (error) {
        if (chosen === null || ended.aborted) throw error;
        if (error instanceof DobonError) {
          if (![CONFLICT, UNPROCESSABLE].includes(error.status)) throw error;
          if ((await table.refresh(ended)).version !== view.version) continue;
        }
        this.#log(`game ${game}: ${JSON.stringify(chosen)} was refused`, error);
        await table.next(ended); // the same decision would be refused again
      }
    }
  }

  async #decision(view: View): Promise<Choice> {
    try {
      return (await this.#bot.decide(view, view.actions)) ?? null;
    } catch (error) {
      this.#log(`game ${view.game}: the bot has failed; the clock plays for it`, error);
      return null;
    }
  }

  /** Begin what waits: unfinished games, and challenges. */
  async #look(ended: AbortSignal): Promise<void> {
    for (const status of UNFINISHED)
      for await (const game of this.#client.iterate("/v1/games", { query: { status, mine: true }, signal: ended }))
        void this.#play(game.id, ended);
    for await (const challenge of this.#client.iterate("/v1/challenges", { query: { open: true }, signal: ended }))
      await this.#answer(challenge, ended);
  }

  async #lookAgain(stopped: AbortSignal, ended: AbortSignal): Promise<void> {
    while (!stopped.aborted) {
      await this.#safely(() => this.#look(ended), stopped);
      await delay(LOOK_MS, stopped).catch(() => {});
    }
  }

  /** Begin what the notifications tell of. */
  async #follow(stopped: AbortSignal, ended: AbortSignal): Promise<void> {
    for await (const item of this.#client.notifications({ signal: stopped })) {
      const news = item.kind === "missed" ? null : item.notification;
      if (news?.kind === "started") void this.#play(news.game, ended);
      else if (news === null) await this.#safely(() => this.#look(ended), stopped);
      else if (news.kind === "challenge" && news.status === "open")
        await this.#safely(() => this.#answerTo(news.challenge, ended), stopped);
    }
  }

  async #answerTo(challenge: string, signal: AbortSignal): Promise<void> {
    const { data } = await this.#client.get("/v1/challenges/{challenge}", { path: { challenge }, signal });
    await this.#answer(data, signal);
  }

  async #answer(challenge: Challenge, signal: AbortSignal): Promise<void> {
    const isMine = challenge.challenger.id === (await this.#me(signal));
    if (challenge.status !== "open" || isMine || this.#stopping.signal.aborted) return;
    const path = { challenge: challenge.id };
    try {
      const accepts = this.#games.size < this.#most ? await this.#accepts(challenge) : ("later" as const);
      if (accepts === true) {
        const { data } = await this.#client.post("/v1/challenges/{challenge}/accept", { path, signal });
        if (data.game) void this.#play(data.game, signal);
      } else if (accepts !== null) {
        const body = accepts ? { reason: accepts } : {};
        await this.#client.post("/v1/challenges/{challenge}/decline", { path, body, signal });
      }
    } catch (error) {
      // It was withdrawn meanwhile.
      if (!(error instanceof DobonError) || ![CONFLICT, NOT_FOUND].includes(error.status)) throw error;
    }
  }

  /** Return whether the bot accepts a challenge; null if it has failed, which leaves the challenge open. */
  async #accepts(challenge: Challenge): Promise<boolean | null> {
    try {
      return this.#bot.accepts ? await this.#bot.accepts(challenge) : true;
    } catch (error) {
      this.#log(`challenge ${challenge.id}: the bot has failed`, error);
      return null;
    }
  }

  /** Wait for a table, play there, and begin again. */
  async #climb(stopped: AbortSignal, ended: AbortSignal): Promise<void> {
    const stop = new Promise<unknown>((resolve) => stopped.addEventListener("abort", resolve, { once: true }));
    while (this.#ladder.length > 0 && !stopped.aborted) {
      const wish = this.#ladder[Math.floor(Math.random() * this.#ladder.length)]!;
      await this.#safely(async () => {
        const game = await this.#tableOf(wish, stopped);
        if (game !== null) await Promise.race([this.#play(game, ended), stop]);
      }, stopped);
    }
  }

  /** Return the game of a table in the queue; null to wait for another one. */
  async #tableOf(wish: NewPlace, stopped: AbortSignal): Promise<string | null> {
    const changes = this.#ladder.length > 1;
    try {
      let { data: place } = await this.#client.post("/v1/queue", { body: wish, signal: stopped });
      let questions = 1 + Math.floor(Math.random() * MOST_QUESTIONS);
      for (; place.game === null; questions -= 1) {
        if (changes && questions === 0) return null; // two bots with different wishes would wait for ever
        await delay(QUEUE_MS, stopped);
        ({ data: place } = await this.#client.get("/v1/queue/me", { signal: stopped }));
      }
      return place.game;
    } catch (error) {
      if (stopped.aborted) await this.#leave();
      throw error;
    }
  }

  async #leave(): Promise<void> {
    try {
      await this.#client.delete("/v1/queue/me", { signal: AbortSignal.timeout(LEAVE_MS) });
    } catch (error) {
      // Without a place there is nothing to leave, and a table that was found is played.
      const isGone =
        error instanceof DobonError && (FINAL.has(error.code) || [CONFLICT, NOT_FOUND].includes(error.status));
      if (!isGone) this.#log("the place in the queue lapses", error);
    }
  }

  /** Do some work; after a refusal or a failure of the server wait a moment. Rejects for an invalid token. */
  async #safely(work: () => Promise<void>, signal: AbortSignal): Promise<void> {
    try {
      await work();
    } catch (error) {
      if (signal.aborted) return;
      if (!(error instanceof DobonError) || FINAL.has(error.code)) throw error;
      this.#log("the server has refused a request", error);
      await delay(backoff(1, error.retryAfterMs), signal).catch(() => {});
    }
  }

  async #me(signal: AbortSignal): Promise<string> {
    this.#id ??= (await this.#client.get("/v1/players/me", { signal })).data.id;
    return this.#id;
  }
}
