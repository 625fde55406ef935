// Countdown rings: each runs out at a deadline, by the server's clock.

import { h, svg } from "../lib/dom.js";
import { server } from "../lib/server.js";

const countdowns = new Set();
const starts = new Map();
let timer = 0;

const R = 15.5;
const CIRCUMFERENCE = 2 * Math.PI * R;

/**
 * Return a ring that runs out at the deadline and shows the time left; it starts at `from`, or at its first drawing.
 */
export function countdown(deadline, { label = "", from = null, size = "m" } = {}) {
  if (!deadline) return null;
  const end = Date.parse(deadline);
  if (!starts.has(deadline)) {
    if (starts.size > 200) starts.clear();
    starts.set(deadline, from ? Date.parse(from) : server.clock.now());
  }
  const start = starts.get(deadline);
  const arc = svg("circle", { cx: 18, cy: 18, r: R, class: "ring-arc", "stroke-dasharray": CIRCUMFERENCE.toFixed(2) });
  const number = h("span", { class: "ring-number" });
  const node = h(
    "span",
    { class: ["ring", `ring-${size}`], role: "timer", "aria-label": label, "aria-live": "off" },
    svg("svg", { viewBox: "0 0 36 36", "aria-hidden": "true" }, svg("circle", { cx: 18, cy: 18, r: R, class: "ring-track" }), arc),
    number,
  );
  const entry = { node, arc, number, start, end };
  countdowns.add(entry);
  draw(entry);
  startTimer();
  return node;
}

function draw({ node, arc, number, start, end }) {
  const left = Math.max(0, end - server.clock.now());
  const part = Math.min(1, left / Math.max(1, end - start));
  arc.setAttribute("stroke-dashoffset", (CIRCUMFERENCE * (1 - part)).toFixed(2));
  const words = timeLeft(Math.ceil(left / 1000));
  if (number.textContent !== words) number.textContent = words;
  node.classList.toggle("short", left < 5000);
}

/** Return a time in two digits, because the ring has no room for more: seconds, minutes or hours. */
function timeLeft(seconds) {
  if (seconds < 100) return String(seconds);
  const minutes = Math.ceil(seconds / 60);
  return minutes < 100 ? `${minutes}′` : `${Math.ceil(minutes / 60)}h`;
}

function startTimer() {
  if (timer) return;
  timer = setInterval(() => {
    for (const entry of countdowns) {
      if (!entry.node.isConnected) countdowns.delete(entry);
      else draw(entry);
    }
    if (countdowns.size === 0) {
      clearInterval(timer);
      timer = 0;
    }
  }, 200);
}
