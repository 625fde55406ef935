"""Logs of games whose players act at random. A name and options always give the same game."""

import json
import pickle
from collections.abc import Callable
from functools import cache
from hashlib import sha256
from itertools import count
from typing import Any

from domain.game.fold import apply, fold, number
from domain.game.game import FINISHED, actions
from domain.log.chance import HashChain, RandomStream
from domain.log.errors import Refused
from domain.log.events import Event, LoggedEvent
from domain.log.log_format import chain, digest, export, genesis, seal
from domain.log.moments import later
from domain.log.upcasting import logged
from domain.ruleset.actions import Action, Dobon, Draw, Ready
from domain.running import commands
from domain.running.automation import next_step
from prove.harness.match import KAWAGOE, SATO, account, player_chain

START = "2026-11-21T03:24:00.000000Z"
Pick = Callable[[list[Action], RandomStream, bool], Action | None]


def derive_chain(game: str, rounds: int) -> HashChain:
    """Return the server's hash chain, which follows from the game's name."""
    return HashChain(sha256(f"{game}|chain".encode()).digest(), rounds)


def pick_anything(found: list[Action], stream: RandomStream, able: bool) -> Action | None:
    """Pick any action, but rarely a false call."""
    action = found[stream.below(len(found))]
    return None if isinstance(action, Dobon) and not able and stream.below(20) else action


def pick_draws(found: list[Action], stream: RandomStream, able: bool) -> Action | None:  # noqa: ARG001 - all choices have the same parameters
    """Draw, or do nothing."""
    return next((action for action in found if isinstance(action, Draw)), None)


class RandomGame:
    """A game of humans whose actions `pick` chooses, from its first event to its end."""

    def __init__(self, game: str, ruleset: str, seats: int, pick: Pick, options: dict[str, Any]) -> None:
        self.game, self.now = game, START
        self.stream = RandomStream(sha256(f"{game}|0".encode()).digest(), "players")
        last_link = derive_chain(game, 1).last
        anchor = player_chain("p0").anchor
        created = commands.create(
            ruleset, options, seats, [], listed=True, player=account("p0"), anchor=anchor, last_link=last_link
        )
        self.chain = derive_chain(game, created[0].public.options["rounds"])
        for version, event in enumerate(created, 1):
            event.version, event.at = version, START
        chain(game, "", created, None)
        self.events = [logged(event) for event in created]
        self.server = fold(game, created)
        for seat in range(1, seats):
            self.record(commands.sit(self.server, account(f"p{seat}"), player_chain(f"p{seat}").anchor))
        while self.server.status != FINISHED:
            self.step(pick)

    def record(self, events: list[Event]) -> None:
        """Number, chain and apply events."""
        server = self.server
        number(server, events, self.now)
        chain(self.game, server.head, events, commands.sealing_secret(server, events, self.chain))
        for event in events:
            apply(server, event)
        self.events += map(logged, events)

    def step(self, pick: Pick) -> None:
        """Run a due step, or an action that a seat chooses; otherwise let time pass."""
        server = self.server
        events = next_step(server, self.now, self.chain) or self.acted(pick)
        if events:
            self.record(events)
        else:
            self.now = later(self.now, seconds=1 + self.stream.below(3))
        assert server.version < 5000

    def acted(self, pick: Pick) -> list[Event]:
        """Return the events of the action that a seat chooses.

        There are none if the seat chooses no action, or is refused for its timing or cards.
        """
        server = self.server
        seat = self.stream.below(len(server.seats))
        found = actions(server, seat)
        if not found:
            return []
        calls = server.ruleset.calls
        able = server.status == "playing" and calls is not None and calls.is_true(server.state, seat)
        action = pick(found, self.stream, able)
        if isinstance(action, Ready):
            action = Ready(player_chain(f"p{seat}").link(server.round + 1).hex())
        try:
            return [] if action is None else commands.act(server, seat, action, self.now, self.chain)
        except Refused as refused:
            if refused.code not in (
                "too-early",
                "window-open",
                "joker-cannot-finish",
                "too-many-cards",
                "bad-combination",
                "option-off",
            ):
                raise
            return []


@cache
def _play_game(game: str, ruleset: str, seats: int, pick: Pick, options: str) -> list[LoggedEvent]:
    return RandomGame(game, ruleset, seats, pick, json.loads(options)).events


def play_game(
    game: str, seats: int = 3, pick: Pick = pick_anything, *, ruleset: str = SATO, **options: Any
) -> list[LoggedEvent]:
    """Return the log of a game; the same names and options always give the same log."""
    return copy_events(_play_game(game, ruleset, seats, pick, json.dumps(options)))


