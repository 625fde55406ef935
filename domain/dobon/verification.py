"""Checks of each event of a round of Dobon, beyond applying it: the part of `verify` that knows the rules.

A table is the one before the event unless stated otherwise. It may have unknown cards, if parts of the log are
withheld; those are not checked here. Each check yields the disagreements it finds, as sentences.
"""

from collections.abc import Iterator

from domain.dobon.calls import CallRules, laid_open, settled
from domain.dobon.table import NOBODY, DobonTable
from domain.log.chance import Chance
from domain.log.events import TABLE, Event
from domain.ruleset.cards import CARDS, RANK, codes
from domain.ruleset.catalogue import Check, Finding
from domain.ruleset.ruleset import Options

_LARGEST_DECK = 54


DobonCheck = Check[CallRules, DobonTable]


def move(check: DobonCheck) -> Iterator[Finding]:
    """Check that the round is not decided yet."""
    yield "moves", [*_decided(check.table)]


def card_flipped(check: DobonCheck) -> Iterator[Finding]:
    """Check a card that the dealer turned up."""
    yield from move(check)
    yield "flips", [*_flip(check.table, check.event)]


def flip_answered(check: DobonCheck) -> Iterator[Finding]:
    """Check an answer to a card turned up, if all answers are open."""
    if check.whole:
        yield "answers", [*_answer(check.table, check.event)]


def cards_played(check: DobonCheck) -> Iterator[Finding]:
    """Check a play; the opening of a round also against the answers, if all are open."""
    yield from move(check)
    if "how" in check.event.public:
        yield "plays", [*_play(check.table, check.event)]
        if check.event.public["how"] == "opening" and check.whole:
            yield "openings", [*_opening(check.table, check.event)]


def cards_drawn(check: DobonCheck) -> Iterator[Finding]:
    """Check a draw."""
    yield from move(check)
    yield "draws", [*_draw(check.table, check.event)]


def stock_reshuffled(check: DobonCheck) -> Iterator[Finding]:
    """Check a reshuffle, if the secret is known."""
    if check.chance is not None:
        yield "reshuffles", [*_reshuffle(check.table, check.event, check.chance)]


def dobon_called(check: DobonCheck) -> Iterator[Finding]:
    """Check which seats are asked about a true call."""
    yield from move(check)
    if check.event.public["valid"]:
        yield "counters", [*_countering(check.rules, check.table, check.event)]


def window_closed(check: DobonCheck) -> Iterator[Finding]:
    """Check that the window may close, if all answers are open."""
    if check.whole:
        yield "windows", [*_closing(check.table, check.event)]


def round_ended(check: DobonCheck) -> Iterator[Finding]:
    """Check that the round may end, and its result."""
    yield from window_closed(check)
    yield "results", [*_ending(check.rules, check.table, check.event, check.options)]


def misplaced(after: DobonTable, deck_size: int) -> Iterator[str]:
    """Yield problems with the places of cards: after every event, each is in exactly one of hands, stock and pile."""
    places = [*after.stock, *after.pile]
    for seat in range(len(after.hands)):
        places += after.hand(seat)
    known = [card for card in places if card is not None]
    if len(places) != deck_size:
        yield f"{len(places)} cards lie on the table, not {deck_size}"
    if len(set(known)) != len(known) or max(known, default=0) >= deck_size:
        yield "a card lies in two places, or is none of the deck"


def knows(table: DobonTable, seat: int) -> bool:
    """Tell whether all cards of the seat are known."""
    return None not in table.hands[seat]


def countable(event: Event) -> None:
    """Raise ValueError for numbers of cards that no deck has: a fold makes room for as many."""
    for name in ("count", "hand_size", "stock"):
        if not 0 <= event.public.get(name, 0) <= _LARGEST_DECK:
            raise ValueError(f"{name} is {event.public[name]}")


def _reshuffle(table: DobonTable, event: Event, chance: Chance) -> Iterator[str]:
    """1.9, S-27, and 2.7, K-28: everything below the top, in the order of the stream `reshuffle-<n>`."""
    below = table.pile[:-1]
    chance.stream(f"reshuffle-{table.reshuffles + 1}").shuffle(below)
    if event.public["count"] != len(below):
        yield f"{len(below)} cards lie below the top, not {event.public['count']}"
    if TABLE in event.sealed and event.sealed[TABLE]["cards"] != codes(below):
        yield "the secret shuffles the pile into another order"


def _decided(table: DobonTable) -> Iterator[str]:
    """1.7 and 2.5: no move follows a call that stands and asks no seat, or the end of the round."""
    if table.over or (table.standing is not None and not table.window):
        yield "the round is decided"


def _flip(table: DobonTable, event: Event) -> Iterator[str]:
    """2.1: the dealer turns up the next card of the stock, unless a flip is being answered; all seats are asked, about
    a joker none.
    """
    public = event.public
    if public["seat"] != table.dealer or not table.opening or table.window:
        yield "nobody but the dealer turns cards up, one after another, until the round is opened"
    if table.openings:
        yield f"seat {table.openings[0].seat} has opened the round"
    if table.stock[-1] is not None and table.stock[-1] != CARDS[public["card"]]:
        yield "another card was the next of the stock"
    if public["stock"] != len(table.stock) - 1:
        yield f"{len(table.stock) - 1} cards are left in the stock, not {public['stock']}"
    asked = [*range(len(table.hands))] if RANK[CARDS[public["card"]]] else []
    if public["asked"] != asked or public["calls_open"] != bool(asked):
        yield f"seats {asked} are to be asked about it, not {public['asked']}"


