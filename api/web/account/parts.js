// Parts that the sections of the page share.

import { addressAtLocalhost } from "../lib/passkeys.js";
import { dialog } from "../lib/shell.js";
import { h } from "../lib/dom.js";
import { request } from "../lib/server.js";
import { language, t } from "../lib/i18n.js";

/** Return the day of a moment in words. */
export function day(moment) {
  return new Date(moment).toLocaleDateString(language(), { year: "numeric", month: "short", day: "numeric" });
}

/** Say why this page has no passkeys; `local` is the text for an address of this machine. */
export function withoutPasskeys(local) {
  return t(addressAtLocalhost() ? local : "account.passkey.impossible", { address: location.hostname });
}

/** Return the link to this page at an address with passkeys, on this machine; null elsewhere. */
export function linkToPasskeys() {
  const address = addressAtLocalhost();
  return address && h("a", { class: "button", href: address.href, dataset: { key: "localhost" } }, t("account.passkey.open", { address: address.host }));
}

/** Ask whether to take a step that cannot be taken back; resolves with true or null. */
export function confirmStep(title, why, label) {
  const actions = [{ label: t("common.cancel"), value: null }, { label, value: true, kind: "danger" }];
  return dialog({ title, body: h("p", {}, why), actions, className: "narrow" });
}

/**
 * Send a DELETE; if that removes the last way in, ask and then confirm it. Resolves with whether it was removed. Throws
 * a `DobonError`.
 */
export async function removeWayIn(path) {
  try {
    await request("DELETE", path);
  } catch (problem) {
    if (problem.code !== "last-way-in") throw problem;
    if (!(await confirmStep(t("account.last"), t("account.last.why"), t("account.last.go")))) return false;
    await request("DELETE", path, { query: { confirm: true } });
  }
  return true;
}
