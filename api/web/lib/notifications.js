// The panel "Notify me": web pushes to this device, switched on and off.

import { fromBase64Url } from "./client/hashes.js";
import { h, update } from "./dom.js";
import { language, onLanguage, t } from "./i18n.js";
import { currentToken } from "./player.js";
import { request } from "./server.js";
import { ensurePlayer, showProblem } from "./shell.js";

const PATH = "/v1/players/me/push-subscriptions";

/**
 * Return the panel, which is empty where the browser has no web push or the page no service worker. It draws itself
 * again when something changes.
 */
export function notificationsPanel() {
  const panel = h("section", { class: "panel stack", "aria-labelledby": "notify", hidden: true });
  const draw = () => drawPanel(panel).catch(showProblem);
  onLanguage(draw);
  draw();
  return panel;
}

async function drawPanel(panel) {
  const worker = await registration();
  const browser = worker && (await worker.pushManager.getSubscription());
  const blocked = worker && Notification.permission === "denied";
  panel.hidden = !worker;
  if (!worker) return;
  const change = async (event, work) => {
    event.currentTarget.disabled = true;
    await work().catch(showProblem);
    await drawPanel(panel);
    panel.querySelector("button")?.focus();
  };
  update(panel, [
    h("h2", { id: "notify" }, t("common.notify.title")),
    h("p", {}, t(blocked ? "common.notify.blocked" : browser ? "common.notify.on" : "common.notify.why")),
    !blocked &&
      (browser
        ? h("button", { type: "button", dataset: { key: "notify" }, onclick: (event) => change(event, () => switchOff(browser)) }, t("common.notify.stop"))
        : h("button", { type: "button", class: "primary", dataset: { key: "notify" }, onclick: (event) => change(event, () => switchOn(worker)) }, t("common.notify.start"))),
  ]);
}

/** Return the registration of the service worker; null where web push is not possible. */
async function registration() {
  if (!("serviceWorker" in navigator) || !("PushManager" in window) || !("Notification" in window)) return null;
  return (await navigator.serviceWorker.getRegistration()) ?? null;
}

async function switchOn(worker) {
  if ((await Notification.requestPermission()) !== "granted" || !(await ensurePlayer())) return;
  const { data } = await request("GET", PATH);
  const applicationServerKey = fromBase64Url(data.key);
  const browser = await worker.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey }).catch(() => null);
  if (browser) await register(browser);
}

async function switchOff(browser) {
  const host = new URL(browser.endpoint).hostname;
  const { data } = await request("GET", PATH);
  await browser.unsubscribe();
  const own = data.subscriptions.filter((one) => one.own && one.host === host);
  await Promise.all(own.map((one) => request("DELETE", `${PATH}/${one.id}`)));
}

/** Send the subscription of this browser to the server, which knows it by its endpoint. */
function register(browser) {
  const { endpoint, keys } = browser.toJSON();
  return request("POST", PATH, { body: { endpoint, keys, language: language() } });
}

/** Send a subscription again, because the browser may have renewed it or the player has another token now. */
export async function renewSubscription() {
  const worker = currentToken() && (await registration());
  const browser = worker && (await worker.pushManager.getSubscription());
  if (browser) await register(browser).catch(showProblem);
}
