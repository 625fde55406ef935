// A notice when it is the player's turn at another table than the one on this page, and of challenges.

import { onNotification } from "./account-stream.js";
import { h } from "./dom.js";
import { t } from "./i18n.js";
import { toast } from "./shell.js";

const SHOWN_MS = 20_000;
const WORDS = { turn: () => t("common.news.turn"), question: () => t("common.news.question"), started: () => t("common.news.started"), challenge: ({ status }) => t(`challenge.news.${status}`) };

/** A question with less time is over before the player is there. */
const ANSWER_MS = 15_000;

/** Show notices of challenges, and of all games but `except`. Returns a function that ends it. */
export function showOtherTables({ except = null } = {}) {
  const shown = new Map();
  return onNotification((news) => {
    const about = news.game ?? news.challenge;
    if (!about || about === except) return;
    shown.get(about)?.remove();
    const short = news.kind === "question" && news.deadline && Date.parse(news.deadline) - Date.parse(news.at) < ANSWER_MS;
    if (!WORDS[news.kind] || short) return;
    const node = toast(WORDS[news.kind](news), { ms: SHOWN_MS });
    const href = news.game ? `/table.html?game=${news.game}` : "/";
    node.querySelector("span").append(" ", h("a", { class: "button", href, dataset: { key: `news-${about}` } }, t("common.news.open")));
    shown.set(about, node);
  });
}
