// Requests with a token, attempts that are repeated, and the server's time. This module knows no operation by name
// except which ones can be repeated.

import { ServerClock } from "./clock.js";
import type { CutProblem, Store } from "./cuts.js";
import { backoff, delay, retryAfter } from "./delay.js";
import { DobonError, NO_ANSWER } from "./errors.js";
import { isRepeatable } from "./repeatable.js";

/** How a client reaches its server. */
export interface ConnectionOptions {
  /** Address of the server, such as `https://dobon.example`; in a browser the default is the page's own. */
  baseUrl?: string;
  /** The player's token, or a function that returns the present one. */
  token?: string | null | (() => string | null);
  /** Language of titles and details: `en` or `ja`. */
  language?: string | (() => string);
  /** Replaces the global `fetch`. */
  fetch?: typeof fetch;
  /** Milliseconds of a clock that keeps running; the default is `performance.now()`. */
  localClock?: () => number;
  /** Milliseconds for which a failed request is repeated. */
  patience?: { read?: number; command?: number };
  /** Called with `true` when attempts fail, and with `false` when one succeeds again. */
  onOutage?: (failing: boolean) => void;
  /** Keeps what shuffles the player's decks; the default is the storage of the browser, or the program's memory. */
  store?: Store;
  /** Called if the player's cut is missing, or the server has changed what it had fixed; the default is `console.warn`. */
  onCutProblem?: (problem: CutProblem) => void;
}

/** Values of a path or a query. Undefined and null values are left out of queries. */
export type Values = Record<string, string | number | boolean | null | undefined>;

/** What any request may carry. */
export interface RequestOptions {
  path?: Values | undefined;
  query?: Values | undefined;
  body?: unknown;
  /** Idempotency key of a command. Without one each command gets its own; give one to repeat it after a restart. */
  key?: string | undefined;
  /** Entity tag that the view must still have. */
  ifMatch?: string | undefined;
  /** Entity tag of a known view; the answer is null if it is still current. */
  ifNoneMatch?: string | null | undefined;
  /** Another token for this request; null sends none. */
  token?: string | null | undefined;
  accept?: string | undefined;
  signal?: AbortSignal | undefined;
}

/** An answer; `data` is null if it has no body. */
export interface Answer<T> {
  status: number;
  data: T;
  /** The entity tag of a view. */
  etag: string | null;
  headers: Headers;
}

const JSON_TYPES = "application/json, application/problem+json";
const ATTEMPT_MS = 30_000;
const READ_PATIENCE_MS = 10_000;
const COMMAND_PATIENCE_MS = 90_000;

/** Return a new idempotency key, a random UUID. */
export function newKey(): string {
  // Browsers offer `randomUUID` only to pages with https.
  if (typeof crypto.randomUUID === "function") return crypto.randomUUID();
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = (bytes[6]! & 0x0f) | 0x40;
  bytes[8] = (bytes[8]! & 0x3f) | 0x80;
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
}

/** Requests to one server. */
export class Connection {
  /** The server's time, corrected by each answer. */
  readonly clock: ServerClock;
  #options: ConnectionOptions;
  #failing = false;

