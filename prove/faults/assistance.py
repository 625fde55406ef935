"""Faults of the signals of help from a program, for `python -m prove --faults assistance`."""

from prove.faults.planting import Fault

SHARE = 0.1

FAULTS = (
    Fault("a decision matches if it is the usual one", "domain/signals/assistance.py", "matched = alike(game, choice.chosen) == alike(game, best)", "matched = alike(game, choice.chosen) == alike(game, usual)", row="`durak`, help in 100%"),
    Fault("the newest rounds count as the oldest ones", "domain/signals/players.py", "_NEW if made < recent else _OLD", "_OLD if made < recent else _NEW", row="`durak`, help in 100%"),
    Fault("peers differ by chance alone", "domain/signals/players.py", "skill = max(0.0, peers.variance - peers.noise)", "skill = 0.0 * peers.variance", row="honest"),
)  # fmt: skip
