"""`careful` for `doubt`: counts the cards it has seen, lies when it must, and doubts by probability.

All values are chances to win the round. They follow from how many turns each hand needs, before and after a play or a
doubt.
"""

from collections.abc import Iterator, Sequence

from domain.bots.doubt.hand_value import TurnPlan, count_numbers
from domain.bots.doubt.odds import DoubtOdds, lie_chance, possible_doubters
from domain.bots.doubt.stall_guard import lets_doubt_go
from domain.doubt.challenge import is_true, sizes_after
from domain.doubt.hand import DoubtHand
from domain.doubt.table import DoubtTable
from domain.game.game import Game
from domain.log.chance import RandomStream
from domain.ruleset.actions import Action, Decline, Doubt, Play
from domain.ruleset.cards import RANK, Card
from domain.ruleset.ruleset import Options

STEEP = 2.0
"""The chance to win is proportional to the number of turns to the power of minus this."""

START = 3.0
"""Turns added to every hand, so that a hand with a single card has not won yet."""

EARNING = 8.0
"""Turns that a first caught lie is worth if no seat may finish without one."""


def careful_doubt(
    game: Game,
    seat: int,
    actions: Sequence[Action],
    stream: RandomStream,
) -> Action | None:
    """Return the action with the highest chance to win. It uses `stream` only in a long round, to skip doubts."""
    table, hand = game.table, game.state.hands[seat]
    answers = {type(action): action for action in actions if isinstance(action, Doubt | Decline)}
    if answers:
        chances = WinChances(table, hand, seat, game.options)
        # While the next player has to wait, a bot that does not doubt does nothing, because it cannot decline then.
        return answers.get(
            Doubt if _doubt_pays(chances) and not lets_doubt_go(table, seat, game.options, stream) else Decline
        )
    if table.window:
        return None
    legal = {action.cards[0] for action in actions if isinstance(action, Play)}
    return PlayChoice(WinChances(table, hand, seat, game.options), legal).best() if legal else None


class WinChances:
    """The seat's chances to win, from the number of turns that each hand needs."""

    def __init__(self, table: DoubtTable, hand: DoubtHand, seat: int, options: Options) -> None:
        self.table, self.hand, self.seat, self.options = table, hand, seat, options
        still_in = len(table.sizes) - len(table.out)
        self.plan = TurnPlan(
            table.number, still_in, options["max_cards_per_play"], joker_ends=options["joker_may_finish"]
        )
        self.sizes: dict[int, float] = {other: size for other, size in enumerate(table.sizes) if other not in table.out}
        self.unearned = {other for other in self.sizes if options["must_doubt_to_finish"] and not table.success[other]}

    def chance(self, sizes: dict[int, float], unearned: set[int], own: float | None = None) -> float:
        """Return the chance to win with hands of these sizes; `own` replaces the estimated turns of the seat's hand."""
        if self.seat not in sizes:
            return 0.0
        weights = 0.0
        mine = 0.0
        for other, size in sizes.items():
            if size <= 0 and other not in unearned:
                return float(other == self.seat)
            length = self.plan.usual_turns(size) if own is None or other != self.seat else own
            weight = (START + length + EARNING * (other in unearned)) ** -STEEP
            weights += weight
            mine += weight if other == self.seat else 0.0
        return mine / weights

    def after_doubt(self, caller: int, player: int, pile: int, sizes: dict[int, float], *, lied: bool) -> float:
        """Return the chance to win after a doubt; `pile` is the size of the pile with the doubted play."""
        loser, winner = (player, caller) if lied else (caller, player)
        unearned = self.unearned - {caller} if lied else self.unearned
        return self.chance(sizes_after(sizes, loser, winner, pile, self.options["penalty"]), unearned)


def _doubt_pays(chances: WinChances) -> bool:
    """Tell whether a doubt has a higher chance to win than letting the play stand.

    A certain lie is always doubted. So is any last card, because otherwise the round is lost.
    """
    table, seat = chances.table, chances.seat
    claim = table.claim
    assert claim is not None
    chance, pile, sizes = lie_chance(table, chances.hand, seat), len(table.pile), chances.sizes
    right = chances.after_doubt(seat, claim.seat, pile, sizes, lied=True)
    wrong = chances.after_doubt(seat, claim.seat, pile, sizes, lied=False)
    return chance * right + (1 - chance) * wrong > chances.chance(sizes, chances.unearned)


class PlayChoice:
    """The chances to win with each play of a seat."""

    def __init__(self, chances: WinChances, legal: set[Card]) -> None:
        self.chances, self.legal = chances, legal
        table, seat = chances.table, chances.seat
        self.table, self.seat = table, seat
        self.hand = sorted(card for card in chances.hand.cards if card is not None)
        self.counts = count_numbers(self.hand)
        self.doubt_odds = DoubtOdds(table, chances.hand, seat, chances.options)

    def best(self) -> Play:
        """Return the play with the highest chance to win; of equal ones the one with fewer lies."""
        return Play(max(self._choices(), key=self._play_value))

    def _choices(self) -> Iterator[tuple[Card, ...]]:
        """Yield right cards, jokers and wrong cards in all allowed numbers; of wrong ones the least useful."""
        most = self.chances.plan.most
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
        """Tell whether the cards are a legal play, and not a joker as the last card if that is forbidden."""
        if len(cards) == 1:
            return cards[0] in self.legal
        wild = not all(RANK[card] for card in cards)
        return len(cards) < len(self.hand) or self.chances.plan.joker_ends or not wild

    def _wrong(self, number: int) -> list[Card]:
        """Return the cards that would be a lie, the least useful first."""
        wrong = [card for card in self.hand if RANK[card] not in (0, number)]
        missed = {rank: self._turns_without([rank]) for rank in {RANK[card] for card in wrong}}
        return sorted(wrong, key=lambda card: missed[RANK[card]])

    def _turns_without(self, ranks: Sequence[int]) -> float:
        """Return the turns that the hand needs without cards of these numbers."""
        counts = self.counts[:]
        for rank in ranks:
            counts[rank] -= 1
        return self.chances.plan.turns_left(counts, len(self.hand) - len(ranks))

    def _play_value(self, cards: tuple[Card, ...]) -> float:
        """Return the chance to win with this play, doubted or not."""
        chances, table, seat = self.chances, self.table, self.seat
        rest, true = len(self.hand) - len(cards), is_true(cards, table.number)
        pile = len(table.pile) + len(cards)
        sizes: dict[int, float] = {**chances.sizes, seat: rest}
        if not rest:
            wild = not all(RANK[card] for card in cards)
            if seat in chances.unearned or (wild and not chances.plan.joker_ends):
                return chances.chance({**sizes, seat: pile}, chances.unearned)
            if true:
                return 1.0
        # A last card is always doubted, because it wins if it stands.
        doubted = self.doubt_odds.chance(len(cards)) if rest else 1.0
        caller = possible_doubters(table, seat, chances.options)[0]
        called = chances.after_doubt(caller, seat, pile, sizes, lied=not true)
        kept = (
            chances.chance(sizes, chances.unearned, self._turns_without([RANK[card] for card in cards]))
            if rest
            else 1.0
        )
        return doubted * called + (1 - doubted) * kept
