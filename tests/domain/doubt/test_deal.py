"""`doubt`: players, decks, deal and options (rulebook 1.1, 1.6)."""

from collections import Counter
from typing import Any

import pytest

from domain.game.registry import RULESETS
from domain.log.chance import Chance
from domain.log.errors import Refused
from domain.log.events import SPECTATOR, Event, seen_by
from domain.ruleset.actions import Doubt, from_wire, to_wire
from domain.ruleset.cards import CARDS, CODES, codes, deck
from domain.ruleset.ruleset import RoundStart, check_options
from tests.domain.doubt.situations import NOON, RULES, Position, clock

# The deal


def dealt(seats: int, secret: int = 1, round_number: int = 1, **options: Any) -> Event:
    start = RoundStart(round_number, seats, check_options(RULES, {"max_plays": 50, **options}, seats))
    (event,) = RULES.deal(start, NOON, Chance(bytes([secret]) * 32, "deal", round_number, [""] * seats))
    return event


def hands(event: Event) -> list[list[str]]:
    return [event.sealed[str(seat)].cards for seat in range(len(event.public.hands))]


@pytest.mark.parametrize("seats", range(2, 11))
@pytest.mark.parametrize("decks", [1, 2, 3, 4])
@pytest.mark.parametrize("jokers", [0, 1, 2])
def test_all_cards_of_all_decks_are_dealt_evenly(seats: int, decks: int, jokers: int) -> None:
    event = dealt(seats, decks=decks, jokers_per_deck=jokers)
    every = Counter(code for hand in hands(event) for code in hand)
    assert every == Counter(dict.fromkeys(CODES[: 52 + jokers], decks))
    assert event.public.hands == [len(hand) for hand in hands(event)]
    assert max(event.public.hands) - min(event.public.hands) <= 1
    assert (event.public.decks, event.public.jokers) == (decks, jokers)


@pytest.mark.parametrize("secret", range(6))
def test_cards_are_dealt_one_by_one_from_the_first_seat(secret: int) -> None:
    event = dealt(5, secret)
    shuffled = deck()
    Chance(bytes([secret]) * 32, "deal", 1, [""] * 5).stream("deck").shuffle(shuffled)
    first = event.public.turn
    assert [hands(event)[(first + place) % 5] for place in range(5)] == [
        codes(shuffled[place::5]) for place in range(5)
    ]
    assert [event.public.hands[(first + place) % 5] for place in range(5)] == [11, 11, 10, 10, 10]


def test_chance_chooses_the_first_seat() -> None:
    assert {dealt(4, secret).public.turn for secret in range(30)} == {0, 1, 2, 3}


def test_a_round_begins_with_aces_and_an_empty_pile() -> None:
    event = dealt(3, round_number=2)
    table = RULES.begin(event, 3).table
    assert (event.public.number, event.public.round) == (1, 2)
    assert (table.number, table.turn, table.pile, table.claim, table.window) == (1, event.public.turn, [], None, 0)
    assert (table.success, table.out, table.plays) == ([0, 0, 0], [], 0)


def test_the_first_turn_has_a_turn_s_time() -> None:
    assert dealt(2).public.deadline == clock(60)
    assert dealt(2, turn_seconds=45).public.deadline == clock(45)
    assert dealt(2, turn_seconds=0).public.deadline is None


def test_a_seat_sees_only_its_own_cards() -> None:
    event = dealt(4)
    assert not {"cards", "first"} & {*event.public.json()}
    for viewer in range(SPECTATOR, 4):
        state = RULES.begin(seen_by(event, viewer), 4)
        own = [viewer] if viewer >= 0 else []
        assert [seat for seat in range(4) if None not in state.cards(seat)] == own
        assert [len(state.cards(seat)) for seat in range(4)] == state.table.sizes == event.public.hands


def test_a_view_shows_number_pile_and_claim_without_a_stock() -> None:
    position = Position("H2 S7", "S5", pile="S2 S3", turn=0, number=12)
    shown = RULES.view(position.of(0))
    assert shown["hands"] == [["S7", "H2"], ["??"]]
    assert (shown["phase"], shown["turn"], shown["waiting_for"], shown["stock"]) == ("playing", 0, [0], 0)
    assert shown["board"] == {
        "family": "doubt", "number": 12, "pile": 2, "claim": None, "plays": 0, "finishing": False, "closable": False, "allowed_from": None,
        "success": [0, 0], "out": [],
    }  # fmt: skip
    position.when("P0 plays S7")
    shown = RULES.view(position.of(1))
    assert (shown["phase"], shown["waiting_for"], shown["hands"]) == ("doubting", [1], [["??"], ["S5"]])
    assert shown["board"]["claim"] == {"seat": 0, "number": 12, "count": 1, "version": 11}
    assert (shown["board"]["pile"], shown["board"]["plays"], shown["deadline"]) == (3, 1, clock(10))


