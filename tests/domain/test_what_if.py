"""Finished rounds continued from their moments."""

from functools import cache
from typing import Any

import pytest

from domain.bots.strategies import newest_version, playing
from domain.game.fold import fold
from domain.game.game import Game, actions, view
from domain.game.registry import RULESETS
from domain.log.chance import Chance
from domain.log.errors import Refused
from domain.log.events import Event, seen_by
from domain.log.upcasting import logged
from domain.review import what_if
from domain.review.what_if import Continuation, continue_round
from domain.ruleset.actions import Action, Dobon, Doubt, Ready
from domain.ruleset.cards import HIDDEN
from domain.running.automation import decide
from domain.running.self_play import GAME, play
from prove.harness.json_values import canonical_text

SEATS = 3
SHORT = {"doubt": {"penalty": "exchange_two"}}


@cache
def log_of(key: str, seed: str = "what-if", bots: str = "careful", **options: Any) -> tuple[Event, ...]:
    """Return the log of a game of bots."""
    found, _ = play(key, [bots] * SEATS, seed, {"rounds": 1, **SHORT.get(key, {}), **options})
    return tuple(found)


def secret_of(log: tuple[Event, ...]) -> bytes:
    return bytes.fromhex(next(event.public.secret for event in log if event.type == "round-revealed"))


def dealt(log: tuple[Event, ...]) -> int:
    return next(event.version for event in log if event.type == "round-dealt")


def continued(
    log: tuple[Event, ...], version: int, seat: int, given: list[Action | None], bots: str = "careful"
) -> Continuation:
    return continue_round(fold(GAME, log[:version]), log[version:], seat, given, secret_of(log), bots)


def choice_of_bot(log: tuple[Event, ...], found: Continuation, seat: int, bot: str = "careful") -> Action | None:
    """Return what a bot does on the seat."""
    game = found.game
    chance = Chance(secret_of(log), GAME, game.round, game.links[-1])
    strategy = playing(game.ruleset.key, bot, newest_version(game.ruleset.key, bot))
    return strategy(game, seat, actions(game, seat), chance.stream(f"bot-{seat}-{game.version}"))


def assert_repeats(log: tuple[Event, ...], seat: int, bot: str) -> None:
    """Continue from the deal, let the seat play like the bot that it was, and compare the events with the log."""
    version = dealt(log)
    given: list[Action | None] = []
    found = continued(log, version, seat, given, bot)
    frames = found.frames
    while not found.over:
        given.append(choice_of_bot(log, found, seat, bot))
        found = continued(log, version, seat, given, bot)
        frames += found.frames
    truth = [seen_by(event, seat) for event in log[version:]]
    revealed = next(place for place, event in enumerate(truth) if event.type == "round-revealed")
    expected = [[one.type, one.public, one.sealed, one.version] for one in map(logged, truth[: revealed + 1])]
    assert [[frame["event"][name] for name in ("type", "public", "sealed", "version")] for frame in frames] == expected


@pytest.mark.parametrize("key", RULESETS)
@pytest.mark.parametrize("seat", range(SEATS))
def test_a_seat_that_plays_as_it_did_gets_the_round_that_was(key: str, seat: int):
    """So hands and stock are the true ones, and the bots decide as they did."""
    assert_repeats(log_of(key), seat, "careful")


@pytest.mark.parametrize(("key", "bot", "number"), [("dobon-kawagoe", "novice", 15), ("dobon-sato", "careful", 2)])
def test_later_shuffles_and_the_chance_of_bots_are_those_of_the_round(key: str, bot: str, number: int):
    log = log_of(key, f"novices-{number}", bot)
    assert any(event.type == "stock-reshuffled" for event in log)
    assert_repeats(log, 1, bot)


def test_bots_decide_from_the_views_of_their_seats(monkeypatch: pytest.MonkeyPatch):
    asked = []

    def watched(game: Game, seat: int, *others: Any) -> Action | None:
        asked.append(seat)
        assert [number for number, hand in enumerate(game.state.hands) if hand is not None] == [seat]
        return decide(game, seat, *others)

    monkeypatch.setattr(what_if, "decide", watched)
    log = log_of("doubt")
    continued(log, dealt(log), 0, [])
    assert set(asked) == {1, 2}


