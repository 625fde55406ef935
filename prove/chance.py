"""Proof `chance`: a million deals and a million reshuffles are uniform and never repeat.

The decks come from the code that deals games. A fixed seed gives the same figures in each run; another `--seed` gives
other decks.
"""

from collections.abc import Iterable, Iterator
from functools import partial
from hashlib import sha256
from itertools import chain

import numpy as np

from domain.dobon.stock import stocked
from domain.dobon.table import NOBODY, DobonTable
from domain.game.fold import apply, fold
from domain.game.game import Game
from domain.log.chance import Chance, HashChain, link_before
from domain.log.events import Event
from domain.ruleset.actions import Ready
from domain.ruleset.cards import CARDS
from domain.ruleset.round_state import RoundState
from domain.running import commands
from domain.running.commands import open_round
from prove import uniformity
from prove.harness import watchdog
from prove.report import Row, Run
from prove.uniformity import Decks, Figure

FULL = 1_000_000
BY_LINK = 100_000
MIN_DECKS = 20_000
"""Minimum number of decks; with fewer some cells of a test would be nearly empty."""

CHUNK = 5_000
SEATS, HAND = 4, 5
ROUNDS = 1
BELOW_TOP = 41
"""Number of cards in a reshuffle: odd, so that no count is uniform by symmetry."""

AT = "2026-11-21T03:24:00.000000Z"


def prove(run: Run) -> Iterator[Row]:
    """Yield rows for deals, deals that differ only in a player's link, reshuffles, and all orders of five cards."""
    many = run.count(FULL, MIN_DECKS)
    yield from _check_deals(run, many)
    yield from _check_links(run, run.count(BY_LINK, MIN_DECKS))
    yield from _check_reshuffles(run, many)
    yield from _check_small_decks(run, many)


def _check_deals(run: Run, many: int) -> Iterator[Row]:
    made = [*run.map_jobs("deals", partial(make_deals, run.seed), split_numbers(many))]
    decks, starters = _join([deck for deck, _ in made]), np.concatenate([first for _, first in made])
    figures = _run_tests(
        uniformity.positions(decks), uniformity.pairs(decks), uniformity.hands(decks, SEATS), uniformity.neighbours(decks),
        uniformity.fixed_points(decks), uniformity.parity(decks), uniformity.orders(decks, 5, "order of the first five"),
        [("who starts", uniformity.uniform_p(np.bincount(starters, minlength=SEATS)))],
    )  # fmt: skip
    yield _uniform_row("deals of dobon-sato", many, figures)
    yield _unrepeated_row("no deal twice", decks)


def _check_links(run: Run, many: int) -> Iterator[Row]:
    decks = _join([*run.map_jobs("deals by link", partial(deal_by_link, run.seed), split_numbers(many))])
    figures = _run_tests(
        uniformity.positions(decks),
        uniformity.hands(decks, SEATS),
        uniformity.neighbours(decks),
        uniformity.parity(decks),
    )
    yield _uniform_row("deals of one secret, another link each", many, figures)
    yield _unrepeated_row("no deal of one secret twice", decks)


def _check_reshuffles(run: Run, many: int) -> Iterator[Row]:
    decks = _join([*run.map_jobs("reshuffles", partial(make_reshuffles, run.seed), split_numbers(many))])
    figures = _run_tests(
        uniformity.positions(decks), uniformity.pairs(decks), uniformity.neighbours(decks), uniformity.fixed_points(decks),
        uniformity.parity(decks), uniformity.orders(decks, 5, "order of the first five"),
    )  # fmt: skip
    yield _uniform_row(f"reshuffles of {BELOW_TOP} cards", many, figures)
    yield _unrepeated_row("no reshuffle twice", decks)


def _check_small_decks(run: Run, many: int) -> Iterator[Row]:
    decks = _join([*run.map_jobs("small decks", partial(shuffle_small, run.seed), split_numbers(many))])
    figures = _run_tests(
        uniformity.positions(decks), uniformity.orders(decks, 5, "all 120 orders"), uniformity.parity(decks)
    )
    yield _uniform_row("the 120 orders of five cards", many, figures)


