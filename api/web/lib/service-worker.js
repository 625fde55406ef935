// The service worker of this browser: pages that open without a server, and notice of a new version.

const WORKER = "/service-worker.js";

/** A page that stays open looks for a new version at most so often. */
const CHECK_MS = 3_600_000;

/** The folder of the version that this page uses. */
const FOLDER = new URL("..", import.meta.url).pathname;

/** The page's policy lets this one address become a script. */
const policy = globalThis.trustedTypes?.createPolicy("service-worker", { createScriptURL: () => WORKER });

/**
 * Register the service worker, if the browser has them: only on pages with https and on this machine. `onNewVersion` is
 * called when there is a newer version than that of this page.
 */
export async function registerServiceWorker({ onNewVersion }) {
  if (!("serviceWorker" in navigator)) return;
  navigator.serviceWorker.addEventListener("message", ({ data }) => data?.type === "version" && data.folder !== FOLDER && onNewVersion());
  await pageLoaded(); // the files of the page come first
  try {
    const registration = await navigator.serviceWorker.register(policy?.createScriptURL(WORKER) ?? WORKER, { updateViaCache: "none" });
    watchForUpdates(registration);
  } catch {
    // Without a worker the page needs the server, as in browsers that have none.
  }
}

function pageLoaded() {
  if (document.readyState === "complete") return Promise.resolve();
  return new Promise((resolve) => window.addEventListener("load", resolve, { once: true }));
}

function watchForUpdates(registration) {
  let checked = Date.now();
  document.addEventListener("visibilitychange", () => {
    if (document.hidden || Date.now() - checked < CHECK_MS) return;
    checked = Date.now();
    registration.update().catch(() => {});
  });
}
