// Verifies a log: the chain of digests, the order of the whole game, the hash chains of server and
// players, every seal, every deal and shuffle, and the place of every card. Withheld parts are computed from the
// secret, or found by trying, and compared with their seals. docs/log-format.md describes how. Moves are not judged
// here: `dobon verify` runs the rules of the games.

import {
  canonicalJson,
  emptyLogDigest,
  fromHex,
  hmac,
  linkBefore,
  nextDigest,
  openSeal,
  seal,
  toHex,
} from "../hashes.js";
import { CardMismatch, CardTracker, type Verified } from "./card-tracker.js";
import { roundChance } from "./chance.js";
import { expectedDeal, type Deal } from "./deal.js";
import { missingParts } from "./missing-parts.js";
import { orderProblems, type Fault } from "./order.js";
import type { Payload, PublicPart, Recorded, RecordedEvent, SealedPart } from "./records.js";

const LINK_BYTES = 32;
const EVENTS_PER_PAUSE = 64;

/** A log, and what is known of it. */
export interface LogToVerify {
  game: string;
  /** All its events, as `GET /v1/games/{game}/events` returns them. */
  events: readonly RecordedEvent[];
  /** The digest that the server names as the newest, if it does. */
  head?: string | null;
  /** A digest of this game that was kept earlier. */
  kept?: string | null;
  /** Called regularly. */
  progress?: (done: number, all: number) => void;
}

/** A fault, and the version of its event; 0 for the whole log. */
export interface Finding extends Fault {
  version: number;
}

/** What a verification has found. */
export interface LogReport {
  /**
   * `false` if there are problems, `whole` if the game is over and everything was seen, else `seen`. It is about what
   * is verified here, which leaves out the moves.
   */
  verdict: "false" | "seen" | "whole";
  events: number;
  head: string;
  problems: Finding[];
  /** Rounds that are not revealed yet. */
  closed: number;
  /** Envelopes that the viewer may not open. */
  withheld: number;
  /** Those of them that follow from the secret and match their seals; the others remain unverified. */
  derived: number;
  over: boolean;
  checked: Record<"digests" | "secrets" | "links" | "seals" | "deals" | Verified, number>;
}

/** Verify a log. */
export async function verifyLog({ game, events, head, kept, progress = () => {} }: LogToVerify): Promise<LogReport> {
  const verifier = new LogVerifier(game);
  for (const [index, event] of events.entries()) {
    await verifier.verifyEvent(event as Recorded, index + 1);
    if (index % EVENTS_PER_PAUSE === 0) {
      progress(index, events.length);
      await new Promise((resolve) => setTimeout(resolve));
    }
  }
  verifier.finish(head, kept);
  progress(events.length, events.length);
  return verifier.report;
}

/** A round whose secret is not known yet. */
interface Round {
  number: number;
  events: Recorded[];
  links: Map<number, string>;
}

type Keyed = Awaited<ReturnType<typeof hmac>>;

class LogVerifier {
  readonly game: string;
  before: string | null = null;
  at = "";
  round: Round | null = null;
  dealt = 0;
  created: PublicPart | null = null;
  chains = new Map<number, { link: string; round: number }>();
  links = new Map<number, string>();
  causes = new Map<number, string | null>();
  digests = new Set<string>();
  ended: PublicPart | null = null;
  last: Recorded | null = null;
  readonly report: LogReport = {
    verdict: "seen",
    events: 0,
    head: "",
    problems: [],
    closed: 0,
    withheld: 0,
    derived: 0,
    over: false,
    checked: { digests: 0, secrets: 0, links: 0, seals: 0, deals: 0, reshuffles: 0, draws: 0 },
  };

  constructor(game: string) {
    this.game = game;
  }

  addProblem(version: number, code: string, values: Record<string, unknown> = {}): void {
    this.report.problems.push({ version, code, values });
  }

  async verifyEvent(event: Recorded, expected: number): Promise<void> {
    try {
      await this.verifyChain(event, expected);
      for (const { code, values } of orderProblems(this.last, event, this.created)) {
        this.addProblem(event.version, code, values);
      }
      this.last = event;
      await this.applyEvent(event);
    } catch (error) {
      this.addProblem(expected, "malformed", { detail: (error as Error).message });
    }
  }

