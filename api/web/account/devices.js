// The devices on which the account is signed in.

import { h } from "../lib/dom.js";
import { request } from "../lib/server.js";
import { showProblem } from "../lib/shell.js";
import { t } from "../lib/i18n.js";
import { confirmStep, day, removeWayIn } from "./parts.js";

/** Return the section; `reload()` reads the account again, `signedOut()` follows the end of this session. */
export function devicesSection(sessions, reload, signedOut) {
  const others = sessions.filter((session) => !session.current);
  return h("section", { class: "panel", "aria-labelledby": "devices" },
    h("h2", { id: "devices" }, t("account.devices")),
    h("ul", { class: "entries" }, sessions.map((session) => entry(session, reload, signedOut))),
    others.length > 0 && h("p", { class: "row" }, h("button", { type: "button", dataset: { key: "end-others" }, onclick: () => endOthers(reload) }, t("account.devices.end"))));
}

function entry(session, reload, signedOut) {
  const label = session.label || t("account.device.unknown");
  const words = t(session.current ? "account.device.out" : "account.device.end");
  return h("li", { class: "entry" },
    h("span", { class: "entry-words" }, h("span", {}, label), h("span", { class: "muted small" }, t("account.used", { day: day(session.used_at) }))),
    session.current && h("span", { class: "chip" }, t("account.device.this")),
    h("button", { type: "button", class: "quiet", "aria-label": `${words}: ${label}`, dataset: { key: session.current ? "sign-out" : `end-${session.id}` }, onclick: () => end(session, reload, signedOut) }, words));
}

async function end(session, reload, signedOut) {
  if (session.current && !(await confirmStep(t("account.device.out"), t("account.device.out.why"), t("account.device.out")))) return;
  try {
    if ((await removeWayIn(`/v1/players/me/sessions/${session.id}`)) && session.current) return void signedOut();
  } catch (problem) {
    showProblem(problem);
  }
  await reload();
}

async function endOthers(reload) {
  try {
    await request("DELETE", "/v1/players/me/sessions");
  } catch (problem) {
    showProblem(problem);
  }
  await reload();
}