def _run_tests(*tests: Iterable[Figure]) -> list[Figure]:
    """Run all tests and note each for the watchdog, because with a million decks they take minutes."""
    found = list[Figure]()
    for figure in chain.from_iterable(tests):
        found.append(figure)
        watchdog.note("tests of evenness", len(found))
    return found


def _uniform_row(what: str, many: int, figures: list[Figure]) -> Row:
    return Row(what, many, uniformity.find_outliers(figures), uniformity.format_range(figures), trials=False)


def _unrepeated_row(what: str, decks: Decks) -> Row:
    again = uniformity.count_repeats(decks)
    return Row(what, len(decks), [f"{again:,} of {len(decks):,} repeat an earlier one"] if again else [], trials=False)


def _join(parts: list[Decks]) -> Decks:
    return np.concatenate(parts)


# Work of the processes: decks by their numbers


def split_numbers(many: int) -> list[range]:
    """Return the numbers of all decks, in parts."""
    return [range(first, min(first + CHUNK, many)) for first in range(0, many, CHUNK)]


def _derive_secret(seed: str, purpose: str, number: int) -> bytes:
    return sha256(f"{seed}|{purpose}|{number}".encode()).digest()


def _new_game(name: str, link: bytes) -> Game:
    """Return a game that is about to be dealt, with this link of its first player."""
    anchor = link_before(link).hex()
    created = commands.create("dobon-sato", {}, SEATS, ["novice"] * (SEATS - 1), True, "p", anchor, bytes(32))  # noqa: FBT003
    for version, event in enumerate(created, 1):
        event.version, event.at = version, AT
    game = fold(name, created)
    server = HashChain(bytes(32), ROUNDS)
    _record(game, open_round(game, AT, server))
    _record(game, commands.act(game, 0, Ready(link.hex()), AT, server))
    return game


def _record(game: Game, events: list[Event]) -> None:
    for version, event in enumerate(events, game.version + 1):
        event.version, event.at = version, AT
        apply(game, event)


def _deal(game: Game, secret: bytes) -> tuple[list[int], int]:
    """Return the order of the deck that the round was dealt from, and the starting seat."""
    event: Event = open_round(game, AT, HashChain(secret, game.round + 1))[0]
    hands = [event.sealed[str(seat)].cards for seat in range(SEATS)]
    cards = [hands[place % SEATS][place // SEATS] for place in range(SEATS * HAND)]
    cards += [event.public.top, *event.sealed["table"].stock]
    return [CARDS[card] for card in cards], event.public.turn


def make_deals(seed: str, numbers: range) -> tuple[Decks, Decks]:
    """Return the decks and starting seats of first rounds of one game, each with its own secret."""
    game = _new_game(f"deals-{numbers.start}", bytes(32))
    made = [_deal(game, _derive_secret(seed, "deal", number)) for number in numbers]
    return np.array([deck for deck, _ in made], np.uint8), np.array([first for _, first in made], np.uint8)


def deal_by_link(seed: str, numbers: range) -> Decks:
    """Return the decks of games that differ only in the link of their first player."""
    secret = _derive_secret(seed, "server", 0)
    return np.array(
        [_deal(_new_game("by-link", _derive_secret(seed, "link", number)), secret)[0] for number in numbers], np.uint8
    )


def make_reshuffles(seed: str, numbers: range) -> Decks:
    """Return the orders in which the cards below the top return as stock; six reshuffles of each round."""
    pile = [*range(BELOW_TOP + 1)]
    made = []
    for number in numbers:
        chance = Chance(_derive_secret(seed, "reshuffle", number // 6), "reshuffles", 1, ["link", ""])
        table = DobonTable([0, 0], [[], []], 0, [*pile], 1, NOBODY, 0, 0, reshuffles=number % 6)
        _, stock = stocked(RoundState(table, [None, None], []), 1, chance)
        made.append(stock)
    return np.array(made, np.uint8)


def shuffle_small(seed: str, numbers: range) -> Decks:
    """Return shuffles of five cards."""
    made = []
    for number in numbers:
        cards = [0, 1, 2, 3, 4]
        Chance(_derive_secret(seed, "small", number), "small", 1, []).stream("deck").shuffle(cards)
        made.append(cards)
    return np.array(made, np.uint8)
