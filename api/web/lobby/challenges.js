// Challenges in the lobby: those that wait for an answer, and a search for players to challenge.

import { h, update } from "../lib/dom.js";
import { acceptChallenge, challengePlayer, declineChallenge, loadChallenges, withdrawChallenge } from "../lib/challenges.js";
import { localized, t } from "../lib/i18n.js";
import { currentPlayer, currentToken } from "../lib/player.js";
import { accountName } from "../lib/player-names.js";
import { request } from "../lib/server.js";
import { attempt } from "../lib/shell.js";

const FOUND = 8;

const panel = h("section", { class: "panel stack challenges", "aria-labelledby": "challenges" });
const state = { rulesets: [], open: [], found: null };

/** Return the panel. */
export function challengesPanel(rulesets) {
  state.rulesets = rulesets;
  draw();
  return panel;
}

/** Load the open challenges again. Throws a `DobonError`. */
export async function refreshChallenges() {
  if (!currentToken()) return;
  state.open = await loadChallenges();
  if (state.rulesets.length) draw(); // else `challengesPanel` draws them
}

function draw() {
  const me = currentPlayer();
  panel.hidden = !me || (me.guest && !state.open.length);
  if (panel.hidden) return;
  update(panel, [
    h("h2", { id: "challenges" }, t("challenge.heading")),
    state.open.length > 0 && h("ul", { class: "friend-list" }, state.open.map((one) => challenge(one, one.challenger.id === me.id))),
    h("form", { class: "row", role: "search", onsubmit: search }, h("label", { class: "visually-hidden", for: "player-name" }, t("challenge.search")), h("input", { id: "player-name", type: "search", maxlength: 40, required: true, placeholder: t("challenge.search") }), h("button", { dataset: { key: "find-players" } }, t("challenge.find"))),
    state.found && found(me),
  ]);
}

function challenge(one, own) {
  const other = own ? one.player : one.challenger;
  const game = localized(state.rulesets.find((known) => known.key === one.ruleset).title);
  const button = (key, kind, work) => h("button", { type: "button", class: kind, dataset: { key: `${key}-${one.id}` }, "aria-label": `${t(`challenge.${key}`)}: ${other.name}`, onclick: () => change(() => work(one)) }, t(`challenge.${key}`));
  return h("li", { class: "friend-head", dataset: { challenge: one.id } },
    h("span", {}, nameLink(other), " ", h("span", { class: "small" }, t(own ? "challenge.made" : "challenge.received", { game, seats: one.seats }))),
    h("span", { class: "row" }, own ? button("withdraw", "quiet", withdrawChallenge) : [button("accept", "primary", acceptChallenge), button("decline", "quiet", declineChallenge)]));
}

function found(me) {
  const others = state.found.filter((one) => one.id !== me.id);
  if (!others.length) return h("p", { class: "muted small", role: "status" }, t("challenge.found.none"));
  return h("ul", { class: "friend-list" }, others.map((player) => h("li", { class: "friend-head" }, nameLink(player),
    h("button", { type: "button", dataset: { key: `challenge-${player.id}` }, "aria-label": t("challenge.title", { name: player.name }), onclick: () => challengePlayer(player, state.rulesets).then((sent) => sent && change(() => null)) }, t("challenge.do")))));
}

function nameLink(player) {
  return h("a", { class: "table-name name-link", href: `/profile.html?player=${player.id}` }, accountName(player));
}

function search(event) {
  event.preventDefault();
  const name = event.currentTarget.querySelector("input").value.trim();
  return attempt(async () => {
    state.found = name ? (await request("GET", "/v1/players", { query: { name, limit: FOUND } })).data.players : null;
    draw();
  });
}

/** Do some work, then read the open challenges again. */
function change(work) {
  return attempt(async () => {
    await work();
    await refreshChallenges();
  });
}
