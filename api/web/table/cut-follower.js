// The player's part in the shuffles of this table: the steps of docs/fairness.md, and the problems that they find.

import { Cut, CutProblem } from "../lib/client/cuts.js";
import { cutStore } from "../lib/hash-chain.js";
import { DobonError, server } from "../lib/server.js";

/** Problems of the whole game, not of one round. */
const LASTING = ["anchor-changed", "log-changed", "no-anchor"];

/** Follows one table. `onProblem(problem, isNew)` is called for each step that fails. */
export class CutFollower {
  constructor(onProblem) {
    this.onProblem = onProblem;
    this.cut = null;
    /** The last problem as `{code, why, round}`, or null. */
    this.problem = null;
  }

  /** Check a new view. */
  async follow(view) {
    if (!this.cut) {
      this.cut = Cut.of(server, cutStore, view);
      const lasting = this.cut && (await this.cut.problems()).find((code) => LASTING.includes(code));
      if (lasting) this.show({ code: lasting, why: null }, 0, false);
    }
    const { problem } = this;
    if (problem && !LASTING.includes(problem.code) && view.round?.number !== problem.round) this.problem = null;
    await this.step(view.round?.number ?? 0, () => this.cut?.follow(view));
  }

  /** Return the link of a round, after the steps before it; null for none. Throws a `CutProblem` or a `DobonError`. */
  async prepare(round, warned) {
    if (!this.cut) return null;
    if (warned && LASTING.includes(this.problem?.code)) {
      await this.cut.refuse(round);
      return null;
    }
    try {
      return await this.cut.prepare(round);
    } catch (problem) {
      if (problem instanceof CutProblem) await this.tell(problem, round);
      throw problem;
    }
  }

  /** Check that the log has the link of a round. */
  confirm(round, receipt) {
    return this.step(round, () => round && this.cut?.confirm(round, receipt));
  }

  async step(round, work) {
    try {
      await work();
    } catch (problem) {
      if (problem instanceof CutProblem) await this.tell(problem, round);
      else if (!(problem instanceof DobonError)) throw problem; // without an answer the next step checks
    }
  }

  async tell(problem, round) {
    this.show(problem, round, await this.cut.isNew(problem, round));
  }

  show({ code, why }, round, isNew) {
    if (!LASTING.includes(this.problem?.code)) this.problem = { code, why, round };
    this.onProblem(this.problem, isNew);
  }
}
