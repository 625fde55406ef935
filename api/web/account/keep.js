// Keeping the account: passkeys, recovery codes, and a code for the next device.

import { createPasskey, isDeclined, passkeysWork } from "../lib/passkeys.js";
import { h, replace, svg } from "../lib/dom.js";
import { copyText, dialog, problemText, showProblem, toast } from "../lib/shell.js";
import { request } from "../lib/server.js";
import { t } from "../lib/i18n.js";
import { confirmStep, day, linkToPasskeys, removeWayIn, withoutPasskeys } from "./parts.js";

const POLL_MS = 2000;

/** Return the section; `account` holds `passkeys` and `codes`, `reload()` reads it again and draws the page. */
export function keepSection(account, reload) {
  const safe = account.passkeys.length > 0 || account.codes.left > 0;
  return h("section", { class: "panel", "aria-labelledby": "keep" },
    h("h2", { id: "keep" }, t("account.keep")),
    h("p", { class: safe ? "muted" : "warning", dataset: { testid: "safe" } }, t(safe ? "account.keep.safe" : "account.keep.unsafe")),
    passkeys(account.passkeys, reload), codes(account.codes, reload), nextDevice(reload));
}

function way(title, why, button, ...more) {
  return h("div", { class: "way" }, h("h3", {}, title), h("div", { class: "row" }, h("p", { class: "muted small" }, why), button), more);
}

function passkeys(list, reload) {
  const works = passkeysWork();
  const add = h("button", { type: "button", class: "primary", dataset: { key: "add-passkey" }, onclick: () => addPasskey(add, reload) }, t("account.passkey.add"));
  return way(t("account.passkeys"), works ? t("account.passkeys.why") : withoutPasskeys("account.passkey.local.keep"), works ? add : linkToPasskeys(),
    list.length > 0 && h("ul", { class: "entries" }, list.map((one) => passkeyEntry(one, reload))));
}

function passkeyEntry(passkey, reload) {
  const used = passkey.used_at ? t("account.used", { day: day(passkey.used_at) }) : t("account.made", { day: day(passkey.created_at) });
  return h("li", { class: "entry" },
    h("span", { class: "entry-words" }, h("span", {}, passkey.name), h("span", { class: "muted small" }, used)),
    h("button", { type: "button", class: "quiet", "aria-label": `${t("account.rename")}: ${passkey.name}`, onclick: () => renamePasskey(passkey, reload) }, t("account.rename")),
    h("button", { type: "button", class: "quiet", "aria-label": `${t("account.remove")}: ${passkey.name}`, dataset: { key: `remove-${passkey.id}` }, onclick: () => removePasskey(passkey, reload) }, t("account.remove")));
}

async function addPasskey(button, reload) {
  button.disabled = true;
  try {
    const { data } = await request("POST", "/v1/players/me/passkey-options");
    await request("POST", "/v1/players/me/passkeys", { body: { credential: await createPasskey(data.options) } });
    toast(t("account.passkey.added"), { kind: "good" });
  } catch (error) {
    if (isDeclined(error)) toast(t("account.passkey.declined"));
    else showProblem(error);
  }
  button.disabled = false;
  await reload();
}

async function renamePasskey(passkey, reload) {
  const input = h("input", { type: "text", value: passkey.name, maxlength: 64, required: true, autofocus: true, "aria-label": t("account.passkey.name") });
  const form = (close) => h("form", { class: "stack", onsubmit: (event) => { event.preventDefault(); close(input.value.trim()); } }, input, h("button", { class: "primary" }, t("account.save")));
  const name = await dialog({ title: t("account.passkey.name"), className: "narrow", actions: [], body: form });
  if (name) await change(() => request("PATCH", `/v1/players/me/passkeys/${passkey.id}`, { body: { name } }), reload);
}

async function removePasskey(passkey, reload) {
  const path = `/v1/players/me/passkeys/${passkey.id}`;
  if (!(await confirmStep(t("account.passkey.remove", { name: passkey.name }), t("account.passkey.remove.why"), t("account.remove")))) return;
  await change(() => removeWayIn(path), reload);
}

async function change(work, reload) {
  try {
    await work();
  } catch (error) {
    showProblem(error);
  }
  await reload();
}

function codes({ left, created_at }, reload) {
  const why = created_at ? t("account.codes.left", { count: left, day: day(created_at) }) : t("account.codes.why");
  const button = h("button", { type: "button", class: created_at ? "" : "primary", dataset: { key: "new-codes" }, onclick: () => newCodes(created_at, reload) }, t(created_at ? "account.codes.again" : "account.codes.get"));
  return way(t("account.codes"), why, button);
}

async function newCodes(had, reload) {
  if (had && !(await confirmStep(t("account.codes.again"), t("account.codes.again.why"), t("account.codes.again")))) return;
  await change(async () => {
    const { data } = await request("POST", "/v1/players/me/recovery-codes");
    const body = [
      h("p", {}, t("account.codes.shown")),
      h("ul", { class: "codes", dataset: { testid: "codes" } }, data.codes.map((code) => h("li", {}, code))),
      h("p", { class: "row" }, h("button", { type: "button", onclick: () => copyText(data.codes.join("\n")) }, t("common.copy"))),
    ];
    await dialog({ title: t("account.codes"), body: h("div", { class: "stack" }, body), actions: [{ label: t("account.codes.kept"), value: true, kind: "primary" }] });
  }, reload);
}

function nextDevice(reload) {
  const button = h("button", { type: "button", dataset: { key: "new-link" }, onclick: () => showLink(reload) }, t("account.link.get"));
  return way(t("account.link"), t("account.link.why"), button);
}

async function showLink(reload) {
  await change(async () => {
    const { data } = await request("POST", "/v1/players/me/device-links");
    const state = h("p", { role: "status", dataset: { testid: "link-state" } }, t("account.link.waiting"));
    const body = h("div", { class: "stack" },
      h("p", {}, t("account.link.how")),
      svg("svg", { class: "qr", viewBox: `0 0 ${data.qr.size} ${data.qr.size}`, role: "img", "aria-label": t("account.link.qr") }, svg("path", { d: data.qr.path })),
      h("p", { class: "link-code", dataset: { testid: "link-code" } }, data.code),
      h("p", { class: "row" }, h("button", { type: "button", onclick: () => copyText(data.url) }, t("account.link.copy"))), state);
    const timer = setInterval(() => watchLink(data, state, timer), POLL_MS);
    await dialog({ title: t("account.link"), body, className: "narrow" });
    clearInterval(timer);
  }, reload);
}

async function watchLink(link, state, timer) {
  try {
    const { data } = await request("GET", `/v1/players/me/device-links/${link.id}`);
    if (!data.session && Date.parse(data.expires_at) > Date.now()) return;
    clearInterval(timer);
    const found = data.session && (await request("GET", "/v1/players/me/sessions")).data.sessions.find(({ id }) => id === data.session);
    replace(state, found ? t("account.link.used", { device: found.label || t("account.device.unknown") }) : t("account.link.over"));
  } catch (error) {
    clearInterval(timer);
    replace(state, problemText(error));
  }
}
