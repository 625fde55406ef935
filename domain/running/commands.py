"""The commands of a game. A command returns events without versions and changes nothing, or raises `Refused`."""

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from msgspec import UNSET

from domain.bots import NAMES, STAND_IN
from domain.bots.strategies import newest_version
from domain.game.game import ABANDONED, BETWEEN_ROUNDS, FINISHED, PLAYING, WAITING, Game
from domain.game.game_events import (
    GameAbandoned,
    GameCreated,
    GameEnded,
    ReadinessAsked,
    RoundRevealed,
    SeatHandedOver,
    SeatLeft,
    SeatReadied,
    SeatResumed,
    SeatTaken,
)
from domain.game.registry import ruleset
from domain.game.spectators import LIVE, chosen
from domain.log.chance import Chance, HashChain, is_link
from domain.log.errors import Refused
from domain.log.events import Event
from domain.log.moments import Moment, later
from domain.log.sentences import Sentence, series
from domain.ruleset.actions import Action, Ready
from domain.ruleset.catalogue import ROUND_DEALT, ROUND_ENDED
from domain.ruleset.ruleset import RoundStart, Ruleset, check_options


def create(
    ruleset_key: str,
    options: Mapping[str, Any],
    seats: int,
    bots: Sequence[str],
    listed: bool,
    player: str,
    anchor: str | None,
    last_link: bytes,
    spectators: str = LIVE,
    spectator_delay: int | None = None,
    others: Sequence[tuple[str, str | None]] = (),
    *,
    bot_accounts: bool = False,
    programs: Collection[str] = (),
) -> list[Event]:
    """Create a game with its creator on seat 0, other players on the next seats, and bots on the last ones.

    `anchor` is that of the creator's hash chain, in hex, or None, and so is the second part of each of the `others`.
    `last_link` is the server's link of the last round. `programs` are the bot accounts among the players; they may take
    seats if `bot_accounts` says so, or if one of them is among the first players.
    """
    rules, players = ruleset(ruleset_key), [(player, anchor), *others]
    full = check_table(rules, options, seats, bots, len(players))
    for _, given in players:
        _check_anchor(given)
    chain = HashChain(last_link, full["rounds"])
    created = GameCreated(
        ruleset=rules.key, options=full, seats=seats, listed=listed, anchor=chain.anchor,
        **chosen(spectators, spectator_delay), bot_accounts=True if bot_accounts or programs else UNSET,
    )  # fmt: skip
    taken = [
        _seated(place, account, given, program=account in programs) for place, (account, given) in enumerate(players)
    ]
    first = seats - len(bots)
    taken += [bot_seated(first + place, rules.key, name) for place, name in enumerate(bots)]
    return [Event(created), *taken]


def check_table(
    rules: Ruleset, options: Mapping[str, Any], seats: int, bots: Sequence[str], people: int
) -> dict[str, Any]:
    """Return all options of a table with these bots and that many players, as the log has them.

    Raises `Refused` with `unknown-bot`, `too-many-bots` and the codes of `check_options`.
    """
    full = dict(sorted(check_options(rules, options, seats).items()))  # sorted: views have the same bytes
    if any(name not in NAMES for name in bots):
        raise Refused("unknown-bot", Sentence("Known bots: {bots}.", bots=series(NAMES)))
    if len(bots) > seats - people:
        raise Refused(
            "too-many-bots",
            Sentence("At most {most} of {seats} seats can be bots.", most=seats - people, seats=seats),
        )
    return full


def bot_seated(seat: int, ruleset_key: str, bot: str) -> Event:
    """Return the event by which a bot takes a seat, with the newest version of its strategy."""
    version = newest_version(ruleset_key, bot)
    return Event(SeatTaken(seat=seat, player=None, bot=bot, bot_version=version, anchor=None))


def sit(game: Game, player: str, anchor: str | None, *, program: bool = False) -> list[Event]:
    """Take the first free seat, or come back to one's own; `program` says that the player is a bot account.

    `anchor` is that of the player's hash chain, in hex, or None; who comes back keeps the chain of the first time.
    """
    _check_running(game)
    own = game.seat_of(player)
    if own is not None:
        seat = game.seats[own]
        if seat is not None and seat.bot is not None and game.status != WAITING:
            return [Event(SeatResumed(seat=own, bot=None))]
        raise Refused("already-seated", Sentence("You sit on seat {seat}.", seat=own))
    if game.status != WAITING:
        raise Refused("game-started", "Seats can be taken until the first round is dealt.")
    if program and not game.bot_accounts:
        raise Refused("bots-not-admitted", "Bot accounts may not take a seat at this table.")
    _check_anchor(anchor)
    # The next step comes in the same command as the last seat, so a waiting game always has a free one.
    return [_seated(game.seats.index(None), player, anchor, program=program)]


def leave(game: Game, seat: int) -> list[Event]:
    """Stand up before the start; after it, hand the seat over to a bot."""
    if game.status == WAITING:
        events: list[Event] = [Event(SeatLeft(seat=seat))]
        others = [taken for number, taken in enumerate(game.seats) if taken and taken.player and number != seat]
        if not others:
            events.append(Event(GameAbandoned(reason="everybody-left", secret=None)))
        return events
    _check_running(game)
    taken = game.seats[seat]
    if taken is not None and taken.bot is not None:
        raise Refused("seat-left", "A bot plays on for you already; take the seat again to come back.")
    version = newest_version(game.ruleset.key, STAND_IN)
    return [Event(SeatHandedOver(seat=seat, bot=STAND_IN, bot_version=version))]


