// One polite live region per page: it reads events out to users of screen readers.

import { h } from "./dom.js";

let region = null;
let pending = [];
let timer = 0;

/** Announce a sentence once; sentences that arrive together are read as one. */
export function announce(text) {
  if (!text) return;
  if (!region) {
    region = h("div", { class: "visually-hidden", role: "status", "aria-live": "polite", "aria-atomic": "true", id: "announcements" });
    document.body.append(region);
  }
  pending.push(text);
  clearTimeout(timer);
  timer = setTimeout(() => {
    region.textContent = pending.join(" ");
    pending = [];
  }, 60);
}
