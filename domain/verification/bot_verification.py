"""Verification of the moves of bots: each decision is taken again, from the view of its own seat.

The view of a seat is the fold of what that seat sees, as far as the log opens it or the secrets tell it. The strategy,
its version, the stream of random numbers and the order of several bots are those of `domain.running.automation`. So a
move that a strategy would not have made from its own view is a fault, such as that of a server whose bots see all
cards.

Three things do not follow from a log: the decisions of a version that this program does not have, those of a round that
is not revealed, and those of a seat whose cards are withheld. They are counted, with the reason. Nothing can be said
about a bot that did not move, because another event came first, or the server stood still.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from domain.bots.strategies import find
from domain.bots.strategy import Strategy
from domain.game.decisions import leads_in, role_of
from domain.game.fold import apply, fold
from domain.game.game import PLAYING, Game
from domain.log.chance import Chance
from domain.log.errors import Refused
from domain.log.events import Event, seen_by
from domain.ruleset.actions import Action
from domain.ruleset.catalogue import BY_STRATEGY, ROUND_DEALT, Role
from domain.ruleset.replay import Later, withheld
from domain.running.automation import bots_from, decide, first_move, name_strategy, strategy_in_place

SEATING = ("seat-taken", "seat-handed-over")
"""Events that name a strategy and its version."""


@dataclass(slots=True)
class BotReport:
    """The result of replaying the bots of a log."""

    replayed: int = 0
    "Number of decisions taken again, good and bad."
    problems: list[tuple[int, str]] = field(default_factory=list)
    "The version of each fault, and what is wrong."
    skipped: Counter[str] = field(default_factory=Counter)
    "Number of decisions that could not be taken again, by reason."

    def unchecked(self) -> Iterator[str]:
        """Yield the decisions that could not be taken again, in sentences."""
        for reason, count in self.skipped.items():
            yield f"{count} {'decision' if count == 1 else 'decisions'} of bots could not be replayed: {reason}."


def replay_bots(game_id: str, events: Sequence[Event], secrets: Mapping[int, bytes]) -> BotReport:
    """Take the decisions of all bots of a log again; `secrets` are those of the revealed rounds.

    The events have their newest schemas and the withheld parts that follow from the secrets, and nothing else is wrong
    with the log: no move of a seat comes after its time. Never raises: a log that cannot be
    replayed has a problem, or a reason in `skipped` if parts are withheld.
    """
    replay = _Replay(game_id, events, secrets)
    replay.report.problems += _misnamed(events)
    if not replay.views:
        return replay.report
    try:
        replay.run()
    except Exception as error:  # noqa: BLE001 - strategies may fail in any way on a log that no server wrote
        what = f"the decisions of bots cannot be replayed from here on ({error!r})"
        if replay.is_whole:
            replay.report.problems.append((events[replay.place].version, what))
        else:
            replay.report.skipped[what] += 1
    return replay.report


def _misnamed(events: Sequence[Event]) -> Iterator[tuple[int, str]]:
    """Yield the seats in which a bot has no version, or a person has one."""
    for event in events:
        if event.type in SEATING:
            bot, version = event.public.bot, event.public.bot_version
            if not (version is None if bot is None else type(version) is int and version > 0):
                yield (
                    event.version,
                    f"`bot_version` is {version!r}: it is a number from 1 on with a bot, and null without",
                )


def misnamed_strategy(game: Game, event: Event) -> Iterator[str]:
    """Yield what is wrong with the field `by_strategy` of an event; `game` is the server's before it.

    It follows from what all players see, so it needs no secret: the bot's strategy, and the interruptions before it.
    """
    found, role = event.public.get(BY_STRATEGY), role_of(game, event)
    if role is Role.CONSEQUENCE or event.public.get("by_clock"):
        possible: set[str | None] = {None}
    else:
        seat = seat_of_answer(event) if role is Role.ANSWER else event.public.seat
        seats = range(len(game.seats)) if seat is None else [seat]
        if any(one in game.bots and _strategy(game, one) is None for one in seats):
            return  # It is of a version that this program does not have.
        possible = {strategy_in_place(game, one) for one in seats}
    if found not in possible:
        wanted = " or ".join(sorted(map(repr, possible)))
        yield f"{BY_STRATEGY} of {event.type} has to be {wanted}, not {found!r} ({game.interruptions} interruptions)"


def seat_of_answer(answer: Event) -> int | None:
    """Return the seat that gave an answer, or None if its part is withheld."""
    parts = [part for part, said in answer.sealed.items() if said.get("answered") or said.get("declined")]
    return int(parts[0]) if parts else None


def _strategy(game: Game, seat: int) -> Strategy | None:
    """Return the strategy of a bot, in exactly its version."""
    taken = game.seats[seat]
    assert taken is not None
    assert taken.bot is not None
    return find(game.ruleset.key, taken.bot, taken.bot_version)


class _Replay:
    """The games of the server and of every seat that a bot plays at some time, folded from the events of a log."""

    def __init__(self, game_id: str, events: Sequence[Event], secrets: Mapping[int, bytes]) -> None:
        self.events, self.secrets = events, secrets
        self.report = BotReport()
        self.place = 1
        "Index of the event that comes next."
        seats = {event.public.seat for event in events if event.type in SEATING and event.public.bot is not None}
        self.views = {seat: fold(game_id, events[:1]) for seat in sorted(seats)} if events else {}
        self.is_whole = True
        "No part of the round is withheld so far."
        self.closed: set[int] = set()
        "Seats of which a part of the round is withheld."
        if self.views:
            self.server: Game = fold(game_id, events[:1])

    def run(self) -> None:
        """Fold the log, and check each move of a bot before it is applied."""
        checked = 0
        while self.place < len(self.events):
            if self.place >= checked and self.server.status == PLAYING:
                checked = self.place + self._check_move()
            self._apply(self.events[self.place])
            self.place += 1

    def _apply(self, event: Event) -> None:
        if event.type == ROUND_DEALT:
            self.is_whole, self.closed = True, set()
        hidden = withheld(event)
        self.is_whole = self.is_whole and not hidden
        self.closed |= {seat for seat in self.views if str(seat) in hidden}
        for seat, view in self.views.items():
            self._fold(view, seen_by(event, seat), incomplete=seat in self.closed)
        self._fold(self.server, event, incomplete=not self.is_whole)

    def _fold(self, game: Game, event: Event, *, incomplete: bool) -> None:
        """Apply an event; a possible choice stands for a withheld one, so that the public part continues."""
        if incomplete and game.status == PLAYING and event.type != ROUND_DEALT and withheld(event):
            event = game.ruleset.assume(game.state, event, Later(self.events, self.place))
        apply(game, event)

    # The seat that moves

    def _check_move(self) -> int:
        """Check the move that the next event begins, if a bot makes it. Return the number of events that it covers."""
        event, actor = self._decision()
        if event.public.get("by_clock") or not self.server.bots:
            return 1
        if actor is None and role_of(self.server, event) is Role.ANSWER and self._may_be_of_bot(event):
            self.report.skipped[f"round {self.server.round} withholds who answered"] += 1
        if actor not in self.server.bots:
            return 1
        covered = 1 + (event is not self.events[self.place])
        reason = self._reason_to_skip(actor)
        if reason is not None:
            self.report.skipped[reason] += 1
            return covered
        self.report.replayed += 1
        expected = self._expected(actor)
        if isinstance(expected, str):
            self.report.problems.append((event.version, expected))
            return covered
        return max(covered, len(expected))

    def _decision(self) -> tuple[Event, int | None]:
        """Return the event of the decision that the next event begins, and the seat that took it.

        The seat is None if the next event follows from others, and if the log does not show which seat answered.
        """
        event = self.events[self.place]
        if leads_in(event) and self.place + 1 < len(self.events):
            event = self.events[self.place + 1]
        role = role_of(self.server, event)
        if role is Role.ANSWER:
            return event, seat_of_answer(event)
        return event, None if role is Role.CONSEQUENCE else event.public.seat

    def _may_be_of_bot(self, answer: Event) -> bool:
        """Tell whether the parts are withheld that would show a bot's answer as such."""
        return any(str(seat) in withheld(answer) for seat in self.server.bots)

    def _reason_to_skip(self, seat: int) -> str | None:
        """Return the reason why the decisions of a seat cannot be taken again now, or None."""
        taken = self.server.seats[seat]
        assert taken is not None
        assert taken.bot is not None
        if _strategy(self.server, seat) is None:
            return f"seat {seat} is played by version {taken.bot_version} of {taken.bot!r}, which is unknown here"
        if self.server.round not in self.secrets:
            return f"round {self.server.round} is not revealed"
        if seat in self.closed:
            return f"round {self.server.round} withholds cards of seat {seat}"
        return None

    # The move that it should make

    def _expected(self, seat: int) -> list[Event] | str:
        """Return the events of the move, if it is the one in the log, and else what is wrong."""
        game, now = self.server, self.events[self.place].at
        if now < bots_from(game):
            return f"the bot on seat {seat} moves before `bot_delay_ms` are over"
        chance = game.chance(self.secrets[game.round])
        chosen = self._chosen(seat, now, chance)
        if chosen is None:
            return f"the bot on seat {seat} would not move, by what it sees"
        mover, action = chosen
        if mover != seat:
            return f"the bot on seat {seat} moves, and by what they see, that on seat {mover} would move before it"
        try:
            expected = name_strategy(
                game, seat, game.ruleset.decide(game.state, seat, action, game.options, now, chance)
            )
        except Refused as refused:
            return f"the bot on seat {seat} would do what the rules refuse ({refused.code})"
        # What follows from a decision, and the verdict on a call, may depend on withheld cards.
        compared = expected if self.is_whole else expected[:1]
        for wanted, event in zip(compared, self.events[self.place :], strict=False):
            if not _agree(wanted, event, of_call=not self.is_whole and role_of(game, wanted) is Role.CALL):
                return f"the bot on seat {seat} would decide otherwise, by what it sees: {action}"
        return compared

    def _chosen(self, seat: int, now: str, chance: Chance) -> tuple[int, Action] | None:
        """Return the seat that moves and its action; of `seat` alone if the decisions of other bots are not known."""

        def decision(other: int) -> Action | None:
            return decide(self.views[other], other, now, chance)

        if self.is_whole and not any(self._reason_to_skip(other) for other in self.server.bots):
            return first_move(self.server, decision)
        action = decision(seat)
        return None if action is None else (seat, action)


def _agree(expected: Event, event: Event, *, of_call: bool) -> bool:
    """Tell whether the event in the log is the expected one, as far as its parts are open; `of_call` only as a call."""
    if of_call:
        one, other = event.public, expected.public
        return event.type == expected.type and (one.seat, one.on) == (other.seat, other.on)
    return (
        event.type == expected.type
        and event.public == expected.public
        and (event.seals or event.sealed).keys() == expected.sealed.keys()
        and all(payload == expected.sealed[part] for part, payload in event.sealed.items())
    )
