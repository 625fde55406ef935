"""The review of beating games: the best defence, the cards taken, and the cards each seat could know."""

from typing import Any

import pytest

from domain.beating.knowledge import sure, unseen
from domain.beating.table import BeatingTable
from domain.game.fold import apply, fold
from domain.game.game import Game
from domain.game.reading import read_log
from domain.log.events import SERVER, Event, seen_by
from domain.log.upcasting import logged
from domain.review.review import frame, frames
from domain.ruleset.cards import CARDS, Card, codes, deck
from tests.domain.beating.situations import Position
from tests.domain.played_beating import LOGS, bouts, kirifu, mustamaija
from tests.domain.review.review_frames import frames_of

TWO = ("H6 S6 H10", "H8 S9 D6")


def knows(found: dict[str, Any], seat: int) -> dict[int, list[str]]:
    """Return the cards that the seat is sure of, by the seat that holds them."""
    [own] = [one for one in found["known"] if one["seat"] == seat]
    return {one["seat"]: one["cards"] for one in own["of"]}


def at_end_of_defence(frames: list[dict[str, Any]]) -> dict[str, Any]:
    """Return the frame of `defence-ended`."""
    [found] = [found for found in frames if found["event"]["type"] == "defence-ended"]
    return found


# The best defence


def test_an_attack_shows_every_card_that_beats_it() -> None:
    position = Position("durak", *TWO, stock="S7 S8 D1", trump="D", lead=0)
    [attack] = frames_of(position, "P0 attacks H6")
    assert attack["defence"] == {
        "seat": 1, "attacks": [{"card": "H6", "beaten_by": ["H8", "D6"]}], "best": [["H6", "H8"]], "all": True,
    }  # fmt: skip


def test_a_beaten_attack_is_no_longer_part_of_the_defence() -> None:
    position = Position("kirifu", "S2 S3", "H10 S1", "C3", stock="", trump="C", defend=1, table="H9 D9 C4")
    [beaten] = frames_of(position, "P1 beats H9<-H10")
    assert beaten["defence"] == {
        "seat": 1, "attacks": [{"card": "D9", "beaten_by": ["S1"]}, {"card": "C4", "beaten_by": ["S1"]}],
        "best": [["D9", "S1"]], "all": False,
    }  # fmt: skip


def test_the_best_defence_gives_each_attack_a_card_of_its_own() -> None:
    """H10 beats both attacks and H8 one of them: both can be beaten, because each attack gets its own card."""
    position = Position("mustamaija", "S2", "H8 H10 C3", "C4", stock="", trump="D", defend=1, table="H7 H9")
    [beaten] = frames_of(position, "P1 takes")[:1]
    assert beaten["event"]["type"] == "take-declared"
    assert (beaten["defence"]["best"], beaten["defence"]["all"]) == ([["H7", "H8"], ["H9", "H10"]], True)


def test_no_card_beats_the_queen_of_spades() -> None:
    position = Position("mustamaija", "S12 S2 C5", "S13 H2", "C4", stock="", trump="H", lead=0)
    [led] = frames_of(position, "P0 leads S12 S2")
    assert led["defence"]["attacks"] == [{"card": "S12", "beaten_by": []}, {"card": "S2", "beaten_by": ["S13", "H2"]}]
    assert not led["defence"]["all"]


@pytest.mark.parametrize("step", ["P0 stops", "P0 attacks S6"])
def test_frames_have_a_defence_only_while_a_seat_defends(step: str) -> None:
    position = Position("durak", *TWO, stock="S7 S8 D1", trump="D", lead=0, bout=2)
    attack, beaten = frames_of(position, "P0 attacks H6", "P1 beats H6<-D6")
    assert (attack["defence"]["seat"], beaten["defence"]) == (1, None)
    assert [bool(found["defence"]) for found in frames_of(position, step)][:1] == [step == "P0 attacks S6"]


# The cards taken


