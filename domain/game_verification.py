"""Checks of the events of the whole game: what each has to agree with, as sentences that say what is wrong."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from domain.catalogue import ROUND_DEALT
from domain.chance import SECRET_BYTES, commitment
from domain.events import Event
from domain.game import Game

STEPS = ("round-committed", ROUND_DEALT, "round-revealed")
"""Events that are checked before the log is folded: they give the secrets that other checks need."""


@dataclass(slots=True)
class RoundFacts:
    """The facts that a log holds about one round."""

    committed: int = 0
    "Version of its commitment; 0 for none."
    commitment: str = ""
    dealt: int = 0
    secret: bytes | None = None
    revealed: int = 0
    sealed: int = 0
    "Number of sealed parts in the file."
    withheld: int = 0
    "Number of sealed parts of which the file has only the seal."
    derived: int = 0
    "Number of those that follow from the secret."


@dataclass(frozen=True, slots=True)
class GameCheck:
    """An event of the whole game and the facts it is verified against."""

    event: Event
    round: RoundFacts
    "Facts of the round that the event names, or of the round on the table."
    seated: bool = False
    "A player or a bot has taken a seat before the event."
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


def round_committed(check: GameCheck) -> Iterator[str]:
    """Check that a round is committed to once, before its deal, and the first before any entropy is given."""
    this, number = check.round, check.event.public["round"]
    if this.committed or this.dealt:
        yield f"round {number} is committed to again, or after its deal"
    if number == 1 and check.seated:
        yield "round 1 is committed to when somebody has given entropy already"
    this.committed, this.commitment = check.event.version, check.event.public["commitment"]


def round_dealt(check: GameCheck) -> Iterator[str]:
    """Check that a round is dealt once, after its commitment."""
    this, number = check.round, check.event.public["round"]
    if not this.committed or this.dealt:
        yield f"round {number} is dealt without a commitment, or twice"
    this.dealt = check.event.version


def round_revealed(check: GameCheck) -> Iterator[str]:
    """Check that a round is revealed once, after its deal, with the secret that was committed to."""
    this, public = check.round, check.event.public
    number = public["round"]
    if not this.dealt or this.revealed:
        yield f"round {number} is revealed before its deal, or twice"
    this.revealed, secret = check.event.version, bytes.fromhex(public["secret"])
    if secret.hex() != public["secret"] or len(secret) != SECRET_BYTES or commitment(secret) != this.commitment:
        yield f"the secret of round {number} is not the one that was committed to"
    this.secret = secret


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
