// The panel that checks the log of a game in the browser and says what came of it.

import { call } from "../lib/api.js";
import { checkLog } from "../lib/verify/log.js";
import { possible } from "../lib/verify/hashes.js";
import { h, replace } from "../lib/dom.js";
import { has, t } from "../lib/i18n.js";
import { inWords } from "../lib/shell.js";
import { keep, kept } from "../lib/storage.js";
import { headOf } from "../lib/known-head.js";

const PAGE = 500;
const SHOWN = 20;

/** The panel for a game, or for the one behind a link; begins to check at once. `draw()` gives the element again in the language of the moment. */
export function checkPanel({ game, share }) {
  const panel = h("section", { class: "panel replay-check", "aria-live": "polite" });
  const state = { phase: possible() ? "running" : "impossible", done: 0, all: 0, report: null, problem: null, share };
  const draw = () => replace(panel, content(state));
  if (state.phase === "running") run(game, state, draw);
  return { draw };
}

async function run(game, state, draw) {
  try {
    // Behind a link the log is over, and nothing names its newest digest but the log itself.
    const { version, head } = state.share ? { version: Infinity, head: null } : (await call("GET", `/v1/games/${game}`)).data;
    const events = await whole(state.share ? `/v1/shares/${encodeURIComponent(state.share)}` : `/v1/games/${game}`, !state.share);
    // What came after the head was named is not asked about; it may still be growing.
    const upto = events.slice(0, version);
    const before = kept(headOf(game));
    state.report = await checkLog({
      game, events: upto, head, kept: before,
      progress: (done, all) => {
        Object.assign(state, { done, all });
        draw();
      },
    });
    state.phase = state.report.problems.length > 0 ? "bad" : "good";
    state.compared = Boolean(before);
    if (state.phase === "good") keep(headOf(game), state.report.head);
  } catch (problem) {
    Object.assign(state, { phase: "failed", problem });
  }
  draw();
}

async function whole(path, auth) {
  const events = [];
  for (let after = 0; after !== null; ) {
    const { data } = await call("GET", `${path}/events?after=${after}&limit=${PAGE}`, { auth });
    events.push(...data.events);
    after = data.next;
  }
  return events;
}

function content(state) {
  const { phase, report } = state;
  const title = h("h2", { dataset: { testid: "check", phase } }, sign(phase), t(`replay.check.${phase}`));
  if (phase === "running") return [title, h("progress", { max: state.all || 1, value: state.done, "aria-label": t("replay.check.running") })];
  if (phase === "failed") return [title, h("p", { class: "error" }, inWords(state.problem))];
  if (!report) return [title, h("p", { class: "small muted" }, t(`replay.check.${phase}.why`))];
  return [title, phase === "bad" ? problems(report.problems) : null, details(state)];
}

function sign(phase) {
  return h("span", { class: `check-sign ${phase}`, "aria-hidden": "true" }, { good: "✓", bad: "✗" }[phase] ?? "…");
}

function problems(found) {
  return h("ul", { class: "replay-problems" }, found.slice(0, SHOWN).map(({ version, code, values }) => {
    const key = `replay.check.problem.${code}`;
    const words = has(key) ? t(key, values) : code;
    return h("li", {}, version ? t("replay.check.at", { version, words }) : words);
  }), found.length > SHOWN && h("li", {}, t("replay.check.more", { count: found.length - SHOWN })));
}

function details({ report, compared }) {
  const { checked } = report;
  return h("details", {}, h("summary", {}, t("replay.check.what")),
    h("ul", { class: "small" },
      Object.entries(checked).filter(([, count]) => count > 0).map(([kind, count]) => h("li", {}, t(`replay.check.${kind}`, { count }))),
      report.closed > 0 && h("li", {}, t("replay.check.closed")),
      report.withheld > 0 && h("li", {}, t("replay.check.withheld", { count: report.withheld })),
      h("li", {}, t(compared ? "replay.check.compared" : "replay.check.first"))),
    h("p", { class: "small muted" }, t("replay.check.rules")),
    h("p", { class: "small" }, t("replay.check.head"), h("code", { class: "digest" }, report.head)));
}