def test_a_take_of_beatable_attacks_is_on_purpose() -> None:
    position = Position("durak", *TWO, stock="S7 S8 D1", trump="D", lead=0)
    found = frames_of(position, "P0 attacks H6", "P1 takes")
    assert found[1]["defence"]["all"], "shown with the event by which the seat gives up"
    assert at_end_of_defence(found)["taken"] == {"seat": 1, "cards": ["H6"], "trumps": 0, "on_purpose": True}
    assert [one["taken"] for one in found if one["event"]["type"] != "defence-ended"] == [None] * (len(found) - 1)


def test_a_take_of_unbeatable_attacks_is_not_on_purpose() -> None:
    position = Position("durak", "D13 H6", "H8 D6 S9", stock="S7 S8 D1", trump="D", lead=0)
    assert at_end_of_defence(frames_of(position, "P0 attacks D13", "P1 takes"))["taken"] == {
        "seat": 1, "cards": ["D13"], "trumps": 1, "on_purpose": False,
    }  # fmt: skip


def test_cards_thrown_in_after_a_take_do_not_change_its_purpose() -> None:
    """S9 could have been beaten; a trump that was thrown in after the take could not."""
    position = Position("durak", "S9 C9 D9", "S10 H7 H8", stock="S7 S8 D1", trump="D", lead=0, throw_in=True)
    taken = at_end_of_defence(frames_of(position, "P0 attacks S9", "P1 takes", "P0 throws-in C9 D9"))["taken"]
    assert taken == {"seat": 1, "cards": ["S9", "C9", "D9"], "trumps": 1, "on_purpose": True}


def test_the_purpose_of_a_take_depends_only_on_the_unbeaten_attacks() -> None:
    position = Position("kirifu", "S2 S3", "H10 D11 C5", "C3", stock="", trump="C", defend=1, table="H9 D9 C1")
    found = frames_of(position, "P1 beats H9<-H10", "P1 takes")
    assert at_end_of_defence(found)["taken"] == {"seat": 1, "cards": ["D9", "C1"], "trumps": 1, "on_purpose": False}
    position = Position("kirifu", "S2 S3", "H10 D11 H3", "C3", stock="", trump="C", defend=1, table="H9 D9")
    found = frames_of(position, "P1 beats H9<-H10", "P1 takes")
    assert at_end_of_defence(found)["taken"]["on_purpose"]


def test_cards_that_the_last_player_gets_are_not_taken_on_purpose() -> None:
    position = Position("kirifu", "S2", "S9", "", stock="", trump="C", lead=0, out=[2])
    assert at_end_of_defence(frames_of(position, "P0 leads S2"))["taken"] == {
        "seat": 1, "cards": ["S2"], "trumps": 0, "on_purpose": False,
    }  # fmt: skip


def test_a_full_defence_takes_nothing() -> None:
    position = Position("durak", *TWO, stock="S7 S8 D1", trump="D", lead=0)
    found = frames_of(position, "P0 attacks H6", "P1 beats H6<-H8", "P0 stops")
    assert at_end_of_defence(found)["taken"] is None


# Knowledge of each seat


def test_all_other_seats_know_cards_taken_up() -> None:
    position = Position("durak", *TWO, "C9 C11", stock="S7 S8 D1", trump="D", lead=0)
    found = at_end_of_defence(frames_of(position, "P0 attacks H6", "P1 takes"))
    assert [knows(found, seat) for seat in range(3)] == [{1: ["H6"]}, {}, {1: ["H6"]}]


def test_a_card_that_is_played_again_is_no_longer_known() -> None:
    position = Position("durak", *TWO, "C9 C11", stock="", trump="D", lead=0, bout=2)
    position.when("P0 attacks H6", "P1 takes")
    assert position.stand == ("leading", 2)
    position.when("P2 attacks C9", "P0 takes")
    found = frames_of(position, "P1 attacks H6")
    assert knows(found[-1], 0) == {}


