"""Invariants of every beating game with any options, played by people who move at random or by bots.

After every command `Position` checks its invariants, and compares listed and refused actions with accepted ones.
"""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from domain.beating.relation import best_defence
from domain.game.registry import ruleset
from domain.log.chance import RandomStream
from domain.log.errors import Refused
from domain.ruleset.actions import Action, Attack, Beat, Lead, ThrowIn
from domain.ruleset.cards import CARDS, RANK, SUIT, codes
from domain.ruleset.ruleset import Option
from domain.running.self_play import play
from tests.domain.beating.situations import Position

KEYS = ("durak", "kirifu", "mustamaija")
TIMES = ("turn_seconds", "bot_delay_ms", "rounds", "stall_limit", "max_lead")


def values(option: Option) -> Any:
    """Return values of an option that are worth playing with."""
    if option.kind == "bool":
        return st.booleans()
    return st.sampled_from(option.values or range(option.minimum, option.maximum + 1))


def options_of(key: str) -> Any:
    """Return any options of a game that may be combined."""
    rules: Any = ruleset(key)
    named = {option.name: values(option) for option in rules.options if option.name not in TIMES}
    if key == "mustamaija":
        named["max_lead"] = st.sampled_from([0, 0, 1, 3, 5])
    return st.fixed_dictionaries(named | {"stall_limit": st.sampled_from([0, 3, 10])})


def seats_for(key: str, seats: int, options: dict[str, Any]) -> int:
    """Return the nearest allowed number of seats; pairs need four and exclude turning over."""
    if options.get("teams"):
        options["turnover"] = False
        return 4
    return max(seats, 3) if key == "kirifu" else seats


def bolder(position: Position, action: Action, stream: RandomStream) -> Action:
    """Perhaps add cards to a listed action: several pairs, more of a suit, an extra card, more thrown in."""
    table = position.table
    hand = position.state.held(table.turn)
    if isinstance(action, Beat) and stream.below(2):
        beats = lambda card, attack: position.rules.beats(table, card, attack)  # noqa: E731 - the relation of this table
        return Beat(tuple(best_defence(table.unbeaten(), hand, beats)))
    if isinstance(action, Lead):
        same = [card for card in hand if SUIT[card] == SUIT[action.cards[0]]]
        others = [card for card in hand if card not in action.cards]
        if position.rules.key == "mustamaija":
            return Lead(tuple(same[: 1 + stream.below(max(1, table.limit))]))
        return Lead(action.cards, others[stream.below(len(others))]) if others and stream.below(2) else action
    if isinstance(action, ThrowIn):
        return ThrowIn(tuple(card for card in hand if RANK[card] in table.ranks()))
    if isinstance(action, Attack) and stream.below(2):
        return Attack(tuple(card for card in hand if RANK[card] == RANK[action.cards[0]]))
    return action


def wander(position: Position, seed: int, steps: int) -> None:
    """Take `steps` random steps, some of them illegal."""
    stream = RandomStream(seed.to_bytes(32, "big"), "wander")
    for _ in range(steps):
        table = position.table
        if table.over:
            return
        found = position.actions(table.turn)
        # A seat that could take or stop does so less often than anything else.
        action = found[min(stream.below(len(found)), stream.below(len(found)))]
        try:
            position.act(table.turn, bolder(position, action, stream))
        except Refused:
            position.act(table.turn, action)


