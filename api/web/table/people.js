// The other people at the table: how reliable they are, and whom this player follows or blocks.

import { h, replace, svg } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { loadBlocks, loadFollows, profileOf, reliabilityText, setBlock, setFollow } from "../lib/people.js";
import { playerName } from "../lib/player-names.js";
import { openReport } from "../lib/report.js";
import { DobonError } from "../lib/server.js";
import { dialog, showProblem } from "../lib/shell.js";

/** Return the other people at the table. */
export function otherPeople(view, seat) {
  return view.players.filter((player) => player.id !== null && player.seat !== seat);
}

/** Return the button that shows the other people; null at a table without any. */
export function peopleButton(view, seat) {
  const people = otherPeople(view, seat);
  if (!people.length || seat === null) return null;
  return h("button", { type: "button", class: "quiet", dataset: { key: "people" }, onclick: () => showPeople(people) }, h("span", { class: "bar-sign" }, heads()), h("span", { class: "bar-words" }, t("table.people")));
}

function heads() {
  return svg("svg", { class: "heads", viewBox: "0 0 24 24", "aria-hidden": "true" }, svg("circle", { cx: 9, cy: 8, r: 4 }), svg("path", { d: "M1 20c0-9 16-9 16 0z" }), svg("path", { d: "M15 4a4 4 0 0 1 1 8q-2-3-1-8zM18 14q5 1 5 6h-4q0-4-1-6z" }));
}

/** Return an element with the reliability of a player, as soon as it is known. */
export function reliability(player) {
  const node = h("span", { class: "small reliability" });
  profileOf(player.id).then((profile) => replace(node, reliabilityText(profile)), (problem) => problem instanceof DobonError || Promise.reject(problem));
  return node;
}

async function showPeople(people) {
  try {
    const [follows, blocks] = await Promise.all([loadFollows(), loadBlocks()]);
    const ids = (players) => new Set(players.map((player) => player.id));
    const state = { follows: ids(follows), blocks: ids(blocks), close: () => {} };
    const list = h("ul", { class: "people" });
    const draw = (key) => {
      // Another button may have been chosen while the answer was on its way.
      const focus = list.contains(document.activeElement) ? document.activeElement.dataset.key : key;
      replace(list, people.map((player) => person(player, state, draw)));
      if (focus) list.querySelector(`[data-key="${CSS.escape(focus)}"]`)?.focus();
    };
    draw();
    const body = (close) => {
      state.close = close;
      return h("div", { class: "stack" }, list, h("p", { class: "muted small" }, t("table.people.block.why")));
    };
    await dialog({ title: t("table.people"), body, className: "narrow" });
  } catch (problem) {
    showProblem(problem);
  }
}

function person(player, state, draw) {
  const name = playerName(player);
  const follows = state.follows.has(player.id);
  const blocks = state.blocks.has(player.id);
  const toggle = (set, wanted, request, key) => async () => {
    try {
      await request(player.id, wanted);
      if (wanted) set.add(player.id);
      else set.delete(player.id);
      if (set === state.blocks && wanted) state.follows.delete(player.id);
      draw(key);
    } catch (problem) {
      showProblem(problem);
    }
  };
  const button = (key, words, props) => h("button", { type: "button", dataset: { key: `${key}-${player.id}` }, "aria-label": `${words}: ${name}`, ...props }, words);
  return h(
    "li",
    { class: "person" },
    h("span", { class: "person-words" }, h("a", { class: "table-name name-link", href: `/profile.html?player=${player.id}` }, name), reliability(player)),
    h(
      "span",
      { class: "row" },
      !blocks && button("follow", t(follows ? "table.people.unfollow" : "table.people.follow"), { class: follows ? "" : "primary", onclick: toggle(state.follows, !follows, setFollow, `follow-${player.id}`) }),
      button("block", t(blocks ? "table.people.unblock" : "table.people.block"), { class: blocks ? "" : "danger", onclick: toggle(state.blocks, !blocks, setBlock, `block-${player.id}`) }),
      button("report", t("report.name"), { class: "quiet", onclick: () => { state.close(); openReport({ kind: "name", player: player.id }, name); } }),
    ),
  );
}