  /** Tell the player about a problem with the shuffles. */
  warn(problem: CutProblem): void {
    (this.#options.onCutProblem ?? console.warn)(problem);
  }

  constructor(options: ConnectionOptions = {}) {
    this.#options = options;
    this.clock = new ServerClock(options.localClock);
  }

  /** The token that requests send, or null. */
  get token(): string | null {
    const { token = null } = this.#options;
    return typeof token === "function" ? token() : token;
  }

  set token(token: string | null) {
    this.#options = { ...this.#options, token };
  }

  /**
   * Send a request until it is answered; throw a `DobonError` if it is refused or patience ends. `path` may contain
   * `{names}`, which `options.path` replaces.
   *
   * Reads, commands with a key and commands that the server did not carry out are repeated. A command keeps its key,
   * so that it happens once.
   */
  async request(method: string, path: string, options: RequestOptions = {}): Promise<Answer<unknown>> {
    const command = method !== "GET";
    const init = this.#init(method, options);
    const address = this.#address(path, options);
    const end = this.clock.local() + this.#patience(command) + longPoll(options);
    let unknown = false;
    for (let attempt = 0; ; attempt += 1) {
      const found = await this.#attempt(address, init, options);
      if (!(found instanceof DobonError)) {
        this.#report(false);
        return found;
      }
      // A refusal settles what happened to earlier attempts with the same key; a 429 does not.
      unknown = command && (found.isUndone ? unknown && found.isTransient : true);
      found.outcomeUnknown = unknown;
      const wait = backoff(attempt, found.retryAfterMs);
      const again = found.isTransient && (found.isUndone || isRepeatable(method, path));
      this.#report(found.status === 0 || found.status >= 500);
      if (!again || this.clock.local() + wait > end) throw found;
      await delay(wait, options.signal);
    }
  }

  /** Send a request once and return the response itself, as for a stream. Throws a `DobonError` for a refusal. */
  async open(path: string, options: RequestOptions & { headers?: Record<string, string> }): Promise<Response> {
    const init = this.#init("GET", options);
    const sent = this.clock.local();
    try {
      const address = this.#address(path, options);
      const response = await this.#fetch(address, { ...init, cache: "no-store", signal: options.signal ?? null });
      if (response.ok) return response;
      throw this.#refusal(response, await readData(response), sent);
    } catch (error) {
      if (error instanceof DobonError) throw error;
      options.signal?.throwIfAborted();
      throw new DobonError({ code: NO_ANSWER, cause: error });
    }
  }

  async #attempt(address: string, init: RequestInit, options: RequestOptions): Promise<Answer<unknown> | DobonError> {
    const sent = this.clock.local();
    const limit = AbortSignal.timeout(ATTEMPT_MS + longPoll(options));
    const signal = options.signal ? AbortSignal.any([options.signal, limit]) : limit;
    try {
      const response = await this.#fetch(address, { ...init, signal });
      const data = await readData(response);
      if (!response.ok && response.status !== 304) return this.#refusal(response, data, sent);
      this.#observe(data, sent);
      const { status, headers } = response;
      return { status, data, etag: headers.get("ETag"), headers };
    } catch (error) {
      options.signal?.throwIfAborted();
      return new DobonError({ code: NO_ANSWER, cause: error });
    }
  }

  #refusal({ status, headers }: Response, data: unknown, sent: number): DobonError {
    this.#observe(data, sent);
    const problem = isProblem(data) ? data : null;
    const retryAfterMs = retryAfter(headers, this.clock.now());
    return new DobonError({ code: problem?.code ?? `http-${status}`, status, problem, retryAfterMs });
  }

  #observe(data: unknown, sent: number): void {
    const now = (data as { now?: unknown } | null)?.now;
    if (typeof now === "string") this.clock.observe(now, sent);
  }

  #fetch(address: string, init: RequestInit): Promise<Response> {
    return (this.#options.fetch ?? fetch)(address, init);
  }

  #init(method: string, options: RequestOptions & { headers?: Record<string, string> }): RequestInit {
    const headers = new Headers({ Accept: options.accept ?? JSON_TYPES, ...options.headers });
    const { language } = this.#options;
    if (language) headers.set("Accept-Language", typeof language === "function" ? language() : language);
    const token = options.token === undefined ? this.token : options.token;
    if (token) headers.set("Authorization", `Bearer ${token}`);
    if (method !== "GET") headers.set("Idempotency-Key", options.key ?? newKey());
    if (options.ifMatch) headers.set("If-Match", options.ifMatch);
    if (options.ifNoneMatch) headers.set("If-None-Match", options.ifNoneMatch);
    if (options.body === undefined) return { method, headers };
    headers.set("Content-Type", "application/json");
    return { method, headers, body: JSON.stringify(options.body) };
  }

  #address(path: string, { path: values = {}, query = {} }: RequestOptions): string {
    const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(values[name])));
    const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== null);
    const search = new URLSearchParams(given.map(([name, value]) => [name, String(value)]));
    const base = (this.#options.baseUrl ?? "").replace(/\/$/, "");
    return `${base}${filled}${given.length ? `?${search}` : ""}`;
  }

  #patience(command: boolean): number {
    const { patience = {} } = this.#options;
    return command ? (patience.command ?? COMMAND_PATIENCE_MS) : (patience.read ?? READ_PATIENCE_MS);
  }

  #report(failing: boolean): void {
    if (this.#failing === failing) return;
    this.#failing = failing;
    this.#options.onOutage?.(failing);
  }
}

/** Return the milliseconds that the request asks the server to wait. */
function longPoll({ query }: RequestOptions): number {
  return 1000 * Number(query?.wait ?? 0);
}

/** Return the JSON value or the text of a response; null if it is empty. */
async function readData(response: Response): Promise<unknown> {
  const text = await response.text();
  if (!text) return null;
  return /[/+]json\s*(;|$)/.test(response.headers.get("Content-Type") ?? "") ? JSON.parse(text) : text;
}

function isProblem(data: unknown): data is NonNullable<DobonError["problem"]> {
  return typeof (data as { code?: unknown } | null)?.code === "string";
}
