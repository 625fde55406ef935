"""Drills as JSON. Only the response to an answer has the losses of the choices."""

from typing import Any

from api.dependencies import dependencies
from api.presenters.player_names import player_names
from api.presenters.reviews import frame_json, with_words
from api.problems import Problem
from domain.analysis.marks import unit
from domain.analysis.questions import Question
from domain.log.moments import Moment
from domain.review.daily_drill import DailyDrill
from infra.analyser.daily_drills import Answer
from infra.analyser.drills import OTHERS, Drill


def drill_json(drill: Drill) -> dict[str, Any]:
    """Return a drill as lists show it."""
    question = drill.question
    shown = {name: question[name] for name in ("round", "version", "position", "seat", "ruleset", "asks", "mark")}
    return {
        "id": drill.id,
        "game": drill.game,
        **shown,
        "own": drill.rank < OTHERS,
        "answered": _answered(question, drill.choice, drill.answered_at),
    }


def question_json(drill: Drill, upto: int) -> dict[str, Any]:
    """Return a drill with its position, from the log up to version `upto`. Raises `Problem("no-such-drill")`."""
    question = drill.question
    seat, position = question["seat"], question["position"]
    frame = frame_json(drill.game, question["round"], position, seat, upto)
    if frame is None:
        raise no_such_drill()
    game = dependencies().games.view(drill.game, seat, position)
    return {
        **drill_json(drill),
        "frame": frame,
        "choices": question["choices"],
        "players": player_names().with_names(game.players),
        "options": game.options,
    }


def daily_json(day: str, drill: DailyDrill, answer: Answer | None) -> dict[str, Any]:
    """Return the drill of a day with its position."""
    question = drill["question"]
    return {
        "day": day,
        "seat": question["seat"],
        "ruleset": question["ruleset"],
        "asks": question["asks"],
        "answered": None if answer is None else _answered(question, answer.choice, answer.at),
        "frame": with_words(drill["frame"]),
        "choices": question["choices"],
        "players": player_names().with_names(drill["players"]),
        "options": drill["options"],
    }


def result_json(question: Question, choice: int, kept: int | None, at: Moment | None) -> dict[str, Any]:
    """Return the losses of all choices; `kept` is the first answer, given at that moment."""
    known = {name: question[name] for name in ("best", "played", "losses", "errors", "mark", "reason")}
    right = choice == question["best"]
    size = unit(question["ruleset"])
    return {"choice": choice, "right": right, "unit": size, **known, "answered": _answered(question, kept, at)}


def check_choice(question: Question, choice: int) -> None:
    """Raise `Problem("bad-body")` unless the question has that choice."""
    last = len(question["choices"]) - 1
    if choice > last:
        raise Problem("bad-body", f"The drill has the choices 0 to {last}.")


def no_such_drill() -> Problem:
    """Return the error for a drill that does not exist, or is not one of the account."""
    return Problem("no-such-drill", "Your drills are those of GET /v1/drills.")


def _answered(question: Question, choice: int | None, at: Moment | None) -> dict[str, Any] | None:
    return None if choice is None else {"choice": choice, "right": choice == question["best"], "at": at}
