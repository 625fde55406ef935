// The replay of a round that is over: every moment, with all hands or with the knowledge of one seat.
// The address names the moment, so it can be shared.

import { announce } from "./lib/announce.js";
import { signIn } from "./lib/sign-in.js";
import { h, replace } from "./lib/dom.js";
import { localized, t } from "./lib/i18n.js";
import { formatNarration, seatName } from "./lib/player-names.js";
import { readReview, request } from "./lib/server.js";
import { copyText, problemText, updateTitle, buildPage, showProblem } from "./lib/shell.js";
import { RoundAnalysis, analysisPanel } from "./replay/analysis.js";
import { chancesFigure } from "./replay/chances.js";
import { Dangers, dangerSwitch } from "./replay/dangers.js";
import { decisionList, marksText } from "./replay/decisions.js";
import { MARKS, markSign } from "./replay/figures.js";
import { verificationPanel } from "./replay/verification.js";
import { frameBoard, frameHands, frameNotes } from "./replay/frame.js";
import { markersOf } from "./replay/markers.js";
import { receiptsPanel } from "./replay/receipts.js";
import { reportButton } from "./replay/report-button.js";
import { commentsAndShares } from "./replay/comments-and-shares.js";

const PLAY_MS = [2000, 1000, 400, 120];
const query = new URLSearchParams(location.search);
const parts = {};
const share = query.get("share");
const state = {
  game: query.get("game"), share, path: share ? `/v1/shares/${encodeURIComponent(share)}` : `/v1/games/${encodeURIComponent(query.get("game") ?? "")}`, token: share ? null : undefined, round: Number(query.get("round")) || 1, version: Number(query.get("version")) || 0,
  as: query.get("as") === null || query.get("as") === "" ? null : Number(query.get("as")),
  speed: 1, playing: 0, at: 0, frames: [], marks: [], about: null, rounds: [], problem: null, go: (at) => { play(false); goTo(at); },
};
const roundPath = `${state.path}/rounds/${state.round}`;
/** The analysis and the dangers of the round; a visitor by link has none, because they need an account. */
const analysis = state.share ? null : new RoundAnalysis(`${roundPath}/analysis`, onAnalysis);
const dangers = state.share ? null : new Dangers(`${roundPath}/dangers`, () => state.frames.length > 0 && drawMoment());

/** Return the name of a seat. */
function nameOfSeat(seat) {
  return seatName(state.about?.players ?? [], seat);
}

/** Return the sentence for the event of a frame. */
function frameText(frame) {
  return formatNarration(localized(frame.event.text), state.about.players);
}

async function loadRound() {
  state.problem = null;
  try {
    const { path, token } = state;
    if (!state.about) {
      const about = (await request("GET", path, { token })).data;
      const rounds = state.share ? about : (await request("GET", `${path}/rounds`)).data;
      Object.assign(state, { about, rounds: rounds.rounds, game: state.share ? about.game : about.id });
      state.title = (await request("GET", `/v1/rulesets/${about.ruleset}`, { token })).data.title;
    }
    state.frames = await readReview(state.share ? roundPath : `${roundPath}/review`, { as: state.as, token });
    state.marks = markersOf(state.frames);
    const found = state.frames.findLastIndex((frame) => frame.version <= state.version);
    state.at = Math.max(found, 0);
  } catch (problem) {
    state.problem = problem;
  }
  drawPage();
}

/** Go to a frame; `aloud` announces it to screen readers. */
function goTo(at, aloud = true) {
  state.at = Math.min(Math.max(at, 0), state.frames.length - 1);
  const frame = state.frames[state.at];
  state.version = frame.version;
  history.replaceState(null, "", momentAddress());
  drawMoment();
  if (!aloud) return;
  announce(frameText(frame));
  announce(marksText(analysis?.at(frame.version) ?? [], { name: nameOfSeat, unit: analysis?.result?.unit }));
}

/** Return the address of the current moment. */
function momentAddress() {
  const found = new URLSearchParams();
  if (state.share) found.set("share", state.share);
  else found.set("game", state.game);
  found.set("round", state.round);
  if (state.version) found.set("version", state.version);
  if (state.as !== null) found.set("as", state.as);
  if (analysis && analysis.phase !== "none") found.set("analysis", "");
  return `/replay.html?${found}`;
}

