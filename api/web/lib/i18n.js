// Texts in Japanese and English. Each namespace has a pair of files in `text/`; its keys begin with its name.

import { setStored, getStored } from "./storage.js";

export const LANGUAGES = ["ja", "en"];

/** All namespaces; each has `text/<name>.ja.js` and `text/<name>.en.js` with the same keys. */
export const NAMESPACES = ["common", "cards", "lobby", "table", "guide", "dobon", "doubt", "beating", "replay", "analysis", "drills", "profile", "account", "report", "audit", "refused"];

const loaded = {};
const listeners = new Set();
let current = null;

/** Return the language of the page. */
export function language() {
  return current ?? preferredLanguage();
}

/** Return the stored language, else the one the browser prefers, else English. */
export function preferredLanguage() {
  const chosen = getStored("language");
  if (LANGUAGES.includes(chosen)) return chosen;
  const asked = [...(navigator.languages ?? []), navigator.language ?? ""].map((tag) => tag.toLowerCase().slice(0, 2));
  return asked.find((tag) => LANGUAGES.includes(tag)) ?? "en";
}

/** Load the texts; a page waits for this before it draws anything. */
export async function loadPreferredLanguage() {
  if (current === null) await loadTexts(preferredLanguage());
}

/** Change the language of the page, store it, and call the listeners, which draw the page again. */
export async function setLanguage(name) {
  setStored("language", name);
  await loadTexts(name);
  for (const listener of [...listeners]) listener(name);
}

/** Call the listener after each change of language. Returns a function that removes it. */
export function onLanguage(listener) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/**
 * Return the text of a key, with `{name}` replaced by the value of that name. `{count|card|cards}` becomes the first
 * word for 1, else the second. An unknown key is returned as it is.
 */
export function t(key, values = {}) {
  const text = loaded[current]?.[key] ?? loaded.en?.[key];
  return text === undefined ? key : interpolate(text, values);
}

/** Is there a translation of the key? */
export function has(key) {
  return loaded[current]?.[key] !== undefined;
}

/** Return the text of `{ja, en}` in the language of the page. */
export function localized(words) {
  return words?.[language()] ?? words?.en ?? "";
}

/** Return a list in words: A, B and C. */
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
