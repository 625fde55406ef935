// A game as one player sees it: the newest view, waiting for the next one, and acting on it.

import { newKey, type Answer, type Connection, type RequestOptions } from "./connection.js";
import { delay } from "./delay.js";
import { DobonError } from "./errors.js";
import type { Action, CommandResult, LegalAction, View } from "./types.js";

const VIEW = "/v1/games/{game}/view";
const ACTIONS = "/v1/games/{game}/actions";
const EARLY_ATTEMPTS = 5;
const WAIT_SECONDS = 25;

/** A game with its newest view; `DobonClient.table` returns one. */
export class Table {
  /** The id of the game. */
  readonly game: string;
  #connection: Connection;
  #view: View;
  #etag: string | null;

  private constructor(connection: Connection, game: string, { data, etag }: Answer<View>) {
    this.game = game;
    this.#connection = connection;
    this.#view = data;
    this.#etag = etag;
  }

  /** Read the view of a game. */
  static async open(connection: Connection, game: string, signal?: AbortSignal): Promise<Table> {
    return new Table(connection, game, await readView(connection, game, { signal }));
  }

  /** The newest view known. */
  get view(): View {
    return this.#view;
  }

  /** The entity tag of the view, for `ifMatch`. */
  get etag(): string | null {
    return this.#etag;
  }

  /** Read the view again and return it. */
  async refresh(signal?: AbortSignal): Promise<View> {
    this.#keep(await readView(this.#connection, this.game, { signal }));
    return this.#view;
  }

  /** Wait until the view differs from the one known, and return it. */
  async next(signal?: AbortSignal): Promise<View> {
    for (;;) {
      const asked = { query: { wait: WAIT_SECONDS }, ifNoneMatch: this.#etag, signal };
      const answer = await readView(this.#connection, this.game, asked);
      if (answer.status !== 304) {
        this.#keep(answer);
        return this.#view;
      }
      // The server has no room for another request that waits.
      if (answer.headers.has("Retry-After")) await delay(1000, signal);
    }
  }

  /**
   * Perform an action: an entry of `view.actions`, or an action built from one. An entry that is not allowed yet
   * is sent at its moment, by the server's time. Throws a `DobonError`, such as one with the status 409 if another
   * player was faster. With `receipt` the result holds a receipt.
   */
  async act(
    chosen: LegalAction | Action,
    { receipt, ...options }: Pick<RequestOptions, "ifMatch" | "key" | "signal"> & { receipt?: boolean } = {},
  ): Promise<CommandResult> {
    const { clock } = this.#connection;
    const [body, from] = "action" in chosen ? [chosen.action, chosen.allowed_from] : [chosen, undefined];
    const asked = { path: { game: this.game }, query: { receipt }, body, ...options, key: options.key ?? newKey() };
    if (from) await clock.wait(from, options.signal);
    for (let attempt = 1; ; attempt += 1) {
      try {
        const answer = (await this.#connection.request("POST", ACTIONS, asked)) as Answer<CommandResult>;
        this.#keep({ ...answer, data: answer.data.view });
        return answer.data;
      } catch (error) {
        const later = error instanceof DobonError && error.code === "too-early" && error.problem?.allowed_from;
        if (!later || attempt === EARLY_ATTEMPTS) throw error;
        await clock.wait(later, options.signal);
      }
    }
  }

  #keep({ data, etag }: Answer<View>): void {
    if (data.version < this.#view.version) return;
    this.#view = data;
    this.#etag = etag;
  }
}

function readView(connection: Connection, game: string, options: RequestOptions): Promise<Answer<View>> {
  return connection.request("GET", VIEW, { path: { game }, ...options }) as Promise<Answer<View>>;
}
