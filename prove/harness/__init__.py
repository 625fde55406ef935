"""The harness of proofs and tests: servers, players, games, counters and the watchdog.

It imports `domain`, `infra` and `api`, and nothing of `tests`. Proofs and tests may import it.
"""
