"""A made-up history of the log format, for tests of upcasting.

Three types of events are written as an earlier version of the program might have written them. The upcasters here
lead from those schemas to the current ones.
"""

from collections.abc import Iterator
from copy import deepcopy

from domain.log.events import LoggedEvent
from domain.log.log_format import Export
from domain.log.upcasting import UpcasterChain
from prove.harness.random_games import reseal


def _renamed(event: LoggedEvent, **names: str) -> LoggedEvent:
    """Return the event in its next schema, with renamed fields in its public part (new=old)."""
    public = dict(event.public)
    for new, old in names.items():
        public[new] = public.pop(old)
    return LoggedEvent(
        event.type, public, event.sealed, event.schema + 1, event.version, event.at, event.seals, event.digest
    )


def _drawn_2(event: LoggedEvent) -> LoggedEvent:
    """Upcast to schema 2, in which the field is named `seat` and the sealed field `cards`."""
    sealed = {part: {"cards": payload["hand"]} for part, payload in event.sealed.items()}
    later = _renamed(event, seat="who")
    later.sealed = sealed
    return later


def _created_2(event: LoggedEvent) -> LoggedEvent:
    """Upcast to schema 2, in which the field is named `ruleset` and every game says whether it is listed."""
    later = _renamed(event, ruleset="variant")
    later.public.setdefault("listed", True)
    return later


PAST = UpcasterChain(
    {
        ("cards-drawn", 1): _drawn_2,
        ("cards-drawn", 2): lambda event: _renamed(event, count="number"),
        ("game-created", 1): _created_2,
        ("round-revealed", 1): lambda event: _renamed(event, secret="key"),
    }
)


def _aged(event: LoggedEvent) -> LoggedEvent:
    """Return the event in an older schema. The schema depends on the version, so that one log holds all of them."""
    old, public = deepcopy(event), dict(event.public)
    old.schema = PAST.newest(event.type)
    if event.type == "cards-drawn" and event.version % 3:
        public["number"] = public.pop("count")
        old.schema = 2
        if event.version % 3 == 1:
            public["who"] = public.pop("seat")
            old.sealed = {part: {"hand": payload["cards"]} for part, payload in event.sealed.items()}
            old.schema = 1
    elif event.type == "game-created":
        public["variant"] = public.pop("ruleset")
        if public["listed"]:
            del public["listed"]
        old.schema = 1
    elif event.type == "round-revealed":
        public["key"] = public.pop("secret")
        old.schema = 1
    old.public = public
    return old


def aged(log: Export, game: str | None = None) -> list[LoggedEvent]:
    """Return the events of a recorded log with a past, sealed and chained over the old bytes."""
    secrets = {
        event.public["round"]: bytes.fromhex(event.public["secret"])
        for event in log.events
        if event.type == "round-revealed"
    }
    return list(_chained(game or log.game, [_aged(event) for event in log.events], secrets))


def _chained(game: str, events: list[LoggedEvent], secrets: dict[int, bytes]) -> Iterator[LoggedEvent]:
    head, on_the_table = "", 0
    for event in events:
        if event.type == "round-dealt":
            on_the_table = event.public["round"]
        head = reseal(game, head, event, secrets.get(on_the_table, b""))
        yield event