def copy_events(events: list[LoggedEvent]) -> list[LoggedEvent]:
    """Return a deep copy of the events, several times as fast as `copy.deepcopy`."""
    copied: list[LoggedEvent] = pickle.loads(pickle.dumps(events))  # noqa: S301 - its own events
    return copied


def export_lines(game: str, events: list[LoggedEvent]) -> list[str]:
    """Return the lines of the exported log."""
    return list(export(game, events[0], events[-1].digest, events))


def rechain(game: str, events: list[LoggedEvent]) -> list[LoggedEvent]:
    """Return the events renumbered, resealed and rechained with the game's secrets."""
    head, current, secrets = "", 0, derive_chain(game, events[0].public["options"]["rounds"])
    for version, event in enumerate(events, 1):
        if event.type == "round-dealt":
            current = event.public["round"]
        event.version = version
        head = reseal(game, head, event, secrets.link(current) if current else b"")
    return events


def reseal(game: str, head: str, event: LoggedEvent, secret: bytes) -> str:
    """Give an event that was changed new seals and a new digest, which is returned. `head` is the one before it."""
    event.seals = {part: seal(secret, event.version, part, opened) for part, opened in event.sealed.items()}
    event.digest = digest(head or genesis(game), game, event)
    return event.digest


def first_event(events: list[LoggedEvent], kind: str, fits: Callable[[LoggedEvent], Any] = bool) -> LoggedEvent:
    """Return the first event of a type that fits."""
    return next(event for event in events if event.type == kind and fits(event))


NEEDED = {"cards-played", "cards-drawn", "hand-opened", "stock-reshuffled", "call-declined", "window-closed"}


@cache
def _rich_game() -> tuple[str, list[LoggedEvent]]:
    options = {"hand_size": 2, "rounds": 3, "claim_mode": "ask_all", "false_claim": "draw_2", "answer_seconds": 0}
    # The first of these games that has every event: which one it is depends on the rules.
    for game in map("rich-{}".format, count(1236)):
        events = play_game(game, 3, **options)
        calls = {(event.public["kind"], event.public["valid"]) for event in events if event.type == "dobon-called"}
        if {event.type for event in events} >= NEEDED and {("counter", True), ("call", False)} <= calls:
            return game, events
    raise AssertionError


def rich_game() -> tuple[str, list[LoggedEvent]]:
    """Return a game of three seats and rounds, and its log.

    The log has a true counter, false calls, a reshuffle and windows.
    """
    game, events = _rich_game()
    return game, copy_events(events)


@cache
def _rich_kawagoe_game() -> tuple[str, list[LoggedEvent]]:
    options = {"hand_size": 2, "rounds": 4, "false_claim": "draw_2", "answer_seconds": 20}
    needed = {("counter", True), ("ippatsu", True), ("call", True), ("call", False), ("ippatsu", False)}
    # As above: the first game that has every event.
    for game in map("rich-kawagoe-{}".format, count(38)):
        events = play_game(game, 3, ruleset=KAWAGOE, **options)
        calls = {(event.public["kind"], event.public["valid"]) for event in events if event.type == "dobon-called"}
        hows = {event.public["how"] for event in events if event.type == "cards-played"}
        if calls >= needed and hows == {"turn", "opening", "jump-in"}:
            return game, events
    raise AssertionError


def rich_kawagoe_game() -> tuple[str, list[LoggedEvent]]:
    """Return a game of `dobon-kawagoe` of three seats and four rounds, and its log.

    The log has jump-ins and every kind of call except a false counter.
    """
    game, events = _rich_kawagoe_game()
    return game, copy_events(events)


@cache
def _crowded_round() -> tuple[str, list[LoggedEvent]]:
    for game in map("crowded-{}".format, count()):
        events = play_game(game, 5, ruleset=KAWAGOE, hand_size=10, rounds=1)
        if len(opening_answers(events)) > 1 and any(event.type == "stock-reshuffled" for event in events):
            return game, events
    raise AssertionError


def crowded_round() -> tuple[str, list[LoggedEvent]]:
    """Return a round of `dobon-kawagoe` of five seats with large hands, and its log.

    Two seats would open the round, and the stock runs out.
    """
    game, events = _crowded_round()
    return game, copy_events(events)


def opening_answers(events: list[LoggedEvent]) -> list[LoggedEvent]:
    """Return the answers with cards to the flip that opened the first round."""
    opening = next((place for place, event in enumerate(events) if event.public.get("how") == "opening"), 0)
    flipped = max((place for place, event in enumerate(events[:opening]) if event.type == "card-flipped"), default=0)
    return [event for event in events[flipped:opening] if any(answer.get("cards") for answer in event.sealed.values())]


def short_game() -> tuple[str, list[LoggedEvent]]:
    """Return a short game and its log."""
    return "short-24", play_game("short-24", 2, hand_size=1, claim_grace_seconds=0)
