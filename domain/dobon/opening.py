"""The opening of a round by a dealer [ディーラー]: cards turned up, answers to them, and the first play (rulebook 2.1).

All seats are asked after each flip, and every answer stays sealed until no seat is asked any more. So speed gives no
advantage, and no seat learns which one could have opened.
"""

from collections.abc import Sequence
from typing import Protocol

from domain.dobon.calls import Hands, check_answer, laid_open
from domain.dobon.events import CardFlipped, FlipAnswer, FlipAnswered, How, Reason, WindowClosed
from domain.dobon.evolve import DobonState
from domain.dobon.hand import Opening
from domain.dobon.plays import check_cards, check_suit, held_by, suit_named
from domain.dobon.stock import stocked
from domain.dobon.table import DobonTable
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
from domain.ruleset.windows import asked


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
    rules: OpeningRules, state: DobonState, seat: int, action: Action, options: Options, now: Moment, chance: Chance
) -> list[Event]:
    """Return the events of a flip, or of an answer to one without a call. Raises `Refused`."""
    table = state.table
    if isinstance(action, Flip):
        return flip(rules, state, seat, options, now, chance)
    if not table.window:
        raise Refused(
            "not-opened",
            Sentence("Seat {dealer}, the dealer, is to `flip` a card.", dealer=table.dealer),
            turn=table.dealer,
        )
    if isinstance(action, Play):
        _check_opening(state, seat, action)
        answer = _answered(table, seat, action)
    elif isinstance(action, Decline):
        check_answer(state, seat, action.on)
        answer = _answered(table, seat, None)
    else:
        raise Refused("window-open", "A flip is being answered: `play` its number, `dobon`, or `decline`.")
    if asked(state) == [seat]:
        return [answer, *close(rules, state, options, now, answer)]
    return [answer]


def flip(
    rules: OpeningRules, state: DobonState, seat: int, options: Options, now: Moment, chance: Chance
) -> list[Event]:
    """Return the dealer's next card. All seats are asked about it; about a joker none is (K-27). Raises `Refused`.

    K-28: if the stock has run out, all but the last flip is shuffled first.
    """
    table = state.table
    if seat != table.dealer:
        raise Refused(
            "not-your-turn",
            Sentence("Seat {dealer}, the dealer, turns cards up.", dealer=table.dealer),
            turn=table.dealer,
        )
    if table.window:
        raise Refused("window-open", "The dealer flips again when everybody has answered.")
    if is_stuck(table):
        return [rules.ended(table, "dead-end", None, [], options, laid_open(state))]
    events, stock = stocked(state, 1, chance)
    # Only the server flips, and the server knows every card of the stock.
    card: int = stock[-1]  # type: ignore[assignment]
    everybody = list(range(table.seats)) if RANK[card] else []
    deadline = answer_deadline(options, now) if everybody else turn_deadline(options, now)
    public = CardFlipped(
        seat=table.dealer,
        card=CODES[card],
        stock=len(stock) - 1,
        asked=everybody,
        calls_open=bool(everybody),
        deadline=deadline,
    )
    return [*events, Event(public)]


def is_stuck(table: DobonTable) -> bool:
    """Tell whether all cards have been turned up, those of a reshuffle too, and no seat opened."""
    return table.opening and not table.window and not table.stock and (table.reshuffles > 0 or len(table.pile) < 2)


def close(
    rules: OpeningRules, state: DobonState, options: Options, now: Moment, answer: Event | None = None
) -> list[Event]:
    """Return the events once no seat is asked: the opening play, or the turn of the dealer to flip again.

    `answer` is one that the state does not hold yet.
    """
    table = state.table
    events: list[Event] = [Event(WindowClosed(on=table.window, calls_open=False, deadline=turn_deadline(options, now)))]
    opener = _opener(state, answer)
    if opener is not None:
        seat, opening = opener
        events.append(rules.laid(table, seat, opening.cards, opening.suit, "opening", options, now))
    return events


def openings(state: DobonState) -> list[tuple[int, Opening]]:
    """Return the answers to the open window that lay cards, each with its seat, as far as they are known; the first one
    first.
    """
    given = [
        (seat, hand.opening)
        for seat, hand in enumerate(state.hands)
        if hand is not None and hand.opening is not None and hand.answered == state.table.window
    ]
    return sorted(given, key=lambda one: one[1].version)


def _opener(state: DobonState, answer: Event | None) -> tuple[int, Opening] | None:
    """K-04: return the first answer with cards."""
    given = openings(state)
    if given:
        return given[0]
    for part, own in answer.sealed.items() if answer else ():
        if own.cards:
            return int(part), Opening(0, [CARDS[code] for code in own.cards], own.suit)
    return None


def _check_opening(state: DobonState, seat: int, play: Play) -> None:
    """Raise `Refused` unless the seat may answer the flip with these cards: one or more of the flip's number."""
    table = state.table
    check_answer(state, seat, table.window if play.on is None else play.on)
    check_cards(held_by(state, seat), play)
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
    sealed = {str(one): own if one == seat else other for one in range(table.seats)}
    return Event(FlipAnswered(on=table.window), sealed)