@pytest.mark.parametrize("key", KEYS)
@settings(max_examples=settings().max_examples // 3)
@given(data=st.data(), seats=st.integers(2, 6), seed=st.integers(0, 2**32))
def test_the_invariants_hold_in_random_play(key: str, data: st.DataObject, seats: int, seed: int) -> None:
    options = data.draw(options_of(key))
    wander(Position.dealt(key, seats_for(key, seats, options), seed, **options), seed, 30)


def late(key: str, seats: int, seed: int, options: dict[str, Any]) -> Position:
    """Return a game that is nearly over: a few cards in each hand, hardly a stock."""
    stream = RandomStream(seed.to_bytes(32, "big"), "late")
    cards = [*ruleset(key).deck(int(options.get("joker", False)))]  # type: ignore[attr-defined]
    stream.shuffle(cards)
    queen = CARDS["S12"]
    cards.remove(queen)
    hands = [codes(cards[4 * seat : 4 * seat + 1 + stream.below(4)]) for seat in range(seats)]
    # The queen of spades is in play as long as Mustamaija is.
    hands[stream.below(seats)].append("S12")
    stock = codes(cards[24 : 24 + max(0, stream.below(6) - 2)])
    given = {name: value for name, value in options.items() if name != "trump"}
    trump = stock[-1][0] if stock and stock[-1][0] in "CHD" else "H"
    return Position(key, *map(" ".join, hands), stock=" ".join(stock), trump=trump, lead=stream.below(seats), **given)


@pytest.mark.parametrize("key", KEYS)
@settings(max_examples=settings().max_examples // 2)
@given(data=st.data(), seats=st.integers(2, 6), seed=st.integers(0, 2**32))
def test_the_invariants_hold_to_the_end_of_a_round(key: str, data: st.DataObject, seats: int, seed: int) -> None:
    options = data.draw(options_of(key))
    position = late(key, seats_for(key, seats, options), seed, options | {"stall_limit": 10})
    wander(position, seed, 80)
    if position.table.over:
        check_end(key, position, options)


def check_end(key: str, position: Position, options: dict[str, Any]) -> None:
    """Check the end of a round."""
    reason, losers, ranks = position.ended
    left, seats = position.table.left(), len(ranks)
    both = "first-out" if options.get("both_out") == "first_out" else "draw"
    assert (
        reason
        in {
            "durak": {"team-out", "draw", "stalled"} if options.get("teams") else {"one-left", both, "stalled"},
            "kirifu": {"one-left", "stalled"} if options.get("finish") == "play_on" else {"first-out", "stalled"},
            "mustamaija": {"one-left", "stalled"},
        }[key]
    )
    assert all(rank is None or 1 <= rank <= seats for rank in ranks)
    if reason == "one-left":
        assert (losers, sorted(ranks)) == (left, [*range(1, seats + 1)])
        assert ranks[losers[0]] == seats
        assert [position.table.out.index(seat) + 1 for seat in position.table.out] == [
            ranks[seat] for seat in position.table.out
        ]
        assert position.hands[losers[0]] or key != "durak"
    if reason in ("draw", "stalled"):
        assert losers == []
        best = min(rank for rank in ranks if rank is not None)
        assert best == 1
    if reason == "stalled" and not options.get("teams"):
        assert {ranks[seat] for seat in left} == {len(position.table.out) + 1}
    if key == "mustamaija" and reason == "one-left":
        assert "S12" in position.fact(f"P{losers[0]}").split()
    assert sum(points < 0 for points in position.points) == len(losers)


@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
def test_the_loser_of_mustamaija_always_holds_the_queen_of_spades(seats: int) -> None:
    ended = 0
    for seed in range(25):
        names = [("novice", "careful")[(seat + seed) % 2] for seat in range(seats)]
        given = {"trump_reveal": ("after_first_lead", "at_deal")[seed % 2], "max_lead": (0, 5)[seed % 3 == 0]}
        log, _ = play("mustamaija", names, f"queen-{seats}-{seed}", given)
        last = next(event.public for event in log if event.type == "round-ended")
        discarded = [card for event in log if event.type == "defence-ended" for card in event.public.discarded]
        assert "S12" not in discarded, "the queen is never beaten and beats nothing"
        holders = [seat for seat, hand in enumerate(last.hands) if "S12" in hand]
        if last.losers:
            assert holders == last.losers
            ended += 1
    assert ended > 15


@pytest.mark.parametrize("key", KEYS)
def test_games_of_bots_end_with_a_place_for_each_seat(key: str) -> None:
    for seed in range(12):
        seats = 3 + seed % 4
        log, (found,) = play(
            key, ["novice", "careful", "novice", "careful", "novice", "novice"][:seats], f"ends-{seed}"
        )
        last = next(event.public for event in log if event.type == "round-ended")
        assert None not in last.ranks
        assert found.ended_by in ("one-left", "draw", "stalled")
        gone = [event.public.seat for event in log if event.type == "seat-out"]
        assert [event.public.place for event in log if event.type == "seat-out"] == [*range(1, len(gone) + 1)]
