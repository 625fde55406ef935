"""The `Ruleset` protocol, its optional part `Calls`, and the declarations of options."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar, NamedTuple, Protocol

from domain.log.chance import Chance
from domain.log.errors import Refused
from domain.log.events import Event, Part
from domain.log.moments import Moment
from domain.log.sentences import Sentence, series
from domain.ruleset.actions import Action
from domain.ruleset.catalogue import Catalogue, Check
from domain.ruleset.legal_actions import LegalAction
from domain.ruleset.parts import Withheld
from domain.ruleset.places import Places
from domain.ruleset.replay import Answer
from domain.ruleset.round_state import RoundState
from domain.ruleset.wording import Text, Who

OVER = "over"
"""The phase of every round that has ended."""

Options = Mapping[str, Any]
"""A full set of checked option values by name."""


@dataclass(frozen=True, slots=True)
class Option:
    """One option of a ruleset. Validation, documentation and forms follow from this declaration."""

    name: str
    kind: str
    "`int`, `bool` or `choice`."
    default: int | bool | str
    title: Text
    values: tuple[str, ...] = ()
    "Values of a `choice`."
    minimum: int = 0
    maximum: int = 0
    "Bounds of an `int`, both allowed."

    def schema(self) -> dict[str, Any]:
        """Return the option as JSON Schema."""
        if self.kind == "bool":
            return {"type": "boolean", "default": self.default}
        if self.kind == "choice":
            return {"type": "string", "enum": list(self.values), "default": self.default}
        return {"type": "integer", "minimum": self.minimum, "maximum": self.maximum, "default": self.default}

    def allows(self, value: object) -> bool:
        """Tell whether the option may have this value."""
        if self.kind == "bool":
            return isinstance(value, bool)
        if self.kind == "choice":
            return isinstance(value, str) and value in self.values
        return isinstance(value, int) and not isinstance(value, bool) and self.minimum <= value <= self.maximum


def integer(name: str, default: int, minimum: int, maximum: int, ja: str, en: str) -> Option:
    """Return an option that is a whole number."""
    return Option(name, "int", default, {"ja": ja, "en": en}, minimum=minimum, maximum=maximum)


def switch(name: str, ja: str, en: str, *, default: bool) -> Option:
    """Return an option that is on or off."""
    return Option(name, "bool", default, {"ja": ja, "en": en})


def choice(name: str, values: Sequence[str], ja: str, en: str) -> Option:
    """Return an option that is one of a few words; the first is the default."""
    return Option(name, "choice", values[0], {"ja": ja, "en": en}, values=tuple(values))


TIMING = (
    integer("turn_seconds", 60, 0, 86_400, "手番の持ち時間(秒、0は無制限)", "Seconds for a turn (0: no limit)"),
    integer(
        "answer_seconds", 10, 0, 3_600, "返答の持ち時間(秒、0は無制限)", "Seconds to answer a window (0: no limit)"
    ),
    integer("bot_delay_ms", 800, 0, 60_000, "ボットが考える時間(ミリ秒)", "Milliseconds a bot takes to move"),
)
"""Timing options, in seconds and milliseconds, of every ruleset."""


class Refusal(NamedTuple):
    """A card that its holder cannot use now, and why."""

    card: str
    "Its code."
    code: str
    "The code of the refusal, as in `Refused`."
    detail: str


State = RoundState[Any, Any]
"""The state of a round of any family."""


class Calls(Protocol):
    """The optional part of a ruleset: calls, counters and doubts, and the record of each.

    `Ruleset.calls` is None for rulesets without calls. Callers ask that, and nothing else, before they use it.
    """

    call_actions: ClassVar[tuple[str, ...]]
    "Calls and their answers, as `type` of an action on the wire."
    first_kinds: ClassVar[tuple[str, ...]]
    "Kinds of calls on a card that was played. Other kinds counter a call, or are made before the round is opened."
    unowned_events: ClassVar[tuple[str, ...]]
    "Types of events that lay a card which no seat played; a call on one is on nobody."

    @property
    def call_kinds(self) -> tuple[str, ...]:
        """The kinds of calls, as recorded."""

    held_back: ClassVar[tuple[type[Action], ...]]
    "The actions that would end the right to call."

    def allowed_from(self, table: Any) -> Moment | None:
        """Return the moment before which no action may end the right to call; None if there is none."""

    def holds_back(self, table: Any, seat: int) -> bool:
        """Tell whether the actions of the seat wait for that moment, by what all seats know."""

    def claim(self, event: Event) -> dict[str, Any] | None:
        """Return the call, counter or doubt that an event records; None for any other event.

        The fields are `seat`, `kind`, `on`, `valid`, and those of the ruleset.
        """

    def judge(self, state: State, seat: int) -> dict[str, Any]:
        """Judge a call that the seat would make now.

        The fields are those of `claim` without `seat`, and `permitted`.
        """

    def can_judge(self, state: State, seat: int) -> bool:
        """Tell whether the cards are known that a call of the seat is judged by."""

    def is_true(self, state: State, seat: int) -> bool:
        """Tell whether a call of the seat would be true now. The cards it is judged by have to be known."""

    def apply_and_find_missed(self, state: State, event: Event) -> list[int]:
        """Apply an event of a round to the server's state, and return the seats that missed a call with it.

        They are those of `missed` in `Ruleset.hindsight`, at less cost.
        """


Applier = Callable[[State, Event], None]
"""Changes a state by an event."""


class Plays(Protocol):
    """What a game is played by. `State` is the state of a round, `Any` its table or the hand of a seat.

    Rules run only in `deal`, `decide` and `expire`. `apply` folds the facts they produced and needs no rule, so that a
    later rule fix cannot change what an old log says.
    """

    key: ClassVar[str]
    family: ClassVar[str]
    "Rulesets of one family share tables, events and boards."
    seats: ClassVar[range]
    options: ClassVar[tuple[Option, ...]]
    events: ClassVar[Catalogue]
    "The types of events of a round."

    @property
    def calls(self) -> Calls | None:
        """The rules of calls; None for a ruleset without calls."""

    def check(self, options: Options, seats: int) -> None:
        """Raise `Refused("bad-option")` if options and seats do not go together."""

    def deal(self, start: "RoundStart", now: Moment, chance: Chance) -> list[Event]:
        """Return the events that open a round."""

    def begin(self, dealt: Event, seats: int) -> State:
        """Return the state after the first event of a round."""

    def decide(
        self, state: State, seat: int, action: Action, options: Options, now: Moment, chance: Chance
    ) -> list[Event]:
        """Return the events that the action causes. Raises `Refused`. Changes nothing."""

    def due(self, table: Any) -> Moment | None:
        """Return the deadline that the clock keeps, or None."""

    def expire(self, state: State, options: Options, now: Moment, chance: Chance) -> list[Event]:
        """Return the events of that deadline."""

    @property
    def appliers(self) -> Mapping[str, Applier]:
        """The functions that apply the events of a round to a state, by type; nothing else changes a state."""

    def apply(self, state: State, event: Event) -> None:
        """Apply an event to the state, as `appliers` say."""

    def actions(self, table: Any, hand: Any, seat: int, options: Options) -> list[Action]:
        """Return the seat's legal actions: enough for strategies to choose from.

        Sets of cards are listed where they are few, and else cards and pairs one by one.
        """

    def waiting_for(self, state: State) -> list[int]:
        """Return the seats that are asked to act, as far as the viewer of the state knows."""

    def window(self, table: Any) -> int:
        """Return the version that the open window asks about; 0 if none is open."""

    def from_stored(self, stored: dict[str, Any]) -> State:
        """Return the state that `stored` describes."""


class Shows(Protocol):
    """What players see. It is computed from the table and a seat's own hand alone."""

    title: ClassVar[Text]
    text: ClassVar[Text]
    phases: ClassVar[tuple[str, ...]]
    "Phases of a round, besides `OVER`."

    def legal(self, table: Any, hand: Any, seat: int, options: Options) -> list[LegalAction]:
        """Return the seat's legal actions, each with what may be added to it.

        Every action that `decide` accepts can be built from them, and no other.
        """

    def refused(self, table: Any, hand: Any, seat: int, options: Options) -> list[Refusal] | None:
        """Return the cards that the seat, although it is asked, cannot use now.

        None if the ruleset does not report them.
        """

    def view(self, state: State) -> dict[str, Any]:
        """Return the round as its viewer may see it: `phase`, `turn`, `hands`, `stock`, `board` and so on."""

    def public_view(self, table: Any) -> dict[str, Any]:
        """Return the round as spectators see it."""

    def seat_view(self, public: dict[str, Any], table: Any, hand: Any, seat: int) -> dict[str, Any]:
        """Return the public view with what the seat knows beside it. Both share what is the same."""

    def words(self, event: Event, who: Who) -> Text:
        """Return an event of a round in words, as far as its reader may open it. Raises KeyError for another event."""

    def hindsight(self, before: State | None, event: Event, after: State, seat: int | None = None) -> dict[str, Any]:
        """Return the ruleset's part of a review frame, from the server's states.

        `before` is None for the first event of a round. With a `seat` the states and the event are that seat's own, and
        the frame shows what it could know of its own game.
        """


