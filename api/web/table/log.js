// The log panel of the table.

import { h, update } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { eventText } from "./events.js";

/**
 * Draw the log beside or below the table: all of it if `state.open`, else its newest line. The scroll position is kept
 * unless the reader was at the end.
 */
export function logPanel(panel, events, players, { ctx, board, state, redraw }) {
  const box = panel.querySelector(".log-scroll");
  const atEnd = !box || box.scrollHeight - box.scrollTop - box.clientHeight < 60;
  const top = box?.scrollTop ?? 0;
  const toggle = () => {
    state.open = !state.open;
    redraw();
  };
  update(panel, [
    h(
      "button",
      { type: "button", class: "log-toggle quiet", dataset: { key: "log-toggle" }, "aria-expanded": String(state.open), onclick: toggle },
      h("span", { class: "log-heading" }, t("table.log")),
      !state.open && h("span", { class: "log-latest" }, latestLine(events, players)),
      h("span", { "aria-hidden": "true" }, state.open ? "▾" : "▴"),
    ),
    state.open && h("div", { class: "log-scroll", tabindex: "0", role: "region", "aria-label": t("table.log") }, logList(events, players, ctx, board)),
  ]);
  const fresh = panel.querySelector(".log-scroll");
  if (fresh) fresh.scrollTop = atEnd ? fresh.scrollHeight : top;
}

/** The log as a list, the newest line last. */
function logList(events, players, ctx, board) {
  const lines = events.map((event) => [event, eventText(event, players)]).filter(([, words]) => words);
  return h(
    "ol",
    { class: "log-lines" },
    lines.map(([event, words]) =>
      h("li", { class: ["log-line", event.type === "round-dealt" && "log-round", board?.emphasis?.(event, ctx) === "big" && "log-big"], value: event.version }, words),
    ),
  );
}

/** Return the newest line. */
function latestLine(events, players) {
  for (let at = events.length - 1; at >= 0; at -= 1) {
    const words = eventText(events[at], players);
    if (words) return words;
  }
  return "";
}
