// What the page shows in place of a table that cannot be shown.

import { h, replace } from "../lib/dom.js";
import { t } from "../lib/i18n.js";

/**
 * Show an error in place of the table and its bar. With `again` a button offers another attempt; the promise that is
 * returned is resolved when it is pressed.
 */
export function errorPanel(main, bar, words, again = false) {
  const retry = h("button", { type: "button", class: "primary", dataset: { key: "retry" } }, t("common.retry"));
  const home = h("a", { class: "button", href: "/" }, t("table.home"));
  replace(bar);
  replace(main, h("div", { class: "sorry panel stack" }, h("h1", {}, t("table.title")), h("p", {}, words), h("div", { class: "row" }, again && retry, home)));
  return new Promise((resolve) => retry.addEventListener("click", resolve));
}
