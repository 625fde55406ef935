// Links for other people: copied, and shared where the device can.

import { h } from "./dom.js";
import { t } from "./i18n.js";
import { copyText } from "./shell.js";

/** Return the buttons that copy and share a link. `key` makes their keys unique on the page. */
export function shareButtons(url, key, title) {
  return [
    h("button", { type: "button", dataset: { key: `copy${key}` }, onclick: () => copyText(url) }, t("common.copy")),
    Boolean(navigator.share) && h("button", { type: "button", dataset: { key: `share${key}` }, onclick: () => share(url, title) }, t("common.share")),
  ];
}

async function share(url, title) {
  try {
    await navigator.share({ title, url });
  } catch (problem) {
    if (problem.name !== "AbortError") await copyText(url);
  }
}
