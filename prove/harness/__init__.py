"""What several proofs need to run the program, and tests too: servers, players, games, counters and the watchdog.

It imports `domain`, `infra` and `api`, and nothing of `tests`. Proofs and tests may import it.
"""
