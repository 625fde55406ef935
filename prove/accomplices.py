"""Worlds of the proof `bias` in which the server helps players: what it reaches, and what an honest player sees of it.

The honest player is the code of the Python client (`clients/python`), which does the steps of `docs/fairness.md`.
"""

import sys
from collections import Counter
from collections.abc import Callable, Iterable
from copy import deepcopy
from itertools import count, product
from pathlib import Path
from random import Random
from typing import Any

from domain.dobon.formula import is_valid
from domain.game.fold import apply, fold
from domain.game.game import Game
from domain.game.game_events import RoundRevealed
from domain.game.statistics import EVERYBODY, tally_of_log
from domain.log.chance import Chance, HashChain
from domain.log.events import Event
from domain.log.log_format import chain
from domain.log.upcasting import logged
from domain.ruleset.actions import Ready
from domain.ruleset.cards import RANK, deck
from domain.running import commands

sys.path.insert(0, str(Path(__file__).parents[1] / "clients" / "python" / "src"))

from dobon_client.cuts import ROUNDS, Cut, CutProblem, link_before

CREATOR, HONEST, JOINER = range(3)
SEATS, HAND = 3, 3
AT = "2026-11-21T03:24:00.000000Z"
MOST_TRIED = 1_000
"""Chains, or new games, that a server tries at most, until it likes the deck."""

ONE_IN = 5
"""The worlds in which a server tries many take so long that one game in five has them."""


def is_good(secret: bytes, name: str, links: list[str]) -> bool:
    """Tell whether the creator could call the first card of the first round."""
    cards = deck()
    Chance(secret, name, 1, links).stream("deck").shuffle(cards)
    numbers = [RANK[card] for card in cards]
    return is_valid(numbers[CREATOR : HAND * SEATS : SEATS], numbers[HAND * SEATS])


def seat(name: str, server: bytes, chains: list[HashChain]) -> tuple[Game, list[Event]]:
    """Return a game whose three players are asked for their links, and its log."""
    options = {"hand_size": HAND, "rounds": 1}
    created = commands.create("dobon-sato", options, SEATS, [], True, "p0", chains[0].anchor, server)  # noqa: FBT003
    for version, event in enumerate(created, 1):
        event.version, event.at = version, AT
    chain(name, "", created, None)
    game, log = fold(name, created), [*created]
    for number in (HONEST, JOINER):
        record(game, log, commands.sit(game, f"p{number}", chains[number].anchor), None)
    record(game, log, commands.open_round(game, AT, HashChain(server, 1)), None)
    return game, log


def record(game: Game, log: list[Event], events: list[Event], secret: bytes | None) -> None:
    """Number, chain and apply events."""
    for version, event in enumerate(events, game.version + 1):
        event.version, event.at = version, AT
    chain(game.id, game.head, events, secret)
    for event in events:
        apply(game, event)
    log += events


class HonestPlayer:
    """The client of the honest player, which gets a log and signed heads from the server."""

    def __init__(self, name: str, own: HashChain) -> None:
        self.own = own
        self.cut = Cut(name, HONEST, own.anchor, {f"chain.{own.anchor}": own.last.hex()})

    def sees(self, steps: Callable[[], None]) -> bool:
        """Tell whether a step shows that something is wrong."""
        try:
            steps()
        except CutProblem:
            return True
        return False

    def check(self, log: list[Event]) -> None:
        """Check a log with a receipt of its head. Raises `CutProblem`."""
        receipt = {"game": self.cut.game, "version": log[-1].version, "head": log[-1].digest}
        self.cut.check(shown(log, self.cut.version), receipt)

    def link(self) -> str:
        """Return the link of the round, after the steps before it."""
        return self.cut.link(1)

    def confirm(self, log: list[Event]) -> None:
        """Check that the link is in a log. Raises `CutProblem`."""
        self.check(log)
        self.cut.confirm(1)


def shown(log: Iterable[Event], after: int) -> list[dict[str, Any]]:
    """Return the events after a version as the server shows them."""
    names = ("version", "type", "schema", "at", "public", "seals", "digest")
    return [{name: getattr(event, name) for name in names} for event in map(logged, log) if event.version > after]


def own_chain(chance: Random) -> HashChain:
    """Return a chain as long as those of clients."""
    return HashChain(chance.randbytes(32), ROUNDS)


def with_accomplices(seed: str, numbers: range) -> Counter[str]:
    """Play the beginnings of games with accomplices, and count what they reach and what is seen of it."""
    found = Counter[str]()
    for number in numbers:
        worlds = [_withhold_and_drop]
        if number % ONE_IN == 0:
            worlds += [_choose_the_anchor_late, _fork, _abandon]
            found["long"] += 1
        for world in worlds:
            world(Random(f"{seed}-{world.__name__}-{number}"), f"accomplices-{number}", found)
    return found


