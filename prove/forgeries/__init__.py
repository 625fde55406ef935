"""Forgeries of logs by a cheat who holds all secrets: every seal and digest of a forged log is right.

A forgery changes a log at one place. Some are hidden: the cheat shows the log only as one viewer may see it.
"""

from prove.forgeries import deals, found, hidden, invented
from prove.forgeries.forging import FORGERIES, LOGS, Forgery, true_log

__all__ = ["FORGERIES", "LOGS", "Forgery", "deals", "found", "hidden", "invented", "true_log"]
