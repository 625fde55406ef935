// What the lobby offers once: the guided first game, and the page as an app.

import { h } from "../lib/dom.js";
import { endGuide, guidedGame, isNewToTheGame } from "../lib/guide-state.js";
import { t } from "../lib/i18n.js";
import { canInstall } from "../lib/installation.js";
import { installButton } from "../lib/shell.js";
import { getStored, setStored } from "../lib/storage.js";

/** The guided game, for a player who has neither played nor declined it; `start(button)` opens it. */
export function guideOffer({ start, redraw }) {
  const running = guidedGame();
  if (running) return h("a", { class: "button big", href: `/table.html?game=${running}`, dataset: { key: "guide" } }, t("lobby.guide.continue"));
  if (!isNewToTheGame()) return null;
  const decline = () => {
    endGuide("skipped");
    redraw();
  };
  return [
    h("button", { type: "button", class: "big", dataset: { key: "guide" }, onclick: (event) => start(event.currentTarget) }, t("lobby.guide")),
    h("button", { type: "button", class: "quiet on-felt", dataset: { key: "guide-skip" }, onclick: decline }, t("lobby.guide.skip")),
  ];
}

/** The page as an app, while the browser can install it and until the offer is declined. */
export function installOffer({ redraw }) {
  if (!canInstall() || getStored("install") === "declined") return null;
  const decline = () => {
    setStored("install", "declined");
    redraw();
  };
  return h(
    "section",
    { class: "panel stack", "aria-labelledby": "install" },
    h("h2", { id: "install" }, t("lobby.install")),
    h("p", {}, t("lobby.install.why")),
    h("div", { class: "row" }, installButton(), h("button", { type: "button", class: "quiet", dataset: { key: "install-not-now" }, onclick: decline }, t("lobby.install.not.now"))),
  );
}
