// The frame of all pages: the header with name, language and theme, toasts, dialogs, and the question for a name.

import { currentPlayer, currentToken, savePlayer } from "./player.js";
import { DobonError, onOutage, request } from "./server.js";
import { h, replace } from "./dom.js";
import { has, language, onLanguage, loadPreferredLanguage, t } from "./i18n.js";
import { announce } from "./announce.js";
import { canInstall, install, onInstallable } from "./installation.js";
import { registerServiceWorker } from "./service-worker.js";
import { languageSetting, soundSetting, themeSetting } from "./settings.js";

const TOAST_MS = 6000;

const parts = {};
let pageTitle = () => t("common.title");
let failing = false;

/**
 * Build the page around its content and return its `<main>` element. `title` is a function that returns the title in
 * the current language. `draw` is called now and after each change of language. `bar` is an element of the page that
 * goes into the header.
 */
export async function buildPage({ title = pageTitle, draw = () => {}, wide = false, bar = null } = {}) {
  await loadPreferredLanguage();
  pageTitle = title;
  parts.bar = bar;
  parts.header = h("header", { class: ["shell", bar && "with-bar"] });
  parts.main = h("main", { id: "main", tabindex: "-1", class: wide ? "wide" : "" });
  parts.toasts = h("div", { class: "toasts", role: "region", "aria-live": "polite" });
  parts.trouble = h("div", { class: "trouble", role: "status", hidden: true });
  const skip = h("a", { class: "skip", href: "#main" }, t("common.skip"));
  document.body.append(skip, parts.header, parts.trouble, parts.main, parts.toasts);
  onOutage((now) => {
    failing = now;
    drawTrouble();
  });
  for (const change of ["online", "offline"]) window.addEventListener(change, drawTrouble);
  onLanguage(() => {
    skip.textContent = t("common.skip");
    drawTrouble();
    drawHeader();
    updateTitle();
    draw();
  });
  drawTrouble();
  drawHeader();
  updateTitle();
  draw();
  onInstallable(drawHeader);
  registerServiceWorker({ onNewVersion: offerNewVersion });
  return parts.main;
}

/** Say whether the server answers. */
function drawTrouble() {
  const words = !navigator.onLine ? t("common.offline") : failing ? t("common.trouble") : "";
  parts.trouble.hidden = !words;
  parts.trouble.textContent = words;
}

/** Say that there is a new version. The page is not loaded again by itself, because a game may be on it. */
function offerNewVersion() {
  if (parts.toasts.querySelector("[data-key=new-version]")) return;
  const note = toast(t("common.version.new"), { ms: 0 });
  note.lastChild.before(h("button", { type: "button", dataset: { key: "new-version" }, onclick: () => location.reload() }, t("common.version.load")));
}

/** Update the title of the window. */
export function updateTitle() {
  const title = pageTitle();
  document.title = title === t("common.title") ? title : `${title} · ${t("common.title")}`;
}

/** Draw the header again, for example after the name has changed. */
export function drawHeader() {
  const open = parts.header.querySelector("details")?.open;
  const who = currentPlayer();
  replace(
    parts.header,
    h("a", { class: "brand", href: "/", "aria-label": `${t("common.title")}: ${t("common.home")}` }, logo(), h("span", {}, t("common.title"))),
    parts.bar ?? h("span", { class: "spacer" }),
    who && h("a", { class: "me", href: "/account.html", dataset: { testid: "me" } }, t("common.playing.as", { name: who.name })),
    h(
      "details",
      { class: "settings", open },
      h("summary", { "aria-label": t("common.settings"), title: t("common.settings") }, h("span", { "aria-hidden": "true" }, "文/A")),
      h("div", { class: "settings-panel" }, languageSetting(), themeSetting(), soundSetting(), who && h("a", { class: "button", href: "/profile.html", dataset: { key: "profile" } }, t("profile.mine")), h("a", { class: "button", href: "/account.html", dataset: { key: "account" } }, t(who ? "common.account" : "common.have.account")), canInstall() && installButton()),
    ),
  );
  parts.header.querySelector("details").addEventListener("keydown", (event) => {
    if (event.key !== "Escape") return;
    event.currentTarget.open = false;
    event.currentTarget.querySelector("summary").focus();
  });
}

document.addEventListener("click", (event) => {
  const details = parts.header?.querySelector("details");
  if (details?.open && !details.contains(event.target) && event.target.isConnected) details.open = false;
});

function logo() {
  return h("span", { class: "logo", "aria-hidden": "true" }, "ド");
}

/** The button that installs the page as an app; only while the browser offers it. */
export function installButton() {
  return h("button", { type: "button", dataset: { key: "install" }, onclick: install }, t("common.install"));
}

/** Show a short message that disappears by itself. `kind`: `info`, `good` or `bad`. */
export function toast(text, { kind = "info", ms = TOAST_MS } = {}) {
  const node = h("div", { class: ["toast", kind] }, h("span", {}, text));
  node.append(h("button", { type: "button", class: "toast-close", "aria-label": t("common.close"), onclick: () => node.remove() }, "×"));
  while (parts.toasts.children.length >= 3) parts.toasts.firstChild.remove();
  parts.toasts.append(node);
  if (ms) setTimeout(() => node.remove(), ms);
  return node;
}

/**
 * Copy a string to the clipboard and confirm it. Where the browser forbids that (pages without https), show the string
 * for copying by hand.
 */
