// The panels of the lobby with links to other pages.

import { h } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { currentToken } from "../lib/player.js";

const link = (key, href, words) => h("a", { class: "button", href, dataset: { key } }, words);

/** The links to the drills. */
export function drillsPanel() {
  return h("section", { class: "panel stack", "aria-labelledby": "drills" }, h("h2", { id: "drills" }, t("lobby.drills")), h("p", { class: "small" }, t("lobby.drills.why")),
    h("div", { class: "row" }, link("daily", "/drills.html?daily", t("drills.daily")), currentToken() && link("drills", "/drills.html", t("drills.own"))));
}

/** The links to finished games, statistics and leaderboards; null without a player. */
export function recordsPanel() {
  if (!currentToken()) return null;
  return h("section", { class: "panel stack", "aria-labelledby": "records" }, h("h2", { id: "records" }, t("profile.title")),
    h("div", { class: "row" }, link("own-profile", "/profile.html", t("profile.mine")), link("leaderboards", "/leaderboard.html", t("profile.leaderboards"))));
}
