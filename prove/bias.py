"""Proof `bias`: a server and all players but one, who cheat together, get no deck that is better for them than chance.

The cheats want decks with which their first player can call the first card. Each time when one of them may still choose
something, they try many values and take one that gives such a deck, as far as they can know. The honest player's link
is all that they do not know then. What a server with accomplices can still do, by dropping, withholding, abandoning or
breaking its own rules, is in `prove.accomplices`: all of it has to be visible.
"""

from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping
from functools import partial
from math import erfc, sqrt
from random import Random

from domain.log.chance import HashChain, is_link
from domain.log.errors import Refused
from domain.ruleset.actions import Ready
from domain.running import commands
from prove.accomplices import AT, HONEST, JOINER, is_good, record, seat, with_accomplices
from prove.report import Row, Run

GAMES = 10_000
LEAST = 400
TRIES = 32
"""Values that the cheats try for each of their choices."""

CHUNK = 250
LEAST_P = 1e-6
"""Least probability that the difference between two counts may have by chance."""

CREATE, SIT = "create", "sit"
"""The steps at which a cheat chooses a chain."""


def prove(run: Run, peeks: Collection[str] = ()) -> Iterator[Row]:
    """Yield the rows of the proof. `peeks` plants a weakness: the steps at which the cheats know the honest link."""
    many = run.count(GAMES, LEAST)
    parts = [range(first, min(first + CHUNK, many)) for first in range(0, many, CHUNK)]
    found = sum(run.map_jobs("games with cheats", partial(cheat_in_games, run.seed, peeks), parts), Counter[str]())
    yield _make_row("decks of a server and two players who cheat", many, found["good"], found["chance"])
    yield Row(
        "links that are not the next of a chain",
        found["refused"] + found["accepted"],
        [f"{found['accepted']:,} were accepted"] if found["accepted"] else [],
        f"{found['refused']:,} refused",
    )
    found = sum(run.map_jobs("games with accomplices", partial(with_accomplices, run.seed), parts), Counter[str]())
    yield Row(
        "links that a server drops, and that its friends withhold",
        many,
        _problems(
            found, {"dropped unseen": "not seen", "unnamed": "causes not named", "accused": "honest servers accused"}
        ),
        f"decks with a good card for a friend: {found['honest good'] / many:.1%}; with the honest link dropped "
        f"{found['dropped good'] / many:.1%}, with two links withheld {found['withheld good'] / many:.1%}, with both "
        f"{found['both good'] / many:.1%}. {found['dropped']:,} dropped links seen, {found['silent']:,} decks with "
        "missing links, each named with its cause",
    )
    some = found["long"]
    yield Row(
        "anchors chosen after the honest link",
        2 * some,
        _problems(found, {"late unseen": "rewritten logs not seen", "forked unseen": "other secrets not seen"}),
        f"{(found['late good'] + found['forked good']) / (2 * some):.1%} of the decks good, each seen by the honest client",
    )
    yield Row(
        "games abandoned after the honest link, and opened again",
        some,
        _problems(found, {"not revealed": "secrets not revealed", "not counted": "games not counted"}),
        f"{found['reopened good'] / some:.1%} of the decks good; {found['abandoned']:,} games abandoned, each with its "
        "secret and in the statistics",
    )


def _problems(found: Mapping[str, int], names: Mapping[str, str]) -> list[str]:
    """Return what was counted and must not happen, in words."""
    return [f"{found[name]:,} {words}" for name, words in names.items() if found[name]]


def _make_row(what: str, many: int, good: int, by_chance: int) -> Row:
    p = probability(good, by_chance, many)
    note = f"{good:,} good decks, {by_chance:,} of honest games; p {p:.2g}"
    return Row(what, many, [note] if p < LEAST_P else [], note, trials=False)


def probability(one: int, other: int, many: int) -> float:
    """Return the probability that two counts of `many` differ so much by chance (chi-square, one degree of freedom)."""
    both = one + other
    if not 0 < both < 2 * many:
        return 1.0
    return erfc(sqrt((one - other) ** 2 * 2 * many / (both * (2 * many - both)) / 2))


def cheat_in_games(seed: str, peeks: Collection[str], numbers: range) -> Counter[str]:
    """Play the beginnings of games, and count what the cheats achieve."""
    found = Counter[str]()
    for number in numbers:
        _cheat(Random(f"{seed}-bias-{number}"), f"bias-{number}", peeks, found)
    return found


def _cheat(chance: Random, name: str, peeks: Collection[str], found: Counter[str]) -> None:
    honest, creator = HashChain(chance.randbytes(32), 1), HashChain(chance.randbytes(32), 1)
    own = creator.link(1).hex()

    def guess(step: str) -> str:
        """Return the honest link as the cheats know it: not at all, or by a weakness."""
        return (honest.link(1) if step in peeks else chance.randbytes(32)).hex()

    agreed = chance.randbytes(32)
    server = _choose(chance, lambda secret: is_good(secret, name, [own, guess(CREATE), agreed.hex()]))
    links = HashChain(server, 1)
    if CREATE not in peeks:
        agreed = _choose(chance, lambda link: is_good(server, name, [own, guess(SIT), link.hex()]))
    joiner = HashChain(agreed, 1)
    game, log = seat(name, server, [creator, honest, joiner])
    record(game, log, commands.act(game, HONEST, Ready(honest.link(1).hex()), AT, links), None)
    known = [own, honest.link(1).hex()]
    wanted = _choose(chance, lambda link: is_good(server, name, [*known, link.hex()])).hex()
    assert is_link(wanted)
    try:
        commands.act(game, JOINER, Ready(wanted), AT, links)
    except Refused:
        found["refused"] += 1
    else:
        found["accepted"] += 1
    own_links = [own, joiner.link(1).hex()]
    found["good"] += is_good(server, name, [own, known[1], own_links[1]])
    found["chance"] += is_good(chance.randbytes(32), name, [own, known[1], own_links[1]])


def _choose(chance: Random, fits: Callable[[bytes], bool]) -> bytes:
    """Return one of the values tried that fits, or the last one."""
    for _ in range(TRIES):
        value = chance.randbytes(32)
        if fits(value):
            break
    return value
