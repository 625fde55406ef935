"""The games: pure Python, without clock, randomness or I/O. Secrets and moments are arguments."""
