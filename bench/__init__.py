"""Benchmarks: one command prints one table of rates and ratios for the rules, the log and the API.

Imported by no other package; imports `domain`, `infra` and, over HTTP, `api`.
"""

Row = tuple[str, float, str]
"""The name of a measurement, the figure, and its unit or target."""