function play(on) {
  clearTimeout(state.playing);
  state.playing = 0;
  if (on) {
    if (state.at >= state.frames.length - 1) goTo(0, false);
    const step = () => {
      if (state.at >= state.frames.length - 1) return play(false);
      goTo(state.at + 1, false);
      state.playing = setTimeout(step, PLAY_MS[state.speed]);
      return null;
    };
    state.playing = setTimeout(step, PLAY_MS[state.speed]);
  }
  updateControls();
}

/** Go to the next place in one direction, or announce that there is none. */
function goToNext(places, way, none) {
  const found = way > 0 ? places.find((at) => at > state.at) : places.findLast((at) => at < state.at);
  if (found === undefined) announce(none);
  else goTo(found);
}

const goToMarker = (way) => goToNext(state.marks.map((mark) => mark.at), way, t("replay.no.mark"));
const goToMark = (way) => goToNext(analysisMarks().map(({ at }) => at), way, t("analysis.no.mark"));

/** Return the marks of the analysis as `[{at, mark}]`, the worst one of each moment. */
function analysisMarks() {
  return state.frames.flatMap(({ version }, at) => {
    const [mark] = (analysis?.at(version) ?? []).map((one) => one.mark).filter(Boolean).sort((one, other) => MARKS.indexOf(other) - MARKS.indexOf(one));
    return mark ? [{ at, mark }] : [];
  });
}

/** Draw what an answer of the analysis changes. */
function onAnalysis() {
  if (state.frames.length === 0) return;
  parts.analysis.draw();
  if (analysis.phase === "running") return;
  parts.controls.replaceChildren();
  drawList();
  drawMoment();
  history.replaceState(null, "", momentAddress());
}

function drawPage() {
  if (!parts.main) return;
  updateTitle();
  if (state.problem) return replace(parts.main, h("div", { class: "panel stack" }, h("h1", {}, t("replay.title")), h("p", { class: "error", role: "alert" }, problemText(state.problem)), h("p", {}, h("a", { href: "/" }, t("common.home")))));
  if (state.frames.length === 0) return replace(parts.main, h("p", { class: "muted" }, t("common.loading")));
  for (const part of ["stage", "words", "decisions", "controls", "more", "notes", "list", "comments"]) parts[part] = h("div", { class: `replay-${part}` });
  parts.verification ??= verificationPanel(state);
  parts.receipts ??= receiptsPanel(state);
  if (analysis) {
    parts.chances ??= chancesFigure(state, analysis, { name: nameOfSeat, go: state.go });
    parts.analysis ??= analysisPanel(analysis, { name: nameOfSeat, chances: parts.chances });
  }
  replace(
    parts.main,
    replayHeader(),
    h("div", { class: ["replay-columns", analysis && "analysed"] },
      parts.analysis?.draw(),
      h("section", { class: "replay-main", "aria-label": t("replay.moment") }, parts.stage, h("div", { class: "replay-desk" }, parts.words, parts.notes, parts.decisions, parts.controls), parts.more),
      h("aside", { class: "replay-side stack", "aria-label": t("replay.about") }, parts.verification.draw(), parts.receipts.draw(), parts.list, parts.comments),
    ),
  );
  drawList();
  goTo(state.at, false);
  return null;
}

function replayHeader() {
  const rounds = state.rounds.map(({ round }) => round);
  return h("div", { class: "replay-head" },
    h("h1", {}, t("replay.of", { game: localized(state.title), round: state.round })),
    rounds.length > 1 && h("nav", { class: "row", "aria-label": t("replay.rounds") }, rounds.map((round) =>
      h("a", { class: ["button", round === state.round && "here"], "aria-current": round === state.round ? "page" : null, href: roundLink(round), "aria-label": t("replay.round", { round }) }, h("span", { class: "nav-long" }, t("replay.round", { round })), h("span", { class: "nav-short" }, round)))),
    dangers && state.frames.some((frame) => "could_call" in frame || "claim" in frame) && dangerSwitch(dangers),
    h("label", { class: "replay-as" }, h("span", {}, t("replay.as")), h("select", { dataset: { key: "as" }, onchange: (event) => viewAs(event.target.value) },
      h("option", { value: "", selected: state.as === null }, t("replay.as.all")),
      state.about.players.map(({ seat }) => h("option", { value: seat, selected: state.as === seat }, t("replay.as.seat", { name: nameOfSeat(seat) }))))));
}

