// Everything about the player as a file, and the end of the account.

import { h } from "../lib/dom.js";
import { saveFile } from "../lib/download.js";
import { request } from "../lib/server.js";
import { showProblem } from "../lib/shell.js";
import { t } from "../lib/i18n.js";
import { confirmStep } from "./parts.js";

/** Return the section; `erased()` follows an erasure. */
export function dataSection(erased) {
  return h("section", { class: "panel", "aria-labelledby": "data" },
    h("h2", { id: "data" }, t("account.data")),
    h("p", { class: "muted small" }, t("account.export.why")),
    h("p", { class: "row" }, h("button", { type: "button", dataset: { key: "export" }, onclick: download }, t("account.export"))),
    h("div", { class: "way" }, h("h3", {}, t("account.erase")), h("p", { class: "muted small" }, t("account.erase.why")),
      h("p", { class: "row" }, h("button", { type: "button", class: "danger", dataset: { key: "erase" }, onclick: () => erase(erased) }, t("account.erase")))));
}

async function download() {
  try {
    const { data } = await request("GET", "/v1/players/me/export");
    saveFile("dobon-account.json", JSON.stringify(data, null, 2), "application/json");
  } catch (error) {
    showProblem(error);
  }
}

async function erase(erased) {
  if (!(await confirmStep(t("account.erase.sure"), t("account.erase.sure.why"), t("account.erase")))) return;
  try {
    await request("DELETE", "/v1/players/me", { query: { confirm: true } });
    erased();
  } catch (error) {
    showProblem(error);
  }
}
