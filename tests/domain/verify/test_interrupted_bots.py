"""Bots that were interrupted three times decide at once, by a strategy that the log names and `verify` checks."""

from collections.abc import Callable, Iterator
from random import Random

import pytest

from domain.bots.strategies import STRATEGIES, quick
from domain.game.decisions import MOST_INTERRUPTIONS, interruptions_after
from domain.game.fold import apply, fold
from domain.game.game import PLAYING, actions
from domain.game.registry import RULESETS
from domain.log.events import LoggedEvent
from domain.ruleset.actions import Dobon
from domain.ruleset.catalogue import BY_STRATEGY
from domain.running.self_play import at_once
from prove.harness.match import SATO, Match
from prove.harness.small_budgets import small_budgets
from tests.domain.verify.test_bots import checked, rewritten

DELAY_MS = 30_000
"""A delay that never passes here."""


@pytest.fixture(autouse=True)
def _small_budgets() -> Iterator[None]:
    with small_budgets():
        yield


def stir(match: Match) -> None:
    """Let the player leave or come back."""
    if 0 in match.game.bots:
        match.sit("player-0")
    else:
        match.leave(0)


def interrupted(key: str) -> Match:
    """Return a game against two experts who move only because the player interrupts them; an admin ends it."""
    match = Match(3, ruleset=key, bots=["expert", "expert"], **{**at_once(key), "bot_delay_ms": DELAY_MS})
    chance = Random(key)
    for _ in range(60):
        if match.game.status != PLAYING:
            break
        own = actions(match.of(0), 0) if 0 not in match.game.bots else []
        if own and 0 in match.game.ruleset.waiting_for(match.game.state):
            match.act(0, chance.choice([action for action in own if not isinstance(action, Dobon)]))
        else:
            stir(match)
    if match.game.status == PLAYING:
        match.abandon()
    return match


def named(match: Match) -> list[int]:
    """Return the places of events that name a strategy."""
    return [place for place, event in enumerate(match.log) if BY_STRATEGY in event.public]


@pytest.mark.parametrize("key", RULESETS)
def test_interrupted_experts_decide_at_once_and_the_log_is_true(key: str) -> None:
    match = interrupted(key)
    report = checked(match)
    assert report.problems == []
    places = named(match)
    assert places
    assert report.checked["decisions of bots"] >= len(places)
    for place in places:
        before = match.log[place - MOST_INTERRUPTIONS : place]
        if all(event.type in ("seat-handed-over", "seat-resumed") for event in before):
            assert match.log[place].at == before[-1].at
        assert match.log[place].public.by_strategy == "careful"


def test_the_strategy_that_decides_at_once_is_the_one_that_the_log_names() -> None:
    for (ruleset, _), versions in STRATEGIES.items():
        for strategy in versions.values():
            assert quick(strategy) in (None, *STRATEGIES[ruleset, "careful"].values())


@pytest.mark.parametrize("name", [None, "novice", "expert"])
def test_a_decision_that_hides_or_misnames_its_strategy_is_false(name: str | None) -> None:
    match = interrupted(SATO)
    version = match.log[named(match)[0]].version

    def change(event: LoggedEvent) -> None:
        if event.version == version:
            event.public.pop(BY_STRATEGY)
            if name is not None:
                event.public[BY_STRATEGY] = name

    # Cut off before the secret is revealed: the check needs none.
    for end in (len(match.log), version):
        report = checked(match, rewritten(match, change)[:end])
        assert [problem.version for problem in report.problems] == [version], (end, report)


@pytest.mark.parametrize("seat", [0, 1], ids=["careful", "expert"])
def test_a_server_cannot_choose_the_quick_strategy(seat: int) -> None:
    match = Match(2, bots=["expert"], **{**at_once(SATO), "bot_delay_ms": 0})
    match.leave(0)
    match.wait(24 * 3_600_000)
    version = next(
        event.version for event in match.log if event.public.get("seat") == seat and event.type == "cards-played"
    )

    def change(event: LoggedEvent) -> None:
        if event.version == version:
            event.public[BY_STRATEGY] = "careful"

    assert checked(match).ok
    assert [problem.version for problem in checked(match, rewritten(match, change)).problems] == [version]


@pytest.mark.parametrize(
    ("command", "count"),
    [(stir, 1), (lambda match: match.act(0, Dobon(match.game.table.top_version)), 1)],
    ids=["leaving", "false call"],
)
def test_leaving_and_false_calls_interrupt_and_moves_do_not(command: Callable[[Match], object], count: int) -> None:
    match = Match(2, bots=["careful"], claim_grace_seconds=0, bot_delay_ms=DELAY_MS)
    assert match.game.interruptions == 0
    command(match)
    assert match.game.interruptions == count
    match.wait(24 * 3_600_000)
    game = fold(match.id, match.log[:1])
    for event in match.log[1:]:
        counted = interruptions_after(game, event)
        apply(game, event)
        assert game.interruptions == counted
        assert counted == 0 or "by_clock" not in event.public
