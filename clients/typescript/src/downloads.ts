// The finished games of a player, read while the server makes them.

import type { Connection } from "./connection.js";
import { delay } from "./delay.js";
import { DobonError, NO_ANSWER } from "./errors.js";
import type { paths } from "./openapi.js";
import type { DownloadedGame } from "./types.js";

const GAMES = "/v1/players/{player}/games";
const SILENCE_MS = 40_000;

/** Which games are downloaded. */
export type Download = NonNullable<paths[typeof GAMES]["get"]["parameters"]["query"]> & { signal?: AbortSignal };

/** Yield the finished games of a player, line by line. */
export async function* downloadGames(
  connection: Connection,
  player: string,
  { signal, ...query }: Download,
): AsyncGenerator<DownloadedGame, void> {
  const accept = "application/x-ndjson, application/problem+json";
  const response = await connection.open(GAMES, { path: { player }, query, accept, signal });
  const reader = response.body!.getReader();
  const decoder = new TextDecoder();
  try {
    for (let rest = ""; ; ) {
      const piece = await nextPiece(reader, signal);
      if (piece === null) return;
      const lines = (rest + decoder.decode(piece, { stream: true })).split("\n");
      rest = lines.pop()!;
      for (const line of lines) yield JSON.parse(line) as DownloadedGame;
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

/** Return the next bytes, or null at the end. Throws a `DobonError` if the connection breaks or falls silent. */
async function nextPiece(
  reader: ReadableStreamDefaultReader<Uint8Array>,
  signal?: AbortSignal,
): Promise<Uint8Array | null> {
  const silence = new AbortController();
  const silent = delay(SILENCE_MS, silence.signal).then(() => Promise.reject(new Error("silence")));
  try {
    const { done, value } = await Promise.race([reader.read(), silent]);
    return done ? null : value;
  } catch (error) {
    signal?.throwIfAborted();
    throw new DobonError({ code: NO_ANSWER, cause: error });
  } finally {
    silence.abort();
  }
}
