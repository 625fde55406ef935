// The panel that verifies the log of a game in the browser and shows the result.

import { readLog, request } from "../lib/server.js";
import { verifyLog } from "../lib/client/verify/log.js";
import { canHash } from "../lib/client/hashes.js";
import { h, replace } from "../lib/dom.js";
import { has, t } from "../lib/i18n.js";
import { problemText } from "../lib/shell.js";
import { setStored, getStored } from "../lib/storage.js";
import { headKey } from "../lib/known-head.js";
import { askPublicLog, comparePublicLog, publicLogLine } from "./public-log.js";

const SHOWN = 20;
const PHASES = { whole: "good", seen: "seen", false: "bad" };

/**
 * Return the panel for the game at a path, which may be that of a share, and start verifying. `draw()` draws it again
 * in the current language.
 */
export function verificationPanel({ game, share, path, token }) {
  const panel = h("section", { class: "panel replay-verification", "aria-live": "polite" });
  const state = { phase: canHash() ? "running" : "impossible", done: 0, all: 0, report: null, problem: null, publicLog: null, share, path, token };
  const draw = () => replace(panel, content(state));
  if (state.phase === "running") verify(game, state, draw);
  return { draw };
}

async function verify(game, state, draw) {
  try {
    const { path, token } = state;
    // The public log is asked first, so that it has no entry of an event that comes meanwhile.
    const asked = await askPublicLog(path, { token });
    // The log behind a share is complete, and the API names no newest digest for it.
    const { version, head } = state.share ? { version: Infinity, head: null } : (await request("GET", path)).data;
    const events = await readLog(path, { token });
    // Events after the named digest are left out: the game may still continue.
    const upto = events.slice(0, version);
    const before = getStored(headKey(game));
    state.report = await verifyLog({
      game, events: upto, head, kept: before,
      progress: (done, all) => {
        Object.assign(state, { done, all });
        draw();
      },
    });
    state.phase = PHASES[state.report.verdict];
    state.compared = Boolean(before);
    if (state.phase !== "bad") setStored(headKey(game), state.report.head);
    draw();
    state.publicLog = await comparePublicLog(game, upto, asked);
  } catch (problem) {
    Object.assign(state, { phase: "failed", problem });
  }
  draw();
}

function content(state) {
  const { phase, report } = state;
  const title = h("h2", { dataset: { testid: "verification", phase } }, phaseSign(phase), t(`replay.verification.${phase}`));
  if (phase === "running") return [title, h("progress", { max: state.all || 1, value: state.done, "aria-label": t("replay.verification.running") })];
  if (phase === "failed") return [title, h("p", { class: "error" }, problemText(state.problem))];
  if (!report) return [title, h("p", { class: "small muted" }, t(`replay.verification.${phase}.why`))];
  return [title, phase === "bad" ? problemList(report.problems) : h("p", { class: "small" }, t("replay.verification.rules")), state.publicLog && publicLogLine(state.publicLog), details(state)];
}

function phaseSign(phase) {
  return h("span", { class: `verification-sign ${phase}`, "aria-hidden": "true" }, { good: "✓", seen: "✓", bad: "✗" }[phase] ?? "…");
}

function problemList(found) {
  return h("ul", { class: "replay-problems" }, found.slice(0, SHOWN).map(({ version, code, values }) => {
    const key = `replay.verification.problem.${code}`;
    const words = has(key) ? t(key, values) : code;
    return h("li", {}, version ? t("replay.verification.at", { version, words }) : words);
  }), found.length > SHOWN && h("li", {}, t("replay.verification.more", { count: found.length - SHOWN })));
}

function details({ report, compared }) {
  const { checked } = report;
  return h("details", {}, h("summary", {}, t("replay.verification.what")),
    h("ul", { class: "small" },
      Object.entries(checked).filter(([, count]) => count > 0).map(([kind, count]) => h("li", {}, t(`replay.verification.${kind}`, { count }))),
      report.closed > 0 && h("li", {}, t("replay.verification.closed")),
      report.derived > 0 && h("li", {}, t("replay.verification.derived", { count: report.derived })),
      report.withheld > report.derived && h("li", {}, t("replay.verification.withheld", { count: report.withheld - report.derived })),
      !report.over && h("li", {}, t("replay.verification.running.game")),
      h("li", {}, t(compared ? "replay.verification.compared" : "replay.verification.first"))),
    h("p", { class: "small" }, t("replay.verification.head"), h("code", { class: "digest" }, report.head)));
}
