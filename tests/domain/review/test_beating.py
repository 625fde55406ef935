"""Looking back at beating games: what could be beaten, what a take brought, and which cards each seat could know."""

from typing import Any

import pytest

from domain.beating.knowledge import sure, unseen
from domain.beating.table import BeatingTable
from domain.cards import CARDS, codes, deck
from domain.events import SERVER, Event, seen_by
from domain.fold import apply, fold
from domain.game import Game
from domain.review import frame, frames
from tests.domain.beating.situations import Position
from tests.domain.played_beating import LOGS, bouts, kirifu, mustamaija
from tests.domain.review.frames import looked_back

TWO = ("H6 S6 H10", "H8 S9 D6")


def knows(found: dict[str, Any], seat: int) -> dict[int, list[str]]:
    """What the seat is sure of, by the seat that holds it."""
    [own] = [one for one in found["known"] if one["seat"] == seat]
    return {one["seat"]: one["cards"] for one in own["of"]}


def at_end_of_defence(frames: list[dict[str, Any]]) -> dict[str, Any]:
    """The frame of `defence-ended`."""
    [found] = [found for found in frames if found["event"]["type"] == "defence-ended"]
    return found


# What could be beaten


def test_an_attack_shows_every_card_that_beats_it() -> None:
    position = Position("durak", *TWO, stock="S7 S8 D1", trump="D", lead=0)
    [attack] = looked_back(position, "P0 attacks H6")
    assert attack["defence"] == {
        "seat": 1, "attacks": [{"card": "H6", "beaten_by": ["H8", "D6"]}], "best": [["H6", "H8"]], "all": True,
    }  # fmt: skip


def test_a_beaten_attack_is_no_part_of_the_defence_any_more() -> None:
    position = Position("kirifu", "S2 S3", "H10 S1", "C3", stock="", trump="C", defend=1, table="H9 D9 C4")
    [beaten] = looked_back(position, "P1 beats H9<-H10")
    assert beaten["defence"] == {
        "seat": 1, "attacks": [{"card": "D9", "beaten_by": ["S1"]}, {"card": "C4", "beaten_by": ["S1"]}],
        "best": [["D9", "S1"]], "all": False,
    }  # fmt: skip


def test_the_best_defence_gives_each_attack_a_card_of_its_own() -> None:
    """H10 beats either, H8 one of them: both can be beaten, and no card beats two."""
    position = Position("mustamaija", "S2", "H8 H10 C3", "C4", stock="", trump="D", defend=1, table="H7 H9")
    [beaten] = looked_back(position, "P1 takes")[:1]
    assert beaten["event"]["type"] == "take-declared"
    assert (beaten["defence"]["best"], beaten["defence"]["all"]) == ([["H7", "H8"], ["H9", "H10"]], True)


def test_the_queen_of_spades_is_beaten_by_nothing() -> None:
    position = Position("mustamaija", "S12 S2 C5", "S13 H2", "C4", stock="", trump="H", lead=0)
    [led] = looked_back(position, "P0 leads S12 S2")
    assert led["defence"]["attacks"] == [{"card": "S12", "beaten_by": []}, {"card": "S2", "beaten_by": ["S13", "H2"]}]
    assert not led["defence"]["all"]


@pytest.mark.parametrize("step", ["P0 stops", "P0 attacks S6"])
def test_there_is_a_defence_while_a_seat_defends_and_at_no_other_time(step: str) -> None:
    position = Position("durak", *TWO, stock="S7 S8 D1", trump="D", lead=0, bout=2)
    attack, beaten = looked_back(position, "P0 attacks H6", "P1 beats H6<-D6")
    assert (attack["defence"]["seat"], beaten["defence"]) == (1, None)
    assert [bool(found["defence"]) for found in looked_back(position, step)][:1] == [step == "P0 attacks S6"]


# What a take brought


def test_a_take_on_purpose_is_one_of_what_could_have_been_beaten() -> None:
    position = Position("durak", *TWO, stock="S7 S8 D1", trump="D", lead=0)
    found = looked_back(position, "P0 attacks H6", "P1 takes")
    assert found[1]["defence"]["all"], "with the event by which the seat gives up"
    assert at_end_of_defence(found)["taken"] == {"seat": 1, "cards": ["H6"], "trumps": 0, "on_purpose": True}
    assert [one["taken"] for one in found if one["event"]["type"] != "defence-ended"] == [None] * (len(found) - 1)


def test_a_take_of_what_cannot_be_beaten_is_none_on_purpose() -> None:
    position = Position("durak", "D13 H6", "H8 D6 S9", stock="S7 S8 D1", trump="D", lead=0)
    assert at_end_of_defence(looked_back(position, "P0 attacks D13", "P1 takes"))["taken"] == {
        "seat": 1, "cards": ["D13"], "trumps": 1, "on_purpose": False,
    }  # fmt: skip


