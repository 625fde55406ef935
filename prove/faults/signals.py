"""Faults of the signals of collusion, for `python -m prove --faults signals`."""

from prove.faults.planting import Fault

SHARE = 0.1

FAULTS = (
    Fault("a call that is not made counts for the seat opposite", "domain/signals/dobon.py", "yield WITHHELD, seat, owner, 1.0", "yield WITHHELD, seat, (seat + 2) % table.seats, 1.0", row="`dobon-sato`, soft calls, 100%"),
    Fault("an attack that is left out spares the attacker", "domain/signals/beating.py", "yield SPARED, seat, table.bout.defender,", "yield SPARED, seat, table.bout.attacker,", row="`durak`, soft attacks, 100%"),
    Fault("an eighth of the rows is drawn", "domain/signals/permutation.py", "return sample(stratum.residuals, stratum.own)", "return sample(stratum.residuals, stratum.own // 8)", row="honest"),
)  # fmt: skip
