// Compiled from clients/typescript/src by `make clients`.
// The order of the events of a whole game: what has to follow at once, and what may come no more.
const OVER = ["game-ended", "game-abandoned"];
const BEFORE_THE_DEAL = ["game-created", "seat-taken", "seat-left"];
/**
 * Yield each fault in the order of an event and the one before it, which is null for the first.
 * `created` is the public part of the first event.
 */
export function* orderProblems(last, event, created) {
    const { type } = event;
    if ((last === null) !== (type === "game-created"))
        yield { code: "no-beginning", values: {} };
    if (last === null)
        return;
    if (OVER.includes(last.type))
        yield { code: "after-end", values: {} };
    const misplaced = (right) => ({ code: "order", values: { type, following: right.join(", ") } });
    const following = FOLLOWING[last.type]?.(last, created);
    if (following && !following.includes(type))
        yield misplaced(following);
    const before = ONLY_AFTER[type];
    if (before && !before.includes(last.type))
        yield misplaced(before);
    if (type !== "seat-taken")
        return;
    const { player, bot, anchor } = event.public;
    if ((player === null) === (bot === null))
        yield { code: "seat", values: {} };
    if (bot !== null && anchor !== null)
        yield { code: "seat", values: {} };
}
/** The types of events that have to come next, by the type of the event before. */
const FOLLOWING = {
    "game-created": () => ["seat-taken"],
    "round-ended": () => ["round-revealed"],
    "round-revealed": ({ public: { round } }, { options }) => [
        round >= options.rounds ? "game-ended" : "readiness-asked",
    ],
};
/** The types of events right after which an event may come. */
const ONLY_AFTER = {
    "readiness-asked": ["seat-taken", "round-revealed"],
    "round-revealed": ["round-ended"],
    "game-ended": ["round-revealed"],
    "seat-taken": BEFORE_THE_DEAL,
    "seat-left": BEFORE_THE_DEAL,
};
