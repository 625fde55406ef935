// The choice of one ruleset of several.

import { h } from "./dom.js";
import { localized, t } from "./i18n.js";

/** Return the choice; `choose(key)` is called with the chosen ruleset. `rulesets` are those of the API. */
export function rulesetChoice(rulesets, chosen, choose) {
  return h("div", { class: "segments ruleset-choice", role: "radiogroup", "aria-label": t("profile.ruleset") }, rulesets.map((one) =>
    h("label", {}, h("input", { type: "radio", name: "ruleset", value: one.key, checked: one.key === chosen, dataset: { key: `ruleset-${one.key}` }, onchange: () => choose(one.key) }), h("span", {}, localized(one.title)))));
}
