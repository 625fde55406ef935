"""What a set of rules is to the rest of the house: its options, declared once, and the functions a round is played with."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, NamedTuple, Protocol

from domain.actions import Action
from domain.chance import Chance
from domain.errors import Refused
from domain.events import Event
from domain.moments import Moment

Text = Mapping[str, str]
"""The same words in each language: keys `ja` and `en`."""

Who = Callable[[int], Text]
"""What a seat is called."""

Options = Mapping[str, Any]
"""A full set of checked option values by name."""


@dataclass(frozen=True, slots=True)
class Option:
    """One switch of a ruleset. Validation, documentation and forms are all made from this declaration."""

    name: str
    kind: str
    "`int`, `bool` or `choice`."
    default: int | bool | str
    title: Text
    values: tuple[str, ...] = ()
    "What a `choice` may be."
    minimum: int = 0
    maximum: int = 0
    "Bounds of an `int`, both allowed."

    def schema(self) -> dict[str, Any]:
        """The option as JSON Schema."""
        if self.kind == "bool":
            return {"type": "boolean", "default": self.default}
        if self.kind == "choice":
            return {"type": "string", "enum": list(self.values), "default": self.default}
        return {"type": "integer", "minimum": self.minimum, "maximum": self.maximum, "default": self.default}

    def allows(self, value: object) -> bool:
        """Is this a value the option may have?"""
        if self.kind == "bool":
            return isinstance(value, bool)
        if self.kind == "choice":
            return isinstance(value, str) and value in self.values
        return isinstance(value, int) and not isinstance(value, bool) and self.minimum <= value <= self.maximum


def integer(name: str, default: int, minimum: int, maximum: int, ja: str, en: str) -> Option:
    """An option that is a whole number."""
    return Option(name, "int", default, {"ja": ja, "en": en}, minimum=minimum, maximum=maximum)


def switch(name: str, ja: str, en: str, *, default: bool) -> Option:
    """An option that is on or off."""
    return Option(name, "bool", default, {"ja": ja, "en": en})


def choice(name: str, values: Sequence[str], ja: str, en: str) -> Option:
    """An option that is one of a few words; the first is the default."""
    return Option(name, "choice", values[0], {"ja": ja, "en": en}, values=tuple(values))


TIMING = (
    integer("turn_seconds", 60, 0, 86_400, "手番の持ち時間(秒、0は無制限)", "Seconds for a turn (0: no limit)"),
    integer(
        "answer_seconds", 10, 0, 3_600, "返答の持ち時間(秒、0は無制限)", "Seconds to answer a window (0: no limit)"
    ),
    integer("bot_delay_ms", 800, 0, 60_000, "ボットが考える時間(ミリ秒)", "Milliseconds a bot takes to move"),
)
"""Options of every ruleset that say how long things take."""


Finding = tuple[str, Sequence[str]]
"""One kind of thing that was checked (`results`, say), and what is wrong with it, in sentences; nothing where it is right."""


class Refusal(NamedTuple):
    """A card that its holder cannot use now, and why."""

    card: str
    "Its code."
    code: str
    "As in `Refused`."
    detail: str


class Ruleset(Protocol):
    """A game's rules. `Any` stands for the ruleset's own state of a round, its table.

    Rules run only in `deal`, `decide` and `expire`; `apply` folds the facts they produced and needs no rule, so that a later rule fix
    cannot change what an old log says.
    """

    key: ClassVar[str]
    title: ClassVar[Text]
    text: ClassVar[Text]
    seats: ClassVar[range]
    options: ClassVar[tuple[Option, ...]]

    def check(self, options: Options, seats: int) -> None:
        """Raise `Refused("bad-option")` where options and seats do not go together."""

    def deal(self, start: "RoundStart", now: Moment, chance: Chance) -> list[Event]:
        """The events that open a round."""

    def table(self, dealt: Event, seats: int) -> Any:
        """The table that the first event of a round lays."""

    def decide(
        self, table: Any, seat: int, action: Action, options: Options, now: Moment, chance: Chance
    ) -> list[Event]:
        """What the action brings about. Raises `Refused`. Changes nothing."""

    def due(self, table: Any) -> Moment | None:
        """The deadline that the clock keeps, if there is one."""

    def expire(self, table: Any, options: Options, now: Moment, chance: Chance) -> list[Event]:
        """What happens when that deadline passes."""

    def apply(self, table: Any, event: Event) -> None:
        """The only place where a table changes."""

    def actions(self, table: Any, seat: int, options: Options) -> list[Action]:
        """The seat's legal actions, complete up to order, from that seat's own table."""

    def refused(self, table: Any, seat: int, options: Options) -> list[Refusal] | None:
        """Cards of the seat that it cannot use now though it is asked, from that seat's own table; None in rulesets that do not say it."""

    def waiting_for(self, table: Any) -> list[int]:
        """Seats that something is asked of, as far as this table's viewer knows."""

    def moves_from(self, table: Any) -> Moment | None:
        """The moment before which nothing may be done that would end the right to call, if there is one."""

    def claim(self, event: Event) -> dict[str, Any] | None:
        """What an event records of a call, a counter or a doubt: `seat`, `kind`, `on`, `valid`, and the ruleset's own; None for any other event."""

    def judge(self, table: Any, seat: int) -> dict[str, Any]:
        """What a call of the seat is at this moment, found from the table alone: the fields of `claim` without `seat`, and `permitted`.

        Rulesets without calls have nothing to judge.
        """

    def can_judge(self, table: Any, seat: int) -> bool:
        """Are the cards known that a call of the seat is judged by?"""

    def is_true(self, table: Any, seat: int) -> bool:
        """Would a call of the seat be true at this moment? What it is judged by has to be known."""

    def audit(
        self, before: Any, last: Event | None, event: Event, options: Options, chance: Chance | None, whole: bool
    ) -> Iterable[Finding]:
        """What an event has to agree with, as far as the rules of a round know it. Raises ValueError for what no fold could take.

        `before` is the table, None before the first deal, and `last` the event right before this one, None where it is not known. Cards of `before` may be unknown, where parts of a log are withheld. `chance` is None while the secret of the round is; `whole` says
        that nothing of the round is withheld.
        """

    def misplaced(self, table: Any) -> Iterable[str]:
        """What is wrong with where the cards are, in sentences: each has to be in exactly one place."""

    def hindsight(self, before: Any, event: Event, after: Any, seat: int | None = None) -> dict[str, Any]:
        """The ruleset's part of a review frame, from server's tables; `before` is None for the first event of a round.

        With a `seat` the tables and the event are that seat's own, and the frame says what it could know of its own game.
        """

    def words(self, event: Event, who: Who) -> Text:
        """An event of a round in words, as much of it as its reader may open."""

    def view(self, table: Any) -> dict[str, Any]:
        """The round as the table's viewer may see it: `phase`, `turn`, `hands`, `stock`, `board` and so on."""

    def copy(self, table: Any) -> Any:
        """A table of its own with the same content."""

    def stored(self, table: Any) -> dict[str, Any]:
        """The table as JSON values."""

    def from_stored(self, stored: dict[str, Any]) -> Any:
        """The table of what `stored` gave."""


@dataclass(frozen=True, slots=True)
class RoundStart:
    """What a deal has to know of the game around it."""

    round: int
    seats: int
    options: Options
    before: Mapping[str, Any] | None = None
    "What `round-ended` said of the round before, hands apart; None for the first round."


def check_options(ruleset: Ruleset, given: Mapping[str, Any], seats: int) -> dict[str, Any]:
    """All options of the ruleset with what was given and defaults for the rest.

    Raises `Refused` with `unknown-option`, `bad-option` or `bad-seat-count`.
    """
    if seats not in ruleset.seats:
        raise Refused(
            "bad-seat-count", f"{ruleset.key} is played with {ruleset.seats[0]} to {ruleset.seats[-1]} seats."
        )
    declared = {option.name: option for option in ruleset.options}
    for name, value in given.items():
        if name not in declared:
            raise Refused("unknown-option", f"Options of {ruleset.key}: {', '.join(sorted(declared))}.", option=name)
        if not declared[name].allows(value):
            raise Refused("bad-option", f"{name} has to fit {declared[name].schema()}.", option=name)
    options = {option.name: given.get(option.name, option.default) for option in ruleset.options}
    ruleset.check(options, seats)
    return options
