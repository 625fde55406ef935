"""Checks of the events of the whole game: what each has to agree with, as sentences that say what is wrong."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from domain.game.game import Game
from domain.log.chance import is_link, link_before
from domain.log.events import Event
from domain.ruleset.catalogue import ROUND_DEALT

STEPS = (ROUND_DEALT, "round-revealed", "game-abandoned")
"""Events that are checked before the log is folded: they give the secrets that other checks need."""


@dataclass(slots=True)
class RoundFacts:
    """The facts that a log holds about one round."""

    dealt: int = 0
    "Version of its deal; 0 for none."
    secret: bytes | None = None
    revealed: int = 0
    linked: bool = False
    "It was abandoned before its deal, when a seat had revealed its link of it."
    sealed: int = 0
    "Number of sealed parts in the file."
    withheld: int = 0
    "Number of sealed parts of which the file has only the seal."
    recovered: int = 0
    "Number of those whose payload the secret told."
    unopened: int = 0
    "Number of the others, up to the event that is judged."


@dataclass(frozen=True, slots=True)
class GameCheck:
    """An event of the whole game and the facts it is verified against."""

    event: Event
    round: RoundFacts
    "Facts of the round that the event names, or else of the round on the table; see `game_abandoned`."
    number: int = 0
    "The number of that round."
    anchor: str = ""
    "The anchor of the server's hash chain, in hex."
    game: Game | None = None
    "The game before the event; None for `STEPS` and for the first event."
    stated: Mapping[str, Any] | None = None
    "Fields of the first line of the file; None after the first event."


def no_problems(_: GameCheck) -> Iterator[str]:
    """Yield nothing: applying the event verifies all that it says."""
    yield from ()


def game_created(check: GameCheck) -> Iterator[str]:
    """Check that the first event agrees with the first line of the file."""
    event, stated = check.event, check.stated or {}
    if event.type != "game-created" or any(event.public[name] != value for name, value in stated.items()):
        yield "the first line does not say what `game-created` says"


def seat_taken(check: GameCheck) -> Iterator[str]:
    """Check that an anchor is one."""
    anchor = check.event.public["anchor"]
    if anchor is not None and not is_link(anchor):
        yield f"{anchor!r} is no anchor"


def seat_readied(check: GameCheck) -> Iterator[str]:
    """Check that a link is that of the next round in the chain of the seat."""
    game, public = check.game, check.event.public
    assert game is not None
    seat = game.seats[public["seat"]]
    if public["link"] is not None and (seat is None or not seat.has_link(public["link"], game.round + 1)):
        yield f"the link of seat {public['seat']} is not the one of round {game.round + 1} in its chain"


def round_dealt(check: GameCheck) -> Iterator[str]:
    """Check that a round is dealt once."""
    this, number = check.round, check.event.public["round"]
    if this.dealt:
        yield f"round {number} is dealt twice"
    this.dealt = check.event.version


def round_revealed(check: GameCheck) -> Iterator[str]:
    """Check that a round is revealed once, after its deal, with its link of the server's chain."""
    this, public = check.round, check.event.public
    number = public["round"]
    if not this.dealt or this.revealed:
        yield f"round {number} is revealed before its deal, or twice"
    this.revealed = check.event.version
    yield from _reveal(check, number, public["secret"])


def game_abandoned(check: GameCheck) -> Iterator[str]:
    """Check that the secret of the round becomes public that is broken off: dealt, or with a link of a seat."""
    this, secret, number = check.round, check.event.public["secret"], check.number
    broken_off = this.linked or (bool(this.dealt) and not this.revealed)
    if broken_off != (secret is not None):
        yield f"the secret of round {number} has to be public" if broken_off else "no round is broken off"
    elif broken_off:
        yield from _reveal(check, number, secret)


def _reveal(check: GameCheck, number: int, secret: str) -> Iterator[str]:
    """Record the secret of a round, after checking that its chain leads to the anchor."""
    if not is_link(secret) or link_before(bytes.fromhex(secret), number).hex() != check.anchor:
        yield f"the secret of round {number} is not the one that the anchor fixes"
        return
    check.round.secret = bytes.fromhex(secret)


def game_ended(check: GameCheck) -> Iterator[str]:
    """Check that the last round is revealed, and the scores."""
    game = check.game
    assert game is not None
    yield from unrevealed(check.round, game.round)
    if check.event.public["scores"] != game.scores:
        yield f"the scores have to be {game.scores}"


def unrevealed(this: RoundFacts, number: int) -> Iterator[str]:
    """Check that the round before is revealed, if there was one."""
    if number and this.secret is None:
        yield f"round {number} is over and was never revealed"
