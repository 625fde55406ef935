"""Costs per event and per game: bytes on disk, the projectors' rate, `check` and `rebuild`."""

from rich.table import Table


def measure(world):
    return Table("x")