export async function copyText(text, done = t("common.copied")) {
  try {
    await navigator.clipboard.writeText(text);
    toast(done, { kind: "good" });
  } catch {
    const field = h("input", { type: "text", readonly: true, value: text, autofocus: true, "aria-label": t("common.copy.by.hand"), onfocus: (event) => event.target.select() });
    await dialog({ title: t("common.copy.by.hand"), body: field, className: "narrow" });
  }
}

/** Refusals of a form. Their detail, which the API gives in English, names the field. */
const WITH_DETAIL = new Set(["bad-body", "bad-parameter", "bad-option", "option-conflict"]);

/** Return the text of a problem in the language of the page; an unknown code keeps the API's title. */
export function problemText(problem) {
  if (!(problem instanceof DobonError)) return String(problem?.message ?? problem);
  const key = `refused.${problem.code}`;
  const { title, detail } = problem.problem ?? {};
  if (!has(key)) return title || t("refused.unknown");
  return WITH_DETAIL.has(problem.code) && language() === "en" && detail ? `${t(key)} ${detail}` : t(key);
}

/** Show a problem as a toast. Errors that are not problems of the API are thrown again. */
export function showProblem(problem) {
  if (problem?.name === "AbortError") return;
  if (!(problem instanceof DobonError)) throw problem;
  toast(problemText(problem), { kind: "bad" });
}

/** Do some work, and show the problem if it fails. */
export async function attempt(work) {
  try {
    await work();
  } catch (problem) {
    showProblem(problem);
  }
}

/**
 * Show a dialog. `actions` are `[{label, value, kind}]`; resolves with the value of the chosen one, or null if the
 * dialog was closed. `body` is a node, or a function of `close(value)` that returns one. The focus stays in the dialog
 * and returns when it closes.
 */
export function dialog({ title, body = [], actions = null, className = "" }) {
  return new Promise((resolve) => {
    const back = document.activeElement;
    let value = null;
    const close = (chosen = null) => {
      value = chosen;
      node.close();
    };
    const buttons = actions ?? [{ label: t("common.ok"), value: true, kind: "primary" }];
    const node = h(
      "dialog",
      { class: className, "aria-labelledby": "dialog-title" },
      h(
        "div",
        { class: "dialog-head" },
        h("h2", { id: "dialog-title" }, title),
        h("button", { type: "button", class: "quiet close", "aria-label": t("common.close"), onclick: () => close() }, "×"),
      ),
      typeof body === "function" ? body(close) : body,
      buttons.length > 0 &&
        h(
          "div",
          { class: "dialog-actions" },
          buttons.map((b) => h("button", { type: "button", class: b.kind ?? "", onclick: () => close(b.value) }, b.label)),
        ),
    );
    node.addEventListener("close", () => {
      node.remove();
      // The page may have drawn the element again meanwhile.
      const again = back?.dataset.key && document.querySelector(`[data-key="${CSS.escape(back.dataset.key)}"]`);
      (back?.isConnected ? back : again)?.focus();
      resolve(value);
    });
    node.addEventListener("click", (event) => event.target === node && close());
    document.body.append(node);
    node.showModal();
    node.querySelector("[autofocus]")?.focus();
  });
}

/**
 * Return the player of this browser; ask for a name if there is none, or only a guest. Resolves with null if the dialog
 * was closed.
 */
export async function ensurePlayer() {
  return currentToken() && !currentPlayer()?.guest ? currentPlayer() : askName();
}

/** Ask for a name and create a player with it; resolves with null if the dialog was closed. */
export function askName({ why } = {}) {
  return dialog({ title: t("common.name.title"), className: "narrow", actions: [], body: (close) => nameForm({ why, done: close }) });
}

/** Return the address of the sign-in to an account that was kept, which leads back to this page. */
export function signInAddress() {
  return `/account.html?${new URLSearchParams({ back: location.pathname + location.search + location.hash })}`;
}

/** Give the guest of this browser a name, or create a player with it. Throws a `DobonError`. */
async function takeName(name) {
  if (!currentToken() || !currentPlayer()?.guest) return createPlayer(name);
  const { data } = await request("PATCH", "/v1/players/me", { body: { name } });
  savePlayer({ ...data, token: currentToken() });
  drawHeader();
  return { id: data.id, name: data.name };
}

/** Create a player with that name for this browser. Throws a `DobonError`. */
export async function createPlayer(name, more = {}) {
  const { data } = await request("POST", "/v1/players", { body: { name }, token: null });
  savePlayer({ ...data, ...more });
  drawHeader();
  return { id: data.id, name: data.name };
}

/** Return the form that asks for a name; it calls `done(player)`. `signIn`: it has a link to the sign-in. */
export function nameForm({ why = t("common.name.why"), go = t("common.name.go"), autofocus = true, signIn = true, done }) {
  const problem = h("p", { class: "error", role: "alert", id: "name-problem" });
  const input = h("input", {
    name: "name", required: true, maxlength: 32, autocomplete: "nickname", autofocus, "aria-describedby": "name-why name-problem", id: "name",
  });
  const button = h("button", { class: "primary" }, go);
  const submit = async (event) => {
    event.preventDefault();
    button.disabled = true;
    try {
      const who = await takeName(input.value.trim());
      announce(t("common.playing.as", { name: who.name }));
      done(who);
    } catch (failed) {
      problem.textContent = problemText(failed);
      button.disabled = false;
      input.focus();
    }
  };
  return h("form", { class: "stack", onsubmit: submit }, h("label", { for: "name" }, t("common.name")), input, h("p", { class: "muted", id: "name-why" }, why), problem, button,
    signIn && h("a", { class: "button quiet", href: signInAddress(), dataset: { key: "have-account" } }, t("common.have.account")));
}