def _answer(table: DobonTable, event: Event) -> Iterator[str]:
    """2.1: one seat that is asked answers the flip, with cards it holds of that number, or none. Every answer has to be
    open.
    """
    answers = {int(part): answer for part, answer in event.sealed.items()}
    given = [seat for seat, answer in answers.items() if answer["answered"]]
    laying = [seat for seat, answer in answers.items() if answer["cards"] or answer["suit"]]
    if event.public["on"] != table.window or not table.opening or len(given) != 1 or not set(laying) <= set(given):
        yield "one seat answers the flip that everybody is asked about, and nobody else"
    for seat in given:
        cards = [CARDS[code] for code in answers[seat]["cards"] or ()]
        if not set(cards) <= set(table.hand(seat)) or any(RANK[card] != table.number for card in cards):
            yield f"seat {seat} does not hold these cards, or they have another number"


def _play(table: DobonTable, event: Event) -> Iterator[str]:
    """2.1 to 2.3: cards of one number are laid to open, in turn, or out of turn on the same number."""
    public = event.public
    numbers = {RANK[CARDS[code]] for code in public["cards"]}
    how = "opening" if table.opening else "turn" if public["seat"] == table.turn else "jump-in"
    if table.window or public["how"] != how:
        yield f"these cards can be laid as {how!r} when no window is open, not as {public['how']!r}"
    if len(numbers) != 1 or 0 in numbers:
        yield "cards laid together have one number, and no joker is laid"
    if how != "turn" and not numbers <= {table.number}:
        yield f"to open and out of turn only a {table.number} is laid"


def _draw(table: DobonTable, event: Event) -> Iterator[str]:
    """2.2 and K-15: the seat in turn draws, and if a dealer opened the round the right to call ends with it."""
    public = event.public
    if public["why"] == "false-call":
        return
    if public["seat"] != table.turn or table.window or table.opening:
        yield f"it is the turn of seat {table.turn}, which draws when no window is open"
    if table.dealer != NOBODY and public["calls_open"]:
        yield "nobody calls after a draw"


def _countering(rules: CallRules, table: DobonTable, event: Event) -> Iterator[str]:
    """1.7 and 2.5: the seats that are asked about a true call."""
    asked = rules.may_counter(table, event.public["seat"])
    if event.public["asked"] != asked:
        yield f"seats {asked} may counter the call, not {event.public['asked']}"


def _opening(table: DobonTable, event: Event) -> Iterator[str]:
    """K-04: the first answer that laid cards opens the round. All answers have to be open."""
    public = event.public
    answers = table.openings[:1]
    if [(answer.seat, codes(answer.cards), answer.suit) for answer in answers] != [
        (public["seat"], public["cards"], public["suit"])
    ]:
        yield "the round is not opened by the first answer that laid cards"


def _closing(table: DobonTable, event: Event) -> Iterator[str]:
    """1.8: a window closes when all seats have answered, or at its deadline. All answers have to be open."""
    if event.type == "window-closed":
        if table.standing is not None:
            yield "a call that stands ends the round"
        if event.public["on"] != table.window or (table.opening and event.public["calls_open"]):
            yield f"the window of version {table.window} closes, and with a flip's the right to call"
    if event.public.get("reason") == "false-call":
        return
    if table.asked and (table.deadline is None or event.at < table.deadline):
        yield f"the window of version {table.window} has yet to be answered by seats {table.asked}"


def _ending(rules: CallRules, table: DobonTable, event: Event, options: Options) -> Iterator[str]:
    """1.6, 1.7, 2.6 and S-30: the end of a round follows from its calls; the hands laid open are those held."""
    public = event.public
    unlike = [*_laid_open(table, public["hands"])]
    yield from unlike
    if unlike:
        return
    expected = _end(rules, table, public["reason"], options, public["hands"])
    if expected is None:
        yield f"nothing that happened ends the round by {public['reason']!r}"
        return
    for name in expected.public.keys() | public.keys():
        if expected.public.get(name) != public.get(name):
            yield f"{name} of the result has to be {expected.public.get(name)}, not {public.get(name)}"


def _laid_open(table: DobonTable, hands: list[list[str]]) -> Iterator[str]:
    if len(hands) != len(table.hands):
        yield "not every seat lays its hand open"
    for seat, (held, hand) in enumerate(zip(laid_open(table), hands, strict=False)):
        if len(hand) != len(table.hand(seat)) or not set(held) <= set(hand):
            yield f"seat {seat} does not lay open the hand it held"


def _end(rules: CallRules, table: DobonTable, reason: str, options: Options, hands: list[list[str]]) -> Event | None:
    """Return the end that follows from the calls on the table, with these hands; None if the round cannot end for that
    reason.
    """
    last = table.calls[-1] if table.calls else None
    if reason == "false-call" or (last is not None and not last.valid and options["false_claim"] == "lose"):
        if last is None or last.valid or options["false_claim"] != "lose":
            return None
        return rules.lost(table, last.seat, options, hands)
    if reason in ("dobon", "ippatsu"):
        return settled(rules, table, options, hands) if table.standing else None
    if reason == "dead-end" and rules.is_stuck(table):
        return rules.ended(table, "dead-end", None, [], options, hands)
    return None