def test_what_is_thrown_in_after_the_take_is_taken_and_says_nothing_of_its_purpose() -> None:
    """S9 could have been beaten; a trump that comes after it could not."""
    position = Position("durak", "S9 C9 D9", "S10 H7 H8", stock="S7 S8 D1", trump="D", lead=0, throw_in=True)
    taken = at_end_of_defence(looked_back(position, "P0 attacks S9", "P1 takes", "P0 throws-in C9 D9"))["taken"]
    assert taken == {"seat": 1, "cards": ["S9", "C9", "D9"], "trumps": 1, "on_purpose": True}


def test_of_a_partial_defence_only_what_was_left_has_to_be_beatable_for_a_purpose() -> None:
    position = Position("kirifu", "S2 S3", "H10 D11 C5", "C3", stock="", trump="C", defend=1, table="H9 D9 C1")
    found = looked_back(position, "P1 beats H9<-H10", "P1 takes")
    assert at_end_of_defence(found)["taken"] == {"seat": 1, "cards": ["D9", "C1"], "trumps": 1, "on_purpose": False}
    position = Position("kirifu", "S2 S3", "H10 D11 H3", "C3", stock="", trump="C", defend=1, table="H9 D9")
    found = looked_back(position, "P1 beats H9<-H10", "P1 takes")
    assert at_end_of_defence(found)["taken"]["on_purpose"]


def test_cards_that_go_to_the_last_player_are_no_take_on_purpose() -> None:
    position = Position("kirifu", "S2", "S9", "", stock="", trump="C", lead=0, out=[2])
    assert at_end_of_defence(looked_back(position, "P0 leads S2"))["taken"] == {
        "seat": 1, "cards": ["S2"], "trumps": 0, "on_purpose": False,
    }  # fmt: skip


def test_a_full_defence_takes_nothing() -> None:
    position = Position("durak", *TWO, stock="S7 S8 D1", trump="D", lead=0)
    found = looked_back(position, "P0 attacks H6", "P1 beats H6<-H8", "P0 stops")
    assert at_end_of_defence(found)["taken"] is None


# What each seat could know


def test_what_is_taken_up_is_known_to_everybody_else() -> None:
    position = Position("durak", *TWO, "C9 C11", stock="S7 S8 D1", trump="D", lead=0)
    found = at_end_of_defence(looked_back(position, "P0 attacks H6", "P1 takes"))
    assert [knows(found, seat) for seat in range(3)] == [{1: ["H6"]}, {}, {1: ["H6"]}]


def test_a_card_that_is_played_again_is_known_no_more() -> None:
    position = Position("durak", *TWO, "C9 C11", stock="", trump="D", lead=0, bout=2)
    position.when("P0 attacks H6", "P1 takes")
    assert position.stand == ("leading", 2)
    position.when("P2 attacks C9", "P0 takes")
    found = looked_back(position, "P1 attacks H6")
    assert knows(found[-1], 0) == {}


def test_the_trump_card_is_known_to_be_in_the_hand_that_drew_it() -> None:
    position = Position("durak", *TWO, stock="S7 D1", trump="D", lead=0)
    found = looked_back(position, "P0 attacks H6", "P1 beats H6<-H8", "P0 stops")
    drawn = [one for one in found if one["event"]["type"] == "cards-drawn"]
    assert drawn[0]["event"]["public"]["shown"] == ["D1"]
    assert knows(drawn[0], 1)[0] == ["S6", "S7", "H10", "D1"], (
        "and with no stock left the rest of the only other hand, too"
    )
    assert drawn[0]["board"]["trump_holder"] == 0


def test_two_who_are_left_without_a_stock_know_each_other_s_hands() -> None:
    position = Position("durak", *TWO, stock="", trump="D", lead=0)
    [attack] = looked_back(position, "P0 attacks H6")
    assert knows(attack, 0) == {1: ["S9", "H8", "D6"]}
    assert knows(attack, 1) == {0: ["S6", "H10"]}


def test_the_face_up_trump_card_is_no_hidden_card_of_the_stock() -> None:
    one = Position("durak", "H6 S6 H10 C6 C7 C8 C9", "H8 S9 D6 D7 D8 D9", stock="D1", trump="D", lead=0)
    assert knows(looked_back(one, "P0 attacks H6")[0], 1) == {
        0: codes(sorted(CARDS[c] for c in ["S6", "H10", "C6", "C7", "C8", "C9"]))
    }
    two = Position("durak", "H6 S6 H10 C6 C7 C8 C9", "H8 S9 D6 D7 D8 D9", stock="S7 D1", trump="D", lead=0)
    assert knows(looked_back(two, "P0 attacks H6")[0], 1) == {}