def test_all_seats_know_which_hand_drew_the_trump_card() -> None:
    position = Position("durak", *TWO, stock="S7 D1", trump="D", lead=0)
    found = frames_of(position, "P0 attacks H6", "P1 beats H6<-H8", "P0 stops")
    drawn = [one for one in found if one["event"]["type"] == "cards-drawn"]
    assert drawn[0]["event"]["public"]["shown"] == ["D1"]
    assert knows(drawn[0], 1)[0] == ["S6", "S7", "H10", "D1"], (
        "without a stock, the rest of the only other hand is known too"
    )
    assert drawn[0]["board"]["trump_holder"] == 0


def test_without_a_stock_the_last_two_seats_know_each_other_s_hands() -> None:
    position = Position("durak", *TWO, stock="", trump="D", lead=0)
    [attack] = frames_of(position, "P0 attacks H6")
    assert knows(attack, 0) == {1: ["S9", "H8", "D6"]}
    assert knows(attack, 1) == {0: ["S6", "H10"]}


def test_the_face_up_trump_card_is_not_a_hidden_card_of_the_stock() -> None:
    one = Position("durak", "H6 S6 H10 C6 C7 C8 C9", "H8 S9 D6 D7 D8 D9", stock="D1", trump="D", lead=0)
    assert knows(frames_of(one, "P0 attacks H6")[0], 1) == {
        0: codes(sorted(CARDS[c] for c in ["S6", "H10", "C6", "C7", "C8", "C9"]))
    }
    two = Position("durak", "H6 S6 H10 C6 C7 C8 C9", "H8 S9 D6 D7 D8 D9", stock="S7 D1", trump="D", lead=0)
    assert knows(frames_of(two, "P0 attacks H6")[0], 1) == {}


def test_with_three_hands_elimination_needs_a_known_hand() -> None:
    position = Position("durak", "H6 S6", "H8 S9", "C9", stock="", trump="D", lead=0, bout=2)
    [attack] = frames_of(position, "P0 attacks H6")
    assert knows(attack, 0) == {}
    found = at_end_of_defence(frames_of(position, "P1 takes"))
    assert knows(found, 2) == {1: ["H6"]}
    taken = frames_of(position, "P2 attacks C9", "P0 takes")
    assert knows(taken[-1], 1) == {0: ["S6", "C9"]}, "the third seat is done"


def test_a_joker_outside_the_deck_is_in_no_hand() -> None:
    with_one = Position("kirifu", "S2", "S9 X1", "C3", stock="", trump="C", lead=0)
    found = frames_of(with_one, "P0 leads S2")
    assert all("X1" not in cards for one in found for seat in (0, 1) for cards in knows(one, seat).values())
    assert "X1" in codes(unseen(with_one.table, with_one.hands[2], 2, deck(1)))


def test_frames_have_no_knowledge_when_all_hands_are_shown() -> None:
    position = Position("durak", "H8", "H7", stock="", trump="D", lead=0)
    found = frames_of(position, "P0 attacks H8", "P1 takes")
    [over] = [one for one in found if one["event"]["type"] == "round-ended"]
    assert over["known"] == []


def held(game: Game, seat: int) -> list[Card]:
    """Return the cards of a seat that the viewer of the game knows."""
    assert game.state is not None
    return game.state.held(seat)


@pytest.mark.parametrize("log", LOGS.values(), ids=list(LOGS))
def test_the_knowledge_of_a_seat_is_true_and_follows_from_its_view(log: Any) -> None:
    game, made = log()
    events = [*read_log(made)]
    viewers: dict[int, Game] = {
        viewer: fold(game, [seen_by(events[0], viewer)]) for viewer in (SERVER, *range(events[0].public.seats))
    }
    deduced = 0
    for event in events[1:]:
        for viewer, folded in viewers.items():
            apply(folded, seen_by(event, viewer))
        server = viewers[SERVER]
        if server.status != "playing" or server.table.over:
            continue
        table: BeatingTable = server.table
        every = server.ruleset.deck(table.jokers)  # type: ignore[attr-defined]
        hands = [held(server, seat) for seat in range(len(table.sizes))]
        for seat, hand in enumerate(hands):
            found, own = sure(table, hand, seat, every), (viewers[seat].table, held(viewers[seat], seat))
            assert found == sure(*own, seat, every)
            assert unseen(table, hand, seat, every) == unseen(*own, seat, every)
            assert all({*cards} <= {*held} for cards, held in zip(found, hands, strict=True))
            deduced += sum(len(cards) > len(table.known[other]) for other, cards in enumerate(found) if other != seat)
    assert deduced or log.__name__ in ("stalled", "first_out", "given_up", "at_deal"), (
        "in the end a seat knows cards by elimination"
    )


