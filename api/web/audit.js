// For admins: calls and what they were judged by, logs computed again, projections. The token is kept as long as the window is open.

import { call, Problem } from "./lib/api.js";
import { h, replace } from "./lib/dom.js";
import { both, has, t } from "./lib/i18n.js";
import { inWords, shell } from "./lib/shell.js";
import { claims } from "./audit/claims.js";
import { integrity } from "./audit/integrity.js";
import { projections } from "./audit/projections.js";

const KEPT = "dobon.admin";
const PANELS = { claims, integrity, projections };
const state = { token: sessionStorage.getItem(KEPT), panel: null, problem: null };
let rulesets = [];
let main = null;
let shown = null;

/** Ask the API with the admin's token. */
async function ask(method, path, body) {
  const { data } = await call(method, path, { auth: state.token, body });
  return data;
}

/** A value of the API in words, or itself. */
function words(area, value) {
  if (area === "ruleset") return both(rulesets.find((one) => one.key === value)?.title) || value;
  const key = `audit.${area}.${value}`;
  return has(key) ? t(key) : String(value);
}

async function enter(event) {
  event.preventDefault();
  state.token = new FormData(event.target).get("token").trim();
  try {
    await ask("GET", "/v1/admin/projections");
    sessionStorage.setItem(KEPT, state.token);
    state.problem = null;
    open();
  } catch (problem) {
    if (!(problem instanceof Problem)) throw problem;
    Object.assign(state, { token: null, problem });
    draw();
  }
}

function door() {
  return h("form", { class: "panel stack audit-door", onsubmit: enter },
    h("h1", {}, t("audit.title")), h("p", { class: "muted" }, t("audit.why")),
    h("label", { for: "token" }, t("audit.token")), h("input", { id: "token", name: "token", type: "password", autocomplete: "off", required: true, "aria-describedby": "refused" }),
    h("p", { class: "error", role: "alert", id: "refused" }, state.problem && inWords(state.problem)),
    h("button", { class: "primary" }, t("audit.enter")));
}

function open(name = location.hash.slice(1).split("/")[0]) {
  state.panel = name in PANELS ? name : "claims";
  shown = PANELS[state.panel]({ ask, words, rulesets, redraw: () => shown.draw() });
  draw();
}

function draw() {
  if (!main) return;
  if (!state.token) {
    replace(main, door());
    return;
  }
  replace(main, h("h1", {}, t("audit.title")),
    h("nav", { class: "row audit-nav", "aria-label": t("audit.title") },
      Object.keys(PANELS).map((name) => h("a", { class: ["button", name === state.panel && "here"], href: `#${name}`, "aria-current": name === state.panel ? "page" : null }, t(`audit.${name}`))),
      h("button", { type: "button", class: "quiet", onclick: () => { sessionStorage.removeItem(KEPT); state.token = null; draw(); } }, t("audit.leave"))),
    shown.draw());
}

addEventListener("hashchange", () => state.token && open());
main = await shell({ title: () => t("audit.title"), draw: () => draw() });
rulesets = await call("GET", "/v1/rulesets", { auth: false }).then(({ data }) => data.rulesets, () => []);
if (state.token) open();
else draw();
document.body.dataset.ready = "true";