def test_of_three_hands_nothing_is_sure_until_one_of_the_others_is_known() -> None:
    position = Position("durak", "H6 S6", "H8 S9", "C9", stock="", trump="D", lead=0, bout=2)
    [attack] = looked_back(position, "P0 attacks H6")
    assert knows(attack, 0) == {}
    found = at_end_of_defence(looked_back(position, "P1 takes"))
    assert knows(found, 2) == {1: ["H6"]}
    taken = looked_back(position, "P2 attacks C9", "P0 takes")
    assert knows(taken[-1], 1) == {0: ["S6", "C9"]}, "the third is done"


def test_a_joker_that_is_in_no_deck_is_in_no_hand() -> None:
    with_one = Position("kirifu", "S2", "S9 X1", "C3", stock="", trump="C", lead=0)
    found = looked_back(with_one, "P0 leads S2")
    assert all("X1" not in cards for one in found for seat in (0, 1) for cards in knows(one, seat).values())
    assert "X1" in codes(unseen(with_one.table, 2, deck(1)))


def test_nothing_is_to_be_known_when_all_is_laid_open() -> None:
    position = Position("durak", "H8", "H7", stock="", trump="D", lead=0)
    found = looked_back(position, "P0 attacks H8", "P1 takes")
    [over] = [one for one in found if one["event"]["type"] == "round-ended"]
    assert over["known"] == []


@pytest.mark.parametrize("log", LOGS.values(), ids=list(LOGS))
def test_what_a_seat_is_sure_of_is_true_and_follows_from_what_it_has_seen(log: Any) -> None:
    game, events = log()
    viewers: dict[int, Game] = {
        viewer: fold(game, [seen_by(events[0], viewer)]) for viewer in (SERVER, *range(events[0].public["seats"]))
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
        for seat in range(len(table.hands)):
            found = sure(table, seat, every)
            assert found == sure(viewers[seat].table, seat, every)
            assert unseen(table, seat, every) == unseen(viewers[seat].table, seat, every)
            assert all({*cards} <= {*hand} for cards, hand in zip(found, table.hands, strict=True))
            deduced += sum(len(cards) > len(table.known[other]) for other, cards in enumerate(found) if other != seat)
    assert deduced or log.__name__ in ("stalled", "first_out", "given_up", "at_deal"), (
        "in the end something is known by elimination"
    )


# What events reveal


def revealed(found: list[dict[str, Any]]) -> list[tuple[str, list[str], dict[str, list[str]]]]:
    """Type, cards for all, cards for single seats."""
    return [(one["event"]["type"], one["revealed"]["all"], one["revealed"]["seats"]) for one in found]


def test_cards_are_revealed_when_they_are_laid_for_the_first_time() -> None:
    position = Position("durak", *TWO, "C9 C11", stock="S7 S8 D1", trump="D", lead=0, bout=2)
    assert revealed(looked_back(position, "P0 attacks H6", "P1 takes")) == [
        ("attack-played", ["H6"], {}),
        ("take-declared", [], {}),
        ("defence-ended", [], {}),
        ("cards-drawn", [], {"0": ["S7", "S8", "D1"]}),
        ("bout-begun", [], {}),
    ]
    position.when("P2 attacks C9", "P0 takes")
    assert revealed(looked_back(position, "P1 attacks H6"))[0] == ("attack-played", [], {}), "it lay open before"


def test_both_cards_of_a_defence_and_the_extra_one_of_a_lead_are_revealed_in_their_time() -> None:
    position = Position("kirifu", "H9 D9 C4 S3", "H10 S1", "C3", stock="", trump="C", lead=0)
    led, beaten = looked_back(position, "P0 leads H9 D9 + C4", "P1 beats H9<-H10")
    assert (led["revealed"]["all"], beaten["revealed"]["all"]) == (["H9", "D9", "C4"], ["H10"])


def test_turning_the_trump_reveals_it_and_the_spades_before_it() -> None:
    position = Position("mustamaija", "C5 C6", "H2 S3", "D4", stock="S4 S5 H7 D8 D9", lead=0)
    found = looked_back(position, "P0 leads C5")
    assert revealed(found)[1] == ("trump-turned", ["H7", "S4", "S5"], {})


def test_a_deal_reveals_the_trump_card_and_the_lowest_trump() -> None:
    game, events = bouts()
    dealt = next(iter(frames(game, events, 1)))
    public = dealt["event"]["public"]
    assert dealt["revealed"]["all"] == [public["trump_card"], public["decided_by"]]
    assert {*dealt["revealed"]["seats"]} == {"0", "1", "2"}


@pytest.mark.parametrize("log", [bouts, kirifu, mustamaija])
def test_every_version_of_a_round_has_a_frame_that_tells_what_happened(log: Any) -> None:
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
    assert everything <= told, "every card that was dealt comes to light"


def test_looking_back_changes_nothing() -> None:
    position = Position("durak", *TWO, stock="", trump="D", lead=0)
    before = position.game.copy()
    stored = before.stored()
    [attack] = position.when("P0 attacks H6")
    assert isinstance(attack, Event)
    kept = position.game.stored()
    frame(before, attack, position.game)
    assert (before.stored(), position.game.stored()) == (stored, kept)