class Verifies(Protocol):
    """What a log is verified by: decisions are taken again, and cards in unknown places are possible ones."""

    def answer(self, check: Check[Any, Any]) -> Answer:
        """Return the events with which the rules answer the decision behind an event.

        Raises `Refused` if the rules do not allow it, and `Undecided` if there is no such decision.
        """

    def stated(self, dealt: Event, later: Sequence[Event], seats: int, options: Options) -> Chance:
        """Return chance that deals what the first event of a round says, as far as its cards are visible.

        `later` are the events after it, which may turn more of them up.
        Raises ValueError if no chance does.
        """

    def payloads(self, check: Check[Any, Any], part: str) -> Iterable[Part] | None:
        """Return all payloads that a withheld part of the event may have; the chance of the round is known.

        It is one where no secret choice is in it. None if the cards that it depends on are unknown, or if there are
        more than `domain.ruleset.replay.MOST_PAYLOADS`.
        """

    def assume(self, state: State, event: Event, later: Sequence[Event]) -> Event:
        """Return the event with a possible choice where the log withholds one; the state may lose knowledge by it.

        Raises ValueError if no choice is possible.
        """

    def contradictions(self, state: State, event: Event) -> Iterable[str]:
        """Yield the cards that an event shows otherwise than the state before it has them, in sentences.

        It is asked where not all cards are known. `domain.ruleset.replay` compares all others.
        """

    def result(self, state: State, ended: Event, hands: Sequence[Sequence[str]], options: Options) -> Event:
        """Return the end of a round, which was found with other possible cards, with the hands that are laid open.

        `state` is the one before it.
        """

    def places(self, state: State) -> Places:
        """Return the places of all cards of a round."""

    def misplaced(self, state: State) -> Iterable[str]:
        """Yield problems with the places of cards, in sentences: each card has to be in exactly one place."""


