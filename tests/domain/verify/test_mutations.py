"""`verify` finds forgeries in a log of Sato that was resealed and rechained with the game's secrets."""

from collections.abc import Callable

import pytest

from domain.log.events import TABLE, Event
from domain.log.log_format import chain
from domain.log.moments import later
from domain.verification.verify import verify
from prove.harness.random_games import copy_events, derive_chain, export_lines, first_event, rechain, rich_game


def _verdict(events: list[Event]) -> None:
    called = first_event(events, "dobon-called", lambda event: not event.public["valid"])
    called.public |= {"valid": True, "formulas": ["1+1"], "asked": [], "deadline": None}


def _formula(events: list[Event]) -> None:
    first_event(events, "dobon-called", lambda event: event.public["valid"]).public["formulas"] = ["6+6"]


def _hand_of_a_call(events: list[Event]) -> None:
    called = first_event(events, "dobon-called", lambda event: event.public["valid"])
    called.public["hand"] = called.public["hand"][:-1]


def _call_on_another_version(events: list[Event]) -> None:
    first_event(events, "dobon-called").public["on"] -= 1


def _own_card(events: list[Event]) -> None:
    place = next(
        place
        for place, event in enumerate(events)
        if event.type == "cards-played" and events[place + 1].type == "dobon-called"
    )
    events[place + 1].public["seat"] = events[place].public["seat"]


def _stock(events: list[Event]) -> None:
    stock = first_event(events, "round-dealt").sealed[TABLE]["stock"]
    stock[0], stock[1] = stock[1], stock[0]


def _hands(events: list[Event]) -> None:
    sealed = first_event(events, "round-dealt").sealed
    sealed["0"], sealed["1"] = sealed["1"], sealed["0"]


def _starter(events: list[Event]) -> None:
    public = first_event(events, "round-dealt").public
    public["turn"] = (public["turn"] + 1) % 3


def _later_starter(events: list[Event]) -> None:
    public = first_event(events, "round-dealt", lambda event: event.public["round"] == 2).public
    public["turn"] = (public["turn"] + 1) % 3


def _drawn(events: list[Event]) -> None:
    drawn = first_event(events, "cards-drawn", lambda event: event.public["count"] == 1)
    payload = drawn.sealed[str(drawn.public["seat"])]
    payload["cards"] = ["S1" if payload["cards"] == ["S2"] else "S2"]


def _drawn_count(events: list[Event]) -> None:
    first_event(events, "cards-drawn").public["count"] += 1


def _reshuffle(events: list[Event]) -> None:
    first_event(events, "stock-reshuffled").sealed[TABLE]["cards"].sort()


def _reshuffle_count(events: list[Event]) -> None:
    first_event(events, "stock-reshuffled").public["count"] -= 1


def _played_not_held(events: list[Event]) -> None:
    dealt = first_event(events, "round-dealt")
    first_event(events, "cards-played").public["cards"] = [dealt.sealed[TABLE]["stock"][-1]]


def _winner(events: list[Event]) -> None:
    public = first_event(events, "round-ended", lambda event: event.public["losers"]).public
    public["winner"], public["losers"] = public["losers"][0], [public["winner"]]
    public["points"] = [-points for points in public["points"]]


def _points(events: list[Event]) -> None:
    first_event(events, "round-ended").public["points"][0] += 1


def _last_hands(events: list[Event]) -> None:
    hands = first_event(events, "round-ended").public["hands"]
    hands[0], hands[1] = hands[1], hands[0]


def _reason(events: list[Event]) -> None:
    first_event(events, "round-ended").public |= {"reason": "dead-end", "winner": None, "losers": [], "points": [0] * 3}


def _scores(events: list[Event]) -> None:
    first_event(events, "game-ended").public["scores"].reverse()


def _another_secret(events: list[Event]) -> None:
    first_event(events, "round-revealed").public["secret"] = derive_chain("another", 1).last.hex()


def _spelling_of_a_secret(events: list[Event]) -> None:
    revealed = first_event(events, "round-revealed")
    revealed.public["secret"] = revealed.public["secret"].upper()


def _never_revealed(events: list[Event]) -> None:
    events.remove(first_event(events, "round-revealed"))


def _another_anchor(events: list[Event]) -> None:
    events[0].public["anchor"] = derive_chain("another", 3).anchor


def _another_link(events: list[Event]) -> None:
    first_event(events, "seat-readied").public["link"] = derive_chain("another", 1).last.hex()


def _link_left_out(events: list[Event]) -> None:
    first_event(events, "seat-readied").public["link"] = None


