"""Checks of each event of a beating game, beyond applying it: the part of `verify` that knows the rules.

An event, apart from hidden cards, follows from the table before it and from a player's decision. So the rules are run
again: for an action, with the cards that the event names; for its consequences, from the event before. If parts of a
log are withheld, the rules are run on a table with arbitrary cards in the unknown places, because no public field
depends on them.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Protocol

from domain.beating.event_builder import RoundEvents
from domain.beating.table import LEADING, SETTLING, BeatingTable
from domain.log.chance import Chance
from domain.log.errors import Refused
from domain.log.events import Event, Payload
from domain.ruleset.actions import Action, Attack, Beat, Lead, Stop, Take, ThrowIn, TurnOver
from domain.ruleset.cards import CARDS, Card, codes
from domain.ruleset.catalogue import Check, Finding
from domain.ruleset.replay import differences, is_due, refusal
from domain.ruleset.ruleset import Options

_MOST = 54
"""Cards of the largest deck."""

_NO_CHANCE = Chance(b"\0" * 32, "", 0, ())
"""All chance of these games is in the deal."""


class Game(Protocol):
    """The methods of a game that the verification of its logs needs."""

    def deck(self, jokers: int) -> list[Card]:
        """Return all cards of the game."""

    def permit(self, table: BeatingTable, seat: int, action: Action, options: Options) -> None:
        """Raise `Refused` where the seat may not do such a thing now."""

    def act(self, course: RoundEvents, seat: int, action: Action, chance: Chance) -> list[Event]:
        """Return the events of an action. Raises `Refused`."""

    def goes_on(self, course: RoundEvents, last: Event) -> list[Event]:
        """Return the events that follow at once after an event that asks no seat."""

    def by_default(self, table: BeatingTable) -> Action:
        """Return what the clock does."""

    def apply(self, table: BeatingTable, event: Event) -> None:
        """Apply an event to the table."""


BeatingCheck = Check[Game, BeatingTable | None]


@dataclass(frozen=True, slots=True)
class Decided:
    """Verification of an event by which a seat acts."""

    kind: str
    "Kind of finding under which a report counts it."
    action: Callable[[Payload], Action]
    "Returns the action from the public part of the event."

    def __call__(self, check: BeatingCheck) -> Iterator[Finding]:
        """Check that the seat may act now, and that the rules turn its action into this event."""
        table, event = _table(check), check.event
        if table.over:
            yield "moves", ["the round is over"]
        elif table.phase == SETTLING:
            yield "moves", ["what was begun is to be finished at once"]
        else:
            possible = _possible(check.rules, table, event, _own_cards(event.public))
            yield "moves", [*_asked(check.rules, table, possible, event, self.action)]
            yield self.kind, [*_acted(check.rules, possible, event, self.action(event.public), check.options)]


@dataclass(frozen=True, slots=True)
class Followed:
    """Verification of an event that follows from the one before it, without a decision."""

    kind: str
    "Kind of finding under which a report counts it."

    def __call__(self, check: BeatingCheck) -> Iterator[Finding]:
        """Check that the rules let this event follow, at the same moment."""
        table, last, event = _table(check), check.last, check.event
        if table.over:
            yield "moves", ["the round is over"]
        elif table.phase != SETTLING:
            yield "moves", [f"seat {table.turn} is asked to act"]
        else:
            possible = _possible(check.rules, table, event)
            at_once = last is None or event.at == last.at
            yield "moves", [] if at_once else ["what follows at once does so at the same moment"]
            yield self.kind, [*_followed(check.rules, table, possible, last, event, check.options)]


def between(check: BeatingCheck) -> Iterator[Finding]:
    """Check an event that is not a move of the round."""
    # Before the first deal there is no table.
    if check.table is not None:
        yield "moves", [*_between(check.table, check.event)]


def _table(check: BeatingCheck) -> BeatingTable:
    if check.table is None:
        raise ValueError("nothing was dealt")
    return check.table


def misplaced(after: BeatingTable, deck: Sequence[Card]) -> Iterator[str]:
    """Yield problems with the places of cards: after every event, each is in exactly one place."""
    places: list[Card | None] = [*after.stock, *after.lying(), *after.discard]
    for hand in after.hands:
        places += hand
    if len(places) != len(deck):
        yield f"{len(places)} cards are in the game, not {len(deck)}"
    known = Counter(card for card in places if card is not None)
    if any(count > 1 or card not in deck for card, count in known.items()):
        yield "a card lies in two places, or is none of the deck"


def countable(event: Event) -> None:
    """Raise ValueError for numbers of cards that no game has: a fold makes room for as many."""
    public = event.public
    counts = [public.get(name, 0) for name in ("count", "stock", "jokers", "under")]
    counts += [size for size in public.get("hands", ()) if isinstance(size, int)]
    if any(not 0 <= count <= _MOST for count in counts):
        raise ValueError("more cards than the largest deck has, or fewer than none")


def drawn(table: BeatingTable, event: Event) -> Iterable[Payload] | None:
    """Return the withheld cards of a draw: the next ones of the stock, if they are known."""
    top = table.stock[: -event.public["count"] - 1 : -1]
    return None if None in top else [{"cards": codes(card for card in top if card is not None)}]


# Events that may come now


def _between(table: BeatingTable, event: Event) -> Iterator[str]:
    """Check an event outside a move: all consequences are complete, and only the end of a round reveals its secret."""
    if table.phase == SETTLING:
        yield "what was begun is to be finished at once"
    if event.type == "round-revealed" and not table.over:
        yield "a round that is not over is revealed"


def _asked(
    game: Game, table: BeatingTable, possible: BeatingTable, event: Event, action: Callable[[Payload], Action]
) -> Iterator[str]:
    """0.4: the clock acts when time is up, before any player, and always in the same way."""
    if "by_clock" not in event.public:
        if is_due(table.deadline, event):
            yield "from the deadline on the clock acts, and no seat"
        return
    if event.public["by_clock"] is not True or table.deadline is None or event.at < table.deadline:
        yield "the clock does nothing before the time of the turn is up"
    # The card that the clock leads can be checked only if the whole hand is known.
    elif table.phase != LEADING or None not in table.hands[table.turn]:
        expected = game.by_default(possible)
        if action(event.public) != expected:
            yield f"the clock does something else: {expected}"


# The fields of an event


class _First(RoundEvents):
    """The first event that the rules produce, with the seat it asks if it is the last one."""

    class Told(Exception):
        """There is a second event."""

    def happens(self, kind: str, public: Payload, sealed: dict[str, Payload] | None = None) -> None:
        """Keep the first event only."""
        if self.events:
            raise _First.Told
        super().happens(kind, public, sealed)


def _first(course: _First, tell: Callable[[], object]) -> Event | None:
    with suppress(_First.Told):
        tell()
    return course.events[0] if course.events else None


def _acted(game: Game, possible: BeatingTable, event: Event, action: Action, options: Options) -> Iterator[str]:
    """Check an action: the seat is asked and may act, with cards it may use."""
    seat = event.public["seat"]
    course = _First(game, possible, options, event.at)
    try:
        game.permit(possible, seat, action, options)
        expected = _first(course, lambda: game.act(course, seat, action, _NO_CHANCE))
    except Refused as refused:
        yield refusal(refused, event)
    else:
        yield from _compare(expected, event, apart="by_clock")


def _followed(
    game: Game, table: BeatingTable, possible: BeatingTable, last: Event | None, event: Event, options: Options
) -> Iterator[str]:
    """Check a consequence of an action, which holds no decision."""
    if last is None:
        return
    course = _First(game, possible, options, event.at)
    yield from _compare(_first(course, lambda: game.goes_on(course, last)), event)
    if event.type == "cards-drawn":
        yield from _drawn(table, event)
    if event.type == "round-ended" and not _lay_open(table, event):
        yield "not every seat lays open the hand it held"


def _compare(expected: Event | None, event: Event, apart: str = "") -> Iterator[str]:
    """Compare the type, every public field but `apart`, and the seats with sealed parts."""
    if expected is None or expected.type != event.type:
        yield f"what follows at once is {'nothing' if expected is None else expected.type}"
        return
    yield from differences(expected, event, apart)


def _drawn(table: BeatingTable, event: Event) -> Iterator[str]:
    """Check that the cards are those on top of the stock, the next one first."""
    opened = event.sealed.get(str(event.public["seat"]))
    if opened is None:
        return
    cards, count = [CARDS[code] for code in opened["cards"]], event.public["count"]
    top = table.stock[::-1][:count]
    if len(cards) != count or any(known not in (None, card) for card, known in zip(cards, top, strict=False)):
        yield "other cards lie on top of the stock"


def _lay_open(table: BeatingTable, event: Event) -> bool:
    """Tell whether the hands laid open are those that were held, as far as they are known."""
    opened = [[CARDS[code] for code in hand] for hand in event.public["hands"]]
    return [*map(len, opened)] == [*map(len, table.hands)] and all(
        {*table.held(seat), *table.known[seat]} <= {*hand} for seat, hand in enumerate(opened)
    )


# Unknown cards


def _possible(game: Game, table: BeatingTable, event: Event, own: Iterable[Card] | None = None) -> BeatingTable:
    """Return the table with cards in all unknown places.

    The cards that the event names are where they have to be, any others elsewhere.
    """
    found = table.copy()
    if own is not None:
        _hold(found, event.public["seat"], own)
    elif event.type == "trump-turned":
        turned = [CARDS[code] for code in (*event.public["skipped"], event.public["card"])]
        under = max(len(found.stock) - len(turned), 0)
        below, top = found.stock[:under], found.stock[under:]
        found.stock = below + [card if known is None else known for known, card in zip(top, turned[::-1], strict=True)]
    elif event.type == "round-ended" and _lay_open(table, event):
        found.hands = [[CARDS[code] for code in hand] for hand in event.public["hands"]]
    if any(None in place for place in (found.stock, *found.hands)):
        placed = {*found.stock, *found.lying(), *found.discard}.union(*found.hands)
        rest = [card for card in game.deck(table.jokers) if card not in placed]
        for place in (found.stock, *found.hands):
            place[:] = [rest.pop() if card is None else card for card in place]
    return found


def _hold(table: BeatingTable, seat: int, cards: Iterable[Card]) -> None:
    """Replace unknown cards of a hand by these."""
    hand = table.hands[seat]
    for card in cards:
        if card not in hand and None in hand:
            hand[hand.index(None)] = card


def _own_cards(public: Payload) -> list[Card]:
    """Return the cards of the actor's hand that an action names."""
    codes = [*public.get("cards", ()), *(card for _, card in public.get("pairs", ()))]
    if "card" in public:
        codes.append(public["card"])
    return [CARDS[code] for code in codes]


# The action that an event stands for


def lead(public: Payload) -> Action:
    """Return the lead."""
    cards = tuple(CARDS[code] for code in public["cards"])
    return Lead(cards) if public["extra"] is None else Lead(cards[:-1], CARDS[public["extra"]])


def attack(public: Payload) -> Action:
    """Return the attack."""
    return Attack(tuple(CARDS[code] for code in public["cards"]))


def beat(public: Payload) -> Action:
    """Return the defence."""
    return Beat(tuple((CARDS[attack], CARDS[card]) for attack, card in public["pairs"]))


def take(_: Payload) -> Action:
    """Return a take."""
    return Take()


def stop(_: Payload) -> Action:
    """Return a stop."""
    return Stop()


def throw_in(public: Payload) -> Action:
    """Return the cards thrown in."""
    return ThrowIn(tuple(CARDS[code] for code in public["cards"]))


def turn_over(public: Payload) -> Action:
    """Return the turnover."""
    return TurnOver(CARDS[public["card"]])
