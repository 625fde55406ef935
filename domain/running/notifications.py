"""Notifications: news of an account's games while it does not look at them.

They follow from the public part of the log alone, so a notification holds nothing that spectators of the game could not
see, and no card. `KINDS` is open: a client ignores a kind that it does not know.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from domain.game.fold import apply
from domain.game.game import PLAYING, Game
from domain.game.spectators import is_over
from domain.log.events import SPECTATOR, Event, seen_by
from domain.log.moments import Moment
from domain.running.commands import due
from domain.running.summary import asked

TURN = "turn"
"""The account's seat is in turn."""

QUESTION = "question"
"""The seat is asked about an open window, to turn a card up, or whether it is ready for the next round."""

STARTED = "started"
"""The first round of the game was dealt."""

ENDED = "ended"
"""The game is finished or abandoned."""

COMMENTED = "commented"
"""Another player has commented on a round."""

WEBHOOK_DISABLED = "webhook-disabled"
"""A webhook of the account has failed for days and gets no more deliveries."""

TEST = "test"
"""The account has asked for a test delivery."""

REPORT_DECIDED = "report-decided"
"""An admin has decided a report of the account."""

VERDICT = "verdict"
"""An admin has decided a report about a comment, the name or a play of the account."""

CHALLENGE = "challenge"
"""A player has challenged the account, or a challenge by the account or to it has been answered or withdrawn."""

KINDS = (TURN, QUESTION, STARTED, ENDED, COMMENTED, WEBHOOK_DISABLED, TEST, REPORT_DECIDED, VERDICT, CHALLENGE)

FLIPPING = "flipping"
"""The phase in which a seat in turn is asked to turn a card up."""

READY = "ready"
"""The phase of the question between two rounds."""


@dataclass(frozen=True, slots=True)
class Notification:
    """One notification of one account."""

    player: str
    "The id of the account."
    kind: str
    at: Moment
    game: str | None = None
    version: int | None = None
    "The version of the game's event."
    facts: dict[str, Any] = field(default_factory=dict)
    "JSON values. Of a game's event: `ruleset`, `seat`, and of turns and questions `phase`, `round` and `deadline`."


Asked = tuple[int, int, str, Sequence[int]]
"""Round, open window, status and asked seats of a game: an equal value is the same question."""


def advance(game: Game, events: Sequence[Event], after: int = 0) -> list[Notification]:
    """Apply complete events to the spectators' game, and return the notifications of those past version `after`.

    A question that is no longer open after these events is left out, because it needs no answer.
    """
    open_asks: dict[int, Notification] = {}
    told: list[Notification] = []
    before = _asked(game)
    for event in events:
        status = game.status
        apply(game, seen_by(event, SPECTATOR))
        now = _asked(game)
        seats = set(now[3])
        open_asks = {seat: ask for seat, ask in open_asks.items() if seat in seats}
        new = _newly_asked(before, now, event)
        if event.version > after:
            told += _changes(game, status, event)
            open_asks |= {one.facts["seat"]: one for one in _asks(game, new, event)}
        before = now
    return told + [open_asks[seat] for seat in sorted(open_asks)]


def _asked(game: Game) -> Asked:
    window = game.ruleset.window(game.table) if game.status == PLAYING else 0
    return game.round, window, game.status, asked(game)


def _newly_asked(before: Asked, now: Asked, event: Event) -> set[int]:
    """Return the seats for which an event opens a question.

    A seat that stays in turn after its own action knows it from the answer to that action, unless the clock has acted
    for it.
    """
    new = set(now[3])
    if now[:3] != before[:3]:
        return new
    new -= set(before[3])
    acted = [event.public.seat] if "by_clock" in event.public and "seat" in event.public else []
    return new.union(acted).intersection(now[3]) if not now[1] else new


def _changes(game: Game, status: str, event: Event) -> Iterator[Notification]:
    """Yield the notifications of a change of the game's status."""
    if game.started == event.version:
        yield from (_of(game, seat, STARTED, event, {}) for seat in game.people)
    if is_over(game) and status != game.status:
        yield from (_of(game, seat, ENDED, event, {"status": game.status}) for seat in game.people)


def _asks(game: Game, seats: set[int], event: Event) -> Iterator[Notification]:
    """Yield the notifications of the people among these seats, which are asked after the event."""
    people = seats.intersection(game.people) if seats else ()
    if not people:
        return
    if game.status == PLAYING:
        phase = game.ruleset.public_view(game.table)["phase"]
        kind = QUESTION if phase == FLIPPING or game.ruleset.window(game.table) else TURN
    else:
        phase, kind = READY, QUESTION
    for seat in sorted(people):
        yield _of(game, seat, kind, event, {"phase": phase, "round": game.round, "deadline": due(game)})


def _of(game: Game, seat: int, kind: str, event: Event, facts: dict[str, Any]) -> Notification:
    taken = game.seats[seat]
    assert taken is not None
    assert taken.player is not None
    more = {"ruleset": game.ruleset.key, "seat": seat}
    return Notification(taken.player, kind, event.at, game.id, event.version, more | facts)


def notification_json(position: int, one: Notification) -> dict[str, Any]:
    """Return a notification as a JSON value, the same in streams and webhooks."""
    about = {} if one.game is None else {"game": one.game, "version": one.version}
    return {"position": position, "kind": one.kind, "at": one.at, **about, **one.facts}
