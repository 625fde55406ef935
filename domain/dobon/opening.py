"""The opening of a round by a dealer [ディーラー]: cards turned up, answers to them, and the first play (rulebook 2.1).

All seats are asked after each flip, and every answer stays sealed until no seat is asked any more. So speed gives no
advantage, and no seat learns which one could have opened.
"""

from collections.abc import Sequence
from typing import Protocol

from domain.dobon.calls import Hands, check_answer, laid_open
from domain.dobon.events import CardFlipped, FlipAnswer, FlipAnswered, How, Reason, WindowClosed
from domain.dobon.plays import check_cards, check_suit, suit_named
from domain.dobon.stock import stocked
from domain.dobon.table import DobonTable, Opening
from domain.dobon.time_limits import answer_deadline
from domain.log.chance import Chance
from domain.log.errors import Refused
from domain.log.events import Event
from domain.log.moments import Moment
from domain.log.sentences import Sentence
from domain.ruleset.actions import Action, Decline, Flip, Play
from domain.ruleset.cards import CARDS, CODES, RANK, Card, SuitLetter, codes
from domain.ruleset.ruleset import Options
from domain.ruleset.time_limits import turn_deadline


class OpeningRules(Protocol):
    """The rules of opening cards, and of a round that no seat opens."""

    def laid(
        self,
        table: DobonTable,
        seat: int,
        cards: Sequence[Card],
        suit: SuitLetter,
        how: How,
        options: Options,
        now: Moment,
    ) -> Event:
        """Return the event of the cards being laid, with their effect."""

    def ended(
        self, table: DobonTable, reason: Reason, winner: int | None, losers: list[int], options: Options, hands: Hands
    ) -> Event:
        """Return the end of the round."""


def decide(
    rules: OpeningRules, table: DobonTable, seat: int, action: Action, options: Options, now: Moment, chance: Chance
) -> list[Event]:
    """Return the events of a flip, or of an answer to one without a call. Raises `Refused`."""
    if isinstance(action, Flip):
        return flip(rules, table, seat, options, now, chance)
    if not table.window:
        raise Refused(
            "not-opened",
            Sentence("Seat {dealer}, the dealer, is to `flip` a card.", dealer=table.dealer),
            turn=table.dealer,
        )
    if isinstance(action, Play):
        _check_opening(table, seat, action)
        answer = _answered(table, seat, action)
    elif isinstance(action, Decline):
        check_answer(table, seat, action.on)
        answer = _answered(table, seat, None)
    else:
        raise Refused("window-open", "A flip is being answered: `play` its number, `dobon`, or `decline`.")
    if table.asked == [seat]:
        return [answer, *close(rules, table, options, now, answer)]
    return [answer]


def flip(
    rules: OpeningRules, table: DobonTable, seat: int, options: Options, now: Moment, chance: Chance
) -> list[Event]:
    """Return the dealer's next card. All seats are asked about it; about a joker none is (K-27). Raises `Refused`.

    K-28: if the stock has run out, all but the last flip is shuffled first.
    """
    if seat != table.dealer:
        raise Refused(
            "not-your-turn",
            Sentence("Seat {dealer}, the dealer, turns cards up.", dealer=table.dealer),
            turn=table.dealer,
        )
    if table.window:
        raise Refused("window-open", "The dealer flips again when everybody has answered.")
    if is_stuck(table):
        return [rules.ended(table, "dead-end", None, [], options, laid_open(table))]
    events, stock = stocked(table, 1, chance)
    # Only the server flips, and the server knows every card of the stock.
    card: int = stock[-1]  # type: ignore[assignment]
    asked = list(range(len(table.hands))) if RANK[card] else []
    deadline = answer_deadline(options, now) if asked else turn_deadline(options, now)
    public = CardFlipped(
        seat=table.dealer,
        card=CODES[card],
        stock=len(stock) - 1,
        asked=asked,
        calls_open=bool(asked),
        deadline=deadline,
    )
    return [*events, Event(public)]


def is_stuck(table: DobonTable) -> bool:
    """Tell whether all cards have been turned up, those of a reshuffle too, and no seat opened."""
    return table.opening and not table.window and not table.stock and (table.reshuffles > 0 or len(table.pile) < 2)


def close(
    rules: OpeningRules, table: DobonTable, options: Options, now: Moment, answer: Event | None = None
) -> list[Event]:
    """Return the events once no seat is asked: the opening play, or the turn of the dealer to flip again.

    `answer` is one that the table does not hold yet.
    """
    events: list[Event] = [Event(WindowClosed(on=table.window, calls_open=False, deadline=turn_deadline(options, now)))]
    opener = _opener(table, answer)
    if opener is not None:
        events.append(rules.laid(table, opener.seat, opener.cards, opener.suit, "opening", options, now))
    return events


def _opener(table: DobonTable, answer: Event | None) -> Opening | None:
    """K-04: return the first answer with cards."""
    if table.openings:
        return table.openings[0]
    for part, given in answer.sealed.items() if answer else ():
        if given.cards:
            return Opening(int(part), [CARDS[code] for code in given.cards], given.suit)
    return None


def _check_opening(table: DobonTable, seat: int, play: Play) -> None:
    """Raise `Refused` unless the seat may answer the flip with these cards: one or more of the flip's number."""
    check_answer(table, seat, table.window if play.on is None else play.on)
    check_cards(table, seat, play)
    if RANK[play.cards[0]] != table.number:
        raise Refused(
            "does-not-open", Sentence("Only a {number} opens on {top}.", number=table.number, top=CODES[table.top])
        )
    check_suit(play)


def _answered(table: DobonTable, seat: int, play: Play | None) -> Event:
    """Return the seat's answer to the flip: cards to open with, or None.

    It is sealed to every seat, in the same shape for each.
    """
    cards = codes(play.cards) if play else None
    own = FlipAnswer(answered=True, cards=cards, suit=suit_named(play) if play else None)
    other = FlipAnswer(answered=False, cards=None, suit=None)
    sealed = {str(asked): own if asked == seat else other for asked in range(len(table.hands))}
    return Event(FlipAnswered(on=table.window), sealed)
