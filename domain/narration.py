"""Events in words, Japanese and English: those of a whole game here, those of a round by its ruleset.

What a reader may not open is not said: a draw names its cards only where the event holds them.
"""

from collections.abc import Mapping

from domain.events import Event
from domain.game_events import EVENTS
from domain.ruleset import Ruleset
from domain.upcasting import current
from domain.wording import Text, Who

NO_NAMES: Mapping[int, str] = {}


def seats_called(names: Mapping[int, str] = NO_NAMES) -> Who:
    """What seats are called: the given names by seat, and the number of the seat where there is none."""
    return lambda seat: (
        {"ja": names[seat], "en": names[seat]} if seat in names else {"ja": f"席{seat}", "en": f"Seat {seat}"}
    )


_BY_NUMBER = seats_called()


def narrate(ruleset: Ruleset, event: Event, who: Who = _BY_NUMBER) -> Text:
    """Return the event in a sentence or two of each language, as far as its reader may open it."""
    event = current(event)
    kind = EVENTS.get(event.type)
    return ruleset.words(event, who) if kind is None else kind.narrate(event, who)
