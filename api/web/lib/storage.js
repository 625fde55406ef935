// What this browser remembers. Where storage is forbidden it lasts as long as the page.

const PREFIX = "dobon.";
const fallback = new Map();

/** The value kept under a name, or null. */
export function getStored(name) {
  try {
    return localStorage.getItem(PREFIX + name);
  } catch {
    return fallback.get(name) ?? null;
  }
}

/** Keep a text under a name; null forgets it. */
export function setStored(name, value) {
  try {
    if (value === null) localStorage.removeItem(PREFIX + name);
    else localStorage.setItem(PREFIX + name, value);
  } catch {
    if (value === null) fallback.delete(name);
    else fallback.set(name, value);
  }
}
