"""The bots. A strategy decides only from the view of its own seat.

Imported by `domain.running.automation`, `domain.running.commands`, `domain.running.self_play` and the command line;
imports the families.
"""

NAMES = ("novice", "careful", "expert")
"""The names of the strategies."""

STAND_IN = "careful"
"""The strategy that plays for a player who has left."""

QUICK = "careful"
"""The strategy that decides at once in place of one that searches, after too many interruptions."""