@pytest.mark.parametrize("key", RULESETS)
def test_every_seat_can_continue_from_every_moment(key: str):
    log = log_of(key, "every-moment")
    end = next(event.version for event in log if event.type == "round-ended")
    for version in range(dealt(log), end, 5):
        for seat in range(SEATS):
            try:
                found = continued(log, version, seat, [])
            except Refused:
                continue  # the round was decided, although its last event was not there yet
            assert found.over or view(found.game, seat)["actions"]
            assert (found.points is None) != found.over


@pytest.mark.parametrize("key", RULESETS)
def test_only_the_seats_own_cards_are_shown(key: str):
    log = log_of(key)
    found = continued(log, dealt(log), 1, [])
    assert not found.over
    for frame in found.frames:
        assert HIDDEN not in frame["hands"][1]
        assert set(frame["event"]["sealed"]) <= {"1"}
    server = fold(GAME, log[: dealt(log)])
    hidden = {str(card) for hand in (0, 2) for card in server.cards(hand)}
    assert hidden
    for seat in (0, 2):
        shown = found.game.cards(seat)
        assert shown.count(None) >= len(shown) - len(found.frames)


def test_the_game_that_was_given_stays_as_it_is():
    log = log_of("dobon-sato")
    game = fold(GAME, log[: dealt(log)])
    before = canonical_text(game.stored())
    continue_round(game, log[dealt(log) :], 0, [], secret_of(log))
    assert canonical_text(game.stored()) == before


def test_the_frames_begin_with_the_last_given_action():
    log = log_of("durak")
    first = continued(log, dealt(log), 0, [])
    action = choice_of_bot(log, first, 0)
    second = continued(log, dealt(log), 0, [action])
    assert second.frames[0]["version"] == first.game.version + 1
    assert second.frames[0]["event"]["public"]["seat"] == 0


def test_waiting_lets_a_right_to_call_pass():
    log = log_of("doubt")
    found = next(
        found
        for version in range(dealt(log), len(log))
        if (found := continued(log, version, 0, [])).may_wait or not found.over
    )
    assert not found.may_wait, "in Doubt a seat that may doubt is asked"
    with pytest.raises(Refused, match="cannot wait") as refused:
        continued(log, dealt(log), 0, [None])
    assert (refused.value.code, refused.value.extra["action"]) == ("not-now", 0)


def rights_to_call(key: str) -> list[tuple[tuple[Event, ...], int, Continuation]]:
    """Return moments at which seat 0 may call and is not asked."""
    found = []
    for number in range(8):
        log = log_of(key, f"rights-{number}")
        end = next(event.version for event in log if event.type == "round-ended")
        for version in range(dealt(log), end):
            try:
                one = continued(log, version, 0, [])
            except Refused:
                continue
            if one.may_wait and any(isinstance(action, Dobon) for action in actions(one.game, 0)):
                found.append((log, version, one))
                break
    return found


def test_a_right_to_call_is_a_choice_that_may_be_let_pass():
    moments = rights_to_call("dobon-sato")
    assert moments
    for log, version, found in moments:
        later = continued(log, version, 0, [None])
        assert later.over or later.game.version > found.game.version
        call = next(action for action in actions(found.game, 0) if isinstance(action, Dobon))
        called = continued(log, version, 0, [call])
        assert called.frames[0]["event"]["type"] == "dobon-called"


def test_times_of_the_real_game_do_not_matter():
    log = log_of("doubt", turn_seconds=60, window_seconds=10)
    found = continued(log, dealt(log) + 1, 1, [])
    assert not found.over
    assert found.game.ruleset.due(found.game.table) is None or found.game.at < found.game.ruleset.due(found.game.table)


def test_an_action_that_the_rules_refuse_is_refused():
    log = log_of("durak")
    with pytest.raises(Refused) as refused:
        continued(log, dealt(log), 0, [Doubt(3)])
    assert refused.value.extra["action"] == 0
    with pytest.raises(Refused) as refused:
        continued(log, dealt(log), 0, [Ready()])
    assert refused.value.code == "not-now"


def test_a_round_that_was_decided_is_not_continued():
    log = log_of("dobon-sato")
    ended = next(event.version for event in log if event.type == "round-ended")
    for version in (ended, ended + 1):
        with pytest.raises(Refused, match="nothing follows") as refused:
            continued(log, version, 0, [])
        assert refused.value.code == "round-over"
