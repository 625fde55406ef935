"""More kinds of forgeries, as a cheat would think of them: see the other modules of `prove.forgeries`."""

from domain.log.events import LoggedEvent
from prove.forgeries.forging import DOBON, EVERY, both, forgery, having, insert, of, remove, shift
from prove.harness.match import account


@forgery((*DOBON, "durak"), of("cards-drawn"))
def _tells_a_stranger(events: list[LoggedEvent], place: int) -> None:
    """Drawn cards are sealed for one more seat."""
    seat = events[place].public["seat"]
    events[place].sealed[str((seat + 1) % 3)] = events[place].sealed[str(seat)]


# Time


def _covered(events: list[LoggedEvent], place: int) -> bool:
    event, last = events[place], events[place - 1]
    until = last.public.get("allowed_from")
    return event.type == "cards-played" and last.type == "cards-played" and until is not None and last.at < until


@forgery(("race", "kawagoe"), _covered)
def _covers_early(events: list[LoggedEvent], place: int) -> None:
    """A card is covered before others may have called."""
    event, at = events[place], events[place - 1].at
    event.at = at
    for name, seconds in (("allowed_from", 3), ("deadline", 3 + 4)):
        event.public[name] = shift(at, seconds) if event.public.get(name) else None


@forgery((*DOBON, "doubt"), both(of("cards-played", "cards-drawn", "round-dealt"), having("deadline")))
def _grants_time(events: list[LoggedEvent], place: int) -> None:
    """A turn or a window has an hour more."""
    events[place].public["deadline"] = shift(events[place].public["deadline"] or events[place].at, 3600)


def _by_hand(events: list[LoggedEvent], place: int) -> bool:
    return events[place].type in ("cards-drawn", "hand-opened") and "by_clock" not in events[place].public


@forgery(DOBON, both(_by_hand, having("why", "turn", "accept")))
def _blames_the_clock(events: list[LoggedEvent], place: int) -> None:
    """The clock is said to have done what a seat did in time."""
    events[place].public["by_clock"] = True


@forgery(EVERY, both(of("readiness-asked"), having("round", 2)))
def _asks_late(events: list[LoggedEvent], place: int) -> None:
    """Players are asked for the next round a second after the round before has ended."""
    event = events[place]
    event.at, event.public["ready_by"] = str(shift(event.at, 1)), shift(event.public["ready_by"], 1)
    for other in events[place + 1 :]:
        other.at = max(other.at, event.at)


@forgery(EVERY, both(of("readiness-asked"), having("round", 2)))
def _hurries(events: list[LoggedEvent], place: int) -> None:
    """Players have less time to be ready than the options say."""
    events[place].public["ready_by"] = shift(events[place].at, 1)


# Rules of the table


@forgery(("asked",), both(of("cards-played"), having("asked")))
def _asks_fewer(events: list[LoggedEvent], place: int) -> None:
    """A seat is not asked about a card."""
    events[place].public["asked"] = events[place].public["asked"][1:]


@forgery(("race", "asked", "kawagoe"), lambda events, place: events[place].public.get("pending"))
def _drops_the_penalty(events: list[LoggedEvent], place: int) -> None:
    """The effect of a card is left out."""
    events[place].public["pending"] = None


@forgery(DOBON, both(of("cards-played"), lambda events, place: not events[place].public["cards"][-1].endswith("8")))
def _names_a_suit(events: list[LoggedEvent], place: int) -> None:
    """Another card than an 8 names another suit."""
    public = events[place].public
    public["suit"] = {"S": "C", "C": "H", "H": "D", "D": "S"}[public["suit"]]


def _next_plays(events: list[LoggedEvent], place: int) -> bool:
    return all(event.type == "cards-played" for event in events[place : place + 2])


@forgery(("race",), _next_plays)
def _skips_a_turn(events: list[LoggedEvent], place: int) -> None:
    """A seat passes that may not pass."""
    public = events[place].public
    insert(
        events,
        place,
        "passed",
        {"seat": public["turn"], "turn": (public["turn"] + public["direction"]) % 3, "deadline": None},
    )


@forgery(DOBON, both(of("cards-played"), having("seat", 1)))
def _spells_a_seat_as_true(events: list[LoggedEvent], place: int) -> None:
    """A seat is written as a truth value."""
    events[place].public["seat"] = True


# Seats and the whole game


@forgery(EVERY, both(of("seat-taken"), having("seat", 2)))
def _sits_twice(events: list[LoggedEvent], place: int) -> None:
    """One player has two seats."""
    events[place].public["player"] = account("p0")


@forgery(EVERY, of("seat-taken"))
def _writes_an_id_in_upper_case(events: list[LoggedEvent], place: int) -> None:
    """The id of a player is in upper case."""
    events[place].public["player"] = events[place].public["player"].upper()


@forgery(EVERY, of("seat-taken"))
def _lengthens_an_id(events: list[LoggedEvent], place: int) -> None:
    """The id of a player has one more letter."""
    events[place].public["player"] += "a"


@forgery(EVERY, of("seat-taken"))
def _names_a_player(events: list[LoggedEvent], place: int) -> None:
    """A player has a name in place of an id."""
    events[place].public["player"] = "Mallory"


@forgery(EVERY, of("round-dealt"))
def _hands_over_to_a_stranger(events: list[LoggedEvent], place: int) -> None:
    """A seat is handed over to a strategy that does not exist."""
    insert(events, place, "seat-handed-over", {"seat": 1, "bot": "accomplice", "bot_version": 1})


@forgery(EVERY, of("round-dealt"))
def _resumes(events: list[LoggedEvent], place: int) -> None:
    """A player comes back who never left."""
    insert(events, place, "seat-resumed", {"seat": 1, "bot": None})


@forgery(EVERY, of("round-dealt"))
def _leaves_the_table(events: list[LoggedEvent], place: int) -> None:
    """A player stands up after the deal."""
    insert(events, place, "seat-left", {"seat": 2})


@forgery(EVERY, both(of("readiness-asked"), having("round", 2)))
def _does_not_wait(events: list[LoggedEvent], place: int) -> None:
    """A seat is not asked whether it is ready."""
    events[place].public["unready"].remove(1)
    readied = next(event for event in events[place:] if event.type == "seat-readied" and event.public["seat"] == 1)
    remove(events, events.index(readied))


@forgery(EVERY, of("round-dealt"))
def _breaks_off(events: list[LoggedEvent], place: int) -> None:
    """A game is abandoned because everybody left, though nobody did."""
    secret = next(event.public["secret"] for event in events[place:] if event.type == "round-revealed")
    del events[place + 1 :]
    insert(events, place, "game-abandoned", {"reason": "everybody-left", "secret": secret})


@forgery(EVERY, of("game-ended"))
def _goes_on(events: list[LoggedEvent], place: int) -> None:
    """Something happens after the end of the game."""
    insert(events, place, "game-abandoned", {"reason": "admin", "secret": None})


@forgery(EVERY, of("game-created"))
def _forgets_an_option(events: list[LoggedEvent], place: int) -> None:
    """An option of the game is not recorded."""
    del events[place].public["options"]["bot_delay_ms"]