class Reports(Protocol):
    """What statistics, simulations and demonstrations ask."""

    demo_options: ClassVar[Options]
    "Options of a demonstration that differ from the defaults."
    figures: ClassVar[Mapping[str, str]]
    "Figures that a simulation reports, by title: names of fields of `domain.running.self_play.PlayedRound`."
    turns_title: ClassVar[str]
    "What the turns of a round are called there."

    @property
    def end_reasons(self) -> tuple[str, ...]:
        """The reasons for which a round may end."""

    @property
    def call_events(self) -> tuple[str, ...]:
        """The types of events that record a call, a counter or a doubt."""


class Ruleset(Plays, Shows, Verifies, Reports, Protocol):
    """A game's rules."""


@dataclass(frozen=True, slots=True)
class RoundStart:
    """The facts about the game that a deal needs."""

    round: int
    seats: int
    options: Options
    before: Mapping[str, Any] | None = None
    "The fields of `round-ended` of the round before, without hands; None for the first round."
    withheld: list[Withheld] = field(default_factory=list)
    "The seats with an anchor that have no link in the deck."


def check_options(ruleset: Ruleset, given: Mapping[str, Any], seats: int) -> dict[str, Any]:
    """Return all options of the ruleset: the given values, and defaults for the rest.

    Raises `Refused` with `unknown-option`, `bad-option` or `bad-seat-count`.
    """
    if seats not in ruleset.seats:
        raise Refused(
            "bad-seat-count",
            Sentence(
                "{ruleset} is played with {fewest} to {most} seats.",
                ruleset=ruleset.key,
                fewest=ruleset.seats[0],
                most=ruleset.seats[-1],
            ),
        )
    declared = {option.name: option for option in ruleset.options}
    for name, value in given.items():
        if name not in declared:
            raise Refused(
                "unknown-option",
                Sentence("Options of {ruleset}: {options}.", ruleset=ruleset.key, options=series(sorted(declared))),
                option=name,
            )
        if not declared[name].allows(value):
            raise Refused(
                "bad-option",
                Sentence("{option} has to fit {schema}.", option=name, schema=declared[name].schema()),
                option=name,
            )
    options = {option.name: given.get(option.name, option.default) for option in ruleset.options}
    ruleset.check(options, seats)
    return options
