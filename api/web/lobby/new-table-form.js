// The form for a new table, built from the options that the ruleset declares.

import { h } from "../lib/dom.js";
import { localized, has, t } from "../lib/i18n.js";
import { rulesText } from "../table/rules.js";

const BOTS = ["expert", "careful", "novice"];

/** Rulesets in which the expert bot is not known to be stronger than the careful one (docs/bots.md). */
const EQUAL = new Set(["dobon-kawagoe"]);

/** Return a form that calls `create(body)` with the body of `POST /v1/games`. */
export function newTableForm(ruleset, create) {
  const { min, max } = ruleset.seats;
  const seats = h("select", { id: "seats", name: "seats", onchange: () => refill() }, range(min, max).map((n) => h("option", { value: n, selected: n === Math.min(4, max) }, n)));
  const bots = h("div", { class: "bot-list" });
  const listed = h("input", { type: "checkbox", id: "listed", checked: true });
  const programs = h("input", { type: "checkbox", id: "programs" });
  const fields = ruleset.options.map(optionField);
  const button = h("button", { class: "primary" }, t("lobby.create"));
  const refill = () => {
    const count = Number(seats.value) - 1;
    const before = [...bots.querySelectorAll("select")].map((one) => one.value);
    bots.replaceChildren(...range(1, count).map((n) => botChoice(n, before[n - 1] ?? "")));
  };
  refill();
  return h(
    "form",
    {
      class: "stack new-game",
      onsubmit: async (event) => {
        event.preventDefault();
        button.disabled = true;
        const chosen = [...bots.querySelectorAll("select")].map((one) => one.value).filter(Boolean);
        await create({ ruleset: ruleset.key, seats: Number(seats.value), bots: chosen, listed: listed.checked, ...(programs.checked && { bot_accounts: true }), options: changedOptions(fields) });
        button.disabled = false;
      },
    },
    h("details", { class: "game-rules" }, h("summary", {}, t("lobby.how")), rulesText(ruleset.text)),
    h("div", { class: "field" }, h("label", { for: "seats" }, t("lobby.seats.label")), seats),
    h("fieldset", {}, h("legend", {}, t("lobby.bots")), h("p", { class: "small" }, t("lobby.bots.you")), EQUAL.has(ruleset.key) && h("p", { class: "small" }, t("lobby.bots.equal")), bots),
    h("div", { class: "field check" }, listed, h("label", { for: "listed" }, t("lobby.listed"))),
    h("div", { class: "field check" }, programs, h("label", { for: "programs" }, t("lobby.programs"))),
    h("details", { class: "more-options" }, h("summary", {}, t("lobby.options")), h("div", { class: "option-list" }, fields.map((one) => one.node))),
    h("div", { class: "dialog-actions" }, button),
  );
}

function botChoice(n, value) {
  const id = `bot-${n}`;
  return h(
    "div",
    { class: "field" },
    h("label", { for: id }, t("lobby.seat", { seat: n + 1 })),
    h("select", { id }, [["", t("lobby.human")], ...BOTS.map((bot) => [bot, t(`table.bot.${bot}`)])].map(([key, words]) => h("option", { value: key, selected: key === value }, words))),
  );
}

function optionField(option) {
  const id = `option-${option.name}`;
  const input = optionControl(option, id);
  const label = h("label", { for: id }, localized(option.title));
  const check = option.kind === "bool";
  return { option, input, node: h("div", { class: ["field", check && "check"] }, check ? [input, label] : [label, input]) };
}

function optionControl(option, id) {
  if (option.kind === "bool") return h("input", { type: "checkbox", id, checked: option.default });
  if (option.kind === "int") return h("input", { type: "number", id, value: option.default, min: option.schema.minimum, max: option.schema.maximum, step: 1, required: true });
  return h(
    "select",
    { id },
    option.values.map((value) => {
      const key = `lobby.value.${option.name}.${value}`;
      return h("option", { value, selected: value === option.default }, has(key) ? t(key) : value);
    }),
  );
}

/** Return the options that differ from the ruleset's defaults. */
function changedOptions(fields) {
  const read = { bool: (input) => input.checked, int: (input) => Number(input.value), choice: (input) => input.value };
  return Object.fromEntries(fields.map(({ option, input }) => [option, read[option.kind](input)]).filter(([option, value]) => value !== option.default).map(([option, value]) => [option.name, value]));
}

function range(from, to) {
  return Array.from({ length: Math.max(0, to - from + 1) }, (_, step) => from + step);
}
