"""Reports of players, and verdicts of admins about them."""
