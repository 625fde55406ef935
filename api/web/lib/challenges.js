// Challenges: a game that is proposed to another player, and the answers to such proposals.

import { h } from "./dom.js";
import { requestSeat } from "./hash-chain.js";
import { localized, t } from "./i18n.js";
import { request } from "./server.js";
import { attempt, dialog, toast } from "./shell.js";

/** Return the open challenges by me and to me, newest first. */
export const loadChallenges = async () => (await request("GET", "/v1/challenges?open=true&limit=50")).data.challenges;

/** Accept a challenge, and go to its table. */
export const acceptChallenge = async ({ id }) => {
  const { data } = await requestSeat(`/v1/challenges/${id}/accept`, {}, ({ game }) => game);
  location.assign(`/table.html?game=${data.game}`);
};

/** Decline a challenge. */
export const declineChallenge = ({ id }) => request("POST", `/v1/challenges/${id}/decline`, { body: { reason: "no-reason" } });

/** Withdraw a challenge. */
export const withdrawChallenge = ({ id }) => request("DELETE", `/v1/challenges/${id}`);

/** Ask for a game, and challenge the player to it. Returns whether that was done. */
export async function challengePlayer(player, rulesets) {
  const ruleset = h("select", { id: "challenge-ruleset" }, rulesets.map((one) => h("option", { value: one.key }, localized(one.title))));
  const seats = h("select", { id: "challenge-seats" });
  const refill = () => {
    const { min, max } = rulesets.find((one) => one.key === ruleset.value).seats;
    seats.replaceChildren(...Array.from({ length: max - min + 1 }, (_, step) => h("option", { value: min + step }, min + step)));
  };
  ruleset.addEventListener("change", refill);
  refill();
  const sure = await dialog({
    title: t("challenge.title", { name: player.name }), className: "narrow",
    body: h("div", { class: "stack" },
      h("div", { class: "field" }, h("label", { for: "challenge-ruleset" }, t("challenge.game")), ruleset),
      h("div", { class: "field" }, h("label", { for: "challenge-seats" }, t("challenge.seats")), seats),
      h("p", { class: "small muted" }, t("challenge.why"))),
    actions: [{ label: t("common.cancel"), value: false }, { label: t("challenge.send"), value: true, kind: "primary" }],
  });
  if (!sure) return false;
  await attempt(async () => {
    await requestSeat("/v1/challenges", { player: player.id, ruleset: ruleset.value, seats: Number(seats.value) }, ({ game }) => game);
    toast(t("challenge.sent", { name: player.name }), { kind: "good" });
  });
  return true;
}
