"""The table of a round of a beating game: what everybody knows of it.

Cards that were open and were taken up stay known to attentive players, although no view names them. `known` lists them,
for reviews and for bots that remember. The effects of events on the table are in `domain.beating.evolve`.
"""

from dataclasses import asdict, dataclass, field, fields
from typing import Any, NamedTuple

from domain.beating.events import AskedPhase
from domain.log.moments import Moment
from domain.ruleset.cards import RANK, Card

LEADING: AskedPhase = "leading"
"""The attacker begins."""

DEFENDING: AskedPhase = "defending"
"""The defender beats, or takes."""

ATTACKING: AskedPhase = "attacking"
"""Durak: all is beaten, and the holder of the attack right may attack on."""

THROWING_IN: AskedPhase = "throwing-in"
"""Durak: the defender takes, and more may be thrown in."""

SETTLING = "settling"
"""Between the events of one command: no seat is asked."""

OVER = "over"


class Attack(NamedTuple):
    """An attack card, and the card that beat it."""

    card: Card
    by: int
    beaten_with: Card | None = None


@dataclass(slots=True)
class Bout:
    """All play against one defender of Durak [バウト]."""

    number: int
    original: int
    "The seat that led the first card; it draws first when the bout is over."
    attacker: int
    defender: int
    team: list[int]
    "Seats that may attack, in the order of the attack right: the attacker, then the guardian or guardians [擁護者]."
    limit: int
    "Maximum of attack cards."
    holder: int
    "The seat with the attack right [攻撃権], or to which it returns when all is beaten."
    stopped: list[int] = field(default_factory=list)
    "Seats that have stopped since the last attack card."
    given_up: bool = False
    "The defender takes [負けを認める]; set until the next bout begins."
    done: int = 0
    "Number of seats that were out when it began."


@dataclass(slots=True)
class BeatingTable:
    """What everybody knows of a round of a beating game."""

    sizes: list[int]
    "By seat: the number of cards in its hand."
    stock: list[Card | None]
    "Bottom first: the next card to be drawn is the last one. A card that was not turned up is None."
    jokers: int = 0
    "In the deck."
    trump: int | None = None
    "The suit; None before it is decided."
    trump_card: Card | None = None
    "The card that was turned up to decide it; None if none is."
    aces: str = "none"
    "Kirifu: which aces stand above the trumps: `spade_ace`, `all_aces` or `none`."
    follow_suit: bool = True
    "A plain card is beaten by its own suit alone, or by a trump."
    attacks: list[Attack] = field(default_factory=list)
    "Attacks on the table, in the order in which they were laid."
    declared: int = 0
    "Number of them when the defender gave up; more may have been thrown in since. 0 until then."
    discard: list[Card] = field(default_factory=list)
    "Cards out of play; each was open before."
    known: list[list[Card]] = field(default_factory=list)
    "Cards in each hand that were open before, so that all seats may know of them."
    seen: list[Card] = field(default_factory=list)
    "Cards in the stock that were turned up, in places that all seats know."
    phase: str = SETTLING
    turn: int = 0
    "The seat that is asked."
    deadline: Moment | None = None
    limit: int = 0
    "Maximum of cards in the next lead of Kirifu or Mustamaija; 0 in Durak, whose bouts have limits."
    bout: Bout | None = None
    "Durak alone."
    emptied: list[int] = field(default_factory=list)
    "Seats without cards that may still draw or are not yet out, in the order in which their hands became empty."
    out: list[int] = field(default_factory=list)
    "Seats that are done [勝ち抜け], first one first."
    stall: int = 0
    "Number of takes in a row without progress: no card went out of play or was drawn, and no seat was done."
    laid_open: list[list[Card]] = field(default_factory=list)
    "All hands at the end of the round; empty before it."

    def asked(self) -> list[int]:
        """Return the seat that is asked to act; no seat between the events of a command, and after the round."""
        return [] if self.phase in (SETTLING, OVER) else [self.turn]

    @property
    def over(self) -> bool:
        """The round is over."""
        return self.phase == OVER

    def left(self) -> list[int]:
        """Return the seats that are still in."""
        return [seat for seat in range(len(self.sizes)) if seat not in self.out]

    def following(self, seat: int) -> int:
        """Return the next seat to the left that is still in; the seat itself if there is no other."""
        seats = len(self.sizes)
        return next((other for step in range(1, seats) if (other := (seat + step) % seats) not in self.out), seat)

    def unbeaten(self) -> list[Card]:
        """Return the attack cards that are not beaten yet."""
        return [attack.card for attack in self.attacks if attack.beaten_with is None]

    def lying(self) -> list[Card]:
        """Return all cards on the table: each attack, then the card that beat it."""
        pairs = ((attack.card, attack.beaten_with) for attack in self.attacks)
        return [card for pair in pairs for card in pair if card is not None]

    def ranks(self) -> list[int]:
        """Return the numbers on the table, of attacks and of cards that beat them."""
        return sorted({RANK[card] for card in self.lying()})

    def copy(self) -> "BeatingTable":
        """Return an independent table with the same content."""
        bout = self.bout
        return BeatingTable(
            self.sizes[:],
            self.stock[:],
            self.jokers,
            self.trump,
            self.trump_card,
            self.aces,
            self.follow_suit,
            self.attacks[:],
            self.declared,
            self.discard[:],
            [cards[:] for cards in self.known],
            self.seen[:],
            self.phase,
            self.turn,
            self.deadline,
            self.limit,
            None if bout is None else _copied(bout),
            self.emptied[:],
            self.out[:],
            self.stall,
            [hand[:] for hand in self.laid_open],
        )

    def stored(self) -> dict[str, Any]:
        """Return the table as JSON values."""
        copy = self.copy()
        return {name: getattr(copy, name) for name in _NAMES} | {
            "attacks": [list(attack) for attack in copy.attacks],
            "bout": None if copy.bout is None else asdict(copy.bout),
        }

    @classmethod
    def from_stored(cls, stored: dict[str, Any]) -> "BeatingTable":
        """Return the table that `stored` describes."""
        made = {
            "attacks": [Attack(*attack) for attack in stored["attacks"]],
            "bout": None if stored["bout"] is None else Bout(**stored["bout"]),
        }
        return cls(**{**stored, **made})


def _copied(bout: Bout) -> Bout:
    return Bout(
        bout.number, bout.original, bout.attacker, bout.defender, bout.team[:], bout.limit, bout.holder, bout.stopped[:],
        bout.given_up, bout.done,
    )  # fmt: skip


_NAMES = [field.name for field in fields(BeatingTable)]
