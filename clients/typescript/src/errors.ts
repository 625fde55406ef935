// The error that every failed request ends with.

import type { Problem } from "./types.js";

/** The code of a request that was not answered. */
export const NO_ANSWER = "no-answer";

/** What a `DobonError` is made from. */
export interface Failure {
  code: string;
  status?: number;
  problem?: Problem | null;
  retryAfterMs?: number | null;
  cause?: unknown;
}

/** A request that was refused or not answered. */
export class DobonError extends Error {
  /** The stable code of the problem; `no-answer` without an answer, and `http-502` and the like without a problem. */
  readonly code: string;
  /** The HTTP status; 0 without an answer. */
  readonly status: number;
  /** The body of the answer, if it is a problem. */
  readonly problem: Problem | null;
  /** The milliseconds that the server asks to wait before the next attempt, or null. */
  readonly retryAfterMs: number | null;
  /** True if the server may have carried out the command although this error was thrown. */
  outcomeUnknown = false;

  constructor({ code, status = 0, problem = null, retryAfterMs = null, cause }: Failure) {
    super(problem ? `${problem.title}${problem.detail ? `: ${problem.detail}` : ""}` : code, { cause });
    this.name = "DobonError";
    this.code = code;
    this.status = status;
    this.problem = problem;
    this.retryAfterMs = retryAfterMs;
  }

  /** Whether the same request may succeed in a moment. */
  get isTransient(): boolean {
    return [0, 408, 429, 502, 503, 504].includes(this.status);
  }

  /** Whether the server certainly did nothing. */
  get isUndone(): boolean {
    return this.status >= 400 && this.status < 500;
  }
}
