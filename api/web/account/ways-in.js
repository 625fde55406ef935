// Sign-in to an account that was kept: by a passkey, a recovery code, or a code from another device.

import { isDeclined, passkeysWork, signWithPasskey } from "../lib/passkeys.js";
import { savePlayer } from "../lib/player.js";
import { h } from "../lib/dom.js";
import { request } from "../lib/server.js";
import { problemText } from "../lib/shell.js";
import { t } from "../lib/i18n.js";
import { linkToPasskeys, withoutPasskeys } from "./parts.js";

/** Return the element with the three ways; it calls `done(player)`. */
export function waysIn(done) {
  return h("div", { class: "ways" }, passkeyWay(done), codeWay("device-link", 14, done), codeWay("recovery", 23, done));
}

/** Sign in with the code of another device; returns the player. Throws a `DobonError`. */
export function signInByLink(code) {
  return open("device-link", { code });
}

async function open(way, body) {
  const { data } = await request("POST", `/v1/sessions/${way}`, { body, token: null });
  savePlayer(data);
  return data;
}

function passkeyWay(done) {
  const problem = problemLine();
  if (!passkeysWork()) return h("div", { class: "stack" }, h("p", { class: "muted" }, withoutPasskeys("account.passkey.local")), linkToPasskeys());
  const button = h("button", { type: "button", class: "primary", dataset: { key: "by-passkey" } }, t("account.in.passkey"));
  button.addEventListener("click", () =>
    attempt(button, problem, done, async () => {
      const { data } = await request("POST", "/v1/sessions/passkey-options", { token: null });
      return open("passkey", { credential: await signWithPasskey(data.options) });
    }),
  );
  return h("div", { class: "stack" }, button, problem);
}

function codeWay(way, length, done) {
  const problem = problemLine();
  const id = `by-${way}`;
  const input = h("input", {
    id, name: id, type: "text", required: true, autocomplete: "one-time-code", autocapitalize: "characters", spellcheck: "false",
    maxlength: length + 8, dataset: { key: id }, "aria-describedby": `${id}-why`,
  });
  const button = h("button", { class: "primary", dataset: { key: `${id}-go` } }, t("account.in.go"));
  const submit = (event) => {
    event.preventDefault();
    attempt(button, problem, done, () => open(way, { code: input.value.trim() }));
  };
  return h("form", { onsubmit: submit }, h("label", { for: id }, t(`account.in.${way}`)), h("p", { class: "muted small", id: `${id}-why` }, t(`account.in.${way}.why`)),
    h("div", { class: "row name-row" }, input, button), problem);
}

function problemLine() {
  return h("p", { class: "error", role: "alert" });
}

async function attempt(button, problem, done, work) {
  button.disabled = true;
  problem.textContent = "";
  try {
    done(await work());
  } catch (error) {
    problem.textContent = isDeclined(error) ? t("account.passkey.declined") : problemText(error);
    button.disabled = false;
  }
}
