"""`verify` finds forged deals, penalties and ends in a resealed and rechained log of Doubt."""

from copy import deepcopy

import pytest

from domain.log.events import Event
from domain.log.moments import later
from domain.ruleset.cards import CARDS
from prove.harness.random_games import first_event
from tests.domain.played_doubt import eliminations, exchanges, piles
from tests.domain.verify.log_mutations import Forgeries, Forgery

FORGED = Forgeries()


def taken(events: list[Event], why: str = "doubt") -> Event:
    return first_event(events, "pile-taken", lambda event: event.public["why"] == why)


def opened(events: list[Event], seat: int, kind: str) -> list[str]:
    """Return the cards of the seat's part of that event."""
    cards: list[str] = first_event(events, kind).sealed[str(seat)]["cards"]
    return cards


def ended(events: list[Event]) -> Event:
    return first_event(events, "round-ended")


# The deal


@FORGED.of(piles, "the secret deals otherwise: the cards of 0, the cards of 1")
def hands_of_others(events: list[Event]) -> None:
    sealed = first_event(events, "round-dealt").sealed
    sealed["0"]["cards"][0], sealed["1"]["cards"][0] = sealed["1"]["cards"][0], sealed["0"]["cards"][0]


@FORGED.of(piles, "a card lies in two places")
def a_card_dealt_twice(events: list[Event]) -> None:
    sealed = first_event(events, "round-dealt").sealed
    sealed["0"]["cards"][0] = sealed["1"]["cards"][0]


@FORGED.of(piles, "the secret deals otherwise: turn")
def another_seat_begins(events: list[Event]) -> None:
    dealt = first_event(events, "round-dealt").public
    dealt["turn"] = (dealt["turn"] + 1) % 3


@FORGED.of(piles, "the secret deals otherwise: turn")
def another_seat_begins_the_second_round(events: list[Event]) -> None:
    dealt = first_event(events, "round-dealt", lambda event: event.public["round"] == 2).public
    dealt["turn"] = (dealt["turn"] + 1) % 3


@FORGED.of(piles, "the secret deals otherwise: number")
def another_number_begins(events: list[Event]) -> None:
    first_event(events, "round-dealt").public["number"] = 2


@FORGED.of(exchanges, "cards are in the game, not 52")
def one_deck_fewer(events: list[Event]) -> None:
    first_event(events, "round-dealt").public["decks"] = 1


@FORGED.of(exchanges, "no game goes on like this")
def a_hand_larger_than_any_game(events: list[Event]) -> None:
    first_event(events, "round-dealt").public["hands"][0] = 10**9


# The pile


@FORGED.of(piles, "what follows at once is")
def somebody_else_takes_the_pile(events: list[Event]) -> None:
    found = taken(events)
    seat = found.public["seat"]
    found.public["seat"], found.sealed = (seat + 1) % 3, {str((seat + 1) % 3): found.sealed[str(seat)]}


@FORGED.of(piles, "cards lie in the pile, not")
def fewer_cards_than_lie_there(events: list[Event]) -> None:
    taken(events).public["count"] -= 1


@FORGED.of(piles, "other cards lie in the pile")
def other_cards_than_lie_there(events: list[Event]) -> None:
    found = taken(events)
    cards = found.sealed[str(found.public["seat"])]["cards"]
    cards[0] = next(code for code in CARDS if code not in cards)


@FORGED.of(piles, "what follows at once is")
def a_pile_that_nobody_takes(events: list[Event]) -> None:
    events.remove(taken(events))


@FORGED.of(piles, "what follows at once is")
def a_pile_taken_later(events: list[Event]) -> None:
    for event in events[events.index(taken(events)) :]:
        event.at = later(event.at, seconds=1)


@FORGED.of(piles, "nobody has lost a doubt")
def a_pile_taken_for_nothing(events: list[Event]) -> None:
    settled = first_event(events, "window-closed", lambda event: event.public["by"] == "all")
    events.insert(settled.version, deepcopy(taken(events)))


@FORGED.of(piles, "what follows at once is")
def a_forced_pick_up_left_out(events: list[Event]) -> None:
    events.remove(taken(events, "finish"))


@FORGED.of(piles, "nobody has lost a doubt")
def a_forced_pick_up_of_somebody_with_cards(events: list[Event]) -> None:
    settled = first_event(events, "window-closed", lambda event: event.public["by"] == "all")
    events.insert(settled.version, deepcopy(taken(events, "finish")))


@FORGED.of(piles, "does not follow")
def a_number_that_does_not_follow_a_doubt(events: list[Event]) -> None:
    taken(events).public["number"] = taken(events).public["number"] % 13 + 1


# The other penalties


@FORGED.of(eliminations, "what follows at once is {'type': 'seat-eliminated'")
def another_seat_eliminated(events: list[Event]) -> None:
    found = first_event(events, "seat-eliminated").public
    found["seat"] = (found["seat"] + 1) % 4


@FORGED.of(eliminations, "cards, not 1")
def another_number_of_cards_put_away(events: list[Event]) -> None:
    first_event(events, "seat-eliminated").public["count"] = 1


@FORGED.of(eliminations, "is out and has no turn")
def the_turn_of_a_seat_that_is_out(events: list[Event]) -> None:
    found = first_event(events, "seat-eliminated").public
    found["turn"] = found["seat"]


@FORGED.of(eliminations, "is out and has no turn")
def a_turn_of_somebody_who_went_earlier(events: list[Event]) -> None:
    out = first_event(events, "seat-eliminated")
    first_event(events[out.version :], "window-closed").public["turn"] = out.public["seat"]