  /** Verify that versions have no gaps, moments do not go back, and each digest follows from the event. */
  async verifyChain(event: Recorded, expected: number): Promise<void> {
    this.before ??= await emptyLogDigest(this.game);
    this.report.events += 1;
    if (event.version !== expected) this.addProblem(expected, "version", { version: event.version });
    if (typeof event.at !== "string" || event.at < this.at) this.addProblem(expected, "moment");
    this.at = event.at;
    const computed = await nextDigest(this.before, this.game, event);
    this.report.checked.digests += 1;
    if (computed !== event.digest) this.addProblem(expected, "digest");
    // Continue with the digest in the log, so that one changed event is reported as one problem.
    this.before = /^[0-9a-f]{64}$/.test(event.digest) ? event.digest : computed;
    this.digests.add(this.before);
    this.report.head = computed;
  }

  async applyEvent(event: Recorded): Promise<void> {
    const { type } = event;
    if (type === "game-created") this.created = event.public;
    else if (type === "seat-taken") this.onTaken(event);
    else if (type === "seat-left") this.chains.delete(event.public.seat);
    else if (type === "seat-readied") await this.onReadied(event);
    else if (type === "readiness-asked") this.causes = new Map(event.public.unready.map((seat) => [seat, null]));
    else if (type === "seat-handed-over") this.onHandedOver(event.public);
    else if (type === "round-dealt") this.onDealt(event);
    this.round?.events.push(event);
    if (type === "round-revealed") await this.onRevealed(event.version, event.public.round, event.public.secret);
    else if (type === "game-abandoned") await this.onAbandoned(event);
    else if (!this.round && Object.keys(event.seals).length > 0) this.addProblem(event.version, "sealed-outside");
  }

  onTaken({ public: { seat, anchor } }: Recorded): void {
    if (anchor !== null) this.chains.set(seat, { link: anchor, round: 0 });
  }

  /** Verify that the link of a player is the one of the next round in the player's chain. */
  async onReadied({ version, public: { seat, link, by_clock: byClock } }: Recorded): Promise<void> {
    this.causes.set(seat, byClock ? "clock" : "refused");
    if (link === null) return;
    const round = this.dealt + 1;
    const chain = this.chains.get(seat);
    const right = chain && toHex(await linkBefore(fromHex(link), round - chain.round)) === chain.link;
    if (!right) this.addProblem(version, "link", { seat, round });
    this.chains.set(seat, { link, round });
    this.links.set(seat, link);
    this.report.checked.links += 1;
  }

  /** Note that a bot took over while the seat was asked. */
  onHandedOver({ seat }: PublicPart): void {
    if (this.causes.get(seat) === null) this.causes.set(seat, "handed-over");
  }

  /** Verify that the secret becomes public of the round that is broken off: dealt, or with a link of a seat. */
  async onAbandoned({ version, public: { secret } }: Recorded): Promise<void> {
    const round = this.dealt + 1;
    if (this.round) await this.onRevealed(version, this.round.number, secret);
    else if ((secret !== null) !== this.links.size > 0) this.addProblem(version, "secret", { round });
    else if (secret !== null) await this.verifySecret(version, round, fromHex(secret));
  }

  onDealt(event: Recorded): void {
    const { round, withheld } = event.public;
    if (this.round) this.addProblem(event.version, "not-revealed", { round: this.round.number });
    if (round !== this.dealt + 1) this.addProblem(event.version, "dealt-again", { round });
    const missing = [...this.chains.keys()].filter((seat) => !this.links.has(seat)).sort((one, other) => one - other);
    const expected = missing.map((seat) => ({ seat, why: this.causes.get(seat) ?? "not-asked" }));
    if (canonicalJson(expected) !== canonicalJson(withheld)) this.addProblem(event.version, "withheld", { round });
    this.round = { number: round, events: [], links: this.links };
    this.dealt += 1;
    this.links = new Map();
  }

  /** Verify a round whose secret is known: its place in the chain, every seal, and the cards that follow from it. */
  async onRevealed(version: number, round: number, digits: string | null): Promise<void> {
    const { round: found } = this;
    this.round = null;
    if (!found || found.number !== round) return this.addProblem(version, "not-dealt", { round });
    const secret = fromHex(digits);
    await this.verifySecret(version, round, secret);
    const keyed = await hmac(secret);
    await this.verifySeals(found.events, keyed);
    await this.verifyCards(found, secret, keyed);
    this.ended = found.events.find((event) => event.type === "round-ended")?.public ?? null;
  }

  /** Verify that the chain of a secret leads to the anchor. */
  async verifySecret(version: number, round: number, secret: Uint8Array<ArrayBuffer>): Promise<void> {
    this.report.checked.secrets += 1;
    const { anchor, options } = this.created!;
    const fits = secret.length === LINK_BYTES && round <= options.rounds;
    const right = fits && toHex(await linkBefore(secret, round)) === anchor;
    if (!right) this.addProblem(version, "secret", { round });
  }

