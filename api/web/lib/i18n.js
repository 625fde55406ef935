// Words in Japanese and English. Each area of the pages has a pair of files in `text/`; their keys begin with the area's name.

import { setStored, getStored } from "./storage.js";

export const LANGUAGES = ["ja", "en"];

/** Every area; each has `text/<area>.ja.js` and `text/<area>.en.js` with the same keys. */
export const NAMESPACES = ["common", "cards", "lobby", "table", "dobon", "doubt", "beating", "replay", "audit", "refused"];

const loaded = {};
const listeners = new Set();
let current = null;

/** The language of the page. */
export function language() {
  return current ?? preferredLanguage();
}

/** What was chosen here before, else what the browser prefers, else English. */
export function preferredLanguage() {
  const chosen = getStored("language");
  if (LANGUAGES.includes(chosen)) return chosen;
  const asked = [...(navigator.languages ?? []), navigator.language ?? ""].map((tag) => tag.toLowerCase().slice(0, 2));
  return asked.find((tag) => LANGUAGES.includes(tag)) ?? "en";
}

/** Load the words; every page waits for it before it draws anything. */
export async function loadPreferredLanguage() {
  if (current === null) await loadTexts(preferredLanguage());
}

/** Change the language of the page and remember it. Whoever listens draws again; nothing else changes. */
export async function setLanguage(name) {
  setStored("language", name);
  await loadTexts(name);
  for (const listener of [...listeners]) listener(name);
}

/** Called after each change; gives a function that ends that. */
export function onLanguage(listener) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/**
 * The words of a key, with `{name}` filled in from the values. `{count|card|cards}` chooses by the number: the first for one, else the second.
 * A key that is not there comes back itself.
 */
export function t(key, values = {}) {
  const text = loaded[current]?.[key] ?? loaded.en?.[key];
  return text === undefined ? key : interpolate(text, values);
}

/** Is there such a key? */
export function has(key) {
  return loaded[current]?.[key] !== undefined;
}

/** What is given in both languages, as `{ja, en}`. */
export function localized(words) {
  return words?.[language()] ?? words?.en ?? "";
}

/** A list in words: A, B and C. */
export function formatList(items) {
  return new Intl.ListFormat(language(), { type: "conjunction" }).format(items.map(String));
}

function interpolate(text, values) {
  return text.replace(/\{(\w+)(?:\|([^|{}]*)\|([^|{}]*))?\}/g, (all, name, one, many) => {
    if (!(name in values)) return all;
    if (one === undefined) return String(values[name]);
    return Number(values[name]) === 1 ? one : many;
  });
}

async function loadTexts(name) {
  if (!loaded[name]) {
    const files = await Promise.all(NAMESPACES.map((area) => import(`../text/${area}.${name}.js`)));
    loaded[name] = Object.assign({}, ...files.map((file) => file.default));
  }
  current = name;
  document.documentElement.lang = name;
}
