// Installing the page as an app, where the browser offers it, and the number on the icon of the app.

import { currentPlayer, currentToken } from "./player.js";
import { DobonError, request } from "./server.js";

const PAGE = 100;

/** The statuses of games that can wait for a player. */
const RUNNING = ["playing", "between-rounds"];

let offer = null;
const listeners = new Set();

window.addEventListener("beforeinstallprompt", (event) => {
  event.preventDefault(); // the page has a button of its own
  setOffer(event);
});
window.addEventListener("appinstalled", () => setOffer(null));

function setOffer(event) {
  offer = event;
  for (const listener of [...listeners]) listener();
}

/** Can the page be installed now? */
export const canInstall = () => offer !== null;

/** Call the listener when `canInstall` changes. */
export function onInstallable(listener) {
  listeners.add(listener);
}

/** Show the browser's question. The browser allows it once for each offer. */
export async function install() {
  const asked = offer;
  setOffer(null);
  await asked?.prompt();
}

/**
 * Return the number of these games that wait for the player: for a move, an answer or the next round. A game in which a
 * bot plays for the player does not wait.
 */
export function countWaiting(games, playerId) {
  return games.filter((game) => game.players.some(({ seat, id, bot }) => id === playerId && !bot && game.turn.includes(seat))).length;
}

/** Show on the icon of the app how many games wait for this player; nothing without a player. */
export async function updateBadge() {
  if (!("setAppBadge" in navigator)) return;
  const player = currentPlayer();
  if (!player || !currentToken()) return setBadge(0);
  try {
    const pages = await Promise.all(RUNNING.map((status) => request("GET", "/v1/games", { query: { mine: true, status, limit: PAGE } })));
    const waiting = countWaiting(pages.flatMap(({ data }) => data.games), player.id);
    setBadge(waiting);
  } catch (problem) {
    // The badge stays as it is until the next time.
    if (!(problem instanceof DobonError)) throw problem;
  }
}

/** Browsers refuse a badge for pages that are not installed; that changes nothing for the page. */
function setBadge(count) {
  (count ? navigator.setAppBadge(count) : navigator.clearAppBadge()).catch(() => {});
}
