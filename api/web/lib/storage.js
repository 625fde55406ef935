// The browser's storage. If storage is forbidden, values last until the page is left.

const PREFIX = "dobon.";
const fallback = new Map();

/** Return the stored value, or null. */
export function getStored(name) {
  try {
    return localStorage.getItem(PREFIX + name);
  } catch {
    return fallback.get(name) ?? null;
  }
}

/** Store a string; null removes it. */
export function setStored(name, value) {
  try {
    if (value === null) localStorage.removeItem(PREFIX + name);
    else localStorage.setItem(PREFIX + name, value);
  } catch {
    if (value === null) fallback.delete(name);
    else fallback.set(name, value);
  }
}
