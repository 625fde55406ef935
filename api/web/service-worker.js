// The service worker: it keeps the pages of one version, so that they open without a server. It keeps no answer of the
// API, so nothing that it serves can be taken for the state of a game.
//
// The server replaces the version and the list of names, so every change of a file makes this a new worker. A classic
// script, because not every browser has service workers that are modules.
"use strict";

const FOLDER = "/static/VERSION/";

/** All files of this version, by their paths. */
const NAMES = ["NAMES"];

const CACHE = `dobon ${FOLDER}`;
const PAGE = /^[a-z-]+\.html$/;

/** How long a page waits for the server before its kept copy is shown. */
const PAGE_PATIENCE_MS = 6000;

/** The statuses of a proxy whose server does not answer. */
const NO_SERVER = new Set([502, 503, 504]);

/** Files of an earlier version are kept as long, because pages of it may still be open. */
const VERSIONS_KEPT = 2;

importScripts(`${FOLDER}lib/push-worker.js`);

self.addEventListener("install", (event) => event.waitUntil(install()));
self.addEventListener("activate", (event) => event.waitUntil(activate()));
self.addEventListener("fetch", (event) => {
  const { method, mode, url } = event.request;
  const { origin, pathname } = new URL(url);
  if (method !== "GET" || origin !== location.origin) return;
  if (mode === "navigate" && isPage(pathname)) event.respondWith(openPage(event.request, pathname));
  else if (pathname.startsWith("/static/")) event.respondWith(openFile(event.request));
});

/** Keep all files of this version. The install fails, and is tried again later, if the server has a newer one. */
async function install() {
  const cache = await caches.open(CACHE);
  const files = NAMES.filter((name) => !PAGE.test(name)).map((name) => FOLDER + name);
  const pages = NAMES.filter((name) => PAGE.test(name)).map((name) => (name === "index.html" ? "/" : `/${name}`));
  try {
    await Promise.all([...files.map((address) => keep(cache, address, isOfThisVersion)), ...pages.map((address) => keep(cache, address, namesThisVersion))]);
  } catch (error) {
    await caches.delete(CACHE);
    throw error;
  }
  await self.skipWaiting();
}

async function keep(cache, address, isRight) {
  const response = await fetch(address, address.startsWith(FOLDER) ? {} : { cache: "no-cache" });
  if (!response.ok || !(await isRight(response.clone()))) throw new Error(`${address} is not of this version`);
  await cache.put(address, response);
}

/** The server forbids to keep files under the address of another version than its own. */
function isOfThisVersion(response) {
  return response.headers.get("Cache-Control").includes("immutable");
}

async function namesThisVersion(response) {
  return (await response.text()).includes(FOLDER);
}

/** Remove the files of old versions, and tell the open pages which version they can have now. */
async function activate() {
  const kept = (await caches.keys()).filter((name) => name.startsWith("dobon "));
  await Promise.all(kept.slice(0, -VERSIONS_KEPT).map((name) => caches.delete(name)));
  await self.clients.claim();
  for (const client of await self.clients.matchAll({ type: "window" })) client.postMessage({ type: "version", folder: FOLDER });
}

function isPage(pathname) {
  return pathname === "/" || NAMES.includes(pathname.slice(1));
}

/** A page comes from the server; without an answer the kept one is shown, which says itself that it is offline. */
async function openPage(request, pathname) {
  const kept = () => caches.open(CACHE).then((cache) => cache.match(pathname, { ignoreVary: true }));
  const patience = new Promise((_, reject) => setTimeout(reject, PAGE_PATIENCE_MS, new Error("no answer")));
  try {
    const response = await Promise.race([fetch(request), patience]);
    return (NO_SERVER.has(response.status) && (await kept())) || response;
  } catch (error) {
    const page = await kept();
    if (!page) throw error;
    return page;
  }
}

/** A file is named by its version, so a kept one is always right. */
async function openFile(request) {
  return (await caches.match(request, { ignoreVary: true })) ?? fetch(request);
}
