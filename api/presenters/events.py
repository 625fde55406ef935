"""Events and stamps as JSON: the same form in responses, lists and streams."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from api.presenters.player_names import player_names
from domain.events import Event
from domain.game import Game
from domain.narration import narrate
from domain.wording import Text
from infra.repositories.stamps import Stamp

Words = Callable[[Event], Text]
"""Returns an event in words, as far as its envelopes are open."""


def words_of(game: Game) -> Words:
    """Return the function that tells the events of a game, with the names of its players."""
    rules, who = game.ruleset, player_names().seats_of(game)
    return lambda event: narrate(rules, event, who)


def event_json(event: Event, text: Text) -> dict[str, Any]:
    """Return an event with its words, and with those envelopes that are open to the viewer."""
    return {
        "version": event.version,
        "type": event.type,
        "schema": event.schema,
        "at": event.at,
        "public": event.public,
        "sealed": event.sealed,
        "seals": event.seals,
        "digest": event.digest,
        "text": text,
    }


def event_of(shown: Mapping[str, Any]) -> Event:
    """Return the event that an answer shows. Its words do not belong to it."""
    return Event(**{name: value for name, value in shown.items() if name != "text"})


def stamp_json(stamp: Stamp) -> dict[str, Any]:
    """Return a stamp."""
    return {
        "number": stamp.number,
        "seat": stamp.seat,
        "player": stamp.player,
        "stamp": stamp.stamp,
        "version": stamp.version,
        "at": stamp.at,
    }


def event_page(game: Game, found: Sequence[Event], limit: int) -> dict[str, Any]:
    """Return the first `limit` events of a game as a page; one more in `found` means that another page follows."""
    shown, words = found[:limit], words_of(game)
    return {
        "events": [event_json(event, words(event)) for event in shown],
        "next": shown[-1].version if len(found) > limit else None,
    }
