// A notice when it is the player's turn at another table than the one on this page.

import { onNotification } from "./account-stream.js";
import { h } from "./dom.js";
import { t } from "./i18n.js";
import { toast } from "./shell.js";

const SHOWN_MS = 20_000;
const WORDS = { turn: () => t("common.news.turn"), question: () => t("common.news.question"), started: () => t("common.news.started") };

/** A question with less time is over before the player is there. */
const ANSWER_MS = 15_000;

/** Show notices of all games but `except`. Returns a function that ends it. */
export function showOtherTables({ except = null } = {}) {
  const shown = new Map();
  return onNotification((news) => {
    if (news.kind === "challenge") {
      const node = toast(t(`challenge.news.${news.status}`), { ms: SHOWN_MS });
      node.querySelector("span").append(" ", h("a", { class: "button", href: "/", dataset: { key: `news-${news.challenge}` } }, t("common.news.open")));
      return;
    }
    if (!news.game || news.game === except) return;
    shown.get(news.game)?.remove();
    const short = news.kind === "question" && news.deadline && Date.parse(news.deadline) - Date.parse(news.at) < ANSWER_MS;
    if (!WORDS[news.kind] || short) return;
    const node = toast(WORDS[news.kind](), { ms: SHOWN_MS });
    node.querySelector("span").append(" ", h("a", { class: "button", href: `/table.html?game=${news.game}`, dataset: { key: `news-${news.game}` } }, t("common.news.open")));
    shown.set(news.game, node);
  });
}
