"""A game that is played: commands, the clock, bots, and what its players receive."""
