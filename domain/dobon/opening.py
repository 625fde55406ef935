"""How a round is opened by a dealer [ディーラー] who turns cards up: flips, what is answered to them, and who opens (rulebook 2.1).

After each flip everybody is asked, and what anybody answers stays sealed until nobody is asked any more. So nobody gains by being quick, and
nobody learns who could have opened.
"""

from domain.actions import Play
from domain.cards import CARDS, CODES, RANK, codes
from domain.chance import Chance
from domain.dobon.calls import check_answer
from domain.dobon.plays import check_cards, check_suit, suit_named
from domain.dobon.stock import stocked
from domain.dobon.table import DobonTable, Opening
from domain.dobon.timing import answer_deadline, turn_deadline
from domain.errors import Refused
from domain.events import Event
from domain.rules import Options
from domain.times import Moment


def flip(table: DobonTable, options: Options, now: Moment, chance: Chance) -> list[Event]:
    """The dealer's next card, and everybody is asked about it; about a joker nobody is (K-27).

    K-28: where the stock has run out, all but the last flip is shuffled first.
    """
    events, stock = stocked(table, 1, chance)
    # Only the server flips, and the server knows every card of the stock.
    card: int = stock[-1]  # type: ignore[assignment]
    asked = list(range(len(table.hands))) if RANK[card] else []
    deadline = answer_deadline(options, now) if asked else turn_deadline(options, now)
    public = {
        "seat": table.dealer, "card": CODES[card], "stock": len(stock) - 1, "asked": asked, "calls_open": bool(asked),
        "deadline": deadline,
    }  # fmt: skip
    return [*events, Event("card-flipped", public)]


def is_stuck(table: DobonTable) -> bool:
    """Have all cards been turned up, those of a reshuffle too, and nobody opened?"""
    return table.opening and not table.window and not table.stock and (table.reshuffles > 0 or len(table.pile) < 2)


def check_opening(table: DobonTable, seat: int, play: Play) -> None:
    """Raise `Refused` unless the seat may answer the flip with these cards: one or more of the flip's number."""
    check_answer(table, seat, table.window if play.on is None else play.on)
    check_cards(table, seat, play)
    if RANK[play.cards[0]] != table.number:
        raise Refused("does-not-open", f"Only a {table.number} opens on {CODES[table.top]}.")
    check_suit(play)


def answered(table: DobonTable, seat: int, play: Play | None) -> Event:
    """The seat's answer to the flip: cards to open with, or None. It is sealed to every seat, the same shape for each."""
    cards = codes(play.cards) if play else None
    own = {"answered": True, "cards": cards, "suit": suit_named(play) if play else None}
    other = {"answered": False, "cards": None, "suit": None}
    sealed = {str(asked): own if asked == seat else other for asked in range(len(table.hands))}
    return Event("flip-answered", {"on": table.window}, sealed)


def opener(table: DobonTable, event: Event | None = None) -> Opening | None:
    """K-04: who opens: the first who answered with cards; `event` is an answer that the table does not hold yet."""
    if table.openings:
        return table.openings[0]
    for part, answer in event.sealed.items() if event else ():
        if answer["cards"]:
            return Opening(int(part), [CARDS[code] for code in answer["cards"]], answer["suit"])
    return None
