// A bar of parts, beside the numbers that it shows.

import { svg } from "./dom.js";

/** Return a bar with parts from left to right: `{name: share}` of its width. `css/base.css` colours parts by name. */
export function bar(shares) {
  let x = 0;
  const part = ([name, share]) => svg("rect", { class: `bar-${name}`, x: 100 * ((x += share) - share), y: 0, width: 100 * share, height: 8 });
  return svg("svg", { class: "bar", viewBox: "0 0 100 8", preserveAspectRatio: "none", "aria-hidden": "true" },
    svg("rect", { class: "bar-ground", x: 0, y: 0, width: 100, height: 8 }), Object.entries(shares).map(part));
}