# Seats and options


@pytest.mark.parametrize("seats", [0, 1, 11])
def test_two_to_ten_seats_are_allowed(seats: int) -> None:
    with pytest.raises(Refused, match="2 to 10 seats") as refused:
        check_options(RULES, {}, seats)
    assert refused.value.code == "bad-seat-count"
    assert RULESETS["doubt"].seats == range(2, 11)


def test_the_defaults_are_those_of_the_rulebook() -> None:
    assert check_options(RULES, {}, 4) == {
        "variant": "doubt", "decks": 1, "max_cards_per_play": 1, "resume_same_number": False, "penalty": "pile",
        "doubter_takes_turn": False, "must_doubt_to_finish": False, "jokers_per_deck": 0, "joker_may_finish": True,
        "ranking": "winner_only", "window_seconds": 10, "min_open_seconds": 3, "next_play_closes": True, "max_plays": 0,
        "rounds": 1, "turn_seconds": 60, "bot_delay_ms": 800,
    }  # fmt: skip


ALLOWED: dict[str, list[Any]] = {
    "variant": ["doubt", "cheat"],
    "decks": [1, 2, 3, 4],
    "max_cards_per_play": [1, 2, 3, 4],
    "penalty": ["pile", "eliminate", "exchange_two"],
    "jokers_per_deck": [0, 1, 2],
    "ranking": ["winner_only", "by_hand_count"],
    "window_seconds": [0, 1, 86_400],
    "min_open_seconds": [0, 60],
    "max_plays": [0, 50, 500],
    "rounds": [1, 20],
}
SWITCHES = ("resume_same_number", "doubter_takes_turn", "must_doubt_to_finish", "joker_may_finish", "next_play_closes")
ALLOWED |= {name: [False, True] for name in SWITCHES}
REFUSED: dict[str, list[Any]] = {
    "variant": ["bluff", 0, ""],
    "decks": [0, 5, True, "2"],
    "max_cards_per_play": [0, 5],
    "penalty": ["exchange", None],
    "jokers_per_deck": [-1, 3],
    "ranking": ["all"],
    "window_seconds": [-1, 86_401],
    "min_open_seconds": [-1, 61],
    "max_plays": [-1, 1, 49],
    "rounds": [0, 21],
    "next_play_closes": [0, "true"],
}


@pytest.mark.parametrize(("name", "value"), [(name, value) for name, values in ALLOWED.items() for value in values])
def test_valid_option_values_are_accepted(name: str, value: Any) -> None:
    # Many decks need a limit of plays.
    assert check_options(RULES, {"max_plays": 50, name: value}, 2)[name] == value


@pytest.mark.parametrize(("name", "value"), [(name, value) for name, values in REFUSED.items() for value in values])
def test_invalid_option_values_are_refused(name: str, value: Any) -> None:
    with pytest.raises(Refused) as refused:
        check_options(RULES, {name: value}, 2)
    assert (refused.value.code, refused.value.extra) == ("bad-option", {"option": name})
    assert name in refused.value.detail


def test_options_have_titles_in_both_languages() -> None:
    for option in RULES.options:
        assert set(option.title) == {"ja", "en"}
        assert all(option.title.values())
        assert option.title["en"].isascii()
        assert not option.title["ja"].isascii()


def test_cheat_is_another_word_for_doubt() -> None:
    assert from_wire({"type": "cheat", "on": 12}) == from_wire({"type": "doubt", "on": 12}) == Doubt(12)
    assert to_wire(Doubt(12)) == {"type": "doubt", "on": 12}
    assert CARDS["X1"] in from_wire({"type": "play", "cards": ["S7", "X1"]}).cards  # type: ignore[union-attr]


@pytest.mark.parametrize("decks", [3, 4])
@pytest.mark.parametrize("variant", ["doubt", "cheat"])
def test_many_decks_need_a_limit_of_plays_if_losers_take_the_pile(decks: int, variant: str) -> None:
    options = {"decks": decks, "variant": variant}
    with pytest.raises(Refused) as refused:
        check_options(RULES, options, 4)
    assert (refused.value.code, refused.value.extra) == ("option-conflict", {"option": "max_plays"})
    assert "set max_plays" in refused.value.detail
    assert check_options(RULES, options | {"max_plays": 50}, 4)["max_plays"] == 50
    for penalty in ("eliminate", "exchange_two"):
        assert check_options(RULES, options | {"penalty": penalty}, 4)["max_plays"] == 0


@pytest.mark.parametrize("decks", [1, 2])
def test_one_or_two_decks_need_no_limit_of_plays(decks: int) -> None:
    assert check_options(RULES, {"decks": decks}, 4)["max_plays"] == 0
