"""`doubt`: invariants of every game with any options, played by people who move at random or by bots."""

from collections import Counter
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from domain.doubt.hand import DoubtState, last_cards
from domain.doubt.knowledge import certainly_a_lie, possible
from domain.doubt.table import DoubtTable
from domain.game.fold import apply, fold
from domain.game.game import PLAYING
from domain.log.chance import RandomStream
from domain.log.errors import Refused
from domain.log.events import SPECTATOR, seen_by
from domain.ruleset.actions import Action, Decline, Doubt, Play
from domain.ruleset.cards import RANK, codes, deck
from domain.ruleset.windows import asked
from domain.running.self_play import GAME, play
from tests.domain.doubt.situations import RULES, Position, clock

SWITCHES = ("resume_same_number", "doubter_takes_turn", "must_doubt_to_finish", "joker_may_finish", "next_play_closes")
OPTIONS: Any = st.fixed_dictionaries(
    {
        "variant": st.sampled_from(["doubt", "cheat"]),
        "penalty": st.sampled_from(["pile", "eliminate", "exchange_two"]),
        "ranking": st.sampled_from(["winner_only", "by_hand_count"]),
        "decks": st.sampled_from([1, 1, 1, 2]),
        "jokers_per_deck": st.integers(0, 2),
        "max_cards_per_play": st.integers(1, 4),
        "min_open_seconds": st.sampled_from([0, 3]),
        "max_plays": st.sampled_from([0, 50]),
        **dict.fromkeys(SWITCHES, st.booleans()),
    }
)


def claimed_rightly(table: DoubtTable, hand: list[int], most: int) -> tuple[int, ...]:
    """Return fitting cards of a hand, as many as may be laid."""
    number = table.number % 13 + 1 if table.window else table.number
    return tuple([card for card in hand if RANK[card] in (0, number)][:most])


def anything(position: Position, stream: RandomStream) -> None:
    """Execute a random action of a random seat; if there is none, let time pass."""
    seat = stream.below(len(position.table.sizes))
    found: list[Action] = [
        action for action in position.actions(seat) if not isinstance(action, Doubt) or not stream.below(3)
    ]
    if not found:
        position.at(1 + (seconds(position)))
        return
    action = found[stream.below(len(found))]
    if isinstance(action, Play):
        hand = position.of(seat).held(seat)
        stream.shuffle(hand)
        most = position.game.options["max_cards_per_play"]
        honest = claimed_rightly(position.table, hand, 1 + stream.below(most))
        action = Play(honest if honest and stream.below(2) else tuple(hand[: 1 + stream.below(most)]))
    try:
        position.act(seat, action)
    except Refused as refused:
        if refused.code not in ("too-early", "joker-cannot-finish"):
            raise


def seconds(position: Position) -> int:
    """Return the seconds since the beginning."""
    return next(second for second in range(1_000) if clock(second) >= position.now)


def check_knowledge(server: DoubtState) -> int:
    """Check that a seat's knowledge of a lie is true. Return the number of seats that know a lie."""
    table, sure = server.table, 0
    claim = table.claim
    if claim is None or not table.window:
        return 0
    fitting = sum(RANK[card] in (0, claim.number) for card in last_cards(server))
    for seat, hand in enumerate(server.hands):
        assert hand is not None
        known = certainly_a_lie(table, hand, seat)
        if seat != claim.seat:
            assert possible(table, hand, seat, claim.seat, claim.number) >= fitting, "the play is possible"
        assert not known or fitting < claim.count
        sure += known
    return sure


def wander(seats: int, seed: int, options: dict[str, Any], steps: int) -> tuple[Position, int]:
    """Return a game of people who move at random, and how often a seat knew a lie."""
    position = Position.dealt(seats, seed, **options)
    return position, wandered(position, RandomStream(seed.to_bytes(32, "big"), "wander"), steps)


def late(seats: int, seed: int, options: dict[str, Any]) -> Position:
    """Return a game that is nearly over: a few cards in each hand, any turn and number."""
    stream = RandomStream(seed.to_bytes(32, "big"), "late")
    cards = deck(options["jokers_per_deck"]) * options["decks"]
    stream.shuffle(cards)
    hands = [" ".join(codes(cards[4 * seat : 4 * seat + 1 + stream.below(4)])) for seat in range(seats)]
    position = Position(
        *hands, pile=" ".join(codes(cards[40 : 40 + stream.below(9)])), turn=stream.below(seats), number=1 + stream.below(13),
        **options | {"max_plays": options["max_plays"] and 8},
    )  # fmt: skip
    wandered(position, stream, 60)
    return position


def wandered(position: Position, stream: RandomStream, steps: int) -> int:
    """Take `steps` random steps and return how often a seat knew a lie; `Position` checks every event."""
    sure = 0
    for _ in range(steps):
        if position.game.status != PLAYING:
            break
        anything(position, stream)
        sure += check_knowledge(position.state)
    return sure


