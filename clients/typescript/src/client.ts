// The client: every operation of openapi.yaml by method and path, and short forms of what players do most.

import { Connection, newKey, type Answer, type ConnectionOptions, type RequestOptions } from "./connection.js";
import { delay } from "./delay.js";
import { DobonError } from "./errors.js";
import type { components, paths } from "./openapi.js";
import type { Arguments, DataOf, Method, PathOf } from "./operations.js";
import { GameStream, type StreamOptions } from "./stream.js";
import type { Action, CommandResult, Event, FreshPlayer, LegalAction, View } from "./types.js";

type Schemas = components["schemas"];

const EARLY_ATTEMPTS = 5;
const WAIT_SECONDS = 25;
const PAGE = 200;

/** A client of one server, for one player. */
export class DobonClient {
  /** Requests without types, for paths that are known only at run time. */
  readonly connection: Connection;

  constructor(options: ConnectionOptions = {}) {
    this.connection = new Connection(options);
  }

  /** The player's token, or null. */
  get token(): string | null {
    return this.connection.token;
  }

  set token(token: string | null) {
    this.connection.token = token;
  }

  /** Send a GET request. */
  get<P extends PathOf<"get">>(path: P, ...options: Arguments<P, "get">): Promise<Answer<DataOf<P, "get">>> {
    return this.#send("get", path, options[0]);
  }

  /** Send a POST request. */
  post<P extends PathOf<"post">>(path: P, ...options: Arguments<P, "post">): Promise<Answer<DataOf<P, "post">>> {
    return this.#send("post", path, options[0]);
  }

  /** Send a PUT request. */
  put<P extends PathOf<"put">>(path: P, ...options: Arguments<P, "put">): Promise<Answer<DataOf<P, "put">>> {
    return this.#send("put", path, options[0]);
  }

  /** Send a DELETE request. */
  delete<P extends PathOf<"delete">>(
    path: P,
    ...options: Arguments<P, "delete">
  ): Promise<Answer<DataOf<P, "delete">>> {
    return this.#send("delete", path, options[0]);
  }

  /** Create a player and use its token from now on. */
  async createPlayer(name: string): Promise<FreshPlayer> {
    const { data } = await this.post("/v1/players", { body: { name }, token: null });
    this.token = data.token;
    return data;
  }

  /** Return my view of a game. */
  async view(game: string, signal?: AbortSignal): Promise<View> {
    const { data } = await this.get("/v1/games/{game}/view", { path: { game }, signal });
    return data!;
  }

  /** Wait for my view to be another one than `known`, and return it. */
  async nextView(game: string, known: View, signal?: AbortSignal): Promise<View> {
    const tag = `"${known.version}-${known.you ? `s${known.you.seat}` : "watch"}"`;
    for (;;) {
      const query = { wait: WAIT_SECONDS };
      const answer = await this.get("/v1/games/{game}/view", { path: { game }, query, ifNoneMatch: tag, signal });
      if (answer.data) return answer.data;
      if (answer.headers.has("Retry-After")) await delay(1000, signal);
    }
  }

  /**
   * Perform an action: an entry of `actions` of a view, or an action built from one. An entry that is not allowed yet
   * is sent at its moment, by the server's time.
   */
  async act(
    game: string,
    chosen: LegalAction | Action,
    options: Pick<RequestOptions, "ifMatch" | "key" | "signal"> = {},
  ): Promise<CommandResult> {
    const { clock } = this.connection;
    const key = options.key ?? newKey();
    const [body, from] = "action" in chosen ? [chosen.action, chosen.allowed_from] : [chosen, undefined];
    if (from) await clock.wait(from, options.signal);
    for (let attempt = 1; ; attempt += 1) {
      try {
        const asked = { path: { game }, body, ...options, key };
        return (await this.post("/v1/games/{game}/actions", asked)).data;
      } catch (error) {
        const later = error instanceof DobonError && error.code === "too-early" && error.problem?.allowed_from;
        if (!later || attempt === EARLY_ATTEMPTS) throw error;
        await clock.wait(later, options.signal);
      }
    }
  }

  /** Yield the events of a game after a version, page by page, up to the newest one. */
  async *events(game: string, after = 0, signal?: AbortSignal): AsyncGenerator<Event, void> {
    for (let from: number | null = after; from !== null; ) {
      const asked = { path: { game }, query: { after: from, limit: PAGE }, signal };
      const page: Schemas["Events"] = (await this.get("/v1/games/{game}/events", asked)).data!;
      yield* page.events;
      from = page.next;
    }
  }

  /** Follow a game: its events after a version as they happen, and stamps, until it is over. */
  follow(game: string, options: StreamOptions = {}): GameStream {
    return new GameStream(this.connection, game, options);
  }

  #send<P extends keyof paths, M extends Method>(
    method: M,
    path: P,
    options: RequestOptions = {},
  ): Promise<Answer<DataOf<P, M>>> {
    return this.connection.request(method.toUpperCase(), path, options) as Promise<Answer<DataOf<P, M>>>;
  }
}
