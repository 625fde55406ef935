"""Bots: what they answer is legal, comes from their own view, and is what the essay's tips advise."""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations
from math import comb
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from domain.actions import Accept, Action, Decline, Dobon, Draw, Play
from domain.bots import NAMES, STAND_IN, odds
from domain.bots.strategies import STRATEGIES
from domain.cards import CARDS, CODES, RANK, SUITS, deck
from domain.chance import Stream
from domain.commands import Secrets
from domain.dobon.table import ranks
from domain.events import Event, seen_by
from domain.formula import is_valid, waits
from domain.game import PLAYING, Game, fold
from domain.playing import Folds, next_step
from domain.rulesets import RULESETS
from domain.selfplay import play
from tests.domain.situations import Situation

STREAM = Stream(b"\3" * 32, "test")


def asked(situation: Situation, seat: int, name: str = "careful") -> Action | None:
    """What the bot does in the seat's place."""
    return STRATEGIES["dobon-sato", name](situation.folds.viewers[seat], seat, situation.actions(seat), STREAM)


def laid(action: Action | None) -> str:
    """The cards of a play."""
    assert isinstance(action, Play), action
    return " ".join(CODES[card] for card in action.cards)


class Witness:
    """Stands before every strategy, and keeps what each is asked and answers."""

    def __init__(self) -> None:
        self.answers: list[tuple[Game, int, Sequence[Action], Action | None]] = []

    def watch(self, patch: pytest.MonkeyPatch) -> None:
        for key, strategy in STRATEGIES.items():
            patch.setitem(STRATEGIES, key, self.before(strategy))

    def before(self, strategy: Any) -> Any:
        def choose(game: Game, seat: int, actions: Sequence[Action], stream: Stream) -> Action | None:
            answer: Action | None = strategy(game, seat, actions, stream)
            self.answers.append((game, seat, actions, answer))
            self.judge(game, seat, actions, answer)
            return answer

        return choose

    @staticmethod
    def judge(game: Game, seat: int, actions: Sequence[Action], answer: Action | None) -> None:
        """Legal, from the seat's own game, and never a false call."""
        others = [hand for other, hand in enumerate(game.table.hands) if other != seat]
        assert all(card is None for hand in [*others, game.table.stock] for card in hand)
        if answer is None:
            assert all(isinstance(action, Dobon) for action in actions)
        else:
            assert answer in actions
        if isinstance(answer, Dobon):
            assert is_valid(ranks(game.table.hand(seat)), RANK[game.table.top])


@pytest.fixture
def witness(monkeypatch: pytest.MonkeyPatch) -> Witness:
    found = Witness()
    found.watch(monkeypatch)
    return found


def test_every_ruleset_has_a_strategy_of_every_name() -> None:
    assert set(STRATEGIES) == {(key, name) for key in RULESETS for name in NAMES}
    assert STAND_IN in NAMES


