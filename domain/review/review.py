"""Reviews of a finished round: one frame a version, with every hand open, or as one seat knew it then.

Frames are folded from the log. The numbers that hands waited for follow from the rules as they are now; the facts come
from the events.
"""

from collections.abc import Iterable, Iterator
from typing import Any

from domain.game.fold import apply, fold
from domain.game.game import PLAYING, Game
from domain.game.narration import narrate, seats_called
from domain.game.reading import read, read_log
from domain.log.events import Event, LoggedEvent, seen_by
from domain.log.upcasting import logged
from domain.ruleset.catalogue import REVEALING
from domain.ruleset.wording import Who

_BY_NUMBER = seats_called()


def frames(
    game_id: str,
    events: Iterable[Event | LoggedEvent],
    round_number: int,
    who: Who = _BY_NUMBER,
    seat: int | None = None,
    first: int = 1,
) -> Iterator[dict[str, Any]]:
    """Yield the frames of a round, in order, from the frame number `first` on.

    They begin with `round-dealt` and end with `round-revealed`, or with the `game-abandoned` that breaks the round off.

    `events` are the log from the first event on, with all parts. It may continue after the round; it is read no further
    than the round's end. `who` names the seats in `text`. A round that is not in the log has no frames. The caller
    ensures that the round is over, because frames show every hand. With a `seat` they show what that seat knew, from
    the parts that it could open.
    """
    remaining = map(logged, events) if seat is None else (seen_by(logged(event), seat) for event in events)
    game = fold(game_id, read_log([next(remaining)]))
    yield from _frames_from(game, remaining, round_number, who, seat, first)


def frame_at(
    game: Game, events: Iterable[Event | LoggedEvent], version: int, who: Who = _BY_NUMBER, seat: int | None = None
) -> dict[str, Any] | None:
    """Return the frame of one version; None if that event is outside any round, or not among the events.

    `game` is the server's fold as of any version before (a stored one, say); it is copied, not changed. `events`
    continue from there, with all parts, and are read no further than `version`. The cost depends on the distance of the
    two, not on the length of the log. With a `seat` the fold and the frame are that seat's own.
    """
    game = game.copy()
    for opened in map(logged, events):
        seen = opened if seat is None else seen_by(opened, seat)
        event = read(game.ruleset, seen)
        if event.version == version:
            before = game.copy()
            apply(game, event)
            return frame(before, seen, game, who, seat) if is_in_round(game, event) else None
        apply(game, event)
    return None


def frame(
    before: Game, logged: LoggedEvent, after: Game, who: Who = _BY_NUMBER, seat: int | None = None
) -> dict[str, Any]:
    """Return one frame, from the server's folds right before and right after an event of a round.

    `version`, `at`, `event` (opened, as it was logged), `text` (ja, en), `hands` by seat, `stock`, `board`, and of the
    ruleset: `waits` by seat (`[{number, formulas}]`), `could_call` (`[{seat, formulas}]`: permitted and able, right
    after the event), `missed` (`[{seat, on, formulas}]`: the right to call or counter on `on` ended unused with the
    event), `revealed` (`{all: [codes known to all seats since], seats: {seat: [codes known to that seat since]}}`).
    With a `seat` folds and event are that seat's own.
    """
    rules = after.ruleset
    event = read(rules, logged)
    shown = rules.view(after.state)
    first = before.state is None or before.round != after.round
    return {
        "version": event.version,
        "at": event.at,
        "event": logged.json(),
        "text": narrate(rules, event, who),
        "hands": shown["hands"],
        "stock": shown["stock"],
        "board": shown["board"],
        **rules.hindsight(None if first else before.state, event, after.state, seat),
    }


def is_in_round(game: Game, event: Event) -> bool:
    """Tell whether the newest event belongs to a round; so does the end of the game that breaks a round off."""
    return game.status == PLAYING or (event.type in REVEALING and event.public.secret is not None)


def _frames_from(
    game: Game, events: Iterable[LoggedEvent], round_number: int, who: Who, seat: int | None, first: int
) -> Iterator[dict[str, Any]]:
    number = 0
    for seen in events:
        # a copy is needed only before a frame that is shown, and costs more than the event
        before = game.copy() if number + 1 >= first else game
        event = read(game.ruleset, seen)
        apply(game, event)
        if game.round > round_number:
            return
        if game.round == round_number and is_in_round(game, event):
            number += 1
            if number >= first:
                yield frame(before, seen, game, who, seat)
        elif game.round == round_number:
            return
