// Files that a page offers to the visitor.

import { h } from "./dom.js";

/** How long the address of a file stays valid after the click: a busy browser begins the download later. */
const KEPT_MS = 60_000;

/** Let the browser save the text as a file of this name. */
export function saveFile(name, text, type) {
  const href = URL.createObjectURL(new Blob([text], { type }));
  h("a", { href, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(href), KEPT_MS);
}