@st.composite
def option_values(draw: st.DrawFn, seats: int) -> dict[str, Any]:
    values: dict[str, Any] = {}
    for option in RULESETS["dobon-sato"].options:
        if option.kind == "choice":
            values[option.name] = draw(st.sampled_from(option.values))
        elif option.kind == "bool":
            values[option.name] = draw(st.booleans())
    values["hand_size"] = draw(st.integers(1, min(10, 51 // seats)))
    values["claim_grace_seconds"] = draw(st.sampled_from([0, 3]))
    values["bot_delay_ms"] = draw(st.sampled_from([0, 800]))
    return values


@given(st.data(), st.integers(2, 8), st.text("0123456789", max_size=3))
def test_with_any_options_bots_answer_legally_and_truly_from_their_own_view_until_the_round_ends(
    data: st.DataObject, seats: int, seed: str
) -> None:
    options = data.draw(option_values(seats))
    bots = data.draw(st.lists(st.sampled_from(NAMES), min_size=seats, max_size=seats))
    witness = Witness()
    with pytest.MonkeyPatch.context() as patch:
        witness.watch(patch)
        _, (played,) = play("dobon-sato", bots, seed, options)
    assert witness.answers
    assert played.false_calls == 0
    assert played.ended_by in ("call", "counter", "dead-end")


def worlds(log: list[Event], seat: int, turn: int) -> Iterator[list[Event]]:
    """The log, and the log with other cards in all places that the seat cannot see; everybody else is made a person."""
    known = set(_codes([[event.public, event.sealed.get(str(seat))] for event in log]))
    hidden = [code for code in (CODES[card] for card in deck()) if code not in known]
    assume(hidden)
    for shift in (0, turn):
        other = dict(zip(hidden, hidden[shift % len(hidden) :] + hidden[: shift % len(hidden)], strict=True))
        yield [_moved(event, other, seat) for event in log]


def _codes(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict | list):
        for part in value.values() if isinstance(value, dict) else value:
            yield from _codes(part)


def _moved(event: Event, other: dict[str, str], seat: int) -> Event:
    def move(value: Any) -> Any:
        if isinstance(value, dict):
            return {name: move(part) for name, part in value.items()}
        if isinstance(value, list):
            return [move(part) for part in value]
        return other.get(value, value) if isinstance(value, str) else value

    public = event.public
    if event.type == "seat-taken" and public["seat"] != seat:
        public = {**public, "player": f"player-{public['seat']}", "bot": None}
    sealed = {part: payload if part == str(seat) else move(payload) for part, payload in event.sealed.items()}
    return Event(event.type, public, sealed, event.schema, event.version, event.at)


@given(st.sampled_from(NAMES), st.integers(0, 99), st.integers(0, 3), st.integers(1, 50), st.integers(0, 10**6))
def test_cards_that_a_bot_cannot_see_change_nothing_that_it_does(
    name: str, game: int, seat: int, turn: int, where: int
) -> None:
    whole, _ = play("dobon-sato", [name] * 4, str(game))
    dealt = next(place for place, event in enumerate(whole) if event.type == "round-dealt")
    ended = next(place for place, event in enumerate(whole) if event.type == "round-ended")
    log = whole[: dealt + 1 + where % (ended - dealt)]
    answers = []
    for world in worlds(log, seat, turn):
        witness = Witness()
        with pytest.MonkeyPatch.context() as patch:
            witness.watch(patch)
            folds = Folds(fold("g", world), {seat: fold("g", [seen_by(event, seat) for event in world])})
            next_step(folds, world[-1].at, Secrets(b"\1" * 32, b"\2" * 32))
        answers.append([(actions, answer) for _, _, actions, answer in witness.answers])
    assert answers[0] == answers[1]


# What novice does


def test_a_novice_calls_and_counters_when_its_hand_makes_the_number() -> None:
    situation = Situation(["S4 S7", "C5 H7", "D4 D8"], "S12", owner=2)
    assert isinstance(asked(situation, 1, "novice"), Dobon)
    situation.when("P1 calls")
    assert isinstance(asked(situation, 2, "novice"), Dobon)
    assert asked(situation, 0, "novice") == Decline(situation.game.version)


def test_a_novice_s_other_actions_are_all_equally_likely() -> None:
    situation = Situation(["S4 S7 H9", "C5 H7"], "S12", owner=1)
    found = Counter(str(asked(situation, 0, "novice")) for _ in range(3_000))
    legal = [action for action in situation.actions(0) if not isinstance(action, Dobon)]
    assert set(found) == {str(action) for action in legal}
    assert all(800 < times < 1_200 for times in found.values()), found


# What careful calls and counters


def test_a_win_that_nobody_can_counter_is_taken() -> None:
    situation = Situation(["C5 H7", "", "", ""], "S12", owner=1, shown=["", "D1 D2", "D9 D13", "H2 H4"])
    assert isinstance(asked(situation, 0), Dobon)


def test_a_call_on_closed_hands_is_made_although_somebody_might_counter() -> None:
    situation = Situation(["C5 H7", "D1 D2", "D9 D13", "H2 H4"], "S12", owner=1, turn=3)
    assert isinstance(asked(situation, 0), Dobon)


@pytest.mark.parametrize("owner", [1, 2])
def test_it_keeps_quiet_where_an_open_hand_would_counter(owner: int) -> None:
    hidden = Situation(["C5 H7", "D9 D11", "D3 S8 H13"], "S12", owner=owner, turn=2)
    assert isinstance(asked(hidden, 0), Dobon)
    # The same, but everybody sees the 4 and 3 of P1, who makes the 12 whether as its owner or not.
    seen = Situation(["C5 H7", "", "D3 S8 H13"], "S12", owner=owner, turn=2, shown=["", "D4 H3", ""])
    assert asked(seen, 0) is None


def test_whoever_keeps_quiet_on_the_own_turn_plays_on() -> None:
    situation = Situation(["C5 H7 ", "", "D3 S8 H13"], "S12", owner=2, turn=0, shown=["", "D4 H3", ""])
    answer = asked(situation, 0)
    assert answer is not None
    assert not isinstance(answer, Dobon)


def test_the_owner_of_a_called_card_counters_since_it_would_lose_anyway() -> None:
    hands = ["S12 S4 C3", "C5 H7", "D1 D2", "D9 D10", "H2 H5", "H1 H6", "C1 C6", "S9 S11"]
    situation = Situation(hands, "S2", turn=0)
    situation.when("P0 plays S12", "P1 calls")
    assert isinstance(asked(situation, 0), Dobon)


def test_the_owner_of_a_called_card_leaves_the_counter_to_an_open_hand_that_would_counter_its_own() -> None:
    situation = Situation(["S12 S4 C3", "C5 H7", ""], "S2", turn=0, shown=["", "", "D4 H3"])
    situation.when("P0 plays S12", "P1 calls")
    assert isinstance(asked(situation, 0), Decline)


def test_nobody_else_counters_into_an_open_counter() -> None:
    situation = Situation(["S12 H4", "C5 H7", "", "S6 C6"], "S2", turn=0, shown=["", "", "D4 H3", ""])
    situation.when("P0 plays S12", "P1 calls")
    assert isinstance(asked(situation, 3), Decline)


def test_a_counter_that_nobody_can_counter_is_made() -> None:
    situation = Situation(["S12 H4", "C5 H7", "", "S6 C6"], "S2", turn=0, shown=["H5", "", "D9 H2", ""])
    situation.when("P0 plays S12", "P1 calls")
    assert isinstance(asked(situation, 3), Dobon)


# What careful plays


def test_a_card_that_an_open_hand_calls_on_is_not_laid_where_there_is_another_way() -> None:
    # P1's open 4 and 3 make 1, 7 and 12.
    shown = ["", "D4 H3", "", ""]
    for hand in ("S12 S5 C9", "S7 S5 C9", "S1 S5 C9"):
        situation = Situation([hand, "", "H9 H10 H11", "D9 D10 D11"], "S10", shown=shown)
        answer = asked(situation, 0)
        assert isinstance(answer, Draw) or laid(answer) == "S5"
        only = Situation([hand.replace("S5", "C5"), "", "H9 H10 H11", "D9 D10 D11"], "S10", shown=shown)
        assert isinstance(asked(only, 0), Draw)


def test_a_card_is_laid_into_an_open_hand_when_the_rest_can_counter_the_call() -> None:
    situation = Situation(["S12 S4 C3", "", "H9 H10 H11 C2 C10"], "S10", shown=["", "C5 H7", ""])
    assert laid(asked(situation, 0)) == "S12"


def test_of_two_cards_the_one_is_laid_that_the_rest_can_counter() -> None:
    # After the 12, 4 and 3 are left; after the 4, 12 and 3 do not make it.
    situation = Situation(["S12 S4 C3", "D9 D6", "H10 H5"], "S10", turn=0)
    assert laid(asked(situation, 0)) == "S12"


def test_an_8_names_the_suit_whose_unseen_cards_it_waits_for() -> None:
    # The rest waits for 5 and 9 alone: of those, only the hearts are unseen.
    rest = "S7 C2"
    gone = "S5 C5 D5 S9 C9 D9"
    situation = Situation([f"D8 {rest}", "", ""], "D4", shown=["", f"{gone} H13", "S6 D13 D10 C11 S11 H1"], turn=0)
    plays = [action for action in situation.actions(0) if isinstance(action, Play) and RANK[action.cards[0]] == 8]
    best = STRATEGIES["dobon-sato", "careful"](situation.folds.viewers[0], 0, plays, STREAM)
    assert isinstance(best, Play)
    assert best.suit == SUITS.index("H")


def test_a_pending_2_is_passed_on_rather_than_taken_where_nobody_is_likely_to_call() -> None:
    situation = Situation(
        ["S2 H9 D11 C12", "C5 H7 D9 S9 C9", "D3 S8 H13 D12 S12"], "D2", owner=2, turn=0, pending=(2, 6)
    )
    assert laid(asked(situation, 0)) == "S2"


def test_a_pending_2_is_taken_where_an_open_hand_calls_on_the_next() -> None:
    situation = Situation(
        ["S2 H9 D12", "", "D3 S8 H13"], "D2", owner=2, turn=0, pending=(2, 2), shown=["", "C1 H3", ""]
    )
    assert isinstance(asked(situation, 0), Accept)


def test_a_pending_13_is_taken_where_an_open_hand_calls_on_the_next() -> None:
    situation = Situation(
        ["S13 H9 D5", "", "D3 S8 H2"], "D13", owner=2, turn=0, pending=(13, 0), shown=["", "C6 H7", ""]
    )
    assert isinstance(asked(situation, 0), Accept)


# What hidden hands are likely to make


@pytest.mark.parametrize(("shown", "closed"), [("", 1), ("", 2), ("H3", 1), ("H3", 2), ("H3 D9", 1)])
def test_the_odds_are_the_share_of_all_hands_that_could_be_there(shown: str, closed: int) -> None:
    hands = ["S1 H5 D8", " ".join(["C1", "C2", "C3"][:closed])]
    situation = Situation(hands, "S12", shown=["", shown])
    reckoned = odds.Odds(situation.folds.viewers[0].table, 0)
    known = {CARDS[code] for code in f"S1 H5 D8 S12 {shown}".split()}
    unseen = [card for card in deck() if card not in known]
    assert reckoned.unseen == unseen
    opened = [RANK[CARDS[code]] for code in shown.split()]
    for number in range(1, 14):
        hits = sum(is_valid([*opened, *(RANK[c] for c in there)], number) for there in combinations(unseen, closed))
        assert reckoned.makes(1, number) == pytest.approx(hits / comb(len(unseen), closed))


@given(st.lists(st.integers(1, 13), max_size=9))
def test_the_waits_of_a_hand_are_those_of_the_rulebook(numbers: list[int]) -> None:
    assert odds.waited(tuple(sorted(numbers))) == tuple(waits(numbers))


@given(st.lists(st.floats(0, 1), max_size=6))
def test_none_one_and_more_are_all_there_is(chances: list[float]) -> None:
    found = odds.none_one_more(chances)
    assert sum(found) == pytest.approx(1)
    assert all(-1e-9 <= chance <= 1 + 1e-9 for chance in found)


# Games of bots from a seed


def test_the_same_seed_gives_the_same_game_and_another_seed_another() -> None:
    bots = ["careful", "novice", "careful"]
    first, _ = play("dobon-sato", bots, "7", {"rounds": 3})
    again, _ = play("dobon-sato", bots, "7", {"rounds": 3})
    other, _ = play("dobon-sato", bots, "8", {"rounds": 3})
    assert first == again
    assert first != other


def test_careful_wins_more_and_loses_less_than_novice() -> None:
    won, lost = Counter[str](), Counter[str]()
    for seed in range(10):
        bots = ["careful", "novice"] * 2 if seed % 2 else ["novice", "careful"] * 2
        for played in play("dobon-sato", bots, str(seed), {"rounds": 10})[1]:
            won.update([] if played.winner is None else [played.bots[played.winner]])
            lost.update(played.bots[seat] for seat in played.losers)
    assert won["careful"] > 1.5 * won["novice"]
    assert lost["novice"] > 1.5 * lost["careful"]


@pytest.mark.parametrize("seats", range(2, 9))
def test_tables_of_careful_bots_come_to_an_end(seats: int) -> None:
    log, rounds = play("dobon-sato", ["careful"] * seats, str(seats), {"rounds": 5})
    assert len(rounds) == 5
    assert log[-1].type == "game-ended"
    assert sum(len(played.losers) for played in rounds) > 0


def test_what_is_told_of_a_round_is_what_its_log_says() -> None:
    log, (played,) = play("dobon-sato", ["novice", "careful", "novice"], "told")
    game = fold("g", log)
    assert game.status != PLAYING
    assert game.result is not None
    assert (played.winner, list(played.losers)) == (game.result["winner"], game.result["losers"])
    types = Counter(event.type for event in log)
    assert played.calls + played.counters == types["dobon-called"]
    assert played.reshuffles == types["stock-reshuffled"]
    assert played.turns <= played.decisions


def test_a_table_where_everybody_draws_and_lays_the_same_two_cards_does_not_go_on_for_ever() -> None:
    for seed in ("304", "461"):
        _, rounds = play("dobon-sato", ["careful"] * 6, seed, {"play_after_draw": True})
        assert sum(played.turns for played in rounds) < 1_000
