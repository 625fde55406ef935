// The page that an app opens to ask for permission (OAuth): whose app it is, what it may do, and the player's decision.

import { h, replace } from "./lib/dom.js";
import { localized, t } from "./lib/i18n.js";
import { currentPlayer, currentToken } from "./lib/player.js";
import { DobonError, request } from "./lib/server.js";
import { buildPage, problemText } from "./lib/shell.js";

const PATH = "/v1/authorization";
const NAMES = ["response_type", "client_id", "redirect_uri", "scope", "state", "code_challenge", "code_challenge_method"];

const asked = new URLSearchParams(location.search);
const query = Object.fromEntries(NAMES.filter((name) => asked.has(name)).map((name) => [name, asked.get(name)]));
const page = { main: null, request: null, scopes: [], problem: null };

page.main = await buildPage({ title: () => t("authorize.title"), draw: () => draw() });
await load();
document.body.dataset.ready = "true";

async function load() {
  if (!currentToken()) return draw();
  try {
    // A parameter that is sent twice has no meaning (RFC 6749, section 3.1).
    if (NAMES.some((name) => asked.getAll(name).length > 1)) throw new DobonError({ code: "bad-authorization-request" });
    const [found, scopes] = await Promise.all([request("GET", PATH, { query }), request("GET", "/v1/scopes", { token: null })]);
    page.request = found.data;
    page.scopes = scopes.data.scopes;
  } catch (problem) {
    if (!(problem instanceof DobonError)) throw problem;
    page.problem = problem;
  }
  return draw();
}

/** Send the decision, and go back to the app. */
async function decide(allow, buttons) {
  for (const button of buttons) button.disabled = true;
  try {
    location.assign((await request("POST", PATH, { body: { ...query, allow } })).data.redirect);
  } catch (problem) {
    if (!(problem instanceof DobonError)) throw problem;
    page.problem = problem;
    draw();
  }
}

function draw() {
  if (!page.main) return;
  const title = h("h1", {}, t("authorize.title"));
  if (!currentToken()) replace(page.main, title, signIn());
  else if (page.problem) replace(page.main, title, refused());
  else if (page.request) replace(page.main, title, question());
}

function signIn() {
  const back = `${location.pathname}${location.search}`;
  return h("section", { class: "panel stack" }, h("p", {}, t("authorize.sign-in")),
    h("p", {}, h("a", { class: "button primary", href: `/account.html?back=${encodeURIComponent(back)}` }, t("account.in"))));
}

function refused() {
  const redirect = page.problem.problem?.redirect;
  return h("section", { class: "panel stack" }, h("p", { class: "error", role: "alert" }, problemText(page.problem)),
    redirect && h("p", {}, h("a", { href: redirect, rel: "noreferrer" }, t("authorize.back"))));
}

function question() {
  const { address, client_id: client, scopes } = page.request;
  const words = new Map(page.scopes.map(({ name, title }) => [name, localized(title)]));
  const buttons = [
    h("button", { type: "button", class: "primary", dataset: { key: "allow" }, onclick: () => decide(true, buttons) }, t("authorize.allow")),
    h("button", { type: "button", dataset: { key: "deny" }, onclick: () => decide(false, buttons) }, t("authorize.deny")),
  ];
  return h("section", { class: "panel stack", "aria-labelledby": "app" },
    h("h2", { id: "app", class: "app-address" }, address),
    h("p", {}, t("authorize.asks", { name: currentPlayer()?.name ?? "" })),
    h("ul", { class: "permissions" }, scopes.map((scope) => h("li", {}, words.get(scope)))),
    h("p", { class: "muted small" }, t("authorize.why", { client })),
    h("p", { class: "row" }, buttons));
}
