"""How each event of the whole game changes it. Events of a round change its table: see `evolve` of its family."""

from domain.events import Event
from domain.game import ABANDONED, BETWEEN_ROUNDS, FINISHED, WAITING, Game, Seat
from domain.registry import ruleset


def game_created(game_id: str, event: Event) -> Game:
    """Return the game that the first event of a log creates."""
    public = event.public
    game = Game(game_id, ruleset(public["ruleset"]), public["options"], [None] * public["seats"], public["listed"])
    # Logs from before spectators could be chosen do not have the field: every account could watch.
    game.spectators, game.spectator_delay = public.get("spectators", "live"), public.get("spectator_delay", 0)
    game.scores = [0] * public["seats"]
    game.places = [0] * public["seats"]
    game.version, game.at, game.head = event.version, event.at, event.digest
    return game


def round_committed(game: Game, event: Event) -> None:
    """Record the commitment; between rounds, ask the players whether they are ready."""
    game.commitments.append(event.public["commitment"])
    if game.status != WAITING:
        game.status = BETWEEN_ROUNDS
        game.unready = list(event.public["unready"])
        game.ready_by = event.public["ready_by"]


def seat_taken(game: Game, event: Event) -> None:
    """Seat a player or a bot."""
    public = event.public
    game.seats[public["seat"]] = Seat(public["player"], public["bot"], public["entropy"], public["bot_version"])
    game.reseat()


def seat_left(game: Game, event: Event) -> None:
    """Free the seat."""
    game.seats[event.public["seat"]] = None
    game.reseat()


def seat_played_by(game: Game, event: Event) -> None:
    """Set the strategy that plays the seat: `seat-handed-over` names one, `seat-resumed` names none."""
    number, public = event.public["seat"], event.public
    seat = game.seats[number]
    assert seat is not None
    game.seats[number] = Seat(seat.player, public["bot"], seat.entropy, public.get("bot_version"))
    game.reseat()
    if event.public["bot"] is not None and number in game.unready:
        game.unready.remove(number)


def seat_readied(game: Game, event: Event) -> None:
    """Record that the seat is ready."""
    game.unready.remove(event.public["seat"])


def round_revealed(game: Game, event: Event) -> None:
    """Record the secret of the round."""
    game.secrets.append(event.public["secret"])


def game_ended(game: Game, _: Event) -> None:
    """Finish the game."""
    game.status = FINISHED


def game_abandoned(game: Game, _: Event) -> None:
    """Abandon the game."""
    game.status = ABANDONED
