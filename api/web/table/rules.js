// The rules of this table: the ruleset's text, and the options of the table.

import { h } from "../lib/dom.js";
import { localized, has, t } from "../lib/i18n.js";
import { dialog } from "../lib/shell.js";

/** Return the text of a ruleset as a list of sentences. */
export function rulesText(text) {
  const found = localized(text).match(/[^.。]+[.。]?/gu) ?? [];
  return h("ul", { class: "sentences" }, found.map((one) => one.trim()).filter(Boolean).map((one) => h("li", {}, one)));
}

/** Return the value of an option in words. */
export function optionValueText(option, value) {
  if (option.kind === "bool") return t(value ? "table.yes" : "table.no");
  if (option.kind === "choice") return has(`lobby.value.${option.name}.${value}`) ? t(`lobby.value.${option.name}.${value}`) : String(value);
  return String(value);
}

/** Show the rules in a dialog. */
export function showRules(ruleset, view) {
  const rows = ruleset.options.map((option) => {
    const value = view.options[option.name] ?? option.default;
    return h("div", { class: ["rule-row", value !== option.default && "changed"] }, h("dt", {}, localized(option.title)), h("dd", {}, optionValueText(option, value)));
  });
  return dialog({
    title: localized(ruleset.title),
    body: h("div", { class: "stack rules" }, rulesText(ruleset.text), h("h3", {}, t("table.options")), h("dl", { class: "rule-list" }, rows)),
  });
}
