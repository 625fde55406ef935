// The middle of a table that waits for players: the free seats and the invitation.

import { h, replace, svg } from "../lib/dom.js";
import { formatList, t } from "../lib/i18n.js";
import { playerName } from "../lib/player-names.js";
import { DobonError, request } from "../lib/server.js";
import { shareButtons } from "../lib/share.js";
import { otherPeople, reliability } from "./people.js";

/** Hosts that only this machine can reach. */
const LOOPBACK = /^(localhost|127\.[0-9.]+|\[::1\])$/;

/** Return the link to this table; with the join code it also grants a seat. */
export function invitationLink(game) {
  const query = new URLSearchParams({ game: game.id });
  if (game.join_code) query.set("code", game.join_code);
  return `${location.origin}/table.html?${query}`;
}

/** The middle of a table with free seats. */
export function waitingRoom(session, game, { onSit, onLeave }) {
  const { view } = session;
  if (view.status === "abandoned") return h("div", { class: "waiting-room" }, h("p", { class: "big" }, t("table.abandoned")), h("a", { class: "button", href: "/" }, t("table.home")));
  if (view.next_round) return cutting(session);
  const free = view.scores.length - view.players.length;
  const seated = session.seat !== null;
  return h(
    "div",
    { class: "waiting-room" },
    h("p", { class: "big" }, t("table.waiting", { count: free })),
    seated && game?.join_code && invitationPanel(game),
    seated && seatedPeople(view, session.seat),
    !seated && h("button", { type: "button", class: "primary", dataset: { key: "sit" }, onclick: onSit }, t("table.sit")),
    seated && h("button", { type: "button", class: "quiet on-felt", dataset: { key: "leave" }, onclick: onLeave }, t("table.leave")),
  );
}

/** Show the pause before the first deal, in which players contribute to the shuffle. */
function cutting(session) {
  const { view } = session;
  const asked = view.actions.some(({ action }) => action.type === "ready");
  const names = formatList(view.next_round.waiting_for.map((seat) => view.players.find((player) => player.seat === seat).name));
  return h(
    "div",
    { class: "waiting-room" },
    h("p", { class: "big" }, t("table.cut.waiting", { names })),
    asked && h("button", { type: "button", class: "primary", dataset: { key: "ready" }, disabled: session.busy, onclick: () => session.ready() }, t("table.ready")),
  );
}

function invitationPanel(game) {
  const address = invitationLink(game);
  return h(
    "div",
    { class: "invite" },
    h("p", {}, t("table.invite")),
    LOOPBACK.test(location.hostname) && h("p", { class: "small" }, t("table.invite.local")),
    h("p", { class: "join-code", "aria-label": t("table.code", { code: [...game.join_code].join(" ") }) }, game.join_code),
    h(
      "div",
      { class: "row invite-row" },
      h("input", { type: "text", readonly: true, value: address, id: "invitation", "aria-label": t("table.invite.link"), dataset: { key: "invitation" }, onfocus: (event) => event.target.select() }),
      shareButtons(address, "", t("table.invite.title")),
    ),
    qrCode(game.id),
  );
}

/** The people who sit here already, for the host: how reliable each is. */
function seatedPeople(view, seat) {
  const people = otherPeople(view, seat);
  return people.length > 0 && h("ul", { class: "seated-people", "aria-label": t("table.people") }, people.map((player) => h("li", {}, h("span", {}, playerName(player)), reliability(player))));
}

const codes = new Map();

/** Return an element with the invitation as a QR code, as soon as the server has drawn it. */
function qrCode(id) {
  const node = h("div", { class: "invite-qr" });
  if (!codes.has(id)) codes.set(id, request("GET", `/v1/games/${id}/invitation`).then(({ data }) => data.qr));
  const draw = ({ size, path }) => replace(node, svg("svg", { class: "qr", viewBox: `0 0 ${size} ${size}`, role: "img", "aria-label": t("table.invite.qr") }, svg("path", { d: path })));
  // The link above is enough without it, and the last seat may be taken at any moment.
  codes.get(id).then(draw, (problem) => problem instanceof DobonError || Promise.reject(problem));
  return node;
}
