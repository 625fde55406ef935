// The page of the account: name, ways to keep it, devices, data; and sign-in to an account that was kept.

import { currentPlayer, currentToken, savePlayer } from "./lib/player.js";
import { h, replace, update } from "./lib/dom.js";
import { request } from "./lib/server.js";
import { buildPage, drawHeader, nameForm, problemText, showProblem, toast } from "./lib/shell.js";
import { t } from "./lib/i18n.js";
import { dataSection } from "./account/data.js";
import { devicesSection } from "./account/devices.js";
import { keepSection } from "./account/keep.js";
import { programsSection } from "./account/programs.js";
import { reportsSection } from "./account/reports.js";
import { signInByLink, waysIn } from "./account/ways-in.js";

const LINK = /^#link=([0-9A-Za-z-]{1,32})$/;

const page = { main: null, account: null, link: LINK.exec(location.hash)?.[1] ?? null };

/** Return the page to go to after a sign-in: the one that asked for it, if it is one of this site. */
function pageBefore() {
  const back = new URL(new URLSearchParams(location.search).get("back") ?? "/account.html", location.href);
  return back.origin === location.origin && back.pathname !== location.pathname ? back.href : null;
}

async function load() {
  const me = "/v1/players/me";
  const [profile, sessions, tokens, scopes, passkeys, codes, reports, verdicts] = await Promise.all(
    [me, `${me}/sessions`, `${me}/personal-tokens`, "/v1/scopes", `${me}/passkeys`, `${me}/recovery-codes`, "/v1/reports", "/v1/verdicts"].map((path) => request("GET", path)),
  );
  page.account = { name: profile.data.name, sessions: sessions.data.sessions, tokens: tokens.data.tokens, scopes: scopes.data.scopes, passkeys: passkeys.data.passkeys, codes: codes.data, reports: reports.data.reports, verdicts: verdicts.data.verdicts };
}

async function reload() {
  try {
    await load();
  } catch (problem) {
    if (problem.code === "unauthorized") return signedOut();
    showProblem(problem);
  }
  return draw();
}

function signedOut() {
  savePlayer(null);
  page.account = null;
  drawHeader();
  draw();
}

async function signedIn() {
  const back = pageBefore();
  if (back) return location.replace(back);
  page.link = null;
  history.replaceState(null, "", "/account.html");
  drawHeader();
  return reload();
}

function nameSection() {
  const problem = h("p", { class: "error", role: "alert", id: "name-problem" });
  const input = h("input", { id: "name", type: "text", value: page.account.name, required: true, maxlength: 40, autocomplete: "nickname", "aria-describedby": "name-why name-problem" });
  const submit = async (event) => {
    event.preventDefault();
    try {
      const { data } = await request("PATCH", "/v1/players/me", { body: { name: input.value.trim() } });
      savePlayer({ ...data, token: currentToken() });
      page.account.name = data.name;
      problem.textContent = "";
      drawHeader();
      toast(t("account.name.changed", { name: data.name }), { kind: "good" });
    } catch (failed) {
      problem.textContent = problemText(failed);
      input.focus();
    }
  };
  return h("section", { class: "panel", "aria-labelledby": "name-title" }, h("h2", { id: "name-title" }, t("account.name")),
    h("form", { class: "stack", onsubmit: submit }, h("label", { for: "name", class: "visually-hidden" }, t("common.name")),
      h("div", { class: "row name-row" }, input, h("button", { class: "primary", dataset: { key: "rename" } }, t("account.save"))), problem,
      h("p", { class: "muted small", id: "name-why" }, t("account.name.why"))));
}

function linkPanel() {
  const before = currentPlayer();
  const problem = h("p", { class: "error", role: "alert" });
  const button = h("button", { type: "button", class: "primary", dataset: { key: "link-go" } }, t("account.link.go"));
  button.addEventListener("click", async () => {
    button.disabled = true;
    try {
      await signInByLink(page.link);
      await signedIn();
    } catch (failed) {
      problem.textContent = problemText(failed);
    }
  });
  return h("section", { class: "panel" }, h("h1", {}, t("account.link.here")), h("p", {}, t("account.link.here.why")),
    before && h("p", { class: "warning" }, t("account.link.replaces", { name: before.name })),
    h("p", { class: "row" }, button, h("button", { type: "button", class: "quiet", onclick: () => { page.link = null; reload(); } }, t("common.cancel"))), problem);
}

function signInPanels() {
  return [
    h("h1", {}, t("account.in")),
    h("section", { class: "panel", "aria-labelledby": "ways" }, h("h2", { id: "ways" }, t("account.in.have")), waysIn(signedIn)),
    h("section", { class: "panel", "aria-labelledby": "fresh" }, h("h2", { id: "fresh" }, t("account.in.new")), nameForm({ done: signedIn, autofocus: false, signIn: false })),
  ];
}

function draw() {
  if (!page.main) return;
  if (page.link) replace(page.main, linkPanel());
  else if (!currentToken()) replace(page.main, signInPanels());
  else if (!page.account) replace(page.main, h("h1", {}, t("account.title")), h("p", { class: "muted" }, t("common.loading")));
  else update(page.main, [h("h1", {}, t("account.title")), nameSection(), keepSection(page.account, reload), devicesSection(page.account.sessions, reload, signedOut), programsSection(page.account.tokens, page.account.scopes, reload), reportsSection(page.account), dataSection(signedOut)]);
}

page.main = await buildPage({ title: () => t("account.title"), draw: () => draw() });
if (page.link || !currentToken()) draw();
else await reload();
document.body.dataset.ready = "true";
