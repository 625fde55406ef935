"""Forgeries of a log of Sato and of its whole game; `test_changed_events` changes single fields."""

from domain.log.events import TABLE, LoggedEvent
from domain.log.moments import later
from prove.harness.random_games import derive_chain, first_event, rich_game
from tests.domain.verify.log_mutations import Forgeries

FORGED = Forgeries()


@FORGED.of(rich_game)
def a_false_call_said_to_be_true(events: list[LoggedEvent]) -> None:
    called = first_event(events, "dobon-called", lambda event: not event.public["valid"])
    called.public |= {"valid": True, "formulas": ["1+1"], "asked": [], "deadline": None}


@FORGED.of(rich_game, "dobon-called")
def a_call_on_a_card_of_its_own(events: list[LoggedEvent]) -> None:
    place = next(
        place
        for place, event in enumerate(events)
        if event.type == "cards-played" and events[place + 1].type == "dobon-called"
    )
    events[place + 1].public["seat"] = events[place].public["seat"]


@FORGED.of(rich_game)
def a_stock_in_another_order(events: list[LoggedEvent]) -> None:
    stock = first_event(events, "round-dealt").sealed[TABLE]["stock"]
    stock[0], stock[1] = stock[1], stock[0]


@FORGED.of(rich_game)
def the_hands_of_two_seats_exchanged(events: list[LoggedEvent]) -> None:
    sealed = first_event(events, "round-dealt").sealed
    sealed["0"], sealed["1"] = sealed["1"], sealed["0"]


@FORGED.of(rich_game)
def another_card_drawn(events: list[LoggedEvent]) -> None:
    drawn = first_event(events, "cards-drawn", lambda event: event.public["count"] == 1)
    payload = drawn.sealed[str(drawn.public["seat"])]
    payload["cards"] = ["S1" if payload["cards"] == ["S2"] else "S2"]


@FORGED.of(rich_game)
def a_reshuffle_in_another_order(events: list[LoggedEvent]) -> None:
    first_event(events, "stock-reshuffled").sealed[TABLE]["cards"].sort()


@FORGED.of(rich_game)
def the_loser_wins(events: list[LoggedEvent]) -> None:
    public = first_event(events, "round-ended", lambda event: event.public["losers"]).public
    public["winner"], public["losers"] = public["losers"][0], [public["winner"]]
    public["points"] = [-points for points in public["points"]]


@FORGED.of(rich_game)
def a_call_said_to_be_a_dead_end(events: list[LoggedEvent]) -> None:
    first_event(events, "round-ended").public |= {"reason": "dead-end", "winner": None, "losers": [], "points": [0] * 3}


@FORGED.of(rich_game)
def scores_in_another_order(events: list[LoggedEvent]) -> None:
    first_event(events, "game-ended").public["scores"].reverse()


@FORGED.of(rich_game)
def a_secret_of_another_chain(events: list[LoggedEvent]) -> None:
    first_event(events, "round-revealed").public["secret"] = derive_chain("another", 1).last.hex()


@FORGED.of(rich_game)
def a_secret_in_upper_case(events: list[LoggedEvent]) -> None:
    revealed = first_event(events, "round-revealed")
    revealed.public["secret"] = revealed.public["secret"].upper()


@FORGED.of(rich_game)
def a_round_that_is_never_revealed(events: list[LoggedEvent]) -> None:
    events.remove(first_event(events, "round-revealed"))


@FORGED.of(rich_game, "round-revealed")
def an_anchor_of_another_chain(events: list[LoggedEvent]) -> None:
    events[0].public["anchor"] = derive_chain("another", 3).anchor


@FORGED.of(rich_game)
def a_link_of_another_chain(events: list[LoggedEvent]) -> None:
    first_event(events, "seat-readied").public["link"] = derive_chain("another", 1).last.hex()


@FORGED.of(rich_game, "round-dealt")
def a_link_left_out(events: list[LoggedEvent]) -> None:
    first_event(events, "seat-readied").public["link"] = None


@FORGED.of(rich_game, "round-dealt")
def a_link_left_out_and_said_to_be_withheld(events: list[LoggedEvent]) -> None:
    readied = first_event(events, "seat-readied")
    readied.public["link"] = None
    first_event(events, "round-dealt").public["withheld"] = [{"seat": readied.public["seat"], "why": "refused"}]


@FORGED.of(rich_game)
def a_link_of_a_later_round(events: list[LoggedEvent]) -> None:
    first, *_, last = (event for event in events if event.type == "seat-readied" and event.public["seat"] == 0)
    first.public["link"] = last.public["link"]


@FORGED.of(rich_game, lambda event: event.type == "seat-readied" and event.public["seat"] == 0)
def an_anchor_of_another_player(events: list[LoggedEvent]) -> None:
    first_event(events, "seat-taken").public["anchor"] = derive_chain("another", 3).anchor


@FORGED.of(rich_game)
def an_anchor_that_is_none(events: list[LoggedEvent]) -> None:
    first_event(events, "seat-taken").public["anchor"] = "rain"


@FORGED.of(rich_game)
def players_asked_for_another_round(events: list[LoggedEvent]) -> None:
    first_event(events, "readiness-asked").public["round"] = 2


@FORGED.of(rich_game)
def a_player_is_not_asked(events: list[LoggedEvent]) -> None:
    first_event(events, "readiness-asked").public["unready"] = [0, 1]


@FORGED.of(rich_game)
def an_answer_of_nobody(events: list[LoggedEvent]) -> None:
    for answer in first_event(events, "call-declined").sealed.values():
        answer["declined"] = False


@FORGED.of(rich_game)
def a_moment_before_that_of_the_event_before(events: list[LoggedEvent]) -> None:
    events[30].at = later(events[30].at, seconds=-10_000)


@FORGED.of(rich_game)
def moments_in_another_spelling(events: list[LoggedEvent]) -> None:
    for event in events:
        event.at = event.at.replace("Z", "+00:00")


@FORGED.of(rich_game, "round-dealt")
def another_size_of_hands(events: list[LoggedEvent]) -> None:
    events[0].public["options"]["hand_size"] = 5