@FORGED.of(eliminations, "what follows at once is {'type': 'seat-eliminated'")
def another_penalty(events: list[Event]) -> None:
    found = first_event(events, "seat-eliminated")
    found.type, found.public["why"], found.public["count"] = "pile-taken", "doubt", 1


@FORGED.of(exchanges, "the secret draws other cards")
def other_cards_drawn(events: list[Event]) -> None:
    found = first_event(events, "cards-exchanged")
    giver = found.public["from"]
    drawn = found.sealed[str(giver)]["cards"]
    held = opened(events, giver, "round-dealt")
    gone = {code for event in events[: found.version] for code in event.sealed.get(str(giver), {}).get("cards", ())
            if event.type == "cards-played"}  # fmt: skip
    other = [next(code for code in held if code not in {*gone, *drawn}), drawn[1]]
    found.sealed = {part: {"cards": other} for part in found.sealed}


@FORGED.of(exchanges, "the secret draws other cards")
def cards_drawn_in_another_order(events: list[Event]) -> None:
    found = first_event(events, "cards-exchanged")
    found.sealed = {part: {"cards": payload["cards"][::-1]} for part, payload in found.sealed.items()}


@FORGED.of(exchanges, "are drawn, or all, not 1")
def one_card_drawn(events: list[Event]) -> None:
    first_event(events, "cards-exchanged").public["count"] = 1


@FORGED.of(exchanges, "both seats know the same cards")
def a_card_changed_on_its_way(events: list[Event]) -> None:
    found = first_event(events, "cards-exchanged")
    taker = str(found.public["to"])
    cards = found.sealed[taker]["cards"]
    found.sealed[taker] = {"cards": [next(code for code in CARDS if code not in cards), *cards[1:]]}


@FORGED.of(exchanges, "what follows at once is {'type': 'cards-exchanged'")
def the_winner_draws(events: list[Event]) -> None:
    found = first_event(events, "cards-exchanged").public
    found["from"], found["to"] = found["to"], found["from"]


# The end


@FORGED.of(piles, "winner of the result has to be")
def another_winner(events: list[Event]) -> None:
    public = ended(events).public
    public["winner"] = (public["winner"] + 1) % 3


@FORGED.of(piles, "points of the result has to be")
def other_points(events: list[Event]) -> None:
    ended(events).public["points"] = [2 * points for points in ended(events).public["points"]]


@FORGED.of(piles, "ranks of the result has to be")
def other_ranks(events: list[Event]) -> None:
    ended(events).public["ranks"] = [1 if rank == 1 else None for rank in ended(events).public["ranks"]]


@FORGED.of(eliminations, "ranks of the result has to be")
def who_went_first_before_who_went_later(events: list[Event]) -> None:
    public = ended(events).public
    public["ranks"] = [rank if rank == 1 else 6 - rank for rank in public["ranks"]]


@FORGED.of(piles, "losers of the result has to be")
def somebody_who_loses(events: list[Event]) -> None:
    ended(events).public["losers"] = [0]


@FORGED.of(exchanges, "reason of the result has to be max-plays")
def another_reason(events: list[Event]) -> None:
    ended(events).public["reason"] = "empty-hand"


@FORGED.of(eliminations, "reason of the result has to be last-in")
def a_limit_that_is_none(events: list[Event]) -> None:
    ended(events).public |= {"reason": "max-plays", "winner": None}


@FORGED.of(piles, "not every seat lays open the hand it held")
def other_hands_laid_open(events: list[Event]) -> None:
    ended(events).public["hands"].reverse()


@FORGED.of(piles, "the round is not decided")
def an_end_too_early(events: list[Event]) -> None:
    settled = first_event(events, "window-closed", lambda event: event.public["by"] == "all")
    events.insert(settled.version, deepcopy(ended(events)))
    events[settled.version].at = settled.at


@FORGED.of(piles, "a round that is not over is revealed")
def no_end_at_all(events: list[Event]) -> None:
    events.remove(ended(events))


@FORGED.of(exchanges, "the round is decided")
def a_play_more_than_the_limit(events: list[Event]) -> None:
    last = ended(events)
    events.insert(last.version - 1, deepcopy(first_event(events, "cards-played")))


@FORGED.of(eliminations, "the round is decided")
def an_elimination_of_the_last_one_in(events: list[Event]) -> None:
    last = ended(events)
    events.insert(last.version - 1, deepcopy(first_event(events, "seat-eliminated")))


@FORGED.of(piles, "the round is over")
def a_play_after_the_end(events: list[Event]) -> None:
    events.insert(ended(events).version, deepcopy(first_event(events, "cards-played")))


@FORGED.of(piles, "the round is over")
def a_pile_taken_after_the_end(events: list[Event]) -> None:
    events.insert(ended(events).version, deepcopy(taken(events)))


@FORGED.of(piles, "has caught no lie and cannot finish")
def an_end_of_somebody_who_caught_no_lie(events: list[Event]) -> None:
    """Let the third seat at the table catch the lies that the winner caught."""
    winner = ended(events).public["winner"]
    for event in events[: ended(events).version]:
        if event.type == "doubt-called" and event.public["seat"] == winner and event.public["valid"]:
            event.public["seat"] = ({0, 1, 2} - {winner, event.public["claimed"]["seat"]}).pop()


@FORGED.of(piles, "the scores have to be")
def other_scores(events: list[Event]) -> None:
    first_event(events, "game-ended").public["scores"][0] += 1


@pytest.mark.parametrize("forgery", FORGED, ids=repr)
def test_a_forged_log_of_doubt_with_a_perfect_chain_is_found(forgery: Forgery) -> None:
    assert forgery.finding in forgery.found()
