"""What each event of a round of Doubt has to agree with, beyond being foldable: the checks behind `domain.verify`.

A table is the one before the event unless said otherwise. It may have unknown cards, where parts of the log are withheld; what they hide is
not checked here. Each check gives the disagreements it finds, as sentences.
"""

from collections import Counter
from collections.abc import Iterator

from domain.cards import CARDS, Card, codes, deck
from domain.chance import Chance
from domain.doubt.settling import drawn_again
from domain.doubt.table import DoubtTable
from domain.events import Event
from domain.rules import Finding, Options

_MOST = 4 * 54
"""Cards of the largest game."""

_SETTLES = ("pile-taken", "seat-eliminated", "cards-exchanged", "round-ended")


def findings(
    table: DoubtTable, event: Event, options: Options, chance: Chance | None, whole: bool
) -> Iterator[Finding]:
    """What was checked of an event, with what is wrong; `chance` and `whole` as in `Ruleset.audit`."""
    _countable(event)
    if event.type == "window-closed" and whole:
        yield "windows", [*_closing(table, event)]
    elif event.type == "pile-taken":
        yield "piles", [*_taken(table, event)]
    elif event.type == "cards-exchanged" and chance is not None and whole:
        yield "draws", [*_drawn(table, event, chance)]
    elif event.type == "round-ended" and whole:
        yield "results", [*_ending(table, event, options)]


def misplaced(after: DoubtTable) -> Iterator[str]:
    """After every event every card is in exactly one place: hands, pile or out of play; several decks have several copies."""
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


def _countable(event: Event) -> None:
    """Raise ValueError for numbers of cards that no game has: a fold makes room for as many."""
    public = event.public
    counts = [public.get("count", 0), *(size for size in public.get("hands", ()) if isinstance(size, int))]
    if any(not 0 <= count <= _MOST for count in counts):
        raise ValueError("so many cards are in no game")


def _closing(table: DoubtTable, event: Event) -> Iterator[str]:
    """1.3: a window closes when everybody has declined, at its deadline, or by the next play, which has to be allowed to."""
    by = event.public["by"]
    if by == "all" and table.asked:
        yield f"seats {table.asked} have yet to answer"
    if by == "deadline" and (table.deadline is None or event.at < table.deadline):
        yield "the window closes before its deadline"
    if by == "play" and not table.closable:
        yield "no play may close this window"
    if by == "play" and table.play_from is not None and event.at < table.play_from:
        following = table.following(table.claim.seat) if table.claim else None
        if {*table.asked} - {following}:
            yield "a play closes the window while others may still doubt"


def _taken(table: DoubtTable, event: Event) -> Iterator[str]:
    """1.4: the loser takes the whole pile."""
    public = event.public
    if public["count"] != len(table.pile):
        yield f"{len(table.pile)} cards lie in the pile, not {public['count']}"
    opened = event.sealed.get(str(public["seat"]))
    if opened is not None and None not in [laid.card for laid in table.pile]:
        pile = Counter(laid.card for laid in table.pile)
        if pile != Counter(CARDS[code] for code in opened["cards"]):
            yield "other cards lie in the pile"


def _drawn(table: DoubtTable, event: Event, chance: Chance) -> Iterator[str]:
    """1.4: cards drawn unseen come from the stream `blind-<n>`."""
    giver = event.public["from"]
    expected = drawn_again(table, giver, chance)
    if event.sealed.get(str(giver), {}).get("cards") != expected:
        yield "the secret draws other cards"


def _ending(table: DoubtTable, event: Event, options: Options) -> Iterator[str]:
    """1.5: who wins follows from hands and plays; the hands laid open are those held."""
    public = event.public
    hands = [codes(sorted(card for card in hand if card is not None)) for hand in table.hands]
    if public["hands"] != hands:
        yield "not every seat lays open the hand it held"
    left = [seat for seat in range(len(hands)) if seat not in table.out]
    reason, winner = public["reason"], public["winner"]
    right = {
        "last-in": left == [winner],
        "empty-hand": winner in left and not hands[winner],
        "max-plays": winner is None and 0 < options["max_plays"] <= table.plays,
    }
    if not right.get(reason):
        yield f"nothing that happened ends the round by {reason!r} with winner {winner}"
    if table.window:
        yield "the newest play may still be doubted"
    if public["points"] != [int(seat == winner) for seat in range(len(hands))]:
        yield f"the points {public['points']} do not follow from the winner"
