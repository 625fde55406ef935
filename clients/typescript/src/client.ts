// The client: every operation of openapi.yaml by method and path, and short forms of what players do most.

import { defaultStore, newAnchor, type Store } from "./cuts.js";
import { AccountStream } from "./account-stream.js";
import { downloadGames, type Download } from "./downloads.js";
import { Connection, type Answer, type ConnectionOptions, type RequestOptions } from "./connection.js";
import type { paths } from "./openapi.js";
import type { Arguments, DataOf, FreshArguments, FreshDataOf, ItemOf, Method, PagedPath, PathOf } from "./operations.js";
import { GameStream, type StreamOptions } from "./stream.js";
import { Table } from "./table.js";
import type { DownloadedGame, Event, FreshPlayer } from "./types.js";

const PAGE = 200;

/** Requests for a seat, which can have an anchor: this client draws a chain for each. */
const SEATS: readonly string[] = [
  "/v1/games",
  "/v1/games/{game}/seats",
  "/v1/games/{game}/rematch",
  "/v1/queue",
  "/v1/challenges",
  "/v1/challenges/{challenge}/accept",
];

/** A client of one server, for one player. */
export class DobonClient {
  /** Requests without types, for paths that are known only at run time. */
  readonly connection: Connection;
  readonly #store: Store;

  constructor(options: ConnectionOptions = {}) {
    this.connection = new Connection(options);
    this.#store = options.store ?? defaultStore();
  }

  /** The player's token, or null. */
  get token(): string | null {
    return this.connection.token;
  }

  set token(token: string | null) {
    this.connection.token = token;
  }

  /** Send a GET request. Only with `ifNoneMatch` can the answer be a 304, whose `data` is null. */
  get<P extends PathOf<"get">>(path: P, ...options: FreshArguments<P, "get">): Promise<Answer<FreshDataOf<P, "get">>>;
  get<P extends PathOf<"get">>(path: P, ...options: Arguments<P, "get">): Promise<Answer<DataOf<P, "get">>>;
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

  /** Send a PATCH request. */
  patch<P extends PathOf<"patch">>(path: P, ...options: Arguments<P, "patch">): Promise<Answer<DataOf<P, "patch">>> {
    return this.#send("patch", path, options[0]);
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

  /** Return a game with its newest view, to act on it and to wait for others. */
  table(game: string, signal?: AbortSignal): Promise<Table> {
    return Table.open(this.connection, game, this.#store, signal);
  }

  /** Yield the items of a list page by page: `iterate("/v1/games", { query: { mine: true } })` yields games. */
  async *iterate<P extends PagedPath>(
    path: P,
    ...[options]: FreshArguments<P, "get">
  ): AsyncGenerator<ItemOf<P>, void> {
    const asked: RequestOptions = options ?? {};
    for (let { query } = asked; ; ) {
      const { data } = await this.connection.request("GET", path, { ...asked, query });
      const page = data as Record<string, ItemOf<P>[]> & { next: string | number | null };
      yield* Object.values(page).find(Array.isArray) ?? [];
      if (page.next === null) return;
      query = { ...query, [position(path, page.next)]: page.next };
    }
  }

  /** Yield the events of a game after a version, page by page, up to the newest one. */
  events(game: string, after = 0, signal?: AbortSignal): AsyncGenerator<Event, void> {
    return this.iterate("/v1/games/{game}/events", { path: { game }, query: { after, limit: PAGE }, signal });
  }

  /**
   * Yield all finished games of a player that I may open, with their logs, the last one to end first.
   *
   * Throws a `DobonError`, also if the download breaks off: continue with the last end received as `until`.
   */
  downloadGames(player: string, options: Download = {}): AsyncGenerator<DownloadedGame, void> {
    return downloadGames(this.connection, player, options);
  }

  /** Follow a game: its events after a version as they happen, and stamps, until it is over. */
  follow(game: string, options: StreamOptions = {}): GameStream {
    return new GameStream(this.connection, game, options);
  }

  /** Follow what happens in all my games: my turn, questions to me, and more. Without `after` it begins now. */
  notifications(options: StreamOptions = {}): AccountStream {
    return new AccountStream(this.connection, options);
  }

  async #send<P extends keyof paths, M extends Method>(
    method: M,
    path: P,
    options: RequestOptions = {},
  ): Promise<Answer<DataOf<P, M>>> {
    const body = (options.body ?? {}) as { anchor?: string };
    // With a key of the program's own the body stays as it is, because a repetition has to be the same.
    if (method === "post" && SEATS.includes(path) && !body.anchor && !options.key) {
      const anchor = await newAnchor(this.#store);
      const answer = await this.#request(method, path, { ...options, body: anchor ? { ...body, anchor } : body });
      const data = answer.data as { id?: string; game?: string | null; view?: { game: string } };
      // A place in the queue and a challenge have an id of their own, and no game yet.
      const game = "game" in data ? data.game : (data.id ?? data.view?.game);
      if (game) this.#store.set(`anchor.${game}`, anchor);
      return answer;
    }
    return this.#request(method, path, options);
  }

  #request<P extends keyof paths, M extends Method>(
    method: M,
    path: P,
    options: RequestOptions,
  ): Promise<Answer<DataOf<P, M>>> {
    return this.connection.request(method.toUpperCase(), path, options) as Promise<Answer<DataOf<P, M>>>;
  }
}

/** Return the parameter by which a list continues: a cursor is a string, and a version or a frame is a number. */
function position(path: string, next: string | number): string {
  if (typeof next === "string") return "cursor";
  return path.endsWith("/events") ? "after" : "from";
}