@given(seats=st.integers(2, 6), seed=st.integers(0, 2**32), options=OPTIONS)
def test_the_invariants_hold_in_random_play(seats: int, seed: int, options: dict[str, Any]) -> None:
    position, _ = wander(seats, seed, options, 40)
    check_story(position)


@settings(max_examples=2 * settings().max_examples)
@given(seats=st.integers(2, 6), seed=st.integers(0, 2**32), options=OPTIONS)
def test_the_invariants_hold_to_the_end_of_a_round(seats: int, seed: int, options: dict[str, Any]) -> None:
    check_story(late(seats, seed, options))


def check_story(position: Position) -> None:
    """Check the order of the events of a round."""
    counts = Counter(event.type for event in position.events)
    assert counts["doubt-called"] + counts["window-closed"] <= counts["cards-played"]
    for event, following in pairwise(position.events):
        if event.type == "doubt-called":
            expected = {"pile": "pile-taken", "eliminate": "seat-eliminated", "exchange_two": "cards-exchanged"}
            assert following.type == expected[position.game.options["penalty"]]
        if event.type == "cards-played" and not event.public.asked:
            assert (following.type, following.public.seat) == ("pile-taken", event.public.seat)
    settled = [event.public.on for event in position.events if event.type in ("doubt-called", "window-closed")]
    assert len(settled) == len({*settled}), "a play is settled once"
    if position.table.over:
        check_end(position)


def check_end(position: Position) -> None:
    ended = position.last("round-ended").public
    winner, hands = ended.winner, ended.hands
    if ended.reason == "empty-hand":
        assert hands[winner] == []
        assert position.table.success[winner] or not position.game.options["must_doubt_to_finish"]
    assert winner not in position.table.out
    assert ended.points == [int(seat == winner) for seat in range(len(hands))]
    assert winner is None or [seat for seat, rank in enumerate(ended.ranks) if rank == 1] == [winner]


@pytest.mark.parametrize("penalty", ["pile", "eliminate", "exchange_two"])
@pytest.mark.parametrize("options", [{}, {"decks": 2, "jokers_per_deck": 2}, {"variant": "cheat"}])
def test_seats_sometimes_know_a_lie_and_are_never_wrong(penalty: str, options: dict[str, Any]) -> None:
    sure = 0
    for seed in range(4):
        given = {"penalty": penalty, "max_cards_per_play": 4, "max_plays": 0, "bot_delay_ms": 0, **options}
        sure += wander(2 + seed % 2, seed, given, 200)[1]
    assert sure


@pytest.mark.parametrize("penalty", ["pile", "eliminate", "exchange_two"])
@pytest.mark.parametrize("seats", [2, 3, 5])
def test_knowledge_is_right_in_whole_games_and_what_the_events_of_each_viewer_tell(seats: int, penalty: str) -> None:
    sure = 0
    for name in range(3):
        log, _ = play("doubt", ["novice"] * seats, f"known-{name}", {"penalty": penalty, "max_plays": 300})
        server = fold(GAME, log[:1])
        viewers = {viewer: fold(GAME, [seen_by(log[0], viewer)]) for viewer in range(SPECTATOR, seats)}
        for event in log[1:]:
            apply(server, event)
            for viewer, game in viewers.items():
                apply(game, seen_by(event, viewer))
                assert game == server.seen_by(viewer)
            sure += 0 if server.state is None else check_knowledge(server.state)
    assert sure or penalty == "eliminate", "rounds with eliminations are short"


@pytest.mark.parametrize("seats", range(2, 11))
def test_games_of_every_size_end(seats: int) -> None:
    log, rounds = play("doubt", ["novice"] * seats, "size", {"penalty": "eliminate", "rounds": 3, "max_plays": 400})
    assert [event.type for event in log[-2:]] == ["round-revealed", "game-ended"]
    assert len(rounds) == 3
    assert log[-1].public.scores == [sum(found.points[seat] for found in rounds) for seat in range(seats)]


def test_each_asked_seat_answers_once_and_no_other_seat_answers() -> None:
    for seed in range(5):
        position, _ = wander(4, seed, {"penalty": "eliminate", "min_open_seconds": 0}, 60)
        asked: set[int] = set()
        for event in position.events:
            if event.type == "cards-played":
                asked = {*event.public.asked}
            elif event.type == "doubt-declined":
                (seat,) = [int(part) for part, answer in event.sealed.items() if answer.declined]
                assert seat in asked
                asked.remove(seat)
            elif event.type == "doubt-called":
                assert event.public.seat in asked


@pytest.mark.parametrize("seat", [0, 1, 2])
def test_a_listed_answer_names_the_newest_play(seat: int) -> None:
    position, _ = wander(3, seat, {"min_open_seconds": 0, "next_play_closes": False}, 30)
    for action in position.actions(seat):
        assert not isinstance(action, Doubt | Decline) or action.on == position.table.window
    assert RULES.waiting_for(position.state) == (asked(position.state) or [position.table.turn])
