"""The drill of the day: a position from a round that bots play from the date, so that all servers ask the same."""

from collections.abc import Iterator, Sequence
from datetime import date
from typing import Any, TypedDict

from domain.analysis.losses import USUAL, Budget
from domain.analysis.questions import Question, question
from domain.analysis.round_analysis import judge, round_decisions
from domain.game.fold import fold_for
from domain.game.registry import RULESETS
from domain.log.events import Event
from domain.log.log_format import chain
from domain.review.review import frames
from domain.review.second_judge import confirmed
from domain.running.self_play import GAME, play

TABLES = (("careful", "novice", "careful", "careful"), ("novice", "careful", "novice", "careful"))
"""The strategies of the seats; games of a day take turns."""

MAX_GAMES = 10
"""Maximum number of games of a day."""

SEATS = {"durak": 3}
"""Numbers of seats that differ from four, by ruleset."""


class DailyDrill(TypedDict):
    """A question of the day with its position. All values are JSON."""

    question: Question
    frame: dict[str, Any]
    "The frame of the position, as the seat knew it."
    players: list[dict[str, Any]]
    "The seats and their bots, as views show them, without names."
    options: dict[str, Any]


def ruleset_of(day: date) -> str:
    """Return the ruleset of a day; they take turns."""
    keys = [*RULESETS]
    return keys[day.toordinal() % len(keys)]


def prepare(day: date, budget: Budget = USUAL) -> Iterator[DailyDrill | None]:
    """Yield None after each decision that was examined, and at last the drill of the day.

    Games are played and examined in order until a bot misses a clearly best action. If none does in `MAX_GAMES` games,
    the first position with a clearly best action is taken; without one the day has no drill.
    """
    key, first = ruleset_of(day), None
    for number in range(MAX_GAMES):
        bots = TABLES[number % len(TABLES)][: SEATS.get(key)]
        log = _log(key, bots, f"dobon/daily/1|{day.isoformat()}|{number}")
        for decision in round_decisions(GAME, log, 1, len(bots)):
            judged = confirmed(decision, judge(decision, budget=budget))
            if judged["drill"] is not None:
                asked = question(decision, judged)
                if asked["played"] != asked["best"]:
                    yield _drill(log, asked)
                    return
                first = first or _drill(log, asked)
            yield None
    if first is not None:
        yield first


def _log(key: str, bots: Sequence[str], seed: str) -> list[Event]:
    """Return the log of a game of one round, with seals and digests."""
    log, _ = play(key, bots, seed, {"rounds": 1})
    secret = next(event.public.secret for event in log if event.type == "round-revealed")
    chain(GAME, "", log, bytes.fromhex(secret))
    return log


def _drill(log: Sequence[Event], asked: Question) -> DailyDrill:
    seat, position = asked["seat"], asked["position"]
    game = fold_for(GAME, log[:position], seat)
    frame = next(frame for frame in frames(GAME, log, 1, seat=seat) if frame["version"] == position)
    return {"question": asked, "frame": frame, "players": game.players, "options": game.options}
