// The danger of each card of a hand: the chance that it would be called or doubted, by what its player could know.

import { cardText, rankText } from "../lib/cards.js";
import { h } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { request } from "../lib/server.js";
import { showProblem } from "../lib/shell.js";
import { getStored, setStored } from "../lib/storage.js";
import { percent } from "./figures.js";

const PAGE = 100;
const STORED = "danger";

/** Chances from which a danger has the next level. */
const LEVELS = [0.02, 0.06, 0.15];

/** Callers with a smaller chance are not named. */
const SHOWN_CALLER = 0.0005;

/** The dangers of a round, read by seat and in parts when they are shown. `onChange()` is called when some arrive. */
export class Dangers {
  constructor(path, onChange) {
    Object.assign(this, { path, onChange, shown: getStored(STORED) === "on", pages: new Map(), opened: new Set() });
  }

  /** Show the dangers or not, now and on later visits. */
  show(on) {
    this.shown = on;
    setStored(STORED, on ? "on" : null);
    this.onChange();
  }

  /** Return the dangers of a seat at a frame; null if they are not shown or not yet read. */
  at(seat, at) {
    if (!this.shown) return null;
    const page = Math.floor(at / PAGE);
    const key = `${seat}:${page}`;
    if (!this.pages.has(key)) this.#read(key, seat, page);
    return this.pages.get(key)?.[at - page * PAGE] ?? null;
  }

  async #read(key, seat, page) {
    this.pages.set(key, null);
    try {
      const { data } = await request("GET", this.path, { query: { as: seat, from: page * PAGE + 1, to: (page + 1) * PAGE } });
      this.pages.set(key, data.moments);
      this.onChange();
    } catch (problem) {
      this.shown = false;
      this.pages.delete(key);
      showProblem(problem);
      this.onChange();
    }
  }
}

/** Return the switch that shows the dangers. */
export function dangerSwitch(dangers) {
  return h("label", { class: "replay-danger" }, h("input", { type: "checkbox", checked: dangers.shown, dataset: { key: "danger" }, onchange: (event) => dangers.show(event.target.checked) }), t("analysis.danger"));
}

/** Return the chance to show under a card, or null without one. The tooltip says who would call with which hands. */
export function dangerOf(code, moment, name) {
  const found = moment?.dangers.find(({ cards }) => cards[0] === code);
  if (!found) return null;
  const level = LEVELS.filter((from) => found.chance >= from).length;
  return h("span", { class: ["danger-chip", `level-${level}`], title: `${cardText(code)}: ${callersText(found, name)}`, style: { "--chance": found.chance } }, percent(found.chance));
}

/** Return what the dangers of a hand say in words: a part that opens, and in Doubt the chance of a lie. */
export function dangerWords(seat, moment, dangers, name) {
  if (!moment) return null;
  const { lie } = moment;
  const sorted = [...moment.dangers].sort((one, other) => other.chance - one.chance);
  const alike = Map.groupBy(sorted, (one) => callersText(one, name));
  const toggle = (event) => dangers.opened[event.currentTarget.open ? "add" : "delete"](seat);
  return [
    lie && h("p", { class: "danger-lie" }, t("analysis.lie", { name: name(lie.seat), number: rankText(lie.number), chance: percent(lie.chance) })),
    sorted.length > 0 && h("details", { class: "danger-words", open: dangers.opened.has(seat), ontoggle: toggle }, h("summary", {}, t("analysis.danger.words")), h("ul", {}, [...alike].map(([words, some]) => h("li", {}, `${some.map(({ cards }) => cardText(cards[0])).join(" ")}: ${words}`)))),
  ];
}

/** Return a danger in words: "11 %. Ren 9 % (with 3+4: 5 %)". */
function callersText({ chance, callers }, name) {
  const handText = ({ numbers, chance: part }) => `${numbers.map((number) => (number === 0 ? "★" : rankText(number))).join("+")}: ${percent(part)}`;
  const told = callers.filter((caller) => caller.chance >= SHOWN_CALLER).map((caller) => `${name(caller.seat)} ${percent(caller.chance)}${caller.waits.length ? t("analysis.danger.hands", { hands: caller.waits.map(handText).join(", ") }) : ""}`);
  return [percent(chance), ...told].join(t("analysis.danger.stop"));
}
