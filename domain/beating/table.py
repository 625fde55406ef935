"""The table of a round of a beating game, as the server or one viewer knows it: where the viewer does not know a card there is `None`.

Cards that lay open and were taken up stay known to everybody who pays attention. They are `None` in the hands of a viewer, as a view does not keep
them, and stand in `known`, for who looks back and for bots that remember.
"""

from dataclasses import asdict, dataclass, field, fields
from typing import Any, NamedTuple

from domain.cards import RANK, Card
from domain.moments import Moment

LEADING = "leading"
"""The attacker begins."""

DEFENDING = "defending"
"""The defender beats, or takes."""

ATTACKING = "attacking"
"""Durak: all is beaten, and whoever has the attack right may attack on."""

THROWING_IN = "throwing-in"
"""Durak: the defender takes, and more may be thrown in."""

SETTLING = "settling"
"""In the middle of what one command brings about: nobody is asked."""

OVER = "over"


class Attack(NamedTuple):
    """An attack card, and what beat it."""

    card: Card
    by: int
    beaten_with: Card | None = None


@dataclass(slots=True)
class Bout:
    """All play against one defender of Durak [バウト]."""

    number: int
    original: int
    "Who led the first card; draws first when it is over."
    attacker: int
    defender: int
    team: list[int]
    "Who may attack, in the order of the attack right: the attacker, then the guardian or guardians [擁護者]."
    limit: int
    "Attack cards at most."
    holder: int
    "Who has the attack right [攻撃権], or gets it back when all is beaten."
    stopped: list[int] = field(default_factory=list)
    "Who has stopped since the last attack card."
    given_up: bool = False
    "Does the defender take [負けを認める]? So it stays until the next bout begins."
    done: int = 0
    "How many seats were out when it began."


@dataclass(slots=True)
class BeatingTable:
    """A round of a beating game as one viewer knows it."""

    hands: list[list[Card | None]]
    stock: list[Card | None]
    "Bottom first: the next card to be drawn is the last one."
    jokers: int = 0
    "In the deck."
    trump: int | None = None
    "The suit; None as long as nobody knows it."
    trump_card: Card | None = None
    "The card that was turned up to decide it; None where none is."
    aces: str = "none"
    "Kirifu: which aces stand above the trumps: `spade_ace`, `all_aces` or `none`."
    follow_suit: bool = True
    "A plain card is beaten by its own suit alone, or by a trump."
    attacks: list[Attack] = field(default_factory=list)
    "What lies on the table, in the order in which it was laid."
    declared: int = 0
    "How many of them lay there when the defender gave up; more may have been thrown in since. 0 as long as nobody has."
    discard: list[Card] = field(default_factory=list)
    "Cards out of play; each lay open before."
    open: list[int] = field(default_factory=list)
    "Seats whose hands this table knows."
    known: list[list[Card]] = field(default_factory=list)
    "Cards in each hand that lay open before, so that everybody could know of them."
    seen: list[Card] = field(default_factory=list)
    "Cards in the stock that were turned up: everybody knows where they are."
    phase: str = SETTLING
    turn: int = 0
    "Who is asked."
    deadline: Moment | None = None
    limit: int = 0
    "Cards at most in the next lead of Kirifu or Mustamaija; 0 in Durak, whose bouts have limits."
    bout: Bout | None = None
    "Durak alone."
    emptied: list[int] = field(default_factory=list)
    "Seats without cards that may still draw or are not yet out, in the order in which their hands became empty."
    out: list[int] = field(default_factory=list)
    "Seats that are done [勝ち抜け], first one first."
    stall: int = 0
    "Takes in a row that led to nothing."

    def asked(self) -> list[int]:
        """Who is to do something: one seat, or nobody in the middle of things and when all is over."""
        return [] if self.phase in (SETTLING, OVER) else [self.turn]

    @property
    def over(self) -> bool:
        """Is the round over?"""
        return self.phase == OVER

    def left(self) -> list[int]:
        """Seats that are still in."""
        return [seat for seat in range(len(self.hands)) if seat not in self.out]

    def following(self, seat: int) -> int:
        """The next seat to the left that is still in; the seat itself where no other is."""
        seats = len(self.hands)
        return next((other for step in range(1, seats) if (other := (seat + step) % seats) not in self.out), seat)

    def unbeaten(self) -> list[Card]:
        """Attack cards that nothing has beaten yet."""
        return [attack.card for attack in self.attacks if attack.beaten_with is None]

    def lying(self) -> list[Card]:
        """All cards on the table: each attack, then what beat it."""
        pairs = ((attack.card, attack.beaten_with) for attack in self.attacks)
        return [card for pair in pairs for card in pair if card is not None]

    def ranks(self) -> list[int]:
        """Numbers on the table, of attacks and of what beat them."""
        return sorted({RANK[card] for card in self.lying()})

    def held(self, seat: int) -> list[Card]:
        """Cards of the seat that the viewer knows: all of their own, and the server all of everybody's."""
        return [card for card in self.hands[seat] if card is not None]

    def copy(self) -> "BeatingTable":
        """A table of its own with the same content."""
        bout = self.bout
        return BeatingTable(
            [hand[:] for hand in self.hands],
            self.stock[:],
            self.jokers,
            self.trump,
            self.trump_card,
            self.aces,
            self.follow_suit,
            self.attacks[:],
            self.declared,
            self.discard[:],
            self.open[:],
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
        )

    def stored(self) -> dict[str, Any]:
        """The table as JSON values of its own."""
        copy = self.copy()
        return {name: getattr(copy, name) for name in _NAMES} | {
            "attacks": [list(attack) for attack in copy.attacks],
            "bout": None if copy.bout is None else asdict(copy.bout),
        }

    @classmethod
    def from_stored(cls, stored: dict[str, Any]) -> "BeatingTable":
        """The table of what `stored` gave."""
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