# Cards that events reveal


def revealed(found: list[dict[str, Any]]) -> list[tuple[str, list[str], dict[str, list[str]]]]:
    """Return type, cards revealed to all, and cards revealed to single seats."""
    return [(one["event"]["type"], one["revealed"]["all"], one["revealed"]["seats"]) for one in found]


def test_cards_are_revealed_when_they_are_laid_for_the_first_time() -> None:
    position = Position("durak", *TWO, "C9 C11", stock="S7 S8 D1", trump="D", lead=0, bout=2)
    assert revealed(frames_of(position, "P0 attacks H6", "P1 takes")) == [
        ("attack-played", ["H6"], {}),
        ("take-declared", [], {}),
        ("defence-ended", [], {}),
        ("cards-drawn", [], {"0": ["S7", "S8", "D1"]}),
        ("bout-begun", [], {}),
    ]
    position.when("P2 attacks C9", "P0 takes")
    assert revealed(frames_of(position, "P1 attacks H6"))[0] == ("attack-played", [], {}), "the card was face up before"


def test_cards_of_defences_and_extra_cards_are_revealed_when_played() -> None:
    position = Position("kirifu", "H9 D9 C4 S3", "H10 S1", "C3", stock="", trump="C", lead=0)
    led, beaten = frames_of(position, "P0 leads H9 D9 + C4", "P1 beats H9<-H10")
    assert (led["revealed"]["all"], beaten["revealed"]["all"]) == (["H9", "D9", "C4"], ["H10"])


def test_turning_the_trump_reveals_it_and_the_spades_before_it() -> None:
    position = Position("mustamaija", "C5 C6", "H2 S3", "D4", stock="S4 S5 H7 D8 D9", lead=0)
    found = frames_of(position, "P0 leads C5")
    assert revealed(found)[1] == ("trump-turned", ["H7", "S4", "S5"], {})


def test_a_deal_reveals_the_trump_card_and_the_lowest_trump() -> None:
    game, events = bouts()
    dealt = next(iter(frames(game, events, 1)))
    public = dealt["event"]["public"]
    assert dealt["revealed"]["all"] == [public["trump_card"], public["decided_by"]]
    assert {*dealt["revealed"]["seats"]} == {"0", "1", "2"}


@pytest.mark.parametrize("log", [bouts, kirifu, mustamaija])
def test_every_version_of_a_round_has_a_frame_with_a_sentence(log: Any) -> None:
    game, events = log()
    found = [*frames(game, events, 1)]
    types = [one["event"]["type"] for one in found]
    assert (types[0], types[-1]) == ("round-dealt", "round-revealed")
    assert [one["version"] for one in found] == [*range(found[0]["version"], found[-1]["version"] + 1)]
    assert all(one["text"]["ja"] and one["text"]["en"] for one in found)
    told: set[str] = set()
    for one in found:
        told |= {*one["revealed"]["all"]}
    everything = {code for hand in found[0]["hands"] for code in hand}
    assert everything <= told, "every dealt card is revealed"


def test_a_review_does_not_change_the_game() -> None:
    position = Position("durak", *TWO, stock="", trump="D", lead=0)
    before = position.game.copy()
    stored = before.stored()
    [attack] = position.when("P0 attacks H6")
    assert isinstance(attack, Event)
    kept = position.game.stored()
    frame(before, logged(attack), position.game)
    assert (before.stored(), position.game.stored()) == (stored, kept)
