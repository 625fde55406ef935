"""Players of our own. A strategy decides from what its seat may see, never from more."""

NAMES = ("novice", "careful")
"""The strategies there are."""

STAND_IN = "careful"
"""The strategy that plays on for somebody who has left."""
