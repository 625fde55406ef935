// Lists that are loaded page by page, their filters, and work whose problem a panel shows.

import { h } from "../lib/dom.js";
import { t } from "../lib/i18n.js";

/** Return the query without its empty values. */
export function filled(query) {
  return new URLSearchParams(Object.entries(query).filter(([, value]) => value));
}

/**
 * Return the select of a filter; with `any` it may be empty. `label(area, value)` names a value. A choice loads the
 * list again, and the new select keeps the focus.
 */
export function filterSelect(name, values, { state, box, load, label, area = name, any = false }) {
  const choose = (event) => {
    state.filter[name] = event.target.value;
    load().then(() => box.querySelector(`select[name=${name}]`)?.focus());
  };
  return h("label", {}, t(`audit.filter.${name}`), h("select", { name, onchange: choose }, any && h("option", { value: "" }, t("audit.any")),
    values.map((value) => h("option", { value, selected: state.filter[name] === value }, label(area, value)))));
}

/** Do some work, note in `state.problem` whether it failed, and draw. */
export async function workAndDraw(state, work, draw) {
  try {
    await work();
    state.problem = null;
  } catch (problem) {
    state.problem = problem;
  }
  draw();
}

/**
 * Load the first page of a list, or with `more` the next one, and draw. `ask(query)` returns the page. Its entries are
 * in `field` and are collected in `state.found`. Empty values are left out of the query.
 */
export function loadPage(state, { ask, field, query, more, draw }) {
  return workAndDraw(state, async () => {
    const page = await ask(filled({ ...query, cursor: more ? state.next : "" }));
    Object.assign(state, { found: more ? [...state.found, ...page[field]] : page[field], next: page.next });
  }, draw);
}
