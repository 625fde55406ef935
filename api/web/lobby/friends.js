// The players whom this player follows, with their open tables; the own link; the blocked players.

import { h, update } from "../lib/dom.js";
import { localized, t } from "../lib/i18n.js";
import { loadBlocks, loadFollows, profileOf, setBlock, setFollow } from "../lib/people.js";
import { currentPlayer, currentToken } from "../lib/player.js";
import { accountName } from "../lib/player-names.js";
import { shareButtons } from "../lib/share.js";
import { attempt, dialog, ensurePlayer, toast } from "../lib/shell.js";

const panel = h("section", { class: "panel stack friends", "aria-labelledby": "friends" });
const state = { rulesets: [], follows: [], blocks: null, takeSeat: null };

/** Return the panel. `takeSeat(game)` sits down at a table. */
export function friendsPanel(rulesets, takeSeat) {
  Object.assign(state, { rulesets, takeSeat });
  draw();
  return panel;
}

/** Load the players whom I follow again. Throws a `DobonError`. */
export async function refreshFriends() {
  if (!currentToken()) return;
  state.follows = await loadFollows();
  if (state.rulesets.length) draw(); // else `friendsPanel` draws them
}

function draw() {
  const me = currentPlayer();
  panel.hidden = !me || me.guest;
  if (panel.hidden) return;
  const link = `${location.origin}/?follow=${me.id}`;
  update(panel, [
    h("h2", { id: "friends" }, t("lobby.friends")),
    state.follows.length ? h("ul", { class: "friend-list" }, state.follows.map(friend)) : h("p", { class: "muted small" }, t("lobby.friends.none")),
    h("div", { class: "stack" }, h("p", { class: "small" }, t("lobby.friends.link")), h("div", { class: "row" }, shareButtons(link, "-me", t("lobby.friends.link.title", { name: me.name })))),
    h("details", { class: "blocked", open: state.blocks !== null, ontoggle: (event) => event.currentTarget.open !== (state.blocks !== null) && toggleBlocks(event.currentTarget.open) }, h("summary", { dataset: { key: "blocked" } }, t("lobby.blocked")), state.blocks && blockedList()),
  ]);
}

function friend(player) {
  return h(
    "li",
    { dataset: { player: player.id } },
    h("div", { class: "friend-head" }, h("a", { class: "table-name name-link", href: `/profile.html?player=${player.id}` }, accountName(player)), h("button", { type: "button", class: "quiet", dataset: { key: `unfollow-${player.id}` }, "aria-label": t("lobby.unfollow.name", { name: player.name }), onclick: () => change(() => setFollow(player.id, false)) }, t("lobby.unfollow"))),
    player.games.map((game) => friendGame(game)),
  );
}

function friendGame(game) {
  const ruleset = state.rulesets.find((one) => one.key === game.ruleset);
  const waiting = game.status === "waiting";
  const seated = game.players.some((one) => one.id === currentPlayer()?.id);
  const go = seated ? t("lobby.continue") : t("lobby.watch");
  return h(
    "div",
    { class: "friend-game" },
    h("span", { class: "small" }, localized(ruleset.title), " ", h("span", { class: "chip" }, t(`lobby.status.${game.status}`))),
    waiting && !seated
      ? h("button", { type: "button", class: "primary", dataset: { key: `friend-sit-${game.id}` }, onclick: () => state.takeSeat(game) }, t("lobby.sit"))
      : h("a", { class: "button", href: `/table.html?game=${game.id}`, dataset: { key: `friend-go-${game.id}` } }, go),
  );
}

function blockedList() {
  if (!state.blocks.length) return h("p", { class: "muted small" }, t("lobby.blocked.none"));
  return h("ul", { class: "friend-list" }, state.blocks.map((player) => h("li", { class: "friend-head" }, h("span", {}, accountName(player)), h("button", { type: "button", class: "quiet", dataset: { key: `unblock-${player.id}` }, "aria-label": t("lobby.unblock.name", { name: player.name }), onclick: () => change(() => setBlock(player.id, false)) }, t("lobby.unblock")))));
}

function toggleBlocks(open) {
  return attempt(async () => {
    state.blocks = open ? await loadBlocks() : null;
    draw();
  });
}

function change(request) {
  return attempt(async () => {
    await request();
    if (state.blocks) state.blocks = await loadBlocks();
    await refreshFriends();
  });
}

/** Follow the player of a link, after a question. */
export async function acceptFollowLink() {
  const query = new URLSearchParams(location.search);
  const id = query.get("follow");
  if (!id) return;
  history.replaceState(null, "", "/");
  const me = await ensurePlayer();
  if (!me || me.id === id) return;
  await attempt(async () => {
    const { name } = await profileOf(id);
    const sure = await dialog({
      title: t("lobby.follow.title", { name }), className: "narrow", body: h("p", {}, t("lobby.follow.why", { name })),
      actions: [{ label: t("common.cancel"), value: false }, { label: t("lobby.follow"), value: true, kind: "primary" }],
    });
    if (!sure) return;
    await setFollow(id, true);
    toast(t("lobby.follow.done", { name }), { kind: "good" });
    await refreshFriends();
  });
}
