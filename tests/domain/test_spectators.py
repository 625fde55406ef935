from typing import Any

import pytest

from domain.game.fold import apply, fold
from domain.game.game import Game, Seat
from domain.game.spectators import DELAY, LONGEST_DELAY, chosen, horizon, may_watch, shown_status, sight
from domain.log.errors import Refused
from domain.log.events import SPECTATOR
from domain.running.commands import create
from domain.running.self_play import play
from tests.domain.made_events import made


def game(**changes: Any) -> Game:
    """Return a game of two people with the given attributes."""
    created = {
        "ruleset": "dobon-sato", "options": {}, "seats": 2, "listed": True, "anchor": "", "spectators": "live",
    }  # fmt: skip
    found = fold("g", [made("game-created", created)])
    for name, value in {"status": "playing", "started": 5, "version": 30, **changes}.items():
        setattr(found, name, value)
    return found


def test_a_stranger_sees_the_newest_version_of_a_live_game() -> None:
    assert sight(game(), "stranger") == (SPECTATOR, 30)


@pytest.mark.parametrize(
    ("changes", "newest"),
    [
        ({"version": 30}, 20),
        ({"version": 15}, 5),
        ({"version": 14}, 4),
        ({"version": 6}, 4),
        ({"version": 5}, 4),
        ({"version": 4, "started": 0, "status": "waiting"}, 4),
        ({"version": 30, "status": "between-rounds"}, 20),
        ({"version": 30, "status": "finished"}, 30),
        ({"version": 30, "status": "abandoned"}, 30),
    ],
)
def test_delayed_spectators_lag_only_while_the_game_is_played(changes: dict[str, Any], newest: int) -> None:
    assert horizon(game(spectators="delayed", spectator_delay=10, **changes)) == newest


@pytest.mark.parametrize("status", ["playing", "between-rounds", "finished", "abandoned"])
def test_a_game_without_spectators_can_be_found_only_while_it_waits_for_players(status: str) -> None:
    assert may_watch(game(spectators="off", status="waiting", started=0))
    assert not may_watch(game(spectators="off", status=status))
    assert sight(game(spectators="off", status=status), "stranger") is None


@pytest.mark.parametrize("mode", ["live", "delayed", "off"])
def test_an_unlisted_game_has_no_spectators(mode: str) -> None:
    assert not may_watch(game(spectators=mode, listed=False))


@pytest.mark.parametrize("mode", ["live", "delayed", "off"])
def test_a_seated_player_sees_the_newest_version(mode: str) -> None:
    found = game(spectators=mode, spectator_delay=10, seats=[Seat("p0"), Seat("p1", bot="careful")])
    assert [sight(found, player) for player in ("p0", "p1")] == [(0, 30), (1, 30)]


@pytest.mark.parametrize(
    ("mode", "delay", "written"),
    [
        ("live", None, {"spectators": "live"}),
        ("off", None, {"spectators": "off"}),
        ("delayed", None, {"spectators": "delayed", "spectator_delay": DELAY}),
        ("delayed", 1, {"spectators": "delayed", "spectator_delay": 1}),
        ("delayed", LONGEST_DELAY, {"spectators": "delayed", "spectator_delay": LONGEST_DELAY}),
    ],
)
def test_the_first_event_records_the_choice(mode: str, delay: int | None, written: dict[str, Any]) -> None:
    assert chosen(mode, delay) == written
    first, *_ = create(
        "dobon-sato",
        {},
        2,
        [],
        listed=True,
        player="p",
        anchor=None,
        last_link=bytes(32),
        spectators=mode,
        spectator_delay=delay,
    )
    assert written.items() <= first.public.json().items()


@pytest.mark.parametrize(
    ("mode", "delay"), [("sometimes", None), ("live", 3), ("off", 3), ("delayed", 0), ("delayed", LONGEST_DELAY + 1)]
)
def test_other_choices_are_refused(mode: str, delay: int | None) -> None:
    with pytest.raises(Refused) as refusal:
        chosen(mode, delay)
    assert refusal.value.code == "option-conflict"


@pytest.mark.parametrize("delay", [1, 3, 20, 500])
def test_the_shown_status_is_that_of_the_newest_version_that_spectators_may_see(delay: int) -> None:
    log, _ = play("dobon-sato", ["novice"] * 3, "statuses", {"rounds": 4})
    created = log[0].public
    created.listed, created.spectators, created.spectator_delay = True, "delayed", delay
    now, statuses = fold("g", log[:1]), ["waiting"]
    for event in log[1:]:
        apply(now, event)
        statuses.append(now.status)
        assert shown_status(now) == statuses[horizon(now) - 1]
        assert shown_status(Game.from_stored(now.stored())) == shown_status(now)
    assert set(statuses) == {"waiting", "playing", "between-rounds", "finished"}


def test_a_hidden_game_shows_no_status() -> None:
    assert shown_status(game(listed=False)) is None
    assert shown_status(game(spectators="off")) is None
    assert shown_status(game(spectators="off", status="waiting", started=0)) == "waiting"
