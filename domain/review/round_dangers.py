"""The dangers of a finished round: what each play of a seat risked, moment by moment, by what that seat could know."""

from collections.abc import Iterable, Iterator
from typing import Any

from domain.analysis.beliefs import Beliefs, Danger, Lie
from domain.analysis.following import begin
from domain.game.fold import apply, fold
from domain.game.game import PLAYING, Game
from domain.log.events import Event, seen_by
from domain.review.review import is_in_round
from domain.ruleset.cards import CARDS, CODES, HIDDEN
from domain.ruleset.catalogue import ROUND_DEALT
from domain.ruleset.ruleset import OVER

DIGITS = 4
"""Decimal places of chances."""


def dangers(
    game_id: str, events: Iterable[Event], round_number: int, seat: int, first: int = 1
) -> Iterator[dict[str, Any]]:
    """Yield one moment for each frame of the review of a round, in order, from the frame number `first` on.

    `version`; `dangers`: for each card of the seat's hand that it could lay now the chance that it is called or doubted
    (`cards`, `chance`, `callers`: `[{seat, chance, waits: [{numbers, chance}]}]`); `lie`: in Doubt the chance that the
    newest play is a lie (`seat`, `number`, `laid`, `chance`), else null.

    `events` are the log from the first event on, with all parts; only those are used that the seat could open. They are
    read no further than the end of the round.
    """
    remaining = (seen_by(event, seat) for event in events)
    game = fold(game_id, [next(remaining)])
    beliefs, number = begin(game, seat), 0
    for event in remaining:
        if event.type == ROUND_DEALT:
            apply(game, event)
            beliefs = begin(game, seat)
        else:
            if game.status == PLAYING and game.round == round_number:
                beliefs.see(game, event)
            apply(game, event)
        if game.round > round_number:
            return
        if game.round == round_number and is_in_round(game, event):
            number += 1
            if number >= first:
                yield {"version": event.version, **_moment(game, beliefs, seat)}
        elif game.round == round_number:
            return


def _moment(game: Game, beliefs: Beliefs, seat: int) -> dict[str, Any]:
    """Return the dangers of the cards in the seat's hand, and the chance of a lie; nothing once the round is over."""
    shown = game.ruleset.view(game.state)
    if game.status != PLAYING or shown["phase"] == OVER:
        return {"dangers": [], "lie": None}
    plays = [(CARDS[code],) for code in shown["hands"][seat] if code != HIDDEN]
    lie = beliefs.lie(game)
    return {
        "dangers": [_danger(danger) for danger in beliefs.dangers(game, plays)] if plays else [],
        "lie": None if lie is None else _lie(lie),
    }


def _danger(danger: Danger) -> dict[str, Any]:
    callers = [
        {
            "seat": caller.seat,
            "chance": round(caller.chance, DIGITS),
            "waits": [{"numbers": [*wait.numbers], "chance": round(wait.chance, DIGITS)} for wait in caller.waits],
        }
        for caller in danger.callers
    ]
    return {
        "cards": [CODES[card] for card in danger.cards],
        "chance": round(danger.chance, DIGITS),
        "callers": callers,
    }


def _lie(lie: Lie) -> dict[str, Any]:
    return {"seat": lie.seat, "number": lie.number, "laid": lie.laid, "chance": round(lie.chance, DIGITS)}
