"""Record games for this folder: `python -m tests.golden.record`.

An existing log stays unchanged even if rules and strategies change, because later versions must be able to fold it.
`python -m tests.golden.record --views` rewrites the digests of the views, for an intended addition to a view.
"""

import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from random import Random
from typing import Any

from domain.game.fold import apply, fold
from domain.game.game import ABANDONED, FINISHED, view
from domain.game.reading import read_log
from domain.log.events import SPECTATOR, Event, seen_by
from domain.log.log_format import Export, canonical, export, parse
from domain.ruleset.actions import Draw
from prove.harness.match import DOUBT, DURAK, KAWAGOE, KIRIFU, MUSTAMAIJA, Match
from prove.harness.random_moves import wander

HERE = Path(__file__).parent
VIEWS = HERE / "views.txt"
STEP = 16
"""Versions for each line of `views.txt`."""


@dataclass
class Log:
    """A recorded game with its events as objects."""

    game: str
    ruleset: str
    seats: int
    head: str
    events: list[Event]


def views(log: Log) -> Iterator[str]:
    """Yield, for each version, the hash of the views of spectators and all seats."""
    viewers = range(SPECTATOR, log.seats)
    games = {viewer: fold(log.game, [seen_by(log.events[0], viewer)]) for viewer in viewers}
    for event in log.events:
        if event.version > 1:
            for viewer, game in games.items():
                apply(game, seen_by(event, viewer))
        yield sha256(canonical([_ordered(view(game, viewer)) for viewer, game in games.items()])).hexdigest()


def digests(name: str, log: Log) -> Iterator[str]:
    """Yield the lines of a game in `views.txt`: its name, versions, and the digest of all views up to the last one."""
    running, first = sha256(), 1
    for version, shown in enumerate(views(log), 1):
        running.update(shown.encode())
        if version % STEP == 0 or version == len(log.events):
            yield f"{name} {first}-{version} {running.hexdigest()}"
            first = version + 1


def recorded() -> dict[str, list[str]]:
    """Return the lines of `views.txt` by game."""
    lines: dict[str, list[str]] = {}
    for line in VIEWS.read_text(encoding="ascii").splitlines():
        lines.setdefault(line.partition(" ")[0], []).append(line)
    return lines


def _ordered(shown: dict[str, Any]) -> dict[str, Any]:
    """Return the view with its actions sorted, because their order is not guaranteed."""
    return shown | {"actions": sorted(shown["actions"], key=canonical)}


def parsed(path: Path) -> Export:
    """Return the log of a file."""
    return parse(path.read_text(encoding="utf-8").splitlines())


def read(path: Path) -> Log:
    """Return the game of a file."""
    log = parsed(path)
    return Log(log.game, log.ruleset, log.seats, log.head, [*read_log(log.events)])


def wandering(seats: int, seed: int, rash: float = 0.02, **options: Any) -> Match:
    """Return a game of people (and bots) who move at random; `rash` is how often they call."""
    match = Match(seats, seed=seed, **options)
    wander(match, Random(seed), 1_500, rash=rash)
    return match


def drawing() -> Match:
    """Return a game in which all players draw until the stock is empty."""
    match = Match(5, seed=1, hand_size=10, claim_grace_seconds=0, turn_seconds=0)
    for seat in range(1, 5):
        match.sit(f"player-{seat}")
    while match.game.status != FINISHED:
        match.act(match.game.table.turn, Draw())
    return match


def by_the_clock(seats: int, seed: int, moves: int, *, ruleset: str = KAWAGOE, **options: Any) -> Match:
    """Return a game of people who leave after `moves` moves, so that the clock plays the rest."""
    match = Match(seats, ruleset=ruleset, seed=seed, **options)
    for seat in range(1, seats):
        match.sit(f"player-{seat}")
    wander(match, Random(seed), moves, restless=0)
    match.wait(24 * 3_600_000)
    return match


