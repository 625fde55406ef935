// The server of these tests, and connections to it that fail on purpose.

import { DobonClient, type ConnectionOptions } from "dobon-client";

const { DOBON_URL } = process.env;
if (!DOBON_URL) throw new Error("DOBON_URL must name a server without rate limits; `make clients` starts one.");

/** The address of the server. */
export const BASE_URL: string = DOBON_URL;

/** Return a client with a new player. */
export async function newPlayer(options: ConnectionOptions = {}): Promise<DobonClient> {
  const client = new DobonClient({ baseUrl: BASE_URL, ...options });
  client.token = (await new DobonClient({ baseUrl: BASE_URL }).createPlayer("Test")).token;
  return client;
}

/** A request as the server gets it. */
export interface Sent {
  method: string;
  path: string;
  query: string;
  headers: Headers;
}

/** Returns the response for a request, or passes it on; `sent` holds the requests so far, this one included. */
export type Answering = (pass: () => Promise<Response>, sent: Sent[], now: Sent) => Promise<Response>;

/** Return a `fetch` whose requests are answered by a function, and the list of its requests. */
export function intercept(answering: Answering): { fetch: typeof fetch; sent: Sent[] } {
  const sent: Sent[] = [];
  const intercepted = (address: string | URL | Request, init: RequestInit = {}) => {
    const { pathname: path, search: query } = new URL(String(address));
    const now = { method: init.method ?? "GET", path, query, headers: new Headers(init.headers) };
    sent.push(now);
    return answering(() => fetch(address, { ...init, headers: now.headers }), sent, now);
  };
  return { fetch: intercepted, sent };
}

/** Return a response that carries a problem. */
export function problem(status: number, code: string, headers: Record<string, string> = {}): Response {
  const body = JSON.stringify({ type: `/problems/${code}`, title: code, status, code });
  return new Response(body, { status, headers: { "Content-Type": "application/problem+json", ...headers } });
}

/** Open a game of Durak for two players without deadlines; return its id. */
export async function openDurak(first: DobonClient, second: DobonClient): Promise<string> {
  const body = { ruleset: "durak", seats: 2, options: { turn_seconds: 0, bot_delay_ms: 0 } } as const;
  const { data } = await first.post("/v1/games", { body });
  const seat = data.join_code === undefined ? {} : { join_code: data.join_code };
  await second.post("/v1/games/{game}/seats", { path: { game: data.id }, body: seat });
  return data.id;
}

/** Let two players make some moves and leave their seats, so that the game ends. */
export async function playOn(players: DobonClient[], game: string, moves = 8): Promise<void> {
  for (let made = 0; made < moves; made += 1) {
    const tables = await Promise.all(players.map((player) => player.table(game)));
    const table = tables.find(({ view }) => view.actions.length > 0)!;
    const { actions } = table.view;
    await table.act(actions.find(({ action }) => action.type !== "take") ?? actions[0]!);
  }
  for (const player of players) await player.delete("/v1/games/{game}/seats/me", { path: { game } });
}
