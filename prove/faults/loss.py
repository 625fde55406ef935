"""Faults with which answered commands are lost, for `python -m prove --faults loss`."""

from prove.faults.planting import Fault

SHARE = 0.02

FAULTS = (
    Fault("Postgres runs with synchronous_commit = off", "prove/loss.py", "yield from check_loss(run)\n", "yield from check_loss(run, asynchronous_commit=True)\n"),
    Fault(
        "the key is stored in a transaction of its own, after the events", "infra/event_store/store.py", "    values = _row_values(new)\n",
        "    if new.key is not None:\n        from dataclasses import replace\n        if not append(conn, replace(new, key=None)):\n            return False\n"
        "        conn.execute('INSERT INTO dobon.commands VALUES (%s, %s, %s, %s, %s, %s)', (new.game, new.key.account, new.key.key,"
        " new.key.request, new.expected + 1, new.last))\n        return True\n    values = _row_values(new)\n",
        also=(("infra/migrations/versions/0001_first_revision.py", '    "events": "SELECT",\n', '    "events": "SELECT",\n    "commands": "INSERT",\n'),),
    ),
    Fault(
        "a command is answered before it is committed", "infra/commands/handler.py", "if not self._append_around_damage(append, also):",
        "import threading, time\n            threading.Thread(target=lambda: (time.sleep(0.05), self._append(append, also))).start()\n            if False:",
    ),
    Fault("a key is not looked up when the command is refused", "infra/commands/handler.py", "                    previous = self.previous_outcome(game_id, key)\n                    if previous is not None:\n                        return previous\n                    refusal", "                    refusal"),
)  # fmt: skip