def abandoned() -> Match:
    """Return a game that people joined and left before it began."""
    match = Match(3, seed=2)
    match.sit("player-1", contributes=True)
    match.leave(0)
    match.leave(1)
    return match


def ended_by_an_admin() -> Match:
    """Return a game that an admin ends in its second round."""
    match = Match(3, seed=4, contributes=True, rounds=3)
    for seat in (1, 2):
        match.sit(f"player-{seat}")
    chance = Random(4)
    while match.game.round < 2:
        wander(match, chance, 1)
    wander(match, chance, 5)
    match.abandon()
    return match


GAMES: dict[str, Callable[[], Match]] = {
    "three-rounds-of-four": lambda: wandering(4, 59, rounds=3),
    "two-players": lambda: wandering(
        2, 39, rounds=2, false_claim="lose", claim_grace_seconds=0, answer_seconds=0, turn_seconds=0
    ),
    "everybody-is-asked": lambda: wandering(
        3, 296, rounds=2, claim_mode="ask_all", false_claim="nothing", next_starter="winner", initial_card_loser="all_others"
    ),
    "a-full-table": lambda: wandering(8, 196, hand_size=6, false_claim="draw_2", next_starter="random"),
    "other-options": lambda: wandering(
        3, 5, hand_size=3, rounds=3, draw_penalty_ends_turn=False, open_penalty_ends_turn=True, eight_answers_pending=True,
        play_after_draw=True, claim_hints=True, false_claim="draw_2",
    ),
    "with-bots": lambda: wandering(4, 206, bots=["novice", "careful"], rounds=2, bot_delay_ms=0),
    "dead-end": drawing,
    "abandoned": abandoned,
    "ended-by-an-admin": ended_by_an_admin,
    "kawagoe-four-rounds": lambda: wandering(4, 48, ruleset=KAWAGOE, hand_size=3),
    "kawagoe-two-players": lambda: wandering(
        2, 36, ruleset=KAWAGOE, rounds=3, false_claim="lose", claim_grace_seconds=0, answer_seconds=0, turn_seconds=0
    ),
    "kawagoe-other-options": lambda: wandering(
        3, 30, rash=0.1, ruleset=KAWAGOE, hand_size=3, score_hand="both", dealer_after_ippatsu="winner", eight_wild=True,
        voluntary_draw=True, false_claim="nothing",
    ),
    "kawagoe-whoever-is-wrong-loses": lambda: wandering(
        3, 36, rash=0.05, ruleset=KAWAGOE, hand_size=2, rounds=6, score_hand="winner", dealer_after_ippatsu="left", false_claim="lose"
    ),
    "kawagoe-a-full-table": lambda: wandering(8, 52, rash=0.05, ruleset=KAWAGOE, rounds=1, false_claim="draw_2"),
    "kawagoe-with-bots": lambda: wandering(
        4, 7, bots=["novice", "novice"], ruleset=KAWAGOE, hand_size=3, rounds=2, bot_delay_ms=0
    ),
    "kawagoe-by-the-clock": lambda: by_the_clock(3, 6, 30, rounds=2),
    "kawagoe-nobody-opens": lambda: by_the_clock(5, 0, 0, hand_size=10, rounds=2),
    "doubt-the-pile": lambda: wandering(4, 1, ruleset=DOUBT, max_cards_per_play=2, min_open_seconds=0),
    "doubt-eliminated": lambda: wandering(
        5, 0, ruleset=DOUBT, rounds=3, penalty="eliminate", doubter_takes_turn=True, ranking="by_hand_count"
    ),
    "doubt-exchanges": lambda: wandering(3, 2, ruleset=DOUBT, rounds=2, penalty="exchange_two", resume_same_number=True),
    "doubt-cheat": lambda: wandering(4, 0, ruleset=DOUBT, rounds=2, variant="cheat", max_cards_per_play=3),
    "doubt-two-decks": lambda: wandering(
        5, 0, ruleset=DOUBT, decks=2, jokers_per_deck=2, max_cards_per_play=4, must_doubt_to_finish=True, joker_may_finish=False,
        penalty="exchange_two", ranking="by_hand_count", next_play_closes=False,
    ),
    "doubt-may-not-finish": lambda: wandering(6, 46, ruleset=DOUBT, max_cards_per_play=3, must_doubt_to_finish=True),
    "doubt-by-the-clock": lambda: by_the_clock(3, 6, 30, ruleset=DOUBT, max_cards_per_play=2),
    "doubt-with-bots": lambda: wandering(4, 5, bots=["novice", "careful"], ruleset=DOUBT, max_cards_per_play=2, bot_delay_ms=0),
    "doubt-a-limit-of-plays": lambda: wandering(3, 1, ruleset=DOUBT, max_plays=50, ranking="by_hand_count"),
    "durak-two": lambda: wandering(2, 5, ruleset=DURAK, rounds=3, turn_seconds=0),
    "durak-three": lambda: wandering(3, 2, ruleset=DURAK, rounds=2, throw_in=True),
    "durak-a-draw": lambda: wandering(2, 150, ruleset=DURAK),
    "durak-teams": lambda: wandering(4, 10, ruleset=DURAK, rounds=2, teams=True, throw_in=True, first_attacker="random"),
    "durak-turnover-throw-in": lambda: wandering(
        5, 11, ruleset=DURAK, turnover=True, throw_in=True, multi_lead=True, guardian_scope="all", first_bout_limit=5
    ),
    "durak-six-no-stock": lambda: wandering(6, 0, ruleset=DURAK, turnover=True),
    "durak-by-the-clock": lambda: by_the_clock(2, 9, 30, ruleset=DURAK, throw_in=True, stall_limit=10),
    "durak-with-bots": lambda: wandering(4, 1, bots=["novice", "careful"], ruleset=DURAK, throw_in=True, turnover=True, bot_delay_ms=0),
    "kirifu": lambda: wandering(4, 1, ruleset=KIRIFU, rounds=2),
    "kirifu-other-options": lambda: wandering(
        5, 4, ruleset=KIRIFU, joker=False, ace_rule="all_aces", trump="random", min_sequence=2, two_groups=True,
        limit_by_defender_hand=True, plain_follow_suit=True,
    ),
    "kirifu-first-out": lambda: wandering(3, 3, ruleset=KIRIFU, rounds=3, finish="first_out"),
    "kirifu-with-bots": lambda: wandering(4, 4, bots=["novice", "careful"], ruleset=KIRIFU, bot_delay_ms=0),
    "mustamaija": lambda: wandering(3, 26, ruleset=MUSTAMAIJA, rounds=2),
    "mustamaija-at-deal": lambda: wandering(
        6, 0, ruleset=MUSTAMAIJA, trump_reveal="at_deal", max_lead=5, spades_can_be_trump=True
    ),
    "mustamaija-by-the-clock": lambda: by_the_clock(4, 1, 20, ruleset=MUSTAMAIJA, stall_limit=20),
    "mustamaija-with-bots": lambda: wandering(3, 1, bots=["novice", "careful"], ruleset=MUSTAMAIJA, bot_delay_ms=0),
    "beating-stalled": lambda: wandering(6, 566, ruleset=DURAK, rounds=2, stall_limit=2),
}  # fmt: skip


def main() -> None:
    """Record the games that are missing."""
    shown = recorded()
    for name, play in GAMES.items():
        path = HERE / f"{name}.jsonl"
        if not path.exists():
            match = play()
            assert match.game.status in (FINISHED, ABANDONED)
            lines = export(match.id, match.log[0], match.game.head, match.log)
            path.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
        if name not in shown or "--views" in sys.argv:
            shown[name] = [*digests(name, read(path))]
    VIEWS.write_text("".join(f"{line}\n" for name in sorted(shown) for line in shown[name]), encoding="ascii")


if __name__ == "__main__":
    main()
