// The server's clock, as far as it is known here, and rings that run out by it.

import { h, svg } from "../lib/dom.js";

let ahead = null;
const rings = new Set();
const begun = new Map();
let ticking = 0;

/** The server's clock in milliseconds. */
export function now() {
  return Date.now() + (ahead ?? 0);
}

/** Something that the server said at this moment has just arrived: it cannot be earlier there than that. */
export function heard(at) {
  const seen = Date.parse(at) - Date.now();
  if (Number.isFinite(seen) && (ahead === null || seen > ahead)) ahead = seen;
}

/** The `Date` header of an answer: good to a second, and a beginning. */
export function dated(headers) {
  const date = Date.parse(headers.get("Date") ?? "");
  if (ahead === null && Number.isFinite(date)) ahead = date - Date.now();
}

const R = 15.5;
const ROUND = 2 * Math.PI * R;

/** A ring that runs out at a moment; `from` is when it began, else when it was first drawn. It holds the seconds that are left. */
export function ring(deadline, { label = "", from = null, size = "m" } = {}) {
  if (!deadline) return null;
  const end = Date.parse(deadline);
  if (!begun.has(deadline)) {
    if (begun.size > 200) begun.clear();
    begun.set(deadline, from ? Date.parse(from) : now());
  }
  const start = begun.get(deadline);
  const arc = svg("circle", { cx: 18, cy: 18, r: R, class: "ring-arc", "stroke-dasharray": ROUND.toFixed(2) });
  const number = h("span", { class: "ring-number" });
  const node = h(
    "span",
    { class: ["ring", `ring-${size}`], role: "timer", "aria-label": label, "aria-live": "off" },
    svg("svg", { viewBox: "0 0 36 36", "aria-hidden": "true" }, svg("circle", { cx: 18, cy: 18, r: R, class: "ring-track" }), arc),
    number,
  );
  const entry = { node, arc, number, start, end };
  rings.add(entry);
  draw(entry);
  tick();
  return node;
}

function draw({ node, arc, number, start, end }) {
  const left = Math.max(0, end - now());
  const part = Math.min(1, left / Math.max(1, end - start));
  arc.setAttribute("stroke-dashoffset", (ROUND * (1 - part)).toFixed(2));
  const seconds = String(Math.ceil(left / 1000));
  if (number.textContent !== seconds) number.textContent = seconds;
  node.classList.toggle("short", left < 5000);
}

function tick() {
  if (ticking) return;
  ticking = setInterval(() => {
    for (const entry of rings) {
      if (!entry.node.isConnected) rings.delete(entry);
      else draw(entry);
    }
    if (rings.size === 0) {
      clearInterval(ticking);
      ticking = 0;
    }
  }, 200);
}
