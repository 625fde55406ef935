// The panel that offers the receipts of a game as a file.

import { h, replace } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { keptReceipts, receiptFile } from "../lib/receipts.js";

/** Return the panel; it is hidden if this browser has no receipt of the game. `draw()` draws it again. */
export function receiptsPanel({ game }) {
  const panel = h("section", { class: "panel replay-receipts" });
  const draw = () => {
    const count = keptReceipts(game).receipts.length;
    panel.hidden = count === 0;
    return replace(panel,
      h("h2", {}, t("replay.receipts")),
      h("p", { class: "small" }, t("replay.receipts.why", { count })),
      h("button", { type: "button", dataset: { testid: "receipts" }, onclick: () => download(game) }, t("replay.receipts.download")));
  };
  return { draw };
}

function download(game) {
  const href = URL.createObjectURL(new Blob([receiptFile(game)], { type: "application/jsonl" }));
  h("a", { href, download: `receipts-${game}.jsonl` }).click();
  setTimeout(() => URL.revokeObjectURL(href));
}
