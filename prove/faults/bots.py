"""Faults with which bots see more than a player, for `python -m prove --faults bots`."""

from prove.faults.planting import Fault

SHARE = 0.02

FAULTS = (
    Fault("bots decide from the game of the server", "domain/running/automation.py", "decide(game.seen_by(seat), seat", "decide(game, seat", share=0.09),
    Fault("bots use other random numbers", "domain/running/automation.py", "act(game, *first, now", 'act(game, first[0], decide(game.seen_by(first[0]), first[0], now, game.chance(bytes(32))) or first[1], now'),
    Fault("a decision is used at the newest version, whichever it was made from", "infra/commands/slow_bots.py", "Situation(game.id, game.version, game.head, seat, tuple(actions))", 'Situation(game.id, 0, "", seat, tuple(actions))'),
    Fault(
        "a bot decides from an older version than that of its question", "infra/commands/slow_bots.py",
        "self._question = Question.of(game, seat, actions, stream)",
        "self._question = (self._question or Question.of(game, seat, actions, stream))._replace(situation=situation_of(game, seat, actions))",
        also=(("infra/commands/slow_bots.py", 'because the game moves on."""\n        self._question = None', 'because the game moves on."""'),),
    ),
    Fault("interrupted bots search on", "domain/running/automation.py", "return game.interruptions >= MOST_INTERRUPTIONS", "return False"),
    Fault("the log does not name the strategy that decided in place of another", "domain/running/automation.py", "decision.public.by_strategy = name", "pass"),
    Fault("the moves of bots are not replayed", "domain/verification/verify.py", "    if not report.ok:\n        return\n    found = replay_bots", "    if True:\n        return\n    found = replay_bots"),
)  # fmt: skip
