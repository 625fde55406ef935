"""Digests of what every version of every strategy decides: `python -m tests.domain.bots.versions` records new ones.

A digest covers all decisions of some games in which the strategy plays all seats. Recorded ones are kept: those that no
longer hold have to be deleted from `versions.json` first.
"""

import json
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path
from typing import Any

from domain.bots.search import Expert
from domain.bots.strategies import STRATEGIES
from domain.bots.strategy import Strategy
from domain.game.game import Game
from domain.log.chance import RandomStream
from domain.log.log_format import canonical
from domain.ruleset.actions import Action, to_wire
from domain.running.self_play import play

RECORDED = Path(__file__).with_name("versions.json")

GAMES: dict[str, tuple[tuple[int, dict[str, Any]], ...]] = {
    "dobon-sato": (
        (2, {}),
        (4, {"rounds": 3}),
        (3, {"claim_mode": "ask_all", "play_after_draw": True, "eight_answers_pending": True, "rounds": 2}),
        (6, {"hand_size": 3, "initial_card_loser": "all_others", "open_penalty_ends_turn": True, "rounds": 3}),
    ),
    "dobon-kawagoe": (
        (2, {"rounds": 2}),
        (4, {"rounds": 3}),
        (3, {"eight_wild": True, "voluntary_draw": True, "score_hand": "both", "rounds": 2}),
        (6, {"hand_size": 3, "score_hand": "winner", "rounds": 3}),
    ),
    "doubt": (
        (4, {"penalty": "exchange_two", "max_cards_per_play": 4, "jokers_per_deck": 2}),
        (3, {"max_plays": 120}),
        (5, {"penalty": "eliminate", "must_doubt_to_finish": True, "max_plays": 120}),
        (4, {"variant": "cheat", "max_cards_per_play": 2, "joker_may_finish": False, "max_plays": 120}),
    ),
    "durak": (
        (2, {}),
        (3, {"throw_in": True, "turnover": True, "multi_lead": True}),
        (4, {"teams": True, "throw_in": True}),
        (5, {"guardian_scope": "all", "turnover": True}),
        (2, {"both_out": "first_out", "throw_in": True}),
    ),
    "kirifu": (
        (3, {}),
        (4, {"two_groups": True, "min_sequence": 2}),
        (5, {"ace_rule": "all_aces", "plain_follow_suit": True, "joker": False}),
        (4, {"finish": "first_out", "limit_by_defender_hand": True, "trump": "random"}),
    ),
    "mustamaija": (
        (2, {}),
        (4, {"trump_reveal": "at_deal"}),
        (3, {"max_lead": 2, "spades_can_be_trump": True}),
        (6, {}),
    ),
}
"""Numbers of seats and options of the games of each ruleset."""


SLOW_GAMES = 2
"""Number of games of a strategy that takes playouts; it plays their first seat alone."""


def label(ruleset: str, name: str, version: int) -> str:
    """Return the key of a version in the file."""
    return f"{ruleset} {name} {version}"


def every_version() -> Iterator[tuple[str, str, int]]:
    """Yield ruleset, name and version of every strategy of the program."""
    for (ruleset, name), versions in STRATEGIES.items():
        for version in versions:
            yield ruleset, name, version


def digest_of(ruleset: str, name: str, version: int) -> str:
    """Return the digest of all decisions of the strategy in the games of its ruleset."""
    decisions: list[Any] = []
    games = GAMES[ruleset]
    slow = isinstance(STRATEGIES[ruleset, name][version], Expert)
    with _recording(ruleset, name, version, decisions):
        for number, (seats, options) in enumerate(games[:SLOW_GAMES] if slow else games):
            bots = [name, *["careful" if slow else name] * (seats - 1)]
            play(ruleset, bots, f"versions-{number}", options)
    return sha256(canonical(decisions)).hexdigest()


@contextmanager
def _recording(ruleset: str, name: str, version: int, decisions: list[Any]) -> Iterator[None]:
    """Let this version alone play, and record the seat, the version of the game and the decision of each request."""
    versions = STRATEGIES[ruleset, name]
    strategy: Strategy = versions[version]

    def record(game: Game, seat: int, actions: Sequence[Action], stream: RandomStream) -> Action | None:
        action = strategy(game, seat, actions, stream)
        decisions.append([seat, game.version, None if action is None else to_wire(action)])
        return action

    STRATEGIES[ruleset, name] = {version: record}
    try:
        yield
    finally:
        STRATEGIES[ruleset, name] = versions


def recorded() -> dict[str, str]:
    """Return the recorded digests."""
    found: dict[str, str] = json.loads(RECORDED.read_text(encoding="ascii")) if RECORDED.exists() else {}
    return found


def main() -> None:
    """Record the versions that are missing."""
    found = recorded()
    for one in every_version():
        if label(*one) not in found:
            found[label(*one)] = digest_of(*one)
    RECORDED.write_text(json.dumps(dict(sorted(found.items())), indent=2) + "\n", encoding="ascii")


if __name__ == "__main__":
    main()
