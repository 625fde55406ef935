"""The summary of a game: what a list of games says of it, and the order of its seats at the end."""

from collections.abc import Mapping, Sequence
from typing import Any

from domain.game.game import BETWEEN_ROUNDS, FINISHED, PLAYING, Game
from domain.game.spectators import is_over
from domain.ruleset.ranks import ranked
from domain.running.commands import due


def standing(scores: Sequence[int], places: Sequence[int]) -> list[dict[str, int]]:
    """Return `place`, `seat` and `score` of each seat, best first. Seats with the same result share a place."""
    ranks = ranked(list(zip((-score for score in scores), places, strict=True)))
    seats = sorted(range(len(scores)), key=lambda seat: (ranks[seat], seat))
    return [{"place": ranks[seat], "seat": seat, "score": scores[seat]} for seat in seats]


def asked(game: Game) -> list[int]:
    """Return the seats that are asked to act, as far as the game's viewer knows."""
    if game.status == PLAYING:
        return sorted(game.ruleset.waiting_for(game.state))
    return sorted(game.unready) if game.status == BETWEEN_ROUNDS else []


def summary(game: Game) -> Mapping[str, Any]:
    """Return what a list says of a game, from its spectators' fold.

    `bot_accounts`, `turn`, `deadline`, `started_at`, `ended_at`, `winner` (None without one sole winner) and `standing`
    (None unless the game is finished). Answers in an open window are sealed, so `turn` lists every seat that was asked.
    """
    final = standing(game.scores, game.places) if game.status == FINISHED else None
    first = [] if final is None else [row["seat"] for row in final if row["place"] == 1]
    return {
        "bot_accounts": game.bot_accounts,
        "turn": asked(game),
        "deadline": due(game),
        "started_at": game.started_at,
        "ended_at": game.at if is_over(game) else None,
        "winner": first[0] if len(first) == 1 else None,
        "standing": final,
    }
