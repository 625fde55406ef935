"""Drills without the playouts that find them."""

from typing import Any

from domain.analysis.decisions import Decision
from domain.analysis.questions import Question
from domain.analysis.round_analysis import Judged
from domain.ruleset.actions import to_wire
from infra.analyser import drills
from prove.harness.application import House, Table
from prove.harness.service_games import owning, shard_of


def judge_at_once(decision: Decision, **_: Any) -> Judged:
    """Judge a decision without playouts: its last candidate leads. No second judge is asked, as if it were solved."""
    candidates = [None if one is None else to_wire(one) for one in decision.candidates]
    last, chosen = len(candidates) - 1, decision.candidates.index(decision.chosen)
    losses = [round(0.1 + 0.01 * place, 2) for place in range(last)] + [0.0]
    return {
        "version": decision.version, "seat": decision.seat, "chosen": candidates[chosen], "best": candidates[last],
        "choices": len(candidates), "loss": losses[chosen], "error": 0.02, "value": 0.0, "won": 0.2, "lost": 0.2, "best_won": 0.3,
        "best_lost": 0.2, "mark": "mistake" if chosen != last and decision.version % 2 else None, "reason": None, "playouts": 0,
        "drill": {"candidates": candidates, "best": last, "lead": 0.1, "error": 0.02, "losses": losses, "errors": [0.0] * (last + 1)},
    }  # fmt: skip


def add_drill(house: House, table: Table, version: int) -> str:
    """Give the players of a finished game a drill of its first round, and return its id."""
    asked: Question = {
        "round": 1, "version": version, "seat": 0, "position": version - 1, "ruleset": "dobon-sato", "asks": "play",
        "choices": [{"type": "draw"}, {"type": "pass"}], "best": 0, "played": 1, "losses": [0.0, 0.2], "errors": [0.02, 0.02],
        "mark": "blunder", "reason": None,
    }  # fmt: skip
    values = drills.values_of(table.id, [asked], house.time.now)
    with owning(shard_of(house.pool, table.id)) as connection:
        row = (table.id, values["ids"][0], values["questions"][0])
        connection.execute(
            "INSERT INTO dobon.drills (game_id, id, question) VALUES (%s, %s, %s) ON CONFLICT DO NOTHING", row
        )
    with house.pool.connection() as conn, house.pool.games.of(table.id).connection_beside(house.pool, conn) as games:
        drills.offer(conn, games, table.id, values)
    return str(values["ids"][0])
