// What this player knows and wants of other players: reliability, follows and blocks.

import { t } from "./i18n.js";
import { request } from "./server.js";

/** With fewer turns than these, a share would say little. */
const FEWEST_TURNS = 20;

const profiles = new Map();

/** Return the profile of a player; it is requested once. */
export function profileOf(id) {
  if (!profiles.has(id)) profiles.set(id, request("GET", `/v1/players/${id}`).then(({ data }) => data, (problem) => (profiles.delete(id), Promise.reject(problem))));
  return profiles.get(id);
}

/** Return how reliable a player is, in words: the share of the turns that the clock played. */
export function reliabilityText({ statistics }) {
  const sum = (name) => statistics.reduce((all, one) => all + one[name], 0);
  const turns = sum("turns");
  if (turns < FEWEST_TURNS) return t("table.people.new");
  return t("table.people.reliability", { percent: Math.round((100 * sum("timeouts")) / turns), turns });
}

/** Return the players whom I follow, each with its listed games. */
export const loadFollows = async () => (await request("GET", "/v1/players/me/follows")).data.players;

/** Return the players whom I block. */
export const loadBlocks = async () => (await request("GET", "/v1/players/me/blocks")).data.players;

/** Follow a player, or no more. */
export const setFollow = (id, wanted) => request(wanted ? "PUT" : "DELETE", `/v1/players/me/follows/${id}`);

/** Block a player, or no more. */
export const setBlock = (id, wanted) => request(wanted ? "PUT" : "DELETE", `/v1/players/me/blocks/${id}`);
