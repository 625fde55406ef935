// One polite live region a page: what happened, said to those who do not see it.

import { h } from "./dom.js";

let region = null;
let pending = [];
let timer = 0;

/** Say it once; what is said in one go is read as one. */
export function announce(text) {
  if (!text) return;
  if (!region) {
    region = h("div", { class: "visually-hidden", role: "status", "aria-live": "polite", "aria-atomic": "true", id: "said" });
    document.body.append(region);
  }
  pending.push(text);
  clearTimeout(timer);
  timer = setTimeout(() => {
    region.textContent = pending.join(" ");
    pending = [];
  }, 60);
}
