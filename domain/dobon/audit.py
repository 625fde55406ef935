"""What each event of a round of Dobon has to agree with, beyond being foldable: the checks behind `domain.verify`.

A table is the one before the event unless said otherwise. It may have unknown cards, where parts of the log are
withheld; what they hide is not checked here. Each check gives the disagreements it finds, as sentences.
"""

from collections.abc import Iterator

from domain.cards import CARDS, codes
from domain.chance import Chance
from domain.dobon.table import NOBODY, DobonTable
from domain.events import TABLE, Event
from domain.rules import Options

DECK = 52


def countable(event: Event) -> None:
    """Raise ValueError for numbers of cards that no deck has: a fold makes room for as many."""
    for name in ("count", "hand_size", "stock"):
        if not 0 <= event.public.get(name, 0) <= DECK:
            raise ValueError(f"{name} is {event.public[name]}")


def misplaced(after: DobonTable) -> Iterator[str]:
    """After every event every card is in exactly one place: hands, stock or pile."""
    places = [*after.stock, *after.pile]
    for seat in range(len(after.hands)):
        places += after.hand(seat)
    known = [card for card in places if card is not None]
    if len(places) != DECK:
        yield f"{len(places)} cards lie on the table, not {DECK}"
    if len(set(known)) != len(known) or max(known) >= DECK:
        yield "a card lies in two places, or is none of the deck"


def knows_hand(table: DobonTable, seat: int) -> bool:
    """Whether all cards of the seat are known."""
    return None not in table.hands[seat]


def reshuffle(table: DobonTable, event: Event, chance: Chance) -> Iterator[str]:
    """1.9, S-27: everything below the top, in the order of the stream `reshuffle-<n>`."""
    below = table.pile[:-1]
    chance.stream(f"reshuffle-{table.reshuffles + 1}").shuffle(below)
    if event.public["count"] != len(below):
        yield f"{len(below)} cards lie below the top, not {event.public['count']}"
    if TABLE in event.sealed and event.sealed[TABLE]["cards"] != codes(below):
        yield "the secret shuffles the pile into another order"


def closing(table: DobonTable, event: Event) -> Iterator[str]:
    """1.8: a window closes when everybody has answered, or at its deadline. All declines have to be open."""
    if event.type == "window-closed" and table.standing is not None:
        yield "a call that stands ends the round"
    if event.public.get("reason") == "false-call":
        return
    if table.asked and (table.deadline is None or event.at < table.deadline):
        yield f"the window of version {table.window} has yet to be answered by seats {table.asked}"


def ending(table: DobonTable, event: Event, options: Options) -> Iterator[str]:
    """1.6, 1.7 and S-30: who wins and loses follows from the calls; the hands laid open are those held."""
    public = event.public
    winner, losers = public["winner"], public["losers"]
    expected = _outcome(table, public["reason"], options)
    if expected is None:
        yield f"nothing that happened ends the round by {public['reason']!r}"
    elif expected != (winner, losers):
        yield f"winner and losers have to be {expected[0]} and {expected[1]}, not {winner} and {losers}"
    seats = range(len(table.hands))
    if public["points"] != [(seat == winner) - (seat in losers) for seat in seats]:
        yield f"the points {public['points']} do not follow from winner and losers"
    if len(public["hands"]) != len(table.hands):
        yield "not every seat lays its hand open"
    for seat, hand in zip(seats, public["hands"], strict=False):
        held = table.hand(seat)
        known = {card for card in held if card is not None}
        if len(hand) != len(held) or not known <= {CARDS[code] for code in hand}:
            yield f"seat {seat} does not lay open the hand it held"


def _outcome(table: DobonTable, reason: str, options: Options) -> tuple[int | None, list[int]] | None:
    """Winner and losers, or None where the round cannot end for that reason."""
    if reason == "dobon":
        return _called(table, options)
    last = table.calls[-1] if table.calls else None
    if reason == "false-call" and last is not None and not last.valid and options["false_claim"] == "lose":
        return None, [last.seat]
    exhausted = not table.stock and len(table.pile) == 1 and table.idle >= len(table.hands)
    return (None, []) if reason == "dead-end" and exhausted else None


def _called(table: DobonTable, options: Options) -> tuple[int, list[int]] | None:
    """1.7: the last caller wins; the one just before loses, else the owner of the card [ドボン返し]."""
    true_calls = [call.seat for call in table.calls if call.valid]
    if not true_calls:
        return None
    winner = true_calls[-1]
    if len(true_calls) > 1:
        return winner, [true_calls[-2]]
    if table.top_owner != NOBODY:
        return winner, [table.top_owner]
    everybody = options["initial_card_loser"] == "all_others"
    return winner, [seat for seat in range(len(table.hands)) if everybody and seat != winner]