function roundLink(round) {
  const link = new URL(momentAddress(), location.href);
  link.searchParams.set("round", round);
  link.searchParams.delete("version");
  return link.pathname + link.search;
}

async function viewAs(value) {
  state.as = value === "" ? null : Number(value);
  play(false);
  await loadRound();
  parts.main.querySelector("select")?.focus();
}

/** Draw all parts that depend on the moment. */
function drawMoment() {
  const frame = state.frames[state.at];
  const context = { name: nameOfSeat, as: state.as, ruleset: state.about.ruleset, at: state.at, dangers, continueAs: (seat) => continueButton(seat) };
  replace(parts.stage, frameBoard(frame, context), frameHands(frame, context));
  replace(parts.words, h("p", {}, frameText(frame)));
  replace(parts.notes, frameNotes(frame, context));
  if (analysis?.result) replace(parts.decisions, decisionDesk(frame));
  parts.chances?.move();
  updateControls();
  for (const item of parts.list.querySelectorAll("[aria-current]")) item.removeAttribute("aria-current");
  const current = parts.list.querySelector(`[data-at="${state.at}"]`);
  current?.setAttribute("aria-current", "true");
  if (current) current.parentElement.parentElement.scrollTop = current.offsetTop - 120;
  parts.commentsPanel ??= commentsAndShares(state, { go: goToVersion, address: momentAddress, name: nameOfSeat });
  replace(parts.comments, parts.commentsPanel.draw());
}

/** Return the button that continues the round from the moment as a seat, or null if there is nothing to continue. */
function continueButton(seat) {
  const end = state.frames.findIndex((frame) => frame.event.type === "round-ended");
  if (state.share || (state.as !== null && state.as !== seat) || (end >= 0 && state.at >= end)) return null;
  const label = t("analysis.what-if.label", { name: nameOfSeat(seat) });
  return h("button", { type: "button", class: "continue", "aria-label": label, title: label, dataset: { key: `what-if-${seat}` }, onclick: () => continueRound(state.version, seat) }, t("analysis.what-if"));
}

async function continueRound(version, seat) {
  play(false);
  const whatIf = await import("./replay/what-if.js");
  await whatIf.continueRound({ path: `${roundPath}/continuations`, version, seat, about: state.about, name: nameOfSeat });
}

/** The judged decisions of the moment, between the buttons that go to the marks before and after it. */
function decisionDesk(frame) {
  const button = (key, sign, way) => h("button", { type: "button", "aria-label": t(key), title: t(key), dataset: { key }, onclick: () => { goToMark(way); parts.decisions.querySelector(`[data-key="${key}"]`).focus(); } }, h("span", { "aria-hidden": "true" }, sign));
  const before = state.frames[state.at - 1]?.version;
  const context = { name: nameOfSeat, players: state.about.players, unit: analysis.result.unit, tryAgain: (seat) => before && continueRound(before, seat) };
  const found = decisionList(analysis.at(frame.version), context);
  const count = analysisMarks().length;
  return [button("analysis.mark.back", "◀?", -1), h("div", { class: "replay-judged" }, found.length > 0 ? found : h("p", { class: "small muted" }, t("analysis.marks", { count }))), button("analysis.mark.next", "?▶", 1)];
}

function goToVersion(version) {
  goTo(state.frames.findLastIndex((frame) => frame.version <= version));
}

function updateControls() {
  if (!parts.controls) return;
  if (parts.controls.childElementCount === 0) buildControls();
  const frame = state.frames[state.at];
  const of = t("replay.position", { at: state.at + 1, all: state.frames.length });
  Object.assign(parts.range, { max: state.frames.length - 1, value: state.at });
  parts.range.setAttribute("aria-valuetext", `${of}. ${frameText(frame)}`);
  parts.position.textContent = of;
  parts.play.textContent = state.playing ? t("replay.pause") : t("replay.play");
  parts.play.setAttribute("aria-pressed", String(Boolean(state.playing)));
}

