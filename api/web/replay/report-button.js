// The button that reports the play of the present moment.

import { h } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { currentPlayer } from "../lib/player.js";
import { openReport } from "../lib/report.js";

/** Return the button; null for a reader without a seat in the game. `shown()` is the moment in words. */
export function reportButton(state, shown) {
  if (state.share || !state.about.players.some((player) => player.id === currentPlayer()?.id)) return null;
  const report = () => openReport({ kind: "play", game: state.game, version: state.version }, shown());
  return h("button", { type: "button", class: "quiet", dataset: { key: "report-play" }, onclick: report }, t("report.play"));
}