def abandon(game: Game, chain: HashChain) -> list[Event]:
    """End a running game, as an admin.

    The secret of the round on the table becomes public. Between rounds it is that of the coming round, as soon as a
    seat has revealed its link: the server knows what it would deal then, so everybody has to see what was broken off.
    """
    _check_running(game)
    broken_off = game.broken_off()
    secret = chain.link(broken_off).hex() if broken_off else None
    return [Event(GameAbandoned(reason="admin", secret=secret))]


def act(game: Game, seat: int, action: Action, now: Moment, chain: HashChain) -> list[Event]:
    """Perform an action of a seat. `chain` is the server's, here and in the functions below."""
    if game.status != PLAYING or isinstance(action, Ready):
        return _between_rounds(game, seat, action)
    chance = chain.chance(game.id, game.round, game.links[-1])
    events = game.ruleset.decide(game.state, seat, action, game.options, now, chance)
    return _after(game, events, now, chance.secret) if events[-1].public.type == ROUND_ENDED else events


def due(game: Game) -> Moment | None:
    """Return the deadline that the clock keeps for this game, or None."""
    if game.status == PLAYING:
        return game.ruleset.due(game.table)
    return game.ready_by if game.status == BETWEEN_ROUNDS else None


def expire(game: Game, now: Moment, chain: HashChain) -> list[Event]:
    """Return the events of that deadline, once it has passed."""
    if game.status == BETWEEN_ROUNDS:
        return [Event(SeatReadied(seat=seat, link=None, by_clock=True)) for seat in game.unready]
    chance = chain.chance(game.id, game.round, game.links[-1])
    events = game.ruleset.expire(game.state, game.options, now, chance)
    return _after(game, events, now, chance.secret) if events[-1].type == ROUND_ENDED else events


def may_open(game: Game) -> bool:
    """Tell whether all seats are taken, and the next round waits for no player."""
    if game.status == WAITING:
        return None not in game.seats
    return game.status == BETWEEN_ROUNDS and not game.unready


def open_round(game: Game, now: Moment, chain: HashChain) -> list[Event]:
    """Deal the next round; before the first, ask the players who contribute chance for their links."""
    if game.status == WAITING and (contributors := game.contributors()):
        return [_ask_readiness(game, contributors, now)]
    return deal_round(game, now, game.next_chance(chain.link(game.round + 1)))


def deal_round(game: Game, now: Moment, chance: Chance) -> list[Event]:
    """Return the events that open the next round."""
    start = RoundStart(game.round + 1, len(game.seats), game.options, game.result, game.withheld())
    return game.ruleset.deal(start, now, chance)


def sealing_secret(game: Game, events: Sequence[Event], chain: HashChain) -> bytes | None:
    """Return the secret that seals new events: that of the round they deal, or of the round on the table."""
    number = next((event.public.round for event in events if event.type == ROUND_DEALT), game.round)
    return chain.link(number) if number else None


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
    if action.link is not None:
        _check_link(game, seat, action.link)
    return [Event(SeatReadied(seat=seat, link=action.link))]


def _check_anchor(anchor: str | None) -> None:
    if anchor is not None and not is_link(anchor):
        raise Refused("bad-anchor", "An anchor has 64 hexadecimal digits in lower case.")


def _check_link(game: Game, number: int, link: str) -> None:
    """Check that this is the link of the next round in the chain of the seat."""
    seat = game.seats[number]
    if seat is None or seat.anchor is None:
        raise Refused("bad-link", "You have sent no anchor with your seat, so you contribute no links.")
    if not seat.has_link(link, game.round + 1):
        raise Refused(
            "bad-link",
            Sentence("This is not the link of round {round} in the chain of your anchor.", round=game.round + 1),
        )


def _after(game: Game, events: list[Event], now: Moment, secret: bytes) -> list[Event]:
    """Reveal the secret of a round that ended, and ask for the next round or end the game."""
    points = events[-1].public.points
    events.append(Event(RoundRevealed(round=game.round, secret=secret.hex())))
    if game.round >= game.options["rounds"]:
        scores = [score + point for score, point in zip(game.scores, points, strict=True)]
        return [*events, Event(GameEnded(scores=scores))]
    return [*events, _ask_readiness(game, [*game.people], now)]


def _ask_readiness(game: Game, seats: list[int], now: Moment) -> Event:
    """Return the event that asks seats whether they are ready for the next round."""
    seconds = game.options["turn_seconds"]
    ready_by = later(now, seconds=seconds) if seconds and seats else None
    return Event(ReadinessAsked(round=game.round + 1, unready=seats, ready_by=ready_by))


def _seated(seat: int, player: str, anchor: str | None, *, program: bool) -> Event:
    by_program = True if program else UNSET
    return Event(SeatTaken(seat=seat, player=player, bot=None, bot_version=None, anchor=anchor, bot_account=by_program))
