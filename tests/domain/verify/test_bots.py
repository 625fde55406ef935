"""`verify` takes the decisions of bots again: servers whose bots cheat are found, and honest ones are accepted."""

from collections.abc import Callable, Sequence
from itertools import count
from random import Random
from typing import Any

import pytest

from domain.bots.strategies import STRATEGIES, find, newest_version, playing
from domain.doubt import replay
from domain.game.game import FINISHED, PLAYING
from domain.game.registry import RULESETS
from domain.log.conclusions import Conclusion
from domain.log.events import SPECTATOR, LoggedEvent, seen_by
from domain.log.log_format import export
from domain.log.moments import later
from domain.log.upcasting import logged
from domain.ruleset.actions import Action
from domain.running.automation import decide, first_move
from domain.running.commands import act, due
from domain.verification.verify import Verification, verify
from prove.harness.cheating_bots import CHEATS, Cheat, CheatingMatch
from prove.harness.match import DOUBT, DURAK, KAWAGOE, SATO, Match
from prove.harness.random_games import copy_events, reseal
from prove.harness.random_moves import wander

BOTS = ("novice", "careful", "careful")
OPTIONS: dict[str, dict[str, Any]] = {DOUBT: {"max_plays": 100}}


def honest(key: str, seed: int = 0, **options: Any) -> CheatingMatch:
    return CheatingMatch(key, BOTS, seed, None, **{**OPTIONS.get(key, {}), **options})


def checked(match: Match, events: Sequence[LoggedEvent] | None = None) -> Verification:
    """Verify the log of the match, or these events of it."""
    shown = match.log if events is None else events
    return verify(export(match.id, shown[0], shown[-1].digest, shown), shown[-1].digest)


def rewritten(match: Match, change: Callable[[LoggedEvent], object]) -> list[LoggedEvent]:
    """Return the log after a change of each event, sealed and chained again with the secrets."""
    events, head, current = copy_events([*map(logged, match.log)]), "", 0
    for event in events:
        change(event)
        current = event.public["round"] if event.type == "round-dealt" else current
        head = reseal(match.id, head, event, match.chain.link(current) if current else b"")
    return events


# Honest servers


@pytest.mark.parametrize("key", RULESETS)
def test_every_move_of_an_honest_bot_is_replayed(key: str) -> None:
    match = honest(key)
    report = checked(match)
    assert match.game.status == FINISHED
    assert report.problems == []
    assert report.unchecked == []
    acts = [event for event in match.log if "by_clock" not in event.public and is_act(match, event)]
    assert report.checked["decisions of bots"] == len(acts) > 20


def is_act(match: Match, event: LoggedEvent) -> bool:
    """Tell whether a seat has decided the event, of bots alone; the opening of a round follows from its answers."""
    kind = match.game.ruleset.events.get(event.type)
    consequence = event.public.get("why") == "false-call" or event.public.get("how") == "opening"
    return kind is not None and kind.role.value != "consequence" and not consequence


@pytest.mark.parametrize("key", RULESETS)
@pytest.mark.parametrize("seed", [0, 1, 2, 4])
def test_games_of_people_and_bots_pass_whoever_leaves_or_comes_back(key: str, seed: int) -> None:
    chance = Random(seed)
    options = {"bot_delay_ms": chance.choice([0, 800, 5_000]), "turn_seconds": chance.choice([0, 3, 60])}
    match = Match(4, ruleset=key, bots=["novice", "careful"], seed=seed, **OPTIONS.get(key, {}), **options)
    for _ in range(8):
        wander(match, chance, 25, restless=0.2)
        # The server stands still for a minute, so that deadlines of bots pass too.
        match.now = later(match.now, seconds=61)
        match.settle()
    assert any(event.type == "seat-handed-over" for event in match.log)
    report = checked(match)
    assert report.problems == []
    assert report.checked["decisions of bots"] > 0


def test_moves_of_the_clock_for_a_bot_are_not_replayed() -> None:
    match = honest(DURAK, turn_seconds=1, bot_delay_ms=5_000, stall_limit=2, rounds=1)
    clocked = [event for event in match.log if "by_clock" in event.public]
    report = checked(match)
    assert len(clocked) > 20
    assert report.ok
    assert report.checked["decisions of bots"] == 0


# Servers that cheat


