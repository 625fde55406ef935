"""Forgeries of the deal of a running round: no secret tells the cards, and the fields contradict each other."""

from domain.log.events import SPECTATOR, LoggedEvent
from prove.forgeries.forging import EVERY, both, forgery, having, of


@forgery(EVERY, of("round-dealt"), seen=SPECTATOR, running=True)
def _begins_elsewhere(events: list[LoggedEvent], place: int) -> None:
    """A running round begins with a seat that the table does not have."""
    public = events[place].public
    public[next(name for name in ("dealer", "first", "turn") if name in public)] = 3


@forgery(("race", "asked", "kawagoe", "doubt"), of("round-dealt"), seen=SPECTATOR, running=True)
def _turns_to_nobody(events: list[LoggedEvent], place: int) -> None:
    """The first turn of a running round is that of a seat that the table does not have."""
    events[place].public["turn"] = 3


@forgery(("durak",), both(of("round-dealt"), having("decided_by")), seen=SPECTATOR, running=True)
def _decides_by_a_plain_card(events: list[LoggedEvent], place: int) -> None:
    """The card that decides who begins a running round is of a plain suit."""
    public = events[place].public
    plain = "C7" if public["trump"] == "S" else "S7"
    public["decided_by"] = public["shown"][-1]["card"] = plain


@forgery(("durak",), of("round-dealt"), seen=SPECTATOR, running=True)
def _shows_a_card_more(events: list[LoggedEvent], place: int) -> None:
    """The deal of a running round shows one more card of a hand."""
    events[place].public["shown"].append({"seat": 1, "card": "S9"})


@forgery(("mustamaija",), of("round-dealt"), seen=SPECTATOR, running=True)
def _asks_the_dealer(events: list[LoggedEvent], place: int) -> None:
    """The first seat that is asked in a running round is not the one after the dealer."""
    public = events[place].public
    public["asks"]["seat"] = (public["dealer"] + 2) % 3