function buildControls() {
  const all = state.frames.length - 1 || 1;
  parts.range = h("input", { type: "range", min: 0, max: all, step: 1, "aria-label": t("replay.scrubber"), oninput: (event) => { play(false); goTo(Number(event.target.value), false); } });
  parts.position = h("span", { class: "muted small nowrap" });
  const button = (key, sign, onclick) => h("button", { type: "button", "aria-label": t(key), title: t(key), onclick }, h("span", { "aria-hidden": "true" }, sign));
  parts.play = h("button", { type: "button", class: "primary", dataset: { key: "play" }, onclick: () => play(!state.playing) });
  const steps = (...buttons) => h("div", { class: "row replay-buttons" }, buttons);
  replace(parts.controls,
    h("div", { class: "replay-track" }, h("div", { class: "replay-marks", "aria-hidden": "true" }, state.marks.map((mark) => h("i", { class: `mark-${mark.kind}`, style: { "--at": mark.at / all } }))), parts.range,
      analysis?.result && h("div", { class: "replay-marks of-analysis", "aria-hidden": "true" }, analysisMarks().map(({ at, mark }) => h("i", { class: `mark-${mark}`, style: { "--at": at / all } })))),
    steps(
      button("replay.mark.back", "◇◀", () => goToMarker(-1)), button("replay.first", "|◀", () => goTo(0)), button("replay.back", "◀", () => goTo(state.at - 1)), parts.play,
      button("replay.next", "▶", () => goTo(state.at + 1)), button("replay.last", "▶|", () => goTo(state.frames.length - 1)), button("replay.mark.next", "▶◇", () => goToMarker(1)), parts.position));
  replace(parts.more,
    h("div", { class: "row" },
      h("label", { class: "row small" }, t("replay.speed"), h("select", { onchange: (event) => { state.speed = Number(event.target.value); } }, ["½", "1", "3", "8"].map((words, index) => h("option", { value: index, selected: index === state.speed }, `×${words}`)))),
      h("button", { type: "button", onclick: () => copyText(new URL(momentAddress(), location.href).href, t("replay.link.copied")) }, t("replay.link")),
      reportButton(state, () => frameText(state.frames[state.at]))),
    h("p", { class: "muted small" }, t("replay.legend"), analysis?.result && [" ", t("analysis.legend")]));
}

function drawList() {
  const shown = new Map(state.marks.map((mark) => [mark.at, mark]));
  const judged = new Map(analysisMarks().map(({ at, mark }) => [at, mark]));
  const sign = (mark) => mark && h("span", { class: "chip" }, markSign(mark), t(`analysis.mark.${mark}`));
  replace(parts.list, h("h2", {}, t("replay.moments")), h("ol", { class: "replay-moments", tabindex: "0", "aria-label": t("replay.moments") }, state.frames.map((frame, at) =>
    h("li", {}, h("button", { type: "button", class: ["quiet", shown.has(at) && `mark-${shown.get(at).kind}`], dataset: { at }, onclick: () => { play(false); goTo(at); } }, frameText(frame), shown.has(at) && h("span", { class: "chip" }, t(`replay.mark.${shown.get(at).kind}`)), sign(judged.get(at)))))));
}

const KEYS = {
  ArrowLeft: () => goTo(state.at - 1), ArrowRight: () => goTo(state.at + 1), Home: () => goTo(0), End: () => goTo(state.frames.length - 1),
  " ": () => play(!state.playing), n: () => goToMarker(1), p: () => goToMarker(-1), m: () => goToMark(1), M: () => goToMark(-1),
};

document.addEventListener("keydown", (event) => {
  const busy = event.target.closest('input:not([type="checkbox"]), textarea, select, dialog, summary, .settings-panel') || (event.key === " " && event.target.closest("button, a, input"));
  if (busy || !KEYS[event.key] || state.frames.length === 0 || event.ctrlKey || event.metaKey || event.altKey) return;
  event.preventDefault();
  KEYS[event.key]();
});

parts.main = await buildPage({ title: () => (state.title ? t("replay.of", { game: localized(state.title), round: state.round }) : t("replay.title")), draw: () => drawPage() });
drawPage();
if (!state.share) await signIn(parts.main);
loadRound().then(() => {
  document.body.dataset.ready = "true";
  if (query.has("analysis") && !state.problem) analysis?.load();
}, showProblem);