CHEATERS = [(key, cheat) for key, cheats in CHEATS.items() for cheat in cheats]


@pytest.mark.parametrize(("key", "cheat"), CHEATERS, ids=[f"{key}-{cheat.__name__}" for key, cheat in CHEATERS])
def test_a_server_whose_bots_cheat_is_found_at_the_first_move(key: str, cheat: Cheat) -> None:
    matches = (CheatingMatch(key, BOTS, seed, cheat, **OPTIONS.get(key, {})) for seed in count())
    match = next(match for match in matches if match.cheated)
    report = checked(match)
    assert {"bot" in problem.what for problem in report.problems} == {True}
    # A reshuffle, or the closing of a window, may come before the move.
    assert report.problems[0].version - match.cheated[0] in (1, 2)


class LastFirst(CheatingMatch):
    """A server that lets the last of several bots move first."""

    def next_step(self) -> list[LoggedEvent]:
        steps = super().next_step()
        if not steps or self.game.status != PLAYING or self.overdue:
            return steps
        chance, game = self.game.chance(self.chain.link(self.game.round)), self.game

        def decision(seat: int) -> Action | None:
            return decide(self.of(seat), seat, self.now, chance)

        for seat in sorted(game.bots, reverse=True):
            action = decision(seat)
            if action is not None:
                if (seat, action) != first_move(game, decision):
                    self.cheated.append(game.version)
                return act(game, seat, action, self.now, self.chain)
        return steps

    @property
    def overdue(self) -> bool:
        deadline = due(self.game)
        return deadline is not None and deadline <= self.now


def test_bots_that_move_in_another_order_are_found() -> None:
    match = LastFirst(DOUBT, BOTS, 0, None, max_plays=50)
    report = checked(match)
    assert match.cheated
    assert "would move before it" in report.problems[0].what
    assert report.problems[0].version == match.cheated[0] + 1


class Hasty(CheatingMatch):
    """A server whose bots do not wait for `bot_delay_ms`."""

    def next_step(self) -> list[LoggedEvent]:
        if self.game.status != PLAYING:
            return super().next_step()
        chance = self.game.chance(self.chain.link(self.game.round))
        moved = first_move(self.game, lambda seat: decide(self.of(seat), seat, self.now, chance))
        return super().next_step() if moved is None else act(self.game, *moved, self.now, self.chain)


def test_bots_that_do_not_wait_are_found() -> None:
    assert "before `bot_delay_ms` are over" in checked(Hasty(SATO, BOTS, 0, None)).problems[0].what
    assert checked(Hasty(SATO, BOTS, 0, None, bot_delay_ms=0)).ok


class Late(CheatingMatch):
    """A server whose bots move once although their time is up."""

    late = 0

    def next_step(self) -> list[LoggedEvent]:
        deadline = due(self.game)
        if self.late or self.game.status != PLAYING or deadline is None or deadline > self.now:
            return super().next_step()
        self.late = self.game.version
        chance = self.game.chance(self.chain.link(self.game.round))
        moved = first_move(self.game, lambda seat: decide(self.of(seat), seat, self.now, chance))
        assert moved is not None
        return act(self.game, *moved, self.now, self.chain)


def test_bots_that_move_after_their_time_are_found() -> None:
    match = Late(SATO, BOTS, 0, None, turn_seconds=1, bot_delay_ms=5_000, claim_grace_seconds=0, rounds=1)
    report = checked(match)
    assert [problem.version for problem in report.problems] == [match.late + 1]
    assert report.problems[0].what == "what follows is cards-drawn, not cards-played"


@pytest.mark.parametrize(("bot", "version"), [(None, 1), ("careful", None), ("careful", 0)])
def test_a_seat_has_a_bot_and_its_version_or_neither(bot: str | None, version: int | None) -> None:
    match = honest(SATO)

    def rename(event: LoggedEvent) -> None:
        if event.type == "seat-taken" and (event.public["bot"] is None) == (bot is None):
            event.public |= {"bot_version": version}

    report = checked(match, rewritten(match, rename))
    assert report.problems
    assert all("bot_version" in problem.what for problem in report.problems)


# Decisions that cannot be replayed


