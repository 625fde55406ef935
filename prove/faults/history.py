"""Faults."""

from prove.faults.planting import Fault

SHARE = 0.01

FAULTS: tuple[Fault, ...] = ()
