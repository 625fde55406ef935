// The case of a game: one file with its log and all that belongs to it, which `dobon verify` checks elsewhere.

import { h } from "../lib/dom.js";
import { saveFile } from "../lib/download.js";
import { t } from "../lib/i18n.js";
import { showProblem } from "../lib/shell.js";

/** Return a button that saves the case of a game. */
export function caseButton({ adminRequest, game }) {
  const save = async () => {
    try {
      saveFile(`dobon-case-${game}.json`, JSON.stringify(await adminRequest("GET", `/v1/admin/games/${game}/case`)), "application/json");
    } catch (problem) {
      showProblem(problem);
    }
  };
  return h("button", { type: "button", dataset: { key: "case" }, onclick: save }, t("audit.case"));
}
