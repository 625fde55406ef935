"""`careful` for `doubt`: counts what it holds and has seen, lies when it must, and doubts by probability.

Everything is reckoned in chances to win the round: how far each hand is from being laid, before and after what a play or a doubt would bring about.
"""

from collections.abc import Iterator, Sequence

from domain.actions import Action, Decline, Doubt, Play
from domain.bots.doubt.hand_value import Road, counted
from domain.bots.doubt.odds import Doubters, callers, lie
from domain.bots.doubt.stall_guard import tired
from domain.cards import RANK, Card
from domain.chance import RandomStream
from domain.doubt.challenge import EXCHANGED, is_true
from domain.doubt.table import DoubtTable
from domain.game import Game
from domain.ruleset import Options

STEEP = 2.0
"""How much more often a shorter hand wins: the chance goes with the length to minus this power."""

START = 3.0
"""Turns added to every hand, so that one with a single card has not won yet."""

EARNING = 8.0
"""Turns that catching a first lie is worth where nobody finishes without."""


def careful_doubt(
    game: Game,
    seat: int,
    actions: Sequence[Action],
    stream: RandomStream,
) -> Action | None:
    """The action that promises most. It takes chance only where a round has grown long, to let doubts go."""
    table: DoubtTable = game.table
    answers = {type(action): action for action in actions if isinstance(action, Doubt | Decline)}
    if answers:
        prospects = Prospects(table, seat, game.options)
        # Before the next player may play, a bot that does not doubt keeps quiet: declining is not among its actions then.
        return answers.get(Doubt if _doubts(prospects) and not tired(table, seat, game.options, stream) else Decline)
    if table.window:
        return None
    legal = {action.cards[0] for action in actions if isinstance(action, Play)}
    return Laying(Prospects(table, seat, game.options), legal).best() if legal else None


class Prospects:
    """The seat's chances to win, from how far every hand is from being laid."""

    def __init__(self, table: DoubtTable, seat: int, options: Options) -> None:
        self.table, self.seat, self.options = table, seat, options
        still_in = len(table.hands) - len(table.out)
        self.road = Road(table.number, still_in, options["max_cards_per_play"], joker_ends=options["joker_may_finish"])
        self.sizes: dict[int, float] = {
            other: len(hand) for other, hand in enumerate(table.hands) if other not in table.out
        }
        self.unearned = {other for other in self.sizes if options["must_doubt_to_finish"] and not table.success[other]}

    def chance(self, sizes: dict[int, float], unearned: set[int], own: float | None = None) -> float:
        """The chance to win with hands of these sizes; `own` is the length of the seat's hand where it is known better."""
        if self.seat not in sizes:
            return 0.0
        weights = 0.0
        mine = 0.0
        for other, size in sizes.items():
            if size <= 0 and other not in unearned:
                return float(other == self.seat)
            length = self.road.usual(size) if own is None or other != self.seat else own
            weight = (START + length + EARNING * (other in unearned)) ** -STEEP
            weights += weight
            mine += weight if other == self.seat else 0.0
        return mine / weights

    def settled(self, caller: int, player: int, pile: int, sizes: dict[int, float], *, lied: bool) -> float:
        """The chance to win after a doubt that turns out right or wrong; `pile` is what lies there with the play."""
        loser, winner = (player, caller) if lied else (caller, player)
        after = dict(sizes)
        unearned = self.unearned - {caller} if lied else self.unearned
        penalty = self.options["penalty"]
        if penalty == "pile":
            after[loser] += pile
        elif penalty == "eliminate":
            del after[loser]
        else:
            moved = min(EXCHANGED, after[winner])
            after[winner] -= moved
            after[loser] += moved
        return self.chance(after, unearned)


def _doubts(prospects: Prospects) -> bool:
    """Does a doubt promise more than letting the play stand? What is certainly a lie, always; so does any last card, for then all is lost anyway."""
    table, seat = prospects.table, prospects.seat
    claim = table.claim
    assert claim is not None
    chance, pile, sizes = lie(table, seat), len(table.pile), prospects.sizes
    right = prospects.settled(seat, claim.seat, pile, sizes, lied=True)
    wrong = prospects.settled(seat, claim.seat, pile, sizes, lied=False)
    return chance * right + (1 - chance) * wrong > prospects.chance(sizes, prospects.unearned)


class Laying:
    """What the plays of a seat promise it."""

    def __init__(self, prospects: Prospects, legal: set[Card]) -> None:
        self.prospects, self.legal = prospects, legal
        table, seat = prospects.table, prospects.seat
        self.table, self.seat = table, seat
        self.hand = sorted(card for card in table.hands[seat] if card is not None)
        self.counts = counted(self.hand)
        self.doubters = Doubters(table, seat, prospects.options)

    def best(self) -> Play:
        """The play that promises most; of equal ones the truer."""
        return Play(max(self._choices(), key=self._promise))

    def _choices(self) -> Iterator[tuple[Card, ...]]:
        """Right cards, jokers and wrong ones in all numbers that are allowed; of wrong ones those that are missed least."""
        most = self.prospects.road.most
        number = self.table.number
        right = [card for card in self.hand if RANK[card] == number][:most]
        jokers = [card for card in self.hand if not RANK[card]][:most]
        wrong = self._wrong(number)[:most]
        for true in range(len(right), -1, -1):
            for wild in range(min(len(jokers), most - true) + 1):
                for false in range(min(len(wrong), most - true - wild) + 1):
                    cards = (*right[:true], *jokers[:wild], *wrong[:false])
                    if cards and self._allowed(cards):
                        yield cards

    def _allowed(self, cards: tuple[Card, ...]) -> bool:
        """Neither a joker as the last card, where it may not be, nor a card that is no choice by itself."""
        if len(cards) == 1:
            return cards[0] in self.legal
        wild = not all(RANK[card] for card in cards)
        return len(cards) < len(self.hand) or self.prospects.road.joker_ends or not wild

    def _wrong(self, number: int) -> list[Card]:
        """Cards that would be a lie, first those that the rest of the hand misses least."""
        wrong = [card for card in self.hand if RANK[card] not in (0, number)]
        missed = {rank: self._ahead([rank]) for rank in {RANK[card] for card in wrong}}
        return sorted(wrong, key=lambda card: missed[RANK[card]])

    def _ahead(self, ranks: Sequence[int]) -> float:
        """What is ahead of the hand without cards of these numbers."""
        counts = self.counts[:]
        for rank in ranks:
            counts[rank] -= 1
        return self.prospects.road.length(counts, len(self.hand) - len(ranks))

    def _promise(self, cards: tuple[Card, ...]) -> float:
        """The chance to win with this play, doubted or not."""
        prospects, table, seat = self.prospects, self.table, self.seat
        rest, true = len(self.hand) - len(cards), is_true(cards, table.number)
        pile = len(table.pile) + len(cards)
        sizes: dict[int, float] = {**prospects.sizes, seat: rest}
        if not rest:
            wild = not all(RANK[card] for card in cards)
            if seat in prospects.unearned or (wild and not prospects.road.joker_ends):
                return prospects.chance({**sizes, seat: pile}, prospects.unearned)
            if true:
                return 1.0
        # Nobody has anything to lose by doubting a last card, which wins if it stands.
        doubted = self.doubters.doubt(len(cards)) if rest else 1.0
        caller = callers(table, seat, prospects.options)[0]
        called = prospects.settled(caller, seat, pile, sizes, lied=not true)
        kept = prospects.chance(sizes, prospects.unearned, self._ahead([RANK[card] for card in cards])) if rest else 1.0
        return doubted * called + (1 - doubted) * kept
