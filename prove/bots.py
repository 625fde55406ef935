"""Proof `bots`: `verify` finds servers whose bots use more than their own view, and accepts those of honest ones.

Honest games are played as the server plays them, by people who leave and come back, by bots, and by the clock. In
others, players overtake bots that are deciding, on two servers (`prove.overtaken_bots`, `prove.served_bots`).
"""

from collections import Counter
from collections.abc import Callable, Iterator
from functools import partial
from random import Random
from typing import NamedTuple

from domain.bots import NAMES
from domain.game.registry import RULESETS
from domain.log.log_format import export
from domain.verification.verify import verify
from prove.harness.cheating_bots import CHEATS, CheatingMatch
from prove.harness.match import DOUBT, Match
from prove.harness.random_moves import wander
from prove.harness.small_budgets import small_budgets
from prove.overtaken_bots import check_overtaken
from prove.report import Row, Run
from prove.served_bots import check_served

HONEST = 600
"""Honest games, in all rulesets together."""

OVERTAKEN = 2_000
"""Games in which bots are overtaken, in all rulesets together; experts have small budgets there."""

SERVED = 36
"""Games in which experts at full strength are overtaken in real time; in a short run two."""

CHEATING = 50
"""Games in which a cheat moves, for each cheat of each ruleset."""

OPTIONS = {DOUBT: {"max_plays": 200}}
"""Options with which rounds of bots do not take long."""

BOTS = ("novice", "careful", "careful")
"""Bots of a game with a cheat. Another one plays for the creator, who leaves."""

MOST_SEATS = 5

CHUNK = 10

OVERTAKEN_CHUNK = 100
"""Games on one database: it takes a few seconds to make one."""


class Found(NamedTuple):
    """The result of some games."""

    games: int
    decisions: int
    "Honest ones that were replayed, or those of cheats."
    failures: list[str]


def prove(run: Run) -> Iterator[Row]:
    """Yield rows for honest games, and for each cheat."""
    honest = _play(run, "honest games", partial(check_honest, run.seed), run.count(HONEST, len(RULESETS)))
    note = f"{honest.games:,} games with people, deadlines and seats handed over"
    yield Row("moves of honest bots, replayed", honest.decisions, honest.failures, note)
    yield _overtaken(run)
    yield _served(run)
    for key, cheats in CHEATS.items():
        for number, cheat in enumerate(cheats):
            many = run.count(CHEATING, 2)
            found = _play(run, f"{key}, {cheat.__name__}", partial(find_unseen_cheats, key, number), many)
            what = f"{key}, {cheat.__name__.replace('_', ' ')}"
            note = f"{cheat.__doc__} {found.decisions:,} moves"
            yield Row(what, found.games, found.failures, note, many)


def _overtaken(run: Run) -> Row:
    """Return the row of games on two servers whose time the proof moves."""
    many = run.count(OVERTAKEN, 2 * len(RULESETS))
    parts = [range(first, min(first + OVERTAKEN_CHUNK, many)) for first in range(0, many, OVERTAKEN_CHUNK)]
    found = [*run.map_jobs("overtaken bots", partial(check_overtaken, run.seed), parts)]
    counts = sum((one.counts for one in found), Counter[str]())
    failures = [what for one in found for what in one.failures]
    row = Row("games whose bots are overtaken", sum(one.games for one in found), failures, wanted=many)
    row.note = (
        f"{counts['decisions']:,} decisions replayed; {counts['overtaken']:,} commands while an expert was deciding; "
        f"{counts['at once']:,} decisions at once"
    )
    if not counts["overtaken"] or not counts["at once"]:
        row.failures.append("no bot was overtaken")
    return row


def _served(run: Run) -> Row:
    """Return the row of games on a real server."""
    many = run.count(SERVED, 2)
    found = check_served(run.seed, many, lambda done: run.report_progress("overtaken experts", done, many))
    row = Row("games whose experts are overtaken, on a real server", found.games, found.failures, wanted=many)
    row.note = f"{found.counts['decisions']:,} decisions replayed; {found.counts['at once']:,} at once"
    return row


def _play(run: Run, what: str, work: Callable[[range], Found], many: int) -> Found:
    parts = [range(first, min(first + CHUNK, many)) for first in range(0, many, CHUNK)]
    found = [*run.map_jobs(what, work, parts)]
    return Found(sum(one.games for one in found), sum(one.decisions for one in found), [*_failures(found)])


def _failures(found: list[Found]) -> Iterator[str]:
    for one in found:
        yield from one.failures


def check_honest(seed: str, numbers: range) -> Found:
    """Return the number of games and of replayed decisions, and the games that are refused."""
    with small_budgets():
        return _check_honest(seed, numbers)


def _check_honest(seed: str, numbers: range) -> Found:
    decisions, refused = 0, []
    for number in numbers:
        chance, key = Random(f"{seed}-{number}"), list(RULESETS)[number % len(RULESETS)]
        seats = chance.choice([many for many in RULESETS[key].seats if many <= MOST_SEATS])
        bots = [chance.choice(NAMES) for _ in range(chance.randint(1, seats - 1))]
        match = Match(
            seats, ruleset=key, bots=bots, seed=number,
            bot_delay_ms=chance.choice([0, 800, 30_000]), **OPTIONS.get(key, {}),
        )  # fmt: skip
        wander(match, chance, 300, restless=0.1)
        match.wait(24 * 3_600_000)
        report = verify(export(match.id, match.log[0], match.game.head, match.log), match.game.head)
        decisions += report.checked["decisions of bots"]
        refused += [f"{key}, game {number}: {problem}" for problem in report.problems[:1]]
    return Found(len(numbers), decisions, refused)


def find_unseen_cheats(key: str, cheat: int, numbers: range) -> Found:
    """Return the number of games in which the cheat moved, of its moves, and the games in which `verify` finds nothing.

    Each number stands for the next game in which the cheat has something to gain.
    """
    moves, unseen, seed = 0, [], 1_000 * numbers.start
    for _ in numbers:
        while not (match := CheatingMatch(key, BOTS, seed, CHEATS[key][cheat], **OPTIONS.get(key, {}))).cheated:
            seed += 1
        moves += len(match.cheated)
        if verify(match.lines(), match.game.head).ok:
            unseen.append(f"{key}, {CHEATS[key][cheat].__name__}, game {seed}")
        seed += 1
    return Found(len(numbers), moves, unseen)
