// The rematch of a game that is over: this player opens it, or joins the one that another player has opened.

import { requestSeat } from "../lib/hash-chain.js";
import { DobonError, request } from "../lib/server.js";

const POLL_MS = 4000;

/** Looks for the rematch of a game while its result is shown, and calls `onChange` when there is one. */
export class Rematch {
  constructor(path, onChange) {
    this.path = `${path}/rematch`;
    this.onChange = onChange;
    /** The id of the new game, once a player has asked for it. */
    this.game = null;
    this.timer = 0;
  }

  /** Look for a rematch from now on, if other people can ask for one. */
  watch(view, seat) {
    const others = view.players.some((player) => player.kind === "human" && player.seat !== seat);
    if (this.timer || this.game || !others || seat === null || view.status !== "finished") return;
    this.timer = setTimeout(() => this.look(), 0);
  }

  async look() {
    try {
      const { data } = await request("GET", this.path);
      this.game = data.game;
    } catch (problem) {
      if (!(problem instanceof DobonError)) throw problem;
    }
    if (this.game) this.onChange();
    else this.timer = setTimeout(() => this.look(), POLL_MS);
  }

  /** Go to the table of the rematch. Throws a `DobonError`. */
  async join() {
    const { data } = await requestSeat(this.path, {}, ({ id }) => id);
    location.assign(`/table.html?game=${data.id}`);
  }
}
