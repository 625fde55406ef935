"""Events in words, Japanese and English: those of the whole game, and those of a round by its ruleset.

Parts that a reader may not open are left out: a draw names its cards only if the event holds them.
"""

from collections.abc import Mapping

from domain.game.game_event_types import EVENTS
from domain.log.events import Event
from domain.ruleset.catalogue import BY_STRATEGY
from domain.ruleset.ruleset import Ruleset
from domain.ruleset.wording import Text, Who

NO_NAMES: Mapping[int, str] = {}


def seats_called(names: Mapping[int, str] = NO_NAMES) -> Who:
    """Return the function that names seats: by the given names, else by the number of the seat."""
    return lambda seat: (
        {"ja": names[seat], "en": names[seat]} if seat in names else {"ja": f"席{seat}", "en": f"Seat {seat}"}
    )


_BY_NUMBER = seats_called()


def narrate(ruleset: Ruleset, event: Event, who: Who = _BY_NUMBER) -> Text:
    """Return the event in a sentence or two of each language, as far as its reader may open it."""
    kind = EVENTS.get(event.type)
    said = ruleset.words(event, who) if kind is None else kind.narrate(event, who)
    name = event.public.get(BY_STRATEGY)
    if name is None:
        return said
    return {
        "ja": f"{said['ja']} 何度も中断されたので、{name}がすぐに決めました。",
        "en": f"{said['en']} After interruptions, {name} decided at once.",
    }