def _link_left_out_and_withheld(events: list[Event]) -> None:
    readied = first_event(events, "seat-readied")
    readied.public["link"] = None
    first_event(events, "round-dealt").public["withheld"] = [{"seat": readied.public["seat"], "why": "refused"}]


def _link_of_a_later_round(events: list[Event]) -> None:
    first, *_, last = (event for event in events if event.type == "seat-readied" and event.public["seat"] == 0)
    first.public["link"] = last.public["link"]


def _anchor_of_a_player(events: list[Event]) -> None:
    first_event(events, "seat-taken").public["anchor"] = derive_chain("another", 3).anchor


def _anchor_that_is_none(events: list[Event]) -> None:
    first_event(events, "seat-taken").public["anchor"] = "rain"


def _asked_for_another_round(events: list[Event]) -> None:
    first_event(events, "readiness-asked").public["round"] = 2


def _a_player_is_not_asked(events: list[Event]) -> None:
    first_event(events, "readiness-asked").public["unready"] = [0, 1]


def _answer(events: list[Event]) -> None:
    for answer in first_event(events, "call-declined").sealed.values():
        answer["declined"] = False


def _moment(events: list[Event]) -> None:
    events[30].at = later(events[30].at, seconds=-10_000)


def _spelling_of_a_moment(events: list[Event]) -> None:
    for event in events:
        event.at = event.at.replace("Z", "+00:00")


def _options(events: list[Event]) -> None:
    events[0].public["options"]["hand_size"] = 5


FORGERIES: list[tuple[Callable[[list[Event]], None], str]] = [
    (_verdict, "of the call has to be"),
    (_formula, "formulas of the call has to be"),
    (_hand_of_a_call, "hand of the call has to be"),
    (_call_on_another_version, "on of the call has to be"),
    (_own_card, "had no right to call"),
    (_stock, "the secret deals otherwise: the cards of table"),
    (_hands, "the secret deals otherwise: the cards of 0, the cards of 1"),
    (_starter, "the secret deals otherwise: turn"),
    (_later_starter, "the secret deals otherwise: turn"),
    (_drawn, "a card lies in two places"),
    (_drawn_count, "cards lie on the table, not 52"),
    (_reshuffle, "shuffles the pile into another order"),
    (_reshuffle_count, "cards lie below the top"),
    (_played_not_held, "no game goes on like this"),
    (_winner, "winner of the result has to be"),
    (_points, "points of the result has to be"),
    (_last_hands, "does not lay open the hand it held"),
    (_reason, "nothing that happened ends the round by 'dead-end'"),
    (_scores, "the scores have to be"),
    (_another_secret, "the secret of round 1 is not the one that the anchor fixes"),
    (_spelling_of_a_secret, "the secret of round 1 is not the one that the anchor fixes"),
    (_never_revealed, "round 1 is over and was never revealed"),
    (_another_anchor, "the secret of round 1 is not the one that the anchor fixes"),
    (_another_link, "is not the one of round 1 in its chain"),
    (_link_left_out, "the secret deals otherwise"),
    (_link_left_out_and_withheld, "the secret deals otherwise"),
    (_link_of_a_later_round, "the link of seat 0 is not the one of round 1 in its chain"),
    (_anchor_of_a_player, "the link of seat 0 is not the one of round 1 in its chain"),
    (_anchor_that_is_none, "'rain' is no anchor"),
    (_asked_for_another_round, "players are asked for round 1, not 2"),
    (_a_player_is_not_asked, "the next round waits for seats [0, 1, 2], not [0, 1]"),
    (_answer, "has yet to be answered"),
    (_moment, "before that of the event before"),
    (_spelling_of_a_moment, "the moment"),
    (_options, "the secret deals otherwise: hand_size"),
]


@pytest.mark.parametrize(("forge", "what"), FORGERIES, ids=lambda part: getattr(part, "__name__", ""))
def test_a_forged_log_with_a_perfect_chain_is_found(forge: Callable[[list[Event]], None], what: str) -> None:
    game, events = rich_game()
    forge(events)
    report = verify(export_lines(game, rechain(game, events)))
    assert what in "\n".join(problem.what for problem in report.problems)
    assert not any("digest" in problem.what for problem in report.problems)


def test_rechaining_an_unchanged_log_gives_the_same_log() -> None:
    game, events = rich_game()
    assert rechain(game, copy_events(events)) == events


def test_a_gap_in_the_versions_is_found_in_a_perfect_chain() -> None:
    game, events = rich_game()
    last = events[-1]
    last.version += 1
    chain(game, events[-2].digest, [last], None)
    report = verify(export_lines(game, events))
    assert [problem.what for problem in report.problems] == [
        f"the version has to be {last.version - 1}, not {last.version}"
    ]
