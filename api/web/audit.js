// The page for admins: reports, signals, players, calls and how they were judged, the integrity of logs, and the
// projections.
// The token is kept until the window is closed.

import { DobonError, readLog, request } from "./lib/server.js";
import { h, replace } from "./lib/dom.js";
import { localized, has, t } from "./lib/i18n.js";
import { problemText, buildPage } from "./lib/shell.js";
import { claimsPanel } from "./audit/claims.js";
import { integrityPanel } from "./audit/integrity.js";
import { playersPanel } from "./audit/players.js";
import { projectionsPanel } from "./audit/projections.js";
import { reportsPanel } from "./audit/reports.js";
import { signalsPanel } from "./audit/signals.js";

const TOKEN_KEY = "dobon.admin";
const PANELS = { reports: reportsPanel, signals: signalsPanel, players: playersPanel, claims: claimsPanel, integrity: integrityPanel, projections: projectionsPanel };
const state = { token: sessionStorage.getItem(TOKEN_KEY), panel: null, problem: null };
let rulesets = [];
let main = null;
let panel = null;

/** Send a request with the admin's token and return the body of the answer. */
async function adminRequest(method, path, body) {
  const { data } = await request(method, path, { token: state.token, body });
  return data;
}

/** Return all events of a game, read with the admin's token. */
function readGameLog(game) {
  return readLog(`/v1/admin/games/${game}`, { token: state.token });
}

/** Return the page's words for a value of the API, or the value itself. */
function label(area, value) {
  if (area === "ruleset") return localized(rulesets.find((one) => one.key === value)?.title) || value;
  const key = `audit.${area}.${value}`;
  return has(key) ? t(key) : String(value);
}

async function submitToken(event) {
  event.preventDefault();
  state.token = new FormData(event.target).get("token").trim();
  try {
    await adminRequest("GET", "/v1/admin/projections");
    sessionStorage.setItem(TOKEN_KEY, state.token);
    state.problem = null;
    openPanel();
  } catch (problem) {
    if (!(problem instanceof DobonError)) throw problem;
    Object.assign(state, { token: null, problem });
    draw();
  }
}

function tokenForm() {
  return h("form", { class: "panel stack audit-sign-in", onsubmit: submitToken },
    h("h1", {}, t("audit.title")), h("p", { class: "muted" }, t("audit.why")),
    h("label", { for: "token" }, t("audit.token")), h("input", { id: "token", name: "token", type: "password", autocomplete: "off", required: true, "aria-describedby": "refused" }),
    h("p", { class: "error", role: "alert", id: "refused" }, state.problem && problemText(state.problem)),
    h("button", { class: "primary" }, t("audit.enter")));
}

function openPanel(name = location.hash.slice(1).split("/")[0]) {
  state.panel = name in PANELS ? name : "reports";
  panel = PANELS[state.panel]({ adminRequest, readGameLog, label, rulesets, redraw: () => panel.draw() });
  draw();
}

function draw() {
  if (!main) return;
  if (!state.token) {
    replace(main, tokenForm());
    return;
  }
  replace(main, h("h1", {}, t("audit.title")),
    h("nav", { class: "row audit-nav", "aria-label": t("audit.title") },
      Object.keys(PANELS).map((name) => h("a", { class: ["button", name === state.panel && "here"], href: `#${name}`, "aria-current": name === state.panel ? "page" : null }, t(`audit.${name}`))),
      h("button", { type: "button", class: "quiet", onclick: () => { sessionStorage.removeItem(TOKEN_KEY); state.token = null; draw(); } }, t("audit.leave"))),
    panel.draw());
}

addEventListener("hashchange", () => state.token && openPanel());
main = await buildPage({ title: () => t("audit.title"), draw: () => draw() });
rulesets = await request("GET", "/v1/rulesets", { token: null }).then(({ data }) => data.rulesets, () => []);
if (state.token) openPanel();
else draw();
document.body.dataset.ready = "true";
