// The sound of each event of a game.

import { playSound, SOUNDS } from "../lib/sounds.js";

/** The sound for each event, by event type: a name, or a function of `(event, ctx)`. Other events are silent. */
const EVENT_SOUNDS = {
  "round-dealt": "deal",
  "card-flipped": "play",
  "cards-played": "play",
  "cards-led": "play",
  "attack-played": "play",
  "cards-thrown-in": "play",
  "attack-turned-over": "play",
  "cards-beaten": "play",
  "cards-drawn": "draw",
  "pile-taken": "draw",
  "defence-ended": "draw",
  "dobon-called": ({ public: { valid, kind } }) => (valid ? (kind === "counter" ? "counter" : "dobon") : "wrong"),
  "doubt-called": ({ public: { valid } }) => (valid ? "counter" : "wrong"),
  "round-ended": ({ public: { winner, losers } }, ctx) => (ctx.isYou(winner) ? "win" : losers.includes(ctx.seat) ? "lose" : null),
};

/** From the most important sound to the least. */
const ORDER = ["counter", "dobon", "wrong", "win", "lose", "turn", "deal", "play", "draw"];

/** The end of a round waits until its call has been heard. */
const AFTER_CALL_MS = 1100;

let lastCall = -Infinity;

/** Return the sound of an event, or null. */
export function soundOf(event, ctx) {
  const found = EVENT_SOUNDS[event.type];
  return (typeof found === "function" ? found(event, ctx) : found) ?? null;
}

/** Return the sound for events that arrive together: that of the most important one; null if all are silent. */
export function mostImportant(names) {
  return ORDER.find((name) => names.includes(name)) ?? null;
}

/** Play the sound for events that arrive together. */
export function playEvents(events, ctx) {
  const name = mostImportant(events.map((event) => soundOf(event, ctx)));
  if (!name || !SOUNDS[name]) return;
  const wait = ["win", "lose"].includes(name) ? Math.max(0, lastCall + AFTER_CALL_MS - performance.now()) : 0;
  if (["dobon", "counter"].includes(name)) lastCall = performance.now();
  if (wait) setTimeout(playSound, wait, name);
  else playSound(name);
}
