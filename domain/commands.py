"""The commands of a game. A command returns events without versions and changes nothing, or raises `Refused`."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from domain.actions import Action, Ready
from domain.bots import NAMES, STAND_IN
from domain.bots.strategies import newest_version
from domain.chance import check_entropy, commitment
from domain.errors import Refused
from domain.events import Event
from domain.game import ABANDONED, BETWEEN_ROUNDS, FINISHED, PLAYING, WAITING, Game
from domain.moments import Moment, later
from domain.registry import ruleset
from domain.ruleset import RoundStart, check_options
from domain.spectators import LIVE, chosen


class Secrets(NamedTuple):
    """Randomness, which comes in as a value."""

    current: bytes
    "Secret behind the newest commitment: 32 bytes."
    fresh: bytes
    "The secret to commit to next. It is in use as soon as the events hold a `round-committed`."


def create(
    ruleset_key: str,
    options: Mapping[str, Any],
    seats: int,
    bots: Sequence[str],
    listed: bool,
    player: str,
    entropy: str,
    secret: bytes,
    spectators: str = LIVE,
    spectator_delay: int | None = None,
) -> list[Event]:
    """Create a game with its creator on seat 0 and bots on the last seats. If that fills it, `open_round` deals."""
    rules = ruleset(ruleset_key)
    full = check_options(rules, options, seats)
    for name in bots:
        if name not in NAMES:
            raise Refused("unknown-bot", f"Known bots: {', '.join(NAMES)}.")
    if len(bots) >= seats:
        raise Refused("too-many-bots", f"At most {seats - 1} of {seats} seats can be bots.")
    check_entropy(entropy)
    created = {"ruleset": rules.key, "options": full, "seats": seats, "listed": listed}
    created |= chosen(spectators, spectator_delay)
    taken = [_seated(0, player, entropy)]
    first = seats - len(bots)
    taken += [bot_seated(first + place, rules.key, name) for place, name in enumerate(bots)]
    return [Event("game-created", created), Event("round-committed", _commitment(1, secret, [], None)), *taken]


def bot_seated(seat: int, ruleset_key: str, bot: str) -> Event:
    """Return the event by which a bot takes a seat, with the newest version of its strategy."""
    version = newest_version(ruleset_key, bot)
    return Event("seat-taken", {"seat": seat, "player": None, "bot": bot, "bot_version": version, "entropy": ""})


def sit(game: Game, player: str, entropy: str) -> list[Event]:
    """Take the first free seat, or come back to one's own. `open_round` deals where that fills the table."""
    _check_running(game)
    own = game.seat_of(player)
    if own is not None:
        seat = game.seats[own]
        if seat is not None and seat.bot is not None and game.status != WAITING:
            return [Event("seat-resumed", {"seat": own, "bot": None})]
        raise Refused("already-seated", f"You sit on seat {own}.")
    if game.status != WAITING:
        raise Refused("game-started", "Seats can be taken until the first round is dealt.")
    check_entropy(entropy)
    # The deal comes in the same command as the last seat, so a waiting game always has a free one.
    return [_seated(game.seats.index(None), player, entropy)]


def leave(game: Game, seat: int) -> list[Event]:
    """Stand up before the start; after it, hand the seat over to a bot."""
    if game.status == WAITING:
        events = [Event("seat-left", {"seat": seat})]
        others = [taken for number, taken in enumerate(game.seats) if taken and taken.player and number != seat]
        if not others:
            events.append(Event("game-abandoned", {"reason": "everybody-left"}))
        return events
    _check_running(game)
    taken = game.seats[seat]
    if taken is not None and taken.bot is not None:
        raise Refused("seat-left", "A bot plays on for you already; take the seat again to come back.")
    version = newest_version(game.ruleset.key, STAND_IN)
    return [Event("seat-handed-over", {"seat": seat, "bot": STAND_IN, "bot_version": version})]


def abandon(game: Game) -> list[Event]:
    """End a running game, as an admin. Its current round is never revealed, so no card becomes known."""
    _check_running(game)
    return [Event("game-abandoned", {"reason": "admin"})]


def act(game: Game, seat: int, action: Action, now: Moment, secrets: Secrets) -> list[Event]:
    """Perform an action of a seat."""
    if game.status != PLAYING or isinstance(action, Ready):
        return _between_rounds(game, seat, action)
    events = game.ruleset.decide(game.table, seat, action, game.options, now, game.chance(secrets.current))
    return _after(game, events, now, secrets) if events[-1].type == "round-ended" else events


def due(game: Game) -> Moment | None:
    """Return the deadline that the clock keeps for this game, or None."""
    if game.status == PLAYING:
        return game.ruleset.due(game.table)
    return game.ready_by if game.status == BETWEEN_ROUNDS else None


def expire(game: Game, now: Moment, secrets: Secrets) -> list[Event]:
    """Return the events of that deadline, once it has passed."""
    if game.status == BETWEEN_ROUNDS:
        return [Event("seat-readied", {"seat": seat, "by_clock": True}) for seat in game.unready]
    events = game.ruleset.expire(game.table, game.options, now, game.chance(secrets.current))
    return _after(game, events, now, secrets) if events[-1].type == "round-ended" else events


def may_open(game: Game) -> bool:
    """Tell whether the next round is to be dealt now."""
    if game.status == WAITING:
        return None not in game.seats
    return game.status == BETWEEN_ROUNDS and not game.unready


def open_round(game: Game, now: Moment, secrets: Secrets) -> list[Event]:
    """Deal the round that was committed to last."""
    following = game.round + 1
    start = RoundStart(following, len(game.seats), game.options, game.result)
    return game.ruleset.deal(start, now, game.chance(secrets.current, following))


def _check_running(game: Game) -> None:
    if game.status in (FINISHED, ABANDONED):
        raise Refused("game-over", "The game is over.")


def _between_rounds(game: Game, seat: int, action: Action) -> list[Event]:
    _check_running(game)
    if game.status == WAITING:
        raise Refused("not-started", "The game starts when the last seat is taken.")
    if game.status != BETWEEN_ROUNDS:
        raise Refused("not-now", "`ready` is asked for between rounds.")
    if not isinstance(action, Ready):
        raise Refused("between-rounds", "The next round begins when everybody is `ready`.")
    if seat not in game.unready:
        raise Refused("already-ready", "You are ready already.")
    return [Event("seat-readied", {"seat": seat})]


def _after(game: Game, events: list[Event], now: Moment, secrets: Secrets) -> list[Event]:
    """Reveal the secret of a round that ended, and commit to the next round or end the game."""
    points = events[-1].public["points"]
    events.append(Event("round-revealed", {"round": game.round, "secret": secrets.current.hex()}))
    if game.round >= game.options["rounds"]:
        scores = [score + point for score, point in zip(game.scores, points, strict=True)]
        return [*events, Event("game-ended", {"scores": scores})]
    unready = [number for number, seat in enumerate(game.seats) if seat is not None and seat.bot is None]
    seconds = game.options["turn_seconds"]
    ready_by = later(now, seconds=seconds) if seconds and unready else None
    committed = _commitment(game.round + 1, secrets.fresh, unready, ready_by)
    return [*events, Event("round-committed", committed)]


def _commitment(round_number: int, secret: bytes, unready: list[int], ready_by: Moment | None) -> dict[str, Any]:
    return {"round": round_number, "commitment": commitment(secret), "unready": unready, "ready_by": ready_by}


def _seated(seat: int, player: str, entropy: str) -> Event:
    return Event("seat-taken", {"seat": seat, "player": player, "bot": None, "bot_version": None, "entropy": entropy})
