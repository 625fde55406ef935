"""No true log is refused: games of every ruleset with any options, whole, running, withheld in part, or abandoned."""

from collections.abc import Callable
from functools import partial
from random import Random
from typing import Any

import pytest

from domain.game.game import ABANDONED, FINISHED, WAITING
from domain.game.registry import RULESETS, ruleset
from domain.log.conclusions import Conclusion, Verification
from domain.log.errors import Refused
from domain.log.events import SPECTATOR, LoggedEvent
from domain.log.log_format import export
from domain.ruleset.ruleset import Option, check_options
from domain.verification.verify import verify
from prove.forgeries import true_log
from prove.harness.match import BEATING, DOUBT, Match
from prove.harness.random_games import Pick, crowded_round, pick_anything, play_game
from prove.harness.random_moves import wander
from tests.domain.played_beating import freely
from tests.domain.played_doubt import OFTEN

SECONDS = (0, 0, 3, 10, 60)
NUMBERS = {"rounds": (1, 1, 2, 3), "hand_size": (1, 2, 3, 5), "max_plays": (0, 50, 80), "stall_limit": (100, 5, 3)}


def value_of(option: Option, chance: Random) -> Any:
    if option.kind == "bool":
        return chance.random() < 0.5
    if option.kind == "choice":
        return chance.choice(option.values)
    if option.name == "bot_delay_ms":
        return chance.choice((0, 800))
    if option.name.endswith("seconds"):
        return chance.choice(SECONDS)
    return chance.choice(NUMBERS.get(option.name, range(option.minimum, min(option.maximum, option.minimum + 4) + 1)))


def table_of(key: str, chance: Random) -> Match:
    """Return a game with any options that go together, any number of bots, and any seats taken."""
    while True:
        seats = chance.choice([*ruleset(key).seats][: chance.choice((2, 4, 9))])
        bots = [chance.choice(("careful", "novice")) for _ in range(chance.randrange(seats))]
        options = {option.name: value_of(option, chance) for option in ruleset(key).options}
        try:
            return Match(
                seats,
                ruleset=key,
                bots=bots,
                seed=chance.randrange(2**30),
                contributes=chance.random() < 0.5,
                **options,
            )
        except Refused:
            continue


def played(key: str, seed: int) -> Match:
    """Return a game in which players sit down, stand up, leave, come back, move, wait, and may all be sent home."""
    chance = Random(f"{key} {seed}")
    match = table_of(key, chance)
    moves = chance.choice((5, 30, 120, 400))
    for _ in range(moves):
        if match.game.status in (FINISHED, ABANDONED):
            break
        people = [number for number, seat in enumerate(match.game.seats) if seat is not None and seat.player]
        if chance.random() < 0.03:
            leave(match, chance.choice(people))
        elif chance.random() < 0.03:
            come_back(match)
        elif chance.random() < 0.15:
            match.wait(chance.choice((100, 3_000, 10_000, 60_000)))
        else:
            wander(match, chance, chance.choice((1, 3)))
    if seed % 5 == 4 and match.game.status not in (FINISHED, ABANDONED):
        match.abandon()
    return match


def leave(match: Match, seat: int) -> None:
    taken = match.game.seats[seat]
    if taken is not None and (taken.bot is None or match.game.status == WAITING):
        match.leave(seat)


def come_back(match: Match) -> None:
    for seat in match.game.seats:
        if seat is not None and seat.player and seat.bot:
            match.sit(seat.player)
            return


def report_on(match: Match, events: list[LoggedEvent]) -> Verification:
    return verify(export(match.id, events[0], events[-1].digest, events), events[-1].digest)


@pytest.mark.parametrize("seed", range(10))
@pytest.mark.parametrize("key", RULESETS)
def test_a_true_log_is_true_for_every_viewer_and_at_any_time(key: str, seed: int) -> None:
    match = played(key, seed)
    report = report_on(match, match.log)
    assert report.problems == []
    revealed = len(match.game.secrets) == match.game.round
    over = match.game.status in (FINISHED, ABANDONED)
    assert report.conclusion is (Conclusion.WHOLE if over and revealed else Conclusion.SEEN)
    cut = Random(seed).randrange(1, len(match.log))
    for viewer in (SPECTATOR, seed % len(match.game.seats)):
        seen = match.seen(viewer)
        for events in (seen, seen[:cut]):
            assert report_on(match, events).problems == []
    running = report_on(match, match.log[:cut])
    assert (running.problems, running.conclusion) == ([], Conclusion.SEEN)


@pytest.mark.parametrize("log", [partial(true_log, "race"), partial(true_log, "asked"), crowded_round])
def test_a_log_that_ends_within_a_move_is_true_as_far_as_it_can_be_seen(
    log: Callable[[], tuple[str, list[LoggedEvent]]],
) -> None:
    """A delayed spectator may get the reshuffle before the draw that needs it."""
    game, events = log()
    places = [place for place, event in enumerate(events) if event.type in ("stock-reshuffled", "dobon-called")]
    assert "stock-reshuffled" in {events[place].type for place in places}
    for place in places:
        cut = events[: place + 1]
        report = verify(export(game, cut[0], cut[-1].digest, cut), cut[-1].digest)
        assert (report.problems, report.conclusion) == ([], Conclusion.SEEN)


PICKS: dict[str, Pick] = {DOUBT: OFTEN} | dict.fromkeys(BEATING, freely)


@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize("key", RULESETS)
def test_a_game_of_players_with_any_options_is_whole_and_true(key: str, seed: int) -> None:
    chance, game = Random(f"{key} {seed}"), f"good-{seed}"
    seats, options = seats_and_options(key, chance)
    events = play_game(
        game, seats, PICKS.get(key, pick_anything), ruleset=key, **options | ({"max_plays": 50} if key == DOUBT else {})
    )
    report = verify(export(game, events[0], events[-1].digest, events), events[-1].digest)
    assert (report.problems, report.unchecked, report.conclusion) == ([], [], Conclusion.WHOLE)
    assert (report.game, report.head, report.events) == (game, events[-1].digest, len(events))


def seats_and_options(key: str, chance: Random) -> tuple[int, dict[str, Any]]:
    """Return a number of seats, and any options that go together with it."""
    while True:
        seats = chance.choice([*ruleset(key).seats])
        options = {option.name: value_of(option, chance) for option in ruleset(key).options} | {
            "rounds": chance.choice((1, 2))
        }
        try:
            return seats, check_options(ruleset(key), options, seats)
        except Refused:
            continue


def test_these_games_are_finished_abandoned_and_handed_over() -> None:
    matches = [played(key, seed) for key in RULESETS for seed in range(4, 10, 5)]
    assert {match.game.status for match in matches} >= {FINISHED, ABANDONED}
    happened = {event.type for match in matches for event in match.log}
    assert {"seat-handed-over", "seat-resumed", "game-abandoned"} <= happened


def test_the_seat_of_a_player_who_left_is_played_by_the_stand_in() -> None:
    match = Match(3, bots=["careful", "novice"], hand_size=2, turn_seconds=0, claim_grace_seconds=0)
    match.leave(0)
    match.wait(600_000)
    assert match.game.status == FINISHED
    assert report_on(match, match.log).conclusion is Conclusion.WHOLE
