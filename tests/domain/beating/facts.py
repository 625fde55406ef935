"""Facts of a position of a beating game, read from the server's state and the events since the position began."""

import re
from collections.abc import Sequence
from typing import Any

from domain.beating.hand import BeatingState
from domain.beating.relation import best_defence
from domain.beating.table import BeatingTable
from domain.game.game import Game, actions
from domain.log.events import SERVER, Event
from domain.ruleset.actions import Action
from domain.ruleset.cards import CARDS, CODES, SUITS, Card, codes
from domain.ruleset.ruleset import Refusal


def cards(text: str) -> list[Card]:
    """Parse cards such as `S4 C4`."""
    return [CARDS[code] for code in text.split()]


def named(found: Sequence[Card]) -> str:
    """Format cards in the order of the deck."""
    return " ".join(codes(sorted(found)))


class Facts:
    """Facts of a position by name."""

    rules: Any
    game: Game
    "The game as the server folds it."
    folds: dict[int, Game]
    "The game as each viewer folds what it sees."
    events: list[Event]
    "The events since the position began."
    away: set[Card]
    "Cards that were out of play from the beginning."

    @property
    def state(self) -> BeatingState:
        """The state of the round as the server folds it."""
        assert self.game.state is not None
        return self.game.state

    @property
    def table(self) -> BeatingTable:
        """The table as the server folds it."""
        return self.state.table

    @property
    def hands(self) -> list[list[Card]]:
        """The cards of every hand, in the order in which they came."""
        return [self.state.held(seat) for seat in range(len(self.table.sizes))]

    @property
    def deck(self) -> list[Card]:
        """The cards of the stock, the next one last."""
        return [card for card in self.state.deck or () if card is not None]

    def of(self, viewer: int) -> Game:
        """Return the game as a viewer folds it."""
        return self.game if viewer == SERVER else self.viewers[viewer]

    def fact(self, name: str) -> Any:
        """Return a fact by its name in a case: `stand`, `P0` and so on for a hand, or a property below."""
        if re.fullmatch(r"P\d", name):
            return named(self.state.held(int(name[1])))
        return getattr(self, name)

    @property
    def stand(self) -> tuple[str, int] | str:
        """Phase and asked seat, or the reason of the end."""
        return "over" if self.table.over else (self.table.phase, self.table.turn)

    @property
    def lies(self) -> str:
        """Cards on the table, attacks with what beat them: `H6<-H8 S6`."""
        found = ((CODES[one.card], one.beaten_with) for one in self.table.attacks)
        return " ".join(code if answer is None else f"{code}<-{CODES[answer]}" for code, answer in found)

    @property
    def sizes(self) -> tuple[int, ...]:
        """Number of cards in each hand."""
        return tuple(self.table.sizes)

    @property
    def stock(self) -> str:
        """The stock, top first."""
        return " ".join(codes(reversed(self.deck)))

    @property
    def trump(self) -> str | None:
        """The trump suit."""
        return None if self.table.trump is None else SUITS[self.table.trump]

    @property
    def roles(self) -> str:
        """`0 -> 1, 2`: attacker, defender, guardians."""
        found = self.rules.roles(self.table)
        return ", ".join([f"{found['attacker']} -> {found['defender']}", *map(str, found["guardians"])])

    @property
    def right(self) -> int | None:
        """The seat with the attack right."""
        found: int | None = self.rules.roles(self.table)["attack_right"]
        return found

    @property
    def limit(self) -> int:
        """The most cards allowed in the bout or in the lead."""
        bout = self.table.bout
        return self.table.limit if bout is None else bout.limit

    @property
    def drawn(self) -> tuple[str, ...]:
        """Seats that drew, in order, with their cards: `P0 S7 S8`."""
        found = [event for event in self.events if event.type == "cards-drawn"]
        return tuple(
            " ".join([f"P{event.public.seat}", *event.sealed[str(event.public.seat)].cards]) for event in found
        )

    @property
    def asked(self) -> tuple[int, ...]:
        """Seats that were asked, command by command."""
        return tuple(event.public.asks.seat for event in self.events if "asks" in event.public)

    @property
    def best(self) -> int:
        """The most attacks that the defender can beat."""
        table = self.table
        pairs = best_defence(
            table.unbeaten(), self.state.held(table.turn), lambda card, attack: self.rules.beats(table, card, attack)
        )
        return len(pairs)

    @property
    def gone(self) -> str:
        """Cards that went out of play since the beginning, in the order of the deck."""
        return named([card for card in self.table.discard if card not in self.away])

    @property
    def out(self) -> tuple[int, ...]:
        """Seats that are done, earliest first."""
        return tuple(self.table.out)

    @property
    def known(self) -> tuple[str, ...]:
        """Cards of each hand that every seat knows."""
        return tuple(map(named, self.table.known))

    @property
    def stall(self) -> int:
        """Number of takes in a row without progress."""
        return self.table.stall

    @property
    def ended(self) -> tuple[str, list[int], list[int | None]]:
        """Reason, losers and ranks of the round, which has to be over."""
        found = self.game.result
        assert found is not None
        return found["reason"], found["losers"], found["ranks"]

    @property
    def winner(self) -> int | None:
        """Winner of the round, which has to be over."""
        assert self.game.result is not None
        found: int | None = self.game.result["winner"]
        return found

    @property
    def points(self) -> list[int]:
        """Points of the round, which has to be over."""
        assert self.game.result is not None
        found: list[int] = self.game.result["points"]
        return found

    def last(self, kind: str) -> Event:
        """Return the newest event of that type."""
        return [event for event in self.events if event.type == kind][-1]

    def refusals(self, seat: int) -> list[Refusal]:
        """Return the cards that the seat cannot use now, and why, from the seat's own game."""
        state = self.of(seat).state
        assert state is not None
        found: list[Refusal] = self.rules.refused(state.table, state.hands[seat], seat, self.game.options)
        return found

    def refused(self, seat: int) -> dict[str, str]:
        """Return these cards, each with the code of the reason."""
        found = self.refusals(seat)
        assert all(refusal.detail for refusal in found)
        return {refusal.card: refusal.code for refusal in found}

    def actions(self, seat: int) -> list[Action]:
        """Return the seat's legal actions, from its own game."""
        return actions(self.of(seat), seat)
