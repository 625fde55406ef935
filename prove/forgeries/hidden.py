"""Forgeries of parts that the cheat withholds: the secret of the round tells what they have to be."""

from domain.log.events import SPECTATOR, LoggedEvent
from domain.ruleset.cards import CARDS, RANK
from prove.forgeries.forging import DOBON, another, both, forgery, having, of

# Cards that follow from the seed


@forgery((*DOBON, "durak"), both(of("cards-drawn"), having("count", 1, 2, 3, 4, 5, 6)), seen=SPECTATOR)
def _draws_another_card(events: list[LoggedEvent], place: int) -> None:
    """A withheld draw is of other cards than the next ones."""
    drawn = events[place].sealed[str(events[place].public["seat"])]
    drawn["cards"] = [another(code) for code in drawn["cards"]]


def _of_several_cards(events: list[LoggedEvent], place: int) -> bool:
    return events[place].type == "stock-reshuffled" and events[place].public["count"] > 1


@forgery(("race", "asked"), _of_several_cards, seen=SPECTATOR)
def _shuffles_otherwise(events: list[LoggedEvent], place: int) -> None:
    """A withheld reshuffle has another order."""
    events[place].sealed["table"]["cards"].reverse()


@forgery((*DOBON, "durak"), of("round-dealt"), seen=SPECTATOR)
def _stacks_the_stock(events: list[LoggedEvent], place: int) -> None:
    """A withheld stock has another order."""
    stock = events[place].sealed["table"]["stock"]
    stock[0], stock[1] = stock[1], stock[0]


@forgery(("doubt",), both(of("cards-exchanged"), having("from", 0)), seen=0)
def _picks_the_cards(events: list[LoggedEvent], place: int) -> None:
    """The two seats of an exchange receive different cards, which are withheld."""
    event = events[place]
    event.sealed[str(event.public["to"])] = {
        "cards": [another(code) for code in event.sealed[str(event.public["to"])]["cards"]]
    }


@forgery(("race", "kawagoe"), both(of("dobon-called"), having("hand", None)), seen=SPECTATOR)
def _hides_the_hand(events: list[LoggedEvent], place: int) -> None:
    """The withheld hand of a false call is another one."""
    hand = events[place].sealed[str(events[place].public["seat"])]
    hand["hand"] = [another(code) for code in hand["hand"]]


# Secret choices: each has a few payloads

DECLINES = ("call-declined", "doubt-declined")
NOTHING = {"answered": False, "cards": None, "suit": None}


@forgery(("asked", "kawagoe", "doubt"), of(*DECLINES, "flip-answered"), seen=SPECTATOR)
def _seals_nothing(events: list[LoggedEvent], place: int) -> None:
    """A withheld answer has a seal of nothing."""
    events[place].sealed["0"] = {"sealed": "nothing"}


@forgery(("doubt",), of("cards-played"), seen=SPECTATOR)
def _lays_nothing(events: list[LoggedEvent], place: int) -> None:
    """A withheld play has a seal of nothing."""
    events[place].sealed[str(events[place].public["seat"])] = {"sealed": "nothing"}


@forgery(("doubt",), of("cards-played"), seen=SPECTATOR)
def _lays_a_strange_card(events: list[LoggedEvent], place: int) -> None:
    """A withheld play is of cards that the seat does not hold."""
    event = events[place]
    held = _hand(events, place, event.public["seat"])
    strange = next(code for code in CARDS if code not in held)
    event.sealed[str(event.public["seat"])] = {"cards": [strange] * event.public["count"]}


def _hand(events: list[LoggedEvent], place: int, seat: int) -> set[str]:
    """Return the cards that a seat has held at any time of the round up to a place."""
    dealt = max(at for at in range(place) if events[at].type == "round-dealt")
    opened = (event.sealed.get(str(seat), {}) for event in events[dealt:place])
    return {code for part in opened for code in part.get("cards") or ()}


@forgery(("asked", "kawagoe", "doubt"), of(*DECLINES), seen=SPECTATOR)
def _everybody_declines(events: list[LoggedEvent], place: int) -> None:
    """Two seats decline in one withheld answer."""
    declined = [part for part, answer in events[place].sealed.items() if not answer["declined"]]
    events[place].sealed[declined[0]] = {"declined": True}


@forgery(("doubt", "asked", "kawagoe"), of(*DECLINES), seen=SPECTATOR)
def _nobody_declines(events: list[LoggedEvent], place: int) -> None:
    """No seat declines in a withheld answer."""
    events[place].sealed = {part: {"declined": False} for part in events[place].sealed}


def _uninvited(events: list[LoggedEvent], place: int) -> int | None:
    """Return a seat that is not asked about the play that an answer names; None if all are."""
    if events[place].type not in DECLINES:
        return None
    asking = events[events[place].public["on"] - 1]
    return next((seat for seat in range(3) if seat not in asking.public["asked"]), None)


@forgery(("asked", "doubt"), lambda events, place: _uninvited(events, place) is not None, seen=SPECTATOR)
def _declines_uninvited(events: list[LoggedEvent], place: int) -> None:
    """A seat that was not asked declines in a withheld answer."""
    seat = _uninvited(events, place)
    events[place].sealed = {part: {"declined": part == str(seat)} for part in events[place].sealed}


def _answers(events: list[LoggedEvent], place: int) -> dict[str, list[int]]:
    """Return the places of the answers to one flip, by the seat that gave each."""
    flip = events[place].public.get("on")
    found: dict[str, list[int]] = {}
    for at, event in enumerate(events):
        if event.type == "flip-answered" and event.public["on"] == flip:
            seat = next(part for part, answer in event.sealed.items() if answer["answered"])
            found.setdefault(seat, []).append(at)
    return found


def _second_answer(events: list[LoggedEvent], place: int) -> bool:
    if events[place].type != "flip-answered":
        return False
    places = sorted(at for found in _answers(events, place).values() for at in found)
    return place != places[0]


@forgery(("kawagoe",), _second_answer, seen=SPECTATOR)
def _answers_twice(events: list[LoggedEvent], place: int) -> None:
    """A seat answers a flip twice, in withheld answers."""
    first = min(_answers(events, place).items(), key=lambda found: found[1])[0]
    given = NOTHING | {"answered": True}
    events[place].sealed = {part: given if part == first else NOTHING for part in events[place].sealed}


def _strange_cards(events: list[LoggedEvent], place: int) -> list[str]:
    """Return the cards that fit on a flip, and that the seat which answers it does not hold."""
    event = events[place]
    if event.type != "flip-answered":
        return []
    seat = next(part for part, answer in event.sealed.items() if answer["answered"])
    flipped, held = events[event.public["on"] - 1].public["card"], _hand(events, place, int(seat))
    return [code for code, card in CARDS.items() if RANK[card] == RANK[CARDS[flipped]] and code not in held]


@forgery(("kawagoe",), _strange_cards, seen=SPECTATOR)
def _opens_with_a_strange_card(events: list[LoggedEvent], place: int) -> None:
    """A withheld answer to a flip lays a card that the seat does not hold."""
    card, *_ = _strange_cards(events, place)
    given = {"answered": True, "cards": [card], "suit": card[0]}
    events[place].sealed = {
        part: given if answer["answered"] else answer for part, answer in events[place].sealed.items()
    }
