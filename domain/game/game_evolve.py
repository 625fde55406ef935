"""How each event of the whole game changes it. Events of a round change its table: see `evolve` of its family."""

from dataclasses import replace

from domain.game.game import ABANDONED, BETWEEN_ROUNDS, FINISHED, PLAYING, Game, Seat
from domain.game.game_events import (
    GameAbandoned,
    GameCreated,
    GameEnded,
    ReadinessAsked,
    RoundRevealed,
    SeatLeft,
    SeatReadied,
    SeatTaken,
)
from domain.game.registry import ruleset
from domain.log.events import Event


def game_created(game_id: str, event: Event[GameCreated]) -> Game:
    """Return the game that the first event of a log creates."""
    public = event.public
    game = Game(game_id, ruleset(public.ruleset), public.options, [None] * public.seats, public.listed)
    game.spectators, game.spectator_delay = public.spectators, public.get("spectator_delay", 0)
    game.bot_accounts = public.get("bot_accounts", False)
    game.anchor = public.anchor
    game.scores = [0] * public.seats
    game.places = [0] * public.seats
    game.reseat()
    game.version, game.at, game.head = event.version, event.at, event.digest
    return game


def readiness_asked(game: Game, event: Event[ReadinessAsked]) -> None:
    """Ask the players whether they are ready for the next round."""
    game.status = BETWEEN_ROUNDS
    game.unready = list(event.public.unready)
    game.causes = ["not-asked"] * len(game.seats)
    game.ready_by = event.public.ready_by


def seat_taken(game: Game, event: Event[SeatTaken]) -> None:
    """Seat a player or a bot."""
    public = event.public
    anchor, by_program = public.anchor, public.get("bot_account", False)
    game.seats[public.seat] = Seat(
        public.player, public.bot, anchor, anchor or "", bot_version=public.bot_version, bot_account=by_program
    )
    game.reseat()


def seat_left(game: Game, event: Event[SeatLeft]) -> None:
    """Free the seat."""
    game.seats[event.public.seat] = None
    game.reseat()


def seat_played_by(game: Game, event: Event) -> None:
    """Set the strategy that plays the seat: `seat-handed-over` names one, `seat-resumed` names none."""
    number, public = event.public.seat, event.public
    seat = game.seats[number]
    assert seat is not None
    game.seats[number] = replace(seat, bot=public.bot, bot_version=public.get("bot_version"))
    game.reseat()
    if event.public.bot is not None and number in game.unready:
        game.unready.remove(number)
        game.causes[number] = "handed-over"


def seat_readied(game: Game, event: Event[SeatReadied]) -> None:
    """Record that the seat is ready, and its link."""
    number, link = event.public.seat, event.public.link
    game.unready.remove(number)
    seat = game.seats[number]
    if link is not None and seat is not None:
        game.seats[number] = replace(seat, link=link, link_round=game.round + 1)
    elif seat is not None:
        game.causes[number] = "clock" if "by_clock" in event.public else "refused"


def round_revealed(game: Game, event: Event[RoundRevealed]) -> None:
    """Record the secret of the round."""
    game.secrets.append(event.public.secret)


def game_ended(game: Game, _: Event[GameEnded]) -> None:
    """Finish the game."""
    game.status = FINISHED


def game_abandoned(game: Game, event: Event[GameAbandoned]) -> None:
    """Abandon the game; the secret of a running round, or of a coming one with links, becomes public."""
    secret = event.public.secret
    if game.status == PLAYING:
        assert secret is not None
        game.secrets.append(secret)
    else:
        game.undealt = secret
    game.status = ABANDONED
