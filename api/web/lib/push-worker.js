// Shows web pushes. A classic script, because not every browser has modules in service workers; the service worker
// imports it by `importScripts`. A push names a game and what happened, never a card.

(() => {
  const TEXTS = {
    en: {
      turn: "It is your turn.",
      question: "You are asked: call, answer or get ready.",
      started: "The game has started.",
      ended: "The game is over.",
      challenge: "There is news of a challenge.",
      commented: "Another player has commented on a round.",
      "webhook-disabled": "A webhook of yours has been switched off.",
      "report-decided": "Your report has been decided.",
      verdict: "An admin has decided about a report that concerns you.",
      other: "There is news of your games.",
      title: "Dobon",
      "dobon-sato": "Dobon (Sato)",
      "dobon-kawagoe": "Dobon (Kawagoe)",
      doubt: "Doubt",
      durak: "Durak",
      kirifu: "Kirifu",
      mustamaija: "Mustamaija",
    },
    ja: {
      turn: "あなたの番です。",
      question: "返答を求められています。",
      started: "ゲームが始まりました。",
      ended: "ゲームが終わりました。",
      challenge: "挑戦についての知らせがあります。",
      commented: "ラウンドにコメントがつきました。",
      "webhook-disabled": "Webhookの1つが止められました。",
      "report-decided": "通報の裁定が出ました。",
      verdict: "あなたに関する通報の裁定が出ました。",
      other: "ゲームに動きがあります。",
      title: "ドボン",
      "dobon-sato": "ドボン(佐藤)",
      "dobon-kawagoe": "ドボン(川越高校)",
      doubt: "ダウト",
      durak: "デュラック",
      kirifu: "キリフ",
      mustamaija: "ムスタマイヤ",
    },
  };

  /** Kinds for which the device may make a sound again although an older notification is shown. */
  const URGENT = new Set(["turn", "question"]);

  /** Kinds that the page of the account tells more about. */
  const OF_ACCOUNT = new Set(["report-decided", "verdict"]);

  const addressOf = ({ kind, game }) => (OF_ACCOUNT.has(kind) ? "/account.html" : game ? `/table.html?game=${encodeURIComponent(game)}` : "/");

  async function show(data) {
    let push = {};
    try {
      push = data?.json() ?? {};
    } catch {
      // Every push has to be shown, even one that cannot be read.
    }
    const texts = TEXTS[push.language] ?? TEXTS.en;
    await self.registration.showNotification(texts[push.ruleset] ?? texts.title, {
      body: texts[push.kind] ?? texts.other,
      lang: TEXTS[push.language] ? push.language : "en",
      tag: OF_ACCOUNT.has(push.kind) ? push.kind : (push.game ?? "dobon"),
      renotify: URGENT.has(push.kind),
      data: { address: addressOf(push) },
    });
    if (Number.isInteger(push.waiting)) await self.navigator.setAppBadge?.(push.waiting).catch(() => {});
  }

  /** Focus the page of the game, or another page that goes there, or open one. */
  async function open(address) {
    const target = new URL(address, self.location.origin);
    const pages = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
    const isThere = (page) => new URL(page.url).searchParams.get("game") === target.searchParams.get("game");
    const there = pages.find((page) => target.searchParams.has("game") && isThere(page));
    if (there) return there.focus();
    return self.clients.openWindow(target.href);
  }

  self.addEventListener("push", (event) => event.waitUntil(show(event.data)));
  self.addEventListener("notificationclick", (event) => {
    event.notification.close();
    event.waitUntil(open(event.notification.data?.address ?? "/"));
  });
})();
