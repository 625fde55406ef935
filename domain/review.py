"""Looking back at a round that is over: one frame a version, with every hand open, or as one seat knew it then.

Everything is folded from the log. Who waited for what is judged by the rules as they are now; what happened stands in the events.
"""

from collections.abc import Iterable, Iterator
from dataclasses import fields
from typing import Any

from domain.events import Event, seen_by
from domain.fold import apply, fold
from domain.game import PLAYING, Game
from domain.narration import narrate, seats_called
from domain.upcasting import current
from domain.wording import Who

_BY_NUMBER = seats_called()
_FIELDS = [field.name for field in fields(Event)]


def frames(
    game_id: str, events: Iterable[Event], round_number: int, who: Who = _BY_NUMBER, seat: int | None = None
) -> Iterator[dict[str, Any]]:
    """The frames of a round, in order: `round-dealt` to `round-revealed`.

    `events` are the log from the first event on, with every envelope open; it may go on after the round, and is read no further than its end.
    `who` says what seats are called in `text`. A round that the log does not have has no frames. The caller sees to it that the round is
    over: frames show every hand. With a `seat` they show what that seat knew: they are made of what it could open, and of nothing else.
    """
    remaining = iter(events if seat is None else (seen_by(event, seat) for event in events))
    game = fold(game_id, [next(remaining)])
    yield from _frames_from(game, remaining, round_number, who, seat)


def frame_at(
    game: Game, events: Iterable[Event], version: int, who: Who = _BY_NUMBER, seat: int | None = None
) -> dict[str, Any] | None:
    """The frame of one version; None where that event is outside any round, or not among the events.

    `game` is the server's fold as of any version before (a stored one, say); it is copied, not changed. `events` go on from there, with every
    envelope open, and are read no further than `version`. What it costs depends on how far apart the two are, not on the length of the log.
    With a `seat` the fold is that seat's own, and so is the frame.
    """
    game = game.copy()
    for opened in events:
        event = opened if seat is None else seen_by(opened, seat)
        if event.version == version:
            before = game.copy()
            apply(game, event)
            return frame(before, event, game, who, seat) if game.status == PLAYING else None
        apply(game, event)
    return None


def frame(before: Game, event: Event, after: Game, who: Who = _BY_NUMBER, seat: int | None = None) -> dict[str, Any]:
    """One frame, from the server's folds right before and right after an event of a round.

    `version`, `at`, `event` (opened), `text` (ja, en), `hands` by seat, `stock`, `board`, and of the ruleset: `waits` by seat
    (`[{number, formulas}]`), `could_call` (`[{seat, formulas}]`: permitted and able, right after the event), `missed`
    (`[{seat, on, formulas}]`: the right to call or counter on `on` ended with the event unused), `revealed`
    (`{all: [codes everybody knows since], seats: {seat: [codes that seat knows since]}}`).
    With a `seat` folds and event are that seat's own.
    """
    rules = after.ruleset
    shown = rules.view(after.table)
    first = before.table is None or before.round != after.round
    return {
        "version": event.version,
        "at": event.at,
        "event": {name: getattr(event, name) for name in _FIELDS},
        "text": narrate(rules, event, who),
        "hands": shown["hands"],
        "stock": shown["stock"],
        "board": shown["board"],
        **rules.hindsight(None if first else before.table, current(event), after.table, seat),
    }


def _frames_from(
    game: Game, events: Iterable[Event], round_number: int, who: Who, seat: int | None
) -> Iterator[dict[str, Any]]:
    for event in events:
        before = game.copy()
        apply(game, event)
        if game.round > round_number:
            return
        if game.round == round_number and game.status == PLAYING:
            yield frame(before, event, game, who, seat)
        elif game.round == round_number:
            return
