// The finished games of a player: date, players, result, change of the rating, and the replay.

import { h } from "../lib/dom.js";
import { dateText, signed } from "../lib/figures.js";
import { localized, t } from "../lib/i18n.js";
import { playerName } from "../lib/player-names.js";

/** Return a link to the profile of a player of a game, or the name of a bot or of an erased player. */
export function profileLink(player, owner = null) {
  const name = playerName(player);
  const linked = player.id !== null && player.id !== owner && name !== "-";
  return linked ? h("a", { class: "name-link", href: `/profile.html?player=${player.id}` }, name) : h("span", {}, name);
}

/** Return the list of `games`, as `GET /v1/players/{player}/history` gives them. `titles` maps rulesets to titles. */
export function historyList(games, owner, titles) {
  return h("ul", { class: "history", role: "list" }, games.map((one) => playedGame(one, owner, titles)));
}

const points = (score) => String(score).replace("-", "−");

function playedGame({ game, seat, place, score, rating, replay }, owner, titles) {
  const change = rating.after.value - rating.before.value;
  const title = localized(titles.get(game.ruleset));
  const date = dateText(game.ended_at, { time: true });
  const alone = game.standing.filter((one) => one.place === place).length === 1;
  return h("li", { class: "panel played", dataset: { game: game.id } },
    h("div", { class: "played-head" }, h("h3", {}, title), h("time", { class: "small muted", datetime: game.ended_at }, date)),
    h("p", { class: "played-result" },
      h("strong", {}, t(place === 1 && alone ? "profile.won" : "profile.place", { place, players: game.seats })),
      h("span", {}, t("profile.points", { score: points(score) })),
      h("span", { class: ["chip", change > 0 ? "up" : change < 0 && "down"] }, h("span", { "aria-hidden": "true" }, change > 0 ? "▲" : change < 0 ? "▼" : "="), " ", t("profile.change", { change: signed(change) }))),
    h("ol", { class: "played-players", role: "list" }, game.standing.map((one) => h("li", { class: one.seat === seat && "own" },
      h("span", { class: "played-place" }, `${one.place}.`), profileLink(game.players.find((player) => player.seat === one.seat), owner), h("span", { class: "num muted" }, t("profile.points.short", { score: points(one.score) }))))),
    h("a", { class: "button", href: replay, "aria-label": `${t("profile.replay")}: ${title}, ${date}`, dataset: { key: `replay-${game.id}` } }, t("profile.replay")));
}