  async verifySeals(events: Recorded[], keyed: Keyed): Promise<void> {
    for (const { version, sealed, seals } of events) {
      for (const part of Object.keys(sealed)) if (!(part in seals)) this.addProblem(version, "no-seal", { part });
      for (const [part, stated] of Object.entries(seals)) {
        if (!(part in sealed)) {
          this.report.withheld += 1;
        } else {
          this.report.checked.seals += 1;
          if ((await seal(keyed, version, part, sealed[part])) !== stated) this.addProblem(version, "seal", { part });
        }
      }
    }
  }

  /** Compute the deal and every shuffle, and follow every card from place to place, as far as the cards are known. */
  async verifyCards({ number, links, events }: Round, secret: Uint8Array<ArrayBuffer>, keyed: Keyed): Promise<void> {
    let deal = events[0]!;
    const { ruleset, seats, options } = this.created!;
    const filled = Array.from({ length: seats }, (_, seat) => links.get(seat) ?? "");
    const streams = await roundChance(secret, this.game, number, filled);
    const expected = await expectedDeal(ruleset, streams, { seats, options, before: this.ended });
    if (expected) {
      deal = await this.opened(deal, dealtParts(expected), keyed);
      this.report.checked.deals += 1;
      for (const what of dealDifferences(expected, deal)) this.addProblem(deal.version, "deal", { what });
    }
    let { version } = deal;
    try {
      const tracker = new CardTracker(deal, seats, streams);
      const dealt = tracker.hands.flat();
      if (new Set(dealt).size !== dealt.length && ruleset !== "doubt") throw new CardMismatch("twice");
      for (const stated of events.slice(1)) {
        ({ version } = stated);
        const { parts, unknown } = await missingParts(tracker, stated);
        // Cards that are too many to try can be anywhere from here on.
        if (unknown) return;
        const event = await this.opened(stated, parts, keyed);
        const checked = await tracker.apply(event);
        if (checked) this.report.checked[checked] += 1;
      }
    } catch (error) {
      if (!(error instanceof CardMismatch)) throw error;
      this.addProblem(version, error.code, error.values);
    }
  }

  /** Return the event with its withheld parts opened; one of the payloads of each part has to match its seal. */
  async opened(event: Recorded, parts: Record<string, Payload[]>, keyed: Keyed): Promise<Recorded> {
    const sealed = { ...event.sealed };
    for (const [part, payloads] of Object.entries(parts)) {
      const stated = event.seals[part];
      if (stated === undefined || part in event.sealed) continue;
      this.report.derived += 1;
      const payload = await openSeal(keyed, event.version, part, stated, payloads);
      if (payload === null) this.addProblem(event.version, "derived", { part });
      sealed[part] = (payload ?? payloads[0]) as SealedPart;
    }
    return { ...event, sealed };
  }

  finish(head?: string | null, kept?: string | null): void {
    if (this.created === null) this.addProblem(1, "no-beginning");
    if (head && head !== this.report.head) this.addProblem(0, "head");
    if (kept && !this.digests.has(kept)) this.addProblem(0, "kept-head");
    const { report } = this;
    report.closed = this.round ? 1 : 0;
    report.over = ["game-ended", "game-abandoned"].includes(this.last?.type ?? "");
    const whole = report.over && report.closed === 0 && report.withheld === 0;
    report.verdict = report.problems.length > 0 ? "false" : whole ? "whole" : "seen";
  }
}

/** Return the payloads of the sealed parts of the deal that follows from a secret: one for each. */
function dealtParts({ hands, stock }: Deal): Record<string, Payload[]> {
  const parts = Object.fromEntries(hands.map((cards, seat) => [seat, [{ cards }]]));
  return stock === null ? parts : { ...parts, table: [{ stock }] };
}

/** Return the parts of a deal that differ from the deal of the secret. */
function dealDifferences({ hands, stock, fields }: Deal, { public: stated, sealed }: Recorded): string[] {
  const wrong = hands.flatMap((hand, seat) => (sealed[seat]?.cards?.join() === hand.join() ? [] : [`hand ${seat}`]));
  if (stock !== null && sealed["table"]?.stock.join() !== stock.join()) wrong.push("stock");
  for (const [name, value] of Object.entries(fields)) {
    const found = name.split(".").reduce<unknown>((object, key) => (object as Record<string, unknown>)?.[key], stated);
    if (found !== value) wrong.push(name);
  }
  return wrong;
}