def _withhold_and_drop(chance: Random, name: str, found: Counter[str]) -> None:
    """The server deals what suits its friends: it drops the honest link, they withhold theirs, or both."""
    server = chance.randbytes(32)
    chains = [own_chain(chance) for _ in range(SEATS)]
    links = [one.link(1).hex() for one in chains]
    everything: list[tuple[bool, ...]] = [*product((True, False), repeat=SEATS)]
    worlds: dict[str, list[tuple[bool, ...]]] = {
        "honest": [(True,) * SEATS],
        "dropped": [(True, keeps, True) for keeps in (True, False)],
        "withheld": [choice for choice in everything if choice[HONEST]],
        "both": everything,
    }
    for world, choices in worlds.items():
        suits = (one for one in choices if is_good(server, name, _kept(links, one)))
        choice = next(suits, None)
        found[f"{world} good"] += choice is not None
        if world == "both":
            keeps = choice or (True,) * SEATS
            why = [None if keep else chance.choice(("refused", "clock", "handed-over")) for keep in keeps]
            _deal(name, server, chains, why, found)


def _kept(links: list[str], choice: tuple[bool, ...]) -> list[str]:
    return [link if keeps else "" for link, keeps in zip(links, choice, strict=True)]


def _deal(name: str, server: bytes, chains: list[HashChain], why: list[str | None], found: Counter[str]) -> None:
    """Deal without the links that have a cause, and compare what the log and the honest player say about them."""
    game, log = seat(name, server, chains)
    secrets = HashChain(server, 1)
    player = HonestPlayer(name, chains[HONEST])
    player.check(log)
    player.link()
    for number, cause in enumerate(why):
        link = None if cause else chains[number].link(1).hex()
        if cause == "handed-over":
            record(game, log, commands.leave(game, number), None)
        elif cause != "clock":
            record(game, log, commands.act(game, number, Ready(link), AT, secrets), None)
    record(game, log, commands.expire(game, AT, secrets), None)
    record(game, log, commands.open_round(game, AT, secrets), secrets.link(1))
    dropped = why[HONEST] is not None
    found["dropped"] += dropped
    found["dropped unseen"] += dropped and not player.sees(lambda: player.confirm(log))
    found["accused"] += not dropped and player.sees(lambda: player.confirm(log))
    silent = [{"seat": number, "why": cause} for number, cause in enumerate(why) if cause]
    found["silent"] += bool(silent)
    found["unnamed"] += [absence.json() for absence in log[-1].public.withheld] != silent


def _late(chance: Random, name: str) -> tuple[HonestPlayer, list[HashChain], list[Event], bytes, bool]:
    """Return a game whose server looks for another chain when it knows the links, and the secret that it finds."""
    chains = [own_chain(chance) for _ in range(SEATS)]
    _, log = seat(name, chance.randbytes(32), chains)
    player = HonestPlayer(name, chains[HONEST])
    player.check(log)
    links = [chains[CREATOR].link(1).hex(), player.link(), chains[JOINER].link(1).hex()]
    tried = (chance.randbytes(32) for _ in range(MOST_TRIED))
    secret = next((one for one in tried if is_good(one, name, links)), b"")
    return player, chains, log, secret or chance.randbytes(32), bool(secret)


def _dealt(game: Game, log: list[Event], chains: list[HashChain], secrets: HashChain) -> None:
    for number, one in enumerate(chains):
        record(game, log, commands.act(game, number, Ready(one.link(1).hex()), AT, secrets), None)
    record(game, log, commands.open_round(game, AT, secrets), secrets.link(1))


def _choose_the_anchor_late(chance: Random, name: str, found: Counter[str]) -> None:
    """The server rewrites the log, with the anchor of a chain that it has chosen when it knew all links."""
    player, chains, _, secret, good = _late(chance, name)
    game, written = seat(name, secret, chains)
    _dealt(game, written, chains, HashChain(secret, 1))
    found["late good"] += good
    found["late unseen"] += not player.sees(lambda: player.confirm(written))


def _fork(chance: Random, name: str, found: Counter[str]) -> None:
    """The server leaves the log as it was, and reveals a secret that it has chosen when it knew all links."""
    player, chains, log, secret, good = _late(chance, name)
    game = fold(name, deepcopy(log))
    _dealt(game, log, chains, HashChain(secret, 1))
    record(game, log, [Event(RoundRevealed(round=1, secret=secret.hex()))], secret)
    found["forked good"] += good
    found["forked unseen"] += not player.sees(lambda: player.check(log))


def _abandon(chance: Random, name: str, found: Counter[str]) -> None:
    """The server abandons the game when it knows the honest link and dislikes the deck, and opens it again."""
    for attempt in count(1):
        server, game_name = chance.randbytes(32), f"{name}-{attempt}"
        chains = [own_chain(chance) for _ in range(SEATS)]
        good = is_good(server, game_name, [one.link(1).hex() for one in chains])
        if good or attempt == MOST_TRIED:
            found["reopened good"] += good
            return
        game, log = seat(game_name, server, chains)
        secrets = HashChain(server, 1)
        record(game, log, commands.act(game, HONEST, Ready(chains[HONEST].link(1).hex()), AT, secrets), None)
        record(game, log, commands.abandon(game, secrets), None)
        found["abandoned"] += 1
        secret = log[-1].public.secret
        found["not revealed"] += secret is None or link_before(secret, 1) != log[0].public.anchor
        counted = tally_of_log(log, {}, {}, game.version).by
        found["not counted"] += any(
            EVERYBODY not in counted or counted[one].abandoned != 1 for one in (EVERYBODY, "p1")
        )
