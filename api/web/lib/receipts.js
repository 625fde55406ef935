// The receipts of games that this browser has seen: the server's signatures under their heads. A log that the server
// changed later contradicts them.

import { delay } from "./client/delay.js";
import { DobonError, request } from "./server.js";
import { getStored, setStored } from "./storage.js";

/** Events after which a receipt is fetched: the deal, each call, and the end. */
export const MARKS = ["round-dealt", "dobon-called", "doubt-called", "game-ended", "game-abandoned"];

/** The newest receipts of a game that are kept. The newest one covers all events before it. */
const RECEIPTS_KEPT = 200;

/** The newest games whose receipts are kept. */
const GAMES_KEPT = 50;

/** How often a receipt is asked for again, and the first pause; each pause is twice as long as the one before. */
const ATTEMPTS = 5;
const PAUSE_MS = 1000;

const GAMES = "receipts";
const ofGame = (game) => `receipts.${game}`;

/** Return the kept receipts of a game, oldest first, and the public keys: `{receipts, keys}`. */
export function keptReceipts(game) {
  return JSON.parse(getStored(ofGame(game))) ?? { receipts: [], keys: [] };
}

/** Return the kept receipts and keys of a game as a file for `dobon verify --receipts`. */
export function receiptFile(game) {
  const { receipts, keys } = keptReceipts(game);
  return [{ keys }, ...receipts].map((line) => `${JSON.stringify(line)}\n`).join("");
}

/** Fetches and keeps receipts of one game. */
export class Receipts {
  constructor(game) {
    this.game = game;
    this.fetching = false;
    this.wanted = 0;
  }

  /** Fetch a receipt if the events hold a mark after the newest one. Events that arrive together cause one request. */
  follow(events) {
    const mark = events.findLast((event) => MARKS.includes(event.type));
    if (!mark) return;
    this.wanted = mark.version;
    if (!this.fetching) this.fetch();
  }

  /** Keep a receipt that came with an answer, together with the key that signed it. */
  async add(receipt) {
    const known = keptReceipts(this.game).keys.some(({ kid }) => kid === receipt.kid);
    const published = known ? null : (await answerOf(request("GET", "/v1/keys", { token: null })))?.keys;
    const { receipts, keys } = keptReceipts(this.game);
    keep(this.game, { receipts: [...receipts, receipt].sort((one, other) => one.version - other.version).slice(-RECEIPTS_KEPT), keys: published ?? keys });
  }

  async fetch() {
    this.fetching = true;
    try {
      let attempt = 0;
      while (attempt < ATTEMPTS && this.wanted > newestVersion(this.game)) {
        const wanted = this.wanted;
        const receipt = await answerOf(request("GET", `/v1/games/${this.game}/receipt`));
        if (receipt) await this.add(receipt);
        if (this.wanted > wanted) {
          attempt = 0;
        } else {
          if (!receipt || receipt.version < wanted) await delay(PAUSE_MS * 2 ** attempt);
          attempt += 1;
        }
      }
    } finally {
      this.fetching = false;
    }
  }
}

function newestVersion(game) {
  return keptReceipts(game).receipts.at(-1)?.version ?? 0;
}

/** Return the data of an answer, or null for a refusal and without an answer. */
async function answerOf(sent) {
  try {
    return (await sent).data;
  } catch (problem) {
    if (!(problem instanceof DobonError)) throw problem;
    return null;
  }
}

/** Store the receipts of a game, and forget those of the oldest games. */
function keep(game, found) {
  const games = (JSON.parse(getStored(GAMES)) ?? []).filter((other) => other !== game);
  for (const old of games.splice(0, games.length + 1 - GAMES_KEPT)) setStored(ofGame(old), null);
  setStored(GAMES, JSON.stringify([...games, game]));
  setStored(ofGame(game), JSON.stringify(found));
}
