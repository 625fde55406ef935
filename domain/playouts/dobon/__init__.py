"""Positions of both rule sets of Dobon: hands are masks of cards, and waits masks of numbers."""
