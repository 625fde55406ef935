"""Faults of the signals of help from a program, for `python -m prove --faults assistance`."""

from prove.faults.planting import Fault

SHARE = 0.1

FAULTS = (
    Fault("a decision matches if it is the usual one", "domain/signals/assistance.py", "alike(game, drawn.choice.chosen) == alike(game, best)", "alike(game, drawn.choice.chosen) == alike(game, usual)", row="`kirifu`, help in 100%"),
    Fault("the newest rounds count as the oldest ones", "domain/signals/players.py", "_NEW if made < recent else _OLD", "_OLD if made < recent else _NEW", row="`kirifu`, help in 100%"),
    Fault("peers differ by chance alone", "domain/signals/players.py", "return max(0.0, self.variance - self.noise)", "return 0.0 * self.variance", row="`mustamaija`, without help"),
    Fault("a round has twice as many matches", "domain/signals/players.py", "round(rate.mean * rate.decisions)", "min(rate.decisions, 1 + round(2 * rate.mean * rate.decisions))", row="`mustamaija`, without help"),
)  # fmt: skip
