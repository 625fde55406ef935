"""Faults in the order of concurrent commands, for `python -m prove --faults races`."""

from prove.faults.planting import Fault

SHARE = 0.01

FAULTS = (
    Fault("the row of a game is not guarded by its version", "infra/postgres/functions/append.sql", "WHERE id = game AND version = expected AND head = coalesce(previous, head);", "WHERE id = game;", also=(("infra/postgres/functions/append.sql", "WHERE id = game AND version = expected AND head = coalesce(previous, head)\n", "WHERE id = game\n"),)),
    Fault("a refusal is not judged again after a concurrent change", "infra/commands/handler.py", "if self._refresh(game_id, cached):\n                        continue", "if False:\n                        continue", share=0.05, row="jump-in"),
    Fault("overdue deadlines do not run before a command", "infra/commands/handler.py", "                    unit.run_due()\n                    unit.record", "                    unit.record"),
    Fault("the places of a match are not taken", "infra/social/quick_play.py", "UPDATE dobon.queue SET match = %s WHERE account = ANY(%s::uuid[])", "UPDATE dobon.queue SET match = %s WHERE account = ANY(%s::uuid[]) AND false"),
    Fault("a player at a table waits again by asking again", "infra/social/quick_play.py", "queue.match IS NULL OR queue.match = %(ended)s", "queue.match IS NULL OR queue.game IS NOT NULL", share=0.1, row="queue"),
    Fault("the game of a match has another id in each process", "infra/commands/matchmaking.py", "key=match.id, ", ""),
    Fault("a key is not looked up when the command is refused", "infra/commands/handler.py", "                    previous = self.previous_outcome(game_id, key)\n                    if previous is not None:\n                        return previous\n                    refusal", "                    refusal"),
)  # fmt: skip
