// The panel that offers the receipts of a game as a file.

import { h } from "../lib/dom.js";
import { saveFile } from "../lib/download.js";
import { t } from "../lib/i18n.js";
import { keptReceipts, receiptFile } from "../lib/receipts.js";

/** Return the panel; it is hidden if this browser has no receipt of the game. `draw()` updates it. */
export function receiptsPanel({ game }) {
  const title = h("h2");
  const why = h("p", { class: "small" });
  // The button stays the same: a click on one that is replaced meanwhile would be lost.
  const button = h("button", { type: "button", dataset: { testid: "receipts" }, onclick: () => saveFile(`receipts-${game}.jsonl`, receiptFile(game), "application/jsonl") });
  const panel = h("section", { class: "panel replay-receipts" }, title, why, button);
  const draw = () => {
    const count = keptReceipts(game).receipts.length;
    panel.hidden = count === 0;
    title.textContent = t("replay.receipts");
    why.textContent = t("replay.receipts.why", { count });
    button.textContent = t("replay.receipts.download");
    return panel;
  };
  return { draw };
}
