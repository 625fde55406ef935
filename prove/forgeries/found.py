"""Forgeries that an outsider found to be accepted, when decisions were not replayed."""

from domain.log.events import SPECTATOR, LoggedEvent
from prove.forgeries.forging import DOBON, EVERY, before, both, exchange, forgery, having, insert, of, remove
from prove.harness.match import account
from prove.log_mutations import swap_cards


@forgery(EVERY, of("round-dealt"), seen=SPECTATOR)
def _deal(events: list[LoggedEvent], place: int) -> None:
    """A withheld deal that is not the seed's."""
    hands = events[place].sealed
    hands["0"]["cards"][0], hands["1"]["cards"][0] = hands["1"]["cards"][0], hands["0"]["cards"][0]


@forgery(EVERY, both(of("round-revealed"), having("round", 1)))
def _ends_early(events: list[LoggedEvent], place: int) -> None:
    """The game ends after round 1 of 2."""
    scores = next(event.public["points"] for event in before(events, place) if event.type == "round-ended")
    del events[place + 1 :]
    insert(events, place, "game-ended", {"scores": scores[:]})


@forgery(EVERY, of("round-ended"))
def _revealed_early(events: list[LoggedEvent], place: int) -> None:
    """A round is revealed before it ends."""
    exchange(events, place)


@forgery(EVERY, both(of("round-revealed"), having("round", 2)))
def _ended_unrevealed(events: list[LoggedEvent], place: int) -> None:
    """The game ends before its last round is revealed."""
    exchange(events, place)


@forgery(EVERY, of("round-dealt"))
def _taken_late(events: list[LoggedEvent], place: int) -> None:
    """A seat is taken after the deal."""
    taken = next(event for event in before(events, place) if event.type == "seat-taken")
    insert(events, place, "seat-taken", {**taken.public, "player": account("p9")})


@forgery(EVERY, of("seat-readied"))
def _unready(events: list[LoggedEvent], place: int) -> None:
    """A round is dealt before a seat is ready."""
    remove(events, place)


@forgery(EVERY, of("seat-taken"))
def _bot(events: list[LoggedEvent], place: int) -> None:
    """A person is made a bot that has an anchor."""
    events[place].public |= {"player": None, "bot": "careful", "bot_version": 1}


@forgery(EVERY, of("seat-taken"))
def _bot_account(events: list[LoggedEvent], place: int) -> None:
    """A person is made a bot account at a table that admits none."""
    events[place].public["bot_account"] = True


@forgery(EVERY, of("cards-played", "cards-drawn", "seat-taken", "seat-readied", "readiness-asked", "game-ended"))
def _unknown_field(events: list[LoggedEvent], place: int) -> None:
    """An event has an unknown public field."""
    events[place].public["note"] = "x"


@forgery(EVERY, having("by_clock"))
def _without_clock(events: list[LoggedEvent], place: int) -> None:
    """A seat is said to have done what the clock did."""
    for event in events:
        if event.at == events[place].at:
            event.public.pop("by_clock", None)


def _no_fit(events: list[LoggedEvent], place: int) -> str | None:
    """Return a card of the seat in turn that does not fit, from the hand dealt to it; None if there is none."""
    event = events[place]
    if event.type != "cards-played" or event.public.get("how", "turn") != "turn" or len(event.public["cards"]) != 1:
        return None
    dealt = next(found for found in before(events, place) if found.type == "round-dealt")
    laid = {code for found in events[:place] for code in found.public.get("cards") or ()}
    top = next((code for found in before(events, place) for code in reversed(found.public.get("cards") or ())), "")
    played = event.public["cards"][0]
    for code in dealt.sealed[str(event.public["seat"])]["cards"]:
        fits = code[0] in (top[:1], played[0]) or code[1:] in (top[1:], played[1:], "8")
        if code not in laid and not fits and code[0] != "X":
            return str(code)
    return None


@forgery(("race", "asked", "kawagoe"), _no_fit)
def _card(events: list[LoggedEvent], place: int) -> None:
    """A card is laid that does not fit."""
    event = events[place]
    card, true = str(_no_fit(events, place)), event.public["cards"][0]
    event.public |= {"cards": [card], "suit": card[0]}
    for other in events[place + 1 :]:
        if other.type == "round-revealed":
            break
        other.public, other.sealed = swap_cards(other.public, card, true), swap_cards(other.sealed, card, true)


@forgery((*DOBON, "doubt"), both(of("cards-played", "cards-drawn", "window-closed"), having("turn")))
def _turn(events: list[LoggedEvent], place: int) -> None:
    """The turn goes to another seat than the next."""
    events[place].public["turn"] = (events[place].public["turn"] + 1) % 3
