// The players' comments on moments of a round, and links that open the replay without an account.

import { request } from "../lib/server.js";
import { h, replace } from "../lib/dom.js";
import { language, t } from "../lib/i18n.js";
import { currentPlayer } from "../lib/player.js";
import { openReport } from "../lib/report.js";
import { copyText, showProblem, toast } from "../lib/shell.js";

/** Return all rows of a list, read page by page; `name` is the field of the answer that holds them. */
async function readAll(path, name) {
  const found = [];
  for (let cursor = ""; cursor !== null; ) {
    const { data } = await request("GET", `${path}?limit=100${cursor && `&cursor=${encodeURIComponent(cursor)}`}`);
    found.push(...data[name]);
    cursor = data.next;
  }
  return found;
}

/** Return the panels for comments and links; empty for a visitor by link, or for an account without a seat. */
export function commentsAndShares(state, { go, address, name }) {
  const box = h("div", { class: "stack" });
  const own = { comments: null, shares: [], fresh: null, text: "" };
  const base = `/v1/games/${state.game}`;
  const draw = () => (own.comments === null ? box : replace(box, comments(), shareLinks()));

  async function load() {
    if (state.share) return;
    try {
      own.shares = await readAll(`${base}/shares`, "shares");
      own.comments = await readAll(`${base}/rounds/${state.round}/comments`, "comments");
    } catch (problem) {
      if (problem.status === 0) showProblem(problem);
    }
    draw();
  }

  async function addComment(event) {
    event.preventDefault();
    try {
      const body = { version: state.version, text: own.text };
      own.comments.push((await request("POST", `${base}/rounds/${state.round}/comments`, { body })).data);
      own.text = "";
    } catch (problem) {
      showProblem(problem);
    }
    draw();
    box.querySelector("textarea")?.focus();
  }

  async function createShare() {
    try {
      const { data } = await request("POST", `${base}/shares`);
      own.fresh = data.token;
      own.shares.push(data);
    } catch (problem) {
      showProblem(problem);
    }
    draw();
  }

  async function revokeShare(id) {
    try {
      await request("DELETE", `${base}/shares/${id}`);
      own.shares = own.shares.map((one) => (one.id === id ? { ...one, revoked_at: "now" } : one));
      own.fresh = null;
      toast(t("replay.share.revoked"), { kind: "good" });
    } catch (problem) {
      showProblem(problem);
    }
    draw();
  }

  function comments() {
    const when = (at) => new Date(at).toLocaleString(language(), { dateStyle: "medium", timeStyle: "short" });
    return h("section", { class: "panel stack" }, h("h2", {}, t("replay.comments")),
      own.comments.length === 0 && h("p", { class: "muted small" }, t("replay.comments.none")),
      h("ul", { class: "replay-comment-list", role: "list" }, own.comments.map((one) => h("li", {},
        one.text === null ? h("p", { class: "muted" }, t("report.comment.hidden")) : h("p", {}, one.text),
        one.hidden && one.text !== null && h("p", { class: "small error" }, t("report.comment.hidden.own")),
        h("p", { class: "small muted" }, `${one.name ?? name(one.seat)} · ${when(one.at)} · `,
          h("button", { type: "button", class: "quiet link", onclick: () => go(one.version) }, t("replay.comments.go", { version: one.version })),
          !one.hidden && one.player !== currentPlayer()?.id && h("button", { type: "button", class: "quiet link", dataset: { key: `report-${one.id}` }, "aria-label": t("report.comment.of", { name: one.name ?? name(one.seat) }), onclick: () => openReport({ kind: "comment", game: state.game, comment: one.id }, one.text) }, t("report.comment")))))),
      h("form", { class: "stack", onsubmit: addComment }, h("label", { for: "comment" }, t("replay.comments.add")),
        h("textarea", { id: "comment", rows: 2, maxlength: 1000, required: true, value: own.text, oninput: (event) => { own.text = event.target.value; } }),
        h("button", {}, t("replay.comments.send"))));
  }

  function shareLinks() {
    const live = own.shares.filter((one) => one.revoked_at === null);
    const link = own.fresh && shareAddress(own.fresh);
    return h("section", { class: "panel stack" }, h("h2", {}, t("replay.share")), h("p", { class: "small muted" }, t("replay.share.why")),
      link && h("p", { class: "small" }, h("a", { href: link, dataset: { testid: "shared" } }, t("replay.share.open")), " ",
        h("button", { type: "button", onclick: () => copyText(link, t("common.copied")) }, t("common.copy"))),
      h("button", { type: "button", onclick: createShare }, t("replay.share.make")),
      live.length > 0 && h("ul", { class: "replay-comment-list", role: "list" }, live.map((one, index) => h("li", { class: "row small" }, t("replay.share.one", { number: index + 1 }),
        h("button", { type: "button", class: "quiet", onclick: () => revokeShare(one.id) }, t("replay.share.revoke"))))));
  }

  function shareAddress(token) {
    const found = new URL(address(), location.href);
    found.searchParams.delete("game");
    found.searchParams.set("share", token);
    return found.href;
  }

  load();
  return { draw };
}
