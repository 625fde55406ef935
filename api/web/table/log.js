// What happened, in words.

import { h, swap } from "../lib/dom.js";
import { t } from "../lib/i18n.js";

const SILENT = new Set(["round-committed", "round-revealed"]);

/** An event as a sentence, or null for one that is not worth a line. */
export function inWords(event, ctx, board) {
  const { type, public: said } = event;
  if (SILENT.has(type)) return null;
  const own = ownWords(type, said, ctx);
  return own === undefined ? (board?.words(event, ctx) ?? null) : own;
}

function ownWords(type, said, ctx) {
  const name = said.seat === undefined ? "" : ctx.name(said.seat);
  switch (type) {
    case "game-created":
      return t("table.log.created", { seats: said.seats });
    case "seat-taken":
      return said.bot ? t("table.log.bot", { name }) : t("table.log.taken", { name });
    case "seat-left":
      return t("table.log.left", { seat: said.seat + 1 });
    case "seat-handed-over":
      return t("table.log.handed", { name });
    case "seat-resumed":
      return t("table.log.resumed", { name });
    case "seat-readied":
      return said.by_clock ? t("table.log.readied.clock", { name }) : t("table.log.readied", { name });
    case "game-ended":
      return t("table.log.ended");
    case "game-abandoned":
      return t("table.log.abandoned");
    default:
      return undefined;
  }
}

/** The log beside the table, or under it: all of it, or its newest line where `state.open` says so. It stays where the reader has scrolled to. */
export function logPanel(panel, events, ctx, board, state, redraw) {
  const box = panel.querySelector(".log-scroll");
  const atEnd = !box || box.scrollHeight - box.scrollTop - box.clientHeight < 60;
  const top = box?.scrollTop ?? 0;
  const toggle = () => {
    state.open = !state.open;
    redraw();
  };
  swap(panel, [
    h(
      "button",
      { type: "button", class: "log-toggle quiet", dataset: { key: "log-toggle" }, "aria-expanded": String(state.open), onclick: toggle },
      h("span", { class: "log-heading" }, t("table.log")),
      !state.open && h("span", { class: "log-latest" }, latest(events, ctx, board)),
      h("span", { "aria-hidden": "true" }, state.open ? "▾" : "▴"),
    ),
    state.open && h("div", { class: "log-scroll", tabindex: "0", role: "region", "aria-label": t("table.log") }, logList(events, ctx, board)),
  ]);
  const fresh = panel.querySelector(".log-scroll");
  if (fresh) fresh.scrollTop = atEnd ? fresh.scrollHeight : top;
}

/** The log as a list, the newest line last. */
function logList(events, ctx, board) {
  const lines = events.map((event) => [event, inWords(event, ctx, board)]).filter(([, words]) => words);
  return h(
    "ol",
    { class: "log-lines" },
    lines.map(([event, words]) =>
      h("li", { class: ["log-line", event.type === "round-dealt" && "log-round", board?.sound?.(event, ctx) === "big" && "log-big"], value: event.version }, words),
    ),
  );
}

/** The newest line. */
function latest(events, ctx, board) {
  for (let at = events.length - 1; at >= 0; at -= 1) {
    const words = inWords(events[at], ctx, board);
    if (words) return words;
  }
  return "";
}
