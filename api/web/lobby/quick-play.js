// Quick play: a table with anybody. The place in the queue is kept on the server, so it survives a reload.

import { delay } from "../lib/client/delay.js";
import { h, update } from "../lib/dom.js";
import { requestSeat } from "../lib/hash-chain.js";
import { localized, t } from "../lib/i18n.js";
import { currentToken } from "../lib/player.js";
import { DobonError, request } from "../lib/server.js";
import { ensurePlayer, showProblem, toast } from "../lib/shell.js";
import { getStored, setStored } from "../lib/storage.js";

const POLL_MS = 2000;
const MOST_SEATS = 8;
const USUAL_SEATS = 4;

/** Seconds after which bots take the seats that are left; null for never. */
const WAITS = [15, 60, null];

/** The largest difference of ratings at a table of players like me. */
const NEAR = 5;

/** Name in the browser's storage, while this player waits. */
const WAITING = "queue";

const panel = h("section", { class: "panel quick-play", "aria-labelledby": "quick" });
const chosen = { ruleset: null, seats: USUAL_SEATS, bots_after: WAITS[0], within: null };
let rulesets = [];
let place = null;

/** Stops the requests that keep the place; null if there are none. */
let keeping = null;

/** Return the panel of quick play. */
export function quickPlayPanel(known) {
  rulesets = known;
  chosen.ruleset ??= known[0]?.key;
  draw();
  if (!keeping && !place && currentToken() && getStored(WAITING)) keep(0);
  return panel;
}

function draw() {
  const title = h("h2", { id: "quick" }, t("lobby.queue"));
  update(panel, [title, place ? waitingState() : form()], () => panel.querySelector("button"));
}

function form() {
  const ruleset = rulesets.find((one) => one.key === chosen.ruleset);
  const { min, max } = ruleset.seats;
  const seats = Array.from({ length: Math.min(max, MOST_SEATS) - min + 1 }, (_, step) => min + step);
  if (!seats.includes(chosen.seats)) chosen.seats = Math.min(max, USUAL_SEATS);
  const choose = (name, number) => (event) => {
    const { value } = event.currentTarget;
    chosen[name] = value === "" ? null : number ? Number(value) : value;
    if (name === "ruleset") draw();
  };
  return h(
    "form",
    { class: "quick-form", onsubmit: join },
    field("ruleset", t("lobby.queue.game"), rulesets.map((one) => [one.key, localized(one.title)]), choose("ruleset")),
    field("seats", t("lobby.seats.label"), seats.map((count) => [count, count]), choose("seats", true)),
    field("bots_after", t("lobby.queue.bots"), WAITS.map((seconds) => [seconds ?? "", seconds === null ? t("lobby.queue.bots.never") : t("lobby.queue.bots.after", { seconds })]), choose("bots_after", true)),
    field("within", t("lobby.queue.rating"), [["", t("lobby.queue.rating.any")], [NEAR, t("lobby.queue.rating.near")]], choose("within", true)),
    h("button", { class: "primary", dataset: { key: "queue" } }, t("lobby.queue.go")),
  );
}

function field(name, label, options, onchange) {
  const id = `queue-${name}`;
  return h("div", { class: "field" }, h("label", { for: id }, label), h("select", { id, onchange, dataset: { key: id } }, options.map(([value, words]) => h("option", { value, selected: String(value) === String(chosen[name] ?? "") }, words))));
}

function waitingState() {
  const ruleset = rulesets.find((one) => one.key === place.ruleset);
  const bots = place.bots_after === null ? t("lobby.queue.waiting.people") : t("lobby.queue.waiting.bots", { seconds: place.bots_after });
  return h(
    "div",
    { class: "quick-waiting" },
    h("p", { role: "status" }, h("span", { class: "quick-pulse", "aria-hidden": "true" }), h("span", {}, t("lobby.queue.waiting", { game: localized(ruleset.title), seats: place.seats }), " ", bots)),
    h("button", { type: "button", dataset: { key: "queue-cancel" }, onclick: leave }, t("common.cancel")),
  );
}

async function join(event) {
  event.preventDefault();
  const button = event.currentTarget.querySelector("button");
  if (!(await ensurePlayer())) return;
  button.disabled = true;
  stop();
  try {
    follow((await requestSeat("/v1/queue", { ...chosen }, ({ game }) => game)).data);
    panel.querySelector('[data-key="queue-cancel"]')?.focus();
  } catch (problem) {
    button.disabled = false;
    showProblem(problem);
  }
}

/** Show this place, and go to its table as soon as there is one. */
function follow(found) {
  const waitsAlready = place !== null;
  place = found;
  setStored(WAITING, "1");
  if (place.game) return enter();
  if (!waitsAlready) draw();
  return keep();
}

function enter() {
  setStored(WAITING, null);
  location.assign(`/table.html?game=${place.game}`);
}

/** Ask for this place after a time, unless `stop` is called before the answer. */
async function keep(ms = POLL_MS) {
  stop();
  keeping = new AbortController();
  const { signal } = keeping;
  try {
    await delay(ms, signal);
    follow((await request("GET", "/v1/queue/me", { signal })).data);
  } catch (problem) {
    if (signal.aborted) return;
    if (!(problem instanceof DobonError)) throw problem;
    if (["not-queued", "unauthorized", "suspended"].includes(problem.code)) end(problem);
    else keep();
  }
}

function stop() {
  keeping?.abort();
  keeping = null;
}

async function leave(event) {
  const button = event.currentTarget;
  button.disabled = true;
  stop();
  try {
    await request("DELETE", "/v1/queue/me");
    end(null);
  } catch (problem) {
    button.disabled = false;
    if (problem.code === "not-queued") end(problem);
    else keep(0);
  }
}

function end(problem) {
  stop();
  place = null;
  setStored(WAITING, null);
  if (problem) showProblem(problem);
  else toast(t("lobby.queue.left"));
  draw();
}
