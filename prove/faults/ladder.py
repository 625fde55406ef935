"""Faults of bot accounts and their queue, for `python -m prove --faults ladder`."""

from prove.faults.planting import Fault

SHARE = 0.006

FAULTS = (
    Fault("games with bot accounts are rated with those of people", "domain/game/statistics.py", "return ruleset_key + _BOT_ACCOUNTS if bot_accounts else ruleset_key", "return ruleset_key"),
    Fault("the log does not say that a bot account takes a seat", "domain/running/commands.py", "by_program = True if program else UNSET", "by_program = UNSET"),
    Fault("bot accounts are not admitted to tables of their own", "domain/running/commands.py", "bot_accounts=True if bot_accounts or programs else UNSET", "bot_accounts=True if bot_accounts else UNSET"),
)  # fmt: skip
