"""Checks of each event of a round of Doubt, beyond applying it: the part of `verify` that knows the rules.

A table is the one before the event unless stated otherwise. It may have unknown cards, if parts of the log are
withheld; those are not checked here. Each check yields the disagreements it finds, as sentences.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any

from domain.doubt.challenge import EXCHANGED, blind, ended, following_number, is_true
from domain.doubt.table import Claim, DoubtTable
from domain.log.chance import Chance
from domain.log.events import Event
from domain.ruleset.cards import CARDS, RANK, Card, codes, deck
from domain.ruleset.catalogue import Check, Finding
from domain.ruleset.ruleset import Options
from domain.ruleset.windows import declined_by

_MOST = {"count": 4 * 54, "decks": 4, "jokers": 2}
"""Cards, decks and jokers of the largest game."""

_PENALTIES = {"pile": "pile-taken", "eliminate": "seat-eliminated", "exchange_two": "cards-exchanged"}
"""The event that each option `penalty` leads to."""

DoubtCheck = Check[Any, DoubtTable]


def move(check: DoubtCheck) -> Iterator[Finding]:
    """Check that the event may come now."""
    yield "moves", [*_order(check.table, check.last, check.event, check.options)]


def _settled(check: DoubtCheck) -> Iterator[Finding]:
    """Check an event that says whose turn is next."""
    yield from move(check)
    yield "turns", [*_going_on(check.table, check.event)]


def cards_played(check: DoubtCheck) -> Iterator[Finding]:
    """Check a play."""
    yield from move(check)
    yield "plays", [*_play(check.table, check.event, check.options)]


def doubt_declined(check: DoubtCheck) -> Iterator[Finding]:
    """Check an answer, if all answers are open."""
    yield from move(check)
    if check.whole:
        yield "answers", [*_declined(check.table, check.event)]


def window_closed(check: DoubtCheck) -> Iterator[Finding]:
    """Check that the window may close."""
    yield from _settled(check)
    yield "windows", [*_closing(check.table, check.event, whole=check.whole)]


def doubt_called(check: DoubtCheck) -> Iterator[Finding]:
    """Check a doubt and its verdict."""
    yield from move(check)
    yield "doubts", [*_doubt(check.table, check.event)]


def pile_taken(check: DoubtCheck) -> Iterator[Finding]:
    """Check the pile that a seat takes up."""
    yield from _settled(check)
    yield "piles", [*_taken(check.table, check.event)]


def seat_eliminated(check: DoubtCheck) -> Iterator[Finding]:
    """Check the hand that is put away."""
    yield from _settled(check)
    yield "eliminations", [*_eliminated(check.table, check.event)]


def cards_exchanged(check: DoubtCheck) -> Iterator[Finding]:
    """Check the cards drawn from a hand, if the secret is known."""
    yield from _settled(check)
    yield "draws", [*_drawn(check.table, check.event, check.chance if check.whole else None)]


def round_ended(check: DoubtCheck) -> Iterator[Finding]:
    """Check the result of the round."""
    yield from move(check)
    yield "results", [*_ending(check.table, check.event, check.options)]


def between(check: DoubtCheck) -> Iterator[Finding]:
    """Check an event outside the round: a round is revealed only when it is over."""
    if check.event.type == "round-revealed":
        yield from move(check)


def misplaced(after: DoubtTable) -> Iterator[str]:
    """Yield problems with the places of cards: after every event, each is in exactly one of hands, pile and discard.

    Several decks have several copies of each.
    """
    places: list[Card | None] = [*after.away, *(laid.card for laid in after.pile)]
    for hand in after.hands:
        places += hand
    every = deck(after.jokers) * after.decks
    if len(places) != len(every):
        yield f"{len(places)} cards are in the game, not {len(every)}"
    known = Counter(card for card in places if card is not None)
    copies = Counter(every)
    if any(count > copies[card] for card, count in known.items()):
        yield "a card lies in two places, or is none of the deck"


def countable(event: Event) -> None:
    """Raise ValueError for numbers of cards that no game has: a fold makes room for as many."""
    counts = [(event.public.get(name, 0), most) for name, most in _MOST.items()]
    counts += [(size, _MOST["count"]) for size in event.public.get("hands", ()) if isinstance(size, int)]
    if any(not 0 <= count <= most for count, most in counts):
        raise ValueError("more cards than the largest game has, or fewer than none")


# What has to follow


def _order(table: DoubtTable, last: Event | None, event: Event, options: Options) -> Iterator[str]:
    """1.3 and 1.4: consequences follow at once, no event comes twice, and no move follows once the round is decided."""
    kind, public = event.type, event.public
    if table.over != (kind == "round-revealed"):
        yield "the round is over" if table.over else "a round that is not over is revealed"
        return
    if kind == "round-revealed":
        return
    owed = None if last is None else _owed(last, options)
    if owed is not None:
        found = {"type": kind, "at": event.at, **public}
        if any(found.get(name) != value for name, value in owed.items()):
            yield f"what follows at once is {owed}"
    elif _decided(table, options) != (kind == "round-ended") and not _cannot_finish(table, event, options):
        yield "the round is not decided" if kind == "round-ended" else "the round is decided"
    elif kind in _PENALTIES.values() and not _cannot_finish(table, event, options):
        yield "nobody has lost a doubt"
    if bool(table.window) != (kind in ("doubt-declined", "doubt-called", "window-closed")):
        yield "the newest play may still be doubted" if table.window else "no play may be doubted now"


def _owed(last: Event, options: Options) -> dict[str, Any] | None:
    """Return the type, moment and public fields of the next event, as far as the event before fixes them."""
    public, at = last.public, last.at
    if last.type == "doubt-called":
        player, caller = public["claimed"]["seat"], public["seat"]
        loser, winner = (player, caller) if public["valid"] else (caller, player)
        if options["penalty"] == "exchange_two":
            return {"type": "cards-exchanged", "at": at, "from": winner, "to": loser}
        why = {"why": "doubt"} if options["penalty"] == "pile" else {}
        return {"type": _PENALTIES[options["penalty"]], "at": at, "seat": loser, **why}
    if last.type == "cards-played" and not public["asked"]:
        return {"type": "pile-taken", "at": at, "seat": public["seat"], "why": "finish"}
    if last.type == "window-closed" and public["by"] == "play":
        return {"type": "cards-played", "at": at, "seat": public["turn"], "number": public["number"]}
    return None


def _left(table: DoubtTable) -> list[int]:
    return [seat for seat in range(len(table.hands)) if seat not in table.out]


def _decided(table: DoubtTable, options: Options) -> bool:
    """1.5: no window is open, and one seat is left, or has no card, or the last play is settled."""
    if table.window:
        return False
    left = _left(table)
    return len(left) == 1 or not all(table.hands[seat] for seat in left) or 0 < options["max_plays"] <= table.plays


def _cannot_finish(table: DoubtTable, event: Event, options: Options) -> bool:
    """1.3: a hand that an exchange has emptied takes up the pile, if its seat has caught no lie."""
    public = event.public
    if event.type != "pile-taken" or public["why"] != "finish" or not options["must_doubt_to_finish"]:
        return False
    return not table.hands[public["seat"]] and not table.success[public["seat"]]


def _going_on(table: DoubtTable, event: Event) -> Iterator[str]:
    """1.4, step 5: the turn is that of a seat that is in, and the number follows, or stays after a lie was caught."""
    public, claim = event.public, _claim(table)
    if public["turn"] not in _left(table):
        yield f"seat {public['turn']} is out and has no turn"
    numbers = {following_number(claim.number)}
    if event.type != "window-closed":
        numbers.add(claim.number)
    if public["number"] not in numbers:
        yield f"{public['number']} does not follow {claim.number}"


def _claim(table: DoubtTable) -> Claim:
    if table.claim is None:
        raise ValueError("nothing was played")
    return table.claim


# What each event says


def _play(table: DoubtTable, event: Event, options: Options) -> Iterator[str]:
    """1.3: the seat in turn lays cards under the turn's number.

    All other seats are asked, in Cheat the next one, unless the hand may not end.
    """
    public = event.public
    seat, count, hand = public["seat"], public["count"], table.hands[public["seat"]]
    if (seat, public["number"], public["turn"]) != (table.turn, table.number, table.turn):
        yield f"it is the turn of seat {table.turn} with {table.number}"
    if not 1 <= count <= min(options["max_cards_per_play"], len(hand)):
        yield f"so many cards cannot be laid at once: {count}"
    opened = event.sealed.get(str(seat))
    if opened is not None and len(opened["cards"]) != count:
        yield f"{len(opened['cards'])} cards are laid, not {count}"
    if public["finishing"] != (count == len(hand)):
        yield "finishing is a play of all the cards of a hand"
    callers = [other for other in _left(table) if other != seat]
    if options["variant"] == "cheat":
        callers = [table.following(seat)]
    may = _may_finish(table, event, options)
    if may is None:
        if public["asked"] not in ([], callers):
            yield f"seats {callers} are asked about it, or nobody, not {public['asked']}"
    elif public["asked"] != (callers if may else []):
        yield f"seats {callers if may else []} are asked about it, not {public['asked']}"
    if public.get("by_clock") and (table.deadline is None or event.at < table.deadline):
        yield "the clock lays nothing before the time of the turn is up"


def _may_finish(table: DoubtTable, event: Event, options: Options) -> bool | None:
    """Tell whether the hand may end, if it does, with these cards; None if that depends on withheld cards."""
    public = event.public
    if public["count"] != len(table.hands[public["seat"]]):
        return True
    if options["must_doubt_to_finish"] and not table.success[public["seat"]]:
        return False
    if options["joker_may_finish"]:
        return True
    opened = event.sealed.get(str(public["seat"]))
    return None if opened is None else all(RANK[CARDS[code]] for code in opened["cards"])


def _declined(table: DoubtTable, event: Event) -> Iterator[str]:
    """1.3: one seat that is asked declines. Every answer has to be open."""
    declined = declined_by(event)
    if event.public["on"] != table.window or len(declined) != 1 or not {*declined} <= {*table.asked}:
        yield "one seat that is asked answers the play that may be doubted, and nobody else"
    if event.sealed.keys() != {str(seat) for seat in range(len(table.hands))}:
        yield "an answer is sealed to every seat alike"


def _closing(table: DoubtTable, event: Event, *, whole: bool) -> Iterator[str]:
    """1.3: a window closes when all seats have declined, at its deadline, or by the next play, if that is allowed."""
    by, claim = event.public["by"], _claim(table)
    if event.public["on"] != table.window:
        yield f"the window of version {table.window} closes"
    if by not in ("all", "deadline", "play"):
        yield f"no window closes by {by!r}"
    if by == "all" and whole and table.asked:
        yield f"seats {table.asked} have yet to answer"
    if by == "deadline" and (table.deadline is None or event.at < table.deadline):
        yield "the window closes before its deadline"
    if by == "play":
        following = table.following(claim.seat)
        if not table.closable or event.public["turn"] != following:
            yield "no play may close this window, or it is not the next seat's"
        early = table.allowed_from is not None and event.at < table.allowed_from
        if early and whole and {*table.asked} - {following}:
            yield "a play closes the window while others may still doubt"


def _doubt(table: DoubtTable, event: Event) -> Iterator[str]:
    """1.4, step 1: a seat that is asked doubts the claim; the verdict follows from the cards shown, which are those of
    the log.
    """
    public, claim = event.public, _claim(table)
    if public["on"] != table.window or public["seat"] not in table.asked:
        yield f"seats {table.asked} may doubt version {table.window or None}, nobody else"
    said = {"seat": claim.seat, "number": claim.number, "count": claim.count}
    cards = [CARDS[code] for code in public["cards"]]
    if public["claimed"] != said or len(cards) != claim.count:
        yield f"what was said is {said}"
    laid = [known.card for known in table.pile[len(table.pile) - claim.count :]]
    if any(known is not None and known != card for known, card in zip(laid, cards, strict=False)):
        yield "other cards were laid"
    if public["valid"] == is_true(cards, claim.number):
        yield "the verdict does not follow from the cards shown"


def _taken(table: DoubtTable, event: Event) -> Iterator[str]:
    """1.4: the loser takes the whole pile."""
    public = event.public
    if public["count"] != len(table.pile):
        yield f"{len(table.pile)} cards lie in the pile, not {public['count']}"
    opened = event.sealed.get(str(public["seat"]))
    if opened is not None and not _agree([laid.card for laid in table.pile], opened["cards"]):
        yield "other cards lie in the pile"


def _agree(held: Iterable[Card | None], named: Iterable[str]) -> bool:
    """Tell whether these are the cards, as far as they are known."""
    held, named = [*held], [*named]
    known = Counter(card for card in held if card is not None)
    return len(held) == len(named) and not known - Counter(CARDS[code] for code in named)


def _eliminated(table: DoubtTable, event: Event) -> Iterator[str]:
    """1.4: the loser puts the hand away, and has no turn any more."""
    seat, count = event.public["seat"], event.public["count"]
    if count != len(table.hands[seat]):
        yield f"seat {seat} holds {len(table.hands[seat])} cards, not {count}"
    if event.public["turn"] == seat:
        yield f"seat {seat} is out and has no turn"


def _drawn(table: DoubtTable, event: Event, chance: Chance | None) -> Iterator[str]:
    """1.4: two cards, or all of a smaller hand, drawn unseen from the stream `blind-<n>`; both seats know them."""
    giver, taker, count = event.public["from"], event.public["to"], event.public["count"]
    if count != min(EXCHANGED, len(table.hands[giver])):
        yield f"from {len(table.hands[giver])} cards {EXCHANGED} are drawn, or all, not {count}"
    opened = [event.sealed[part]["cards"] for part in (str(giver), str(taker)) if part in event.sealed]
    if any(len(cards) != count or cards != opened[0] for cards in opened):
        yield "both seats know the same cards"
    if chance is not None and opened != [codes(blind(table, giver, chance))] * 2:
        yield "the secret draws other cards"


def _ending(table: DoubtTable, event: Event, options: Options) -> Iterator[str]:
    """1.5: the end of a round follows from hands and plays; the hands laid open are those held."""
    public = event.public
    hands, left = public["hands"], _left(table)
    if len(hands) != len(table.hands) or not all(map(_agree, table.hands, hands)):
        yield "not every seat lays open the hand it held"
        return
    empty = [seat for seat in left if not hands[seat]]
    if len(left) == 1:
        reason, winner = "last-in", left[0]
    elif empty:
        reason, winner = "empty-hand", empty[0]
        if options["must_doubt_to_finish"] and not table.success[winner]:
            yield f"seat {winner} has caught no lie and cannot finish"
    else:
        reason, winner = "max-plays", None
    expected = ended(reason, winner, [[CARDS[code] for code in hand] for hand in hands], table.out, options)
    for name in expected.public.keys() | public.keys():
        if expected.public.get(name) != public.get(name):
            yield f"{name} of the result has to be {expected.public.get(name)}, not {public.get(name)}"
