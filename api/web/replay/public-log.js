// What the public log of heads says about a log, and the checkpoint of the public log that this browser keeps.

import { CheckpointProblem } from "../lib/client/verify/checkpoints.js";
import { verifyInclusion } from "../lib/client/verify/inclusion.js";
import { h } from "../lib/dom.js";
import { saveFile } from "../lib/download.js";
import { formatList, language, t } from "../lib/i18n.js";
import { DobonError, request } from "../lib/server.js";
import { getStored, setStored } from "../lib/storage.js";

/** Names the newest checkpoint and the keys with which it was checked. Each server has a storage of its own. */
const KEPT = "checkpoint";

const ENTRY_FINDINGS = ["contradicted", "cut-off", "unproven", "agrees", "missing"];
const CHANGED = ["rewritten", "replaced"];
const ALARMS = ["unsigned", "contradicted", "cut-off", "unproven", ...CHANGED];

/**
 * Ask for the entries of the game at a path, a share too, and the keys of the server. Returns null if the server does
 * not answer.
 */
export async function askPublicLog(path, options) {
  try {
    const answers = await Promise.all([request("GET", `${path}/inclusion`, options), request("GET", "/v1/keys", { token: null })]);
    const [inclusion, keys] = answers.map(({ data }) => data);
    return { inclusion, keys };
  } catch (problem) {
    if (!(problem instanceof DobonError)) throw problem;
    return null;
  }
}

/**
 * Compare a log with the answers of `askPublicLog`, which were asked for before the events, and keep the newer
 * checkpoint. Returns what `publicLogLine` shows.
 */
export async function comparePublicLog(game, events, asked) {
  if (asked === null) return { failure: "failed" };
  try {
    const stored = getStored(KEPT);
    const kept = JSON.parse(stored); // null if nothing is stored
    // The server could leave out the key of the checkpoint that is kept.
    const keys = [...new Map([...(kept?.keys ?? []), ...asked.keys.keys].map((key) => [key.kid, key])).values()];
    const { inclusion } = asked;
    const report = await verifyInclusion({ game, events, inclusion, keys: { keys }, kept: kept?.checkpoint ?? null, read });
    // Another page may have kept one meanwhile. Both checkpoints of a log that was replaced are the evidence of it.
    const keep = { ...kept, ...(report.keep === inclusion.checkpoint ? { checkpoint: report.keep, keys } : CHANGED.includes(report.history) && { against: inclusion.checkpoint }) };
    if (report.keep !== null && getStored(KEPT) === stored) setStored(KEPT, JSON.stringify(keep));
    return report;
  } catch (problem) {
    if (problem.name === "NotSupportedError") return { failure: "impossible" };
    return { failure: problem instanceof CheckpointProblem ? "unsigned" : "failed" };
  }
}

/** Return the line for what was found; behind an alarm about the history, a button that saves the evidence too. */
export function publicLogLine({ failure, entries, history, size, keep: kept }) {
  const line = (findings, words) => h("p", { class: findings.some((one) => ALARMS.includes(one)) ? "error" : "small", dataset: { testid: "public-log", findings: findings.join(" ") } }, words.join(language() === "ja" ? "" : " "));
  if (failure) return line([failure], [t(`replay.public-log.${failure}`)]);
  const found = ENTRY_FINDINGS.filter((finding) => Object.values(entries).includes(finding));
  const said = found.map((finding) => {
    const kinds = Object.keys(entries).filter((kind) => entries[kind] === finding).map((kind) => t(`replay.public-log.kind.${kind}`));
    return t(`replay.public-log.entry.${finding}`, { what: formatList(kinds), size: size.toLocaleString(language()) });
  });
  const compared = kept === null ? [] : [t(`replay.public-log.history.${history}`)];
  if (!CHANGED.includes(history)) return line([history, ...found], [...said, ...compared]);
  return [line([history, ...found], [...compared, ...said]), h("p", { class: "row" }, h("button", { type: "button", onclick: saveEvidence }, t("replay.public-log.evidence")))];
}

/** Save the two checkpoints of the server that contradict each other, with the keys that signed them. */
function saveEvidence() {
  const { checkpoint, against, keys } = JSON.parse(getStored(KEPT));
  saveFile("public-log-evidence.json", JSON.stringify({ server: location.origin, checkpoint, against, keys }, null, 2), "application/json");
}

/** Return a file of the public log, not from the cache, which may have the file of a public log that was replaced. */
async function read(path) {
  const response = await fetch(`/log/${path}`, { cache: "no-store" });
  if (!response.ok) throw new Error(`${path}: ${response.status}`);
  return new Uint8Array(await response.arrayBuffer());
}