def test_an_unknown_version_is_not_replayed_and_said_so() -> None:
    match = honest(DOUBT)

    def renumber(event: LoggedEvent) -> None:
        if event.type == "seat-taken" and event.public["seat"] == 2:
            event.public["bot_version"] = 99

    report = checked(match, rewritten(match, renumber))
    whole = checked(match).checked["decisions of bots"]
    assert (report.problems, report.conclusion) == ([], Conclusion.SEEN)
    unknown = [what for what in report.unseen if "seat 2 is played by version 99 of 'careful'" in what]
    assert len(unknown) == 1
    assert report.checked["decisions of bots"] + int(unknown[0].split()[0]) == whole


def test_a_round_that_is_not_revealed_is_not_replayed_and_said_so() -> None:
    match = honest(KAWAGOE, rounds=2)
    end = next(place for place, event in enumerate(match.log) if event.type == "round-revealed")
    report = checked(match, match.log[:end])
    assert report.ok
    assert report.checked["decisions of bots"] == 0
    assert any("round 1 is not revealed" in what for what in report.unchecked)


def test_bots_whose_choices_are_withheld_are_not_replayed_and_said_so(monkeypatch: pytest.MonkeyPatch) -> None:
    """That are only plays of so many cards that not all payloads can be tried."""
    monkeypatch.setattr(replay, "MOST_PAYLOADS", 0)
    match = honest(DOUBT, seed=3)
    report = checked(match, [seen_by(event, 1) for event in match.log])
    replayed = report.checked["decisions of bots"]
    assert report.ok
    assert 0 < replayed < checked(match).checked["decisions of bots"]
    assert any("withholds" in what for what in report.unchecked)
    assert not any("from here on" in what for what in report.unchecked)


@pytest.mark.parametrize("key", RULESETS)
@pytest.mark.parametrize("viewer", [SPECTATOR, 0, 1, 2])
def test_bots_are_replayed_with_withheld_parts_that_the_secret_tells(key: str, viewer: int) -> None:
    match = honest(key, seed=3)
    report = checked(match, [seen_by(event, viewer) for event in match.log])
    assert report.ok
    assert report.checked["decisions of bots"] == checked(match).checked["decisions of bots"]


def test_a_cheat_is_found_in_the_part_of_a_log_that_its_seat_sees() -> None:
    for seed in count():
        match = CheatingMatch(SATO, ("novice", "novice"), seed, CHEATS[SATO][1])
        seats = {event.public.get("seat") for event in match.log if event.version - 1 in match.cheated}
        if 1 in seats:
            break
    assert not checked(match, [seen_by(event, 1) for event in match.log]).ok


# Versions


def test_a_bot_is_seated_with_the_newest_version_of_its_strategy() -> None:
    match = honest(SATO)
    versions = {
        event.public.bot_version
        for event in match.log
        if event.type in ("seat-taken", "seat-handed-over") and event.public.bot is not None
    }
    assert versions == {newest_version(SATO, "careful")} == {newest_version(SATO, "novice")}
    people = [event.public for event in match.log if event.type == "seat-taken" and event.public.bot is None]
    assert [person.bot_version for person in people] == [None]


def test_a_seat_is_played_by_the_version_that_was_recorded(monkeypatch: pytest.MonkeyPatch) -> None:
    old = STRATEGIES[SATO, "novice"][1]
    new = STRATEGIES[SATO, "careful"][1]
    monkeypatch.setitem(STRATEGIES, (SATO, "novice"), {1: old, 2: new})
    assert newest_version(SATO, "novice") == 2
    assert (playing(SATO, "novice", 1), playing(SATO, "novice", 2)) == (old, new)
    assert (find(SATO, "novice", 3), playing(SATO, "novice", 3)) == (None, new)
    assert checked(honest(SATO)).ok


def test_a_changed_strategy_under_the_same_version_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    match = honest(DOUBT)
    monkeypatch.setitem(STRATEGIES, (DOUBT, "careful"), STRATEGIES[DOUBT, "novice"])
    assert "would decide otherwise" in checked(match).problems[0].what


def test_a_strategy_that_fails_is_a_fault_of_the_log_and_not_of_the_verifier(monkeypatch: pytest.MonkeyPatch) -> None:
    match = honest(DOUBT)

    def broken(*_: object) -> Action | None:
        raise ZeroDivisionError

    monkeypatch.setitem(STRATEGIES, (DOUBT, "careful"), {1: broken})
    assert "ZeroDivisionError" in checked(match).problems[0].what
