"""Proof `bias`: a server and all players but one, who cheat together, get no deck that is better for them than chance.

The cheats want decks with which their first player can call the first card. Each time when one of them may still choose
something, they try many values and take one that gives such a deck, as far as they can know. The honest player's link
is all that they do not know then. In the end they may withhold links, which is a choice between a few decks, and
public.
"""

from collections import Counter
from collections.abc import Callable, Collection, Iterator
from functools import partial
from itertools import product
from math import erfc, sqrt
from random import Random

from domain import commands
from domain.actions import Ready
from domain.cards import RANK, deck
from domain.chance import Chance, HashChain, is_link
from domain.dobon.formula import is_valid
from domain.errors import Refused
from domain.events import Event
from domain.fold import apply, fold
from domain.game import Game
from prove.report import Row, Run

GAMES = 10_000
LEAST = 400
TRIES = 32
"""Values that the cheats try for each of their choices."""

CREATOR, HONEST, JOINER = range(3)
SEATS, HAND = 3, 2
CHUNK = 250
LEAST_P = 1e-6
"""Least probability that the difference between two counts may have by chance."""

AT = "2026-11-21T03:24:00.000000Z"
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
    yield Row(
        "games in which the two withhold links as it suits them",
        many,
        [f"{found['hidden']:,} times nobody was told"] if found["hidden"] else [],
        f"{found['withheld']:,} with links withheld, named in each; {found['chosen'] / many:.1%} of the decks good, "
        f"{found['chance'] / many:.1%} by chance",
    )


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
    game = _seat(name, server, [creator, honest, joiner])
    _record(game, commands.act(game, HONEST, Ready(honest.link(1).hex()), AT, links))
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
    shown = _best_reveals(server, name, known[1], own_links)
    for seat, link, reveals in zip((CREATOR, JOINER), own_links, shown, strict=True):
        _record(game, commands.act(game, seat, Ready(link if reveals else None), AT, links))
    dealt = commands.open_round(game, AT, links)
    silent = [seat for seat, reveals in zip((CREATOR, JOINER), shown, strict=True) if not reveals]
    found["withheld"] += bool(silent)
    found["hidden"] += dealt[0].public["withheld"] != silent
    found["chosen"] += _can_call(dealt[0])


def _choose(chance: Random, fits: Callable[[bytes], bool]) -> bytes:
    """Return one of the values tried that fits, or the last one."""
    for _ in range(TRIES):
        value = chance.randbytes(32)
        if fits(value):
            break
    return value


def _best_reveals(server: bytes, name: str, honest: str, own: list[str]) -> tuple[bool, ...]:
    """Return who of the two cheats has to reveal a link for a good deck; both, if there is none."""
    for reveals in product((True, False), repeat=2):
        links = [own[0] if reveals[0] else "", honest, own[1] if reveals[1] else ""]
        if is_good(server, name, links):
            return reveals
    return True, True


def is_good(secret: bytes, name: str, links: list[str]) -> bool:
    """Tell whether the creator could call the first card of the first round."""
    cards = deck()
    Chance(secret, name, 1, links).stream("deck").shuffle(cards)
    numbers = [RANK[card] for card in cards]
    return is_valid(numbers[CREATOR : HAND * SEATS : SEATS], numbers[HAND * SEATS])


def _can_call(dealt: Event) -> bool:
    held = [int(code[1:]) for code in dealt.sealed[str(CREATOR)]["cards"]]
    return is_valid(held, int(dealt.public["top"][1:]))


def _seat(name: str, server: bytes, chains: list[HashChain]) -> Game:
    """Return a game whose three players are asked for their links."""
    options = {"hand_size": HAND, "rounds": 1}
    created = commands.create("dobon-sato", options, SEATS, [], True, "p0", chains[0].anchor, server)  # noqa: FBT003
    for version, event in enumerate(created, 1):
        event.version, event.at = version, AT
    game = fold(name, created)
    for seat in (HONEST, JOINER):
        _record(game, commands.sit(game, f"p{seat}", chains[seat].anchor))
    _record(game, commands.open_round(game, AT, HashChain(server, 1)))
    return game


def _record(game: Game, events: list[Event]) -> None:
    for version, event in enumerate(events, game.version + 1):
        event.version, event.at = version, AT
        apply(game, event)
