"""Stamps: the few words that players say at the table. They are no part of the game, and stand in no log."""

STAMPS = ("hello", "nice", "thanks", "thinking", "oops", "wow", "sorry", "good-game")
"""All there are. What each looks like, and how it is said in which language, is up to who shows it."""
