"""A finished round, event by event: reviews, dangers, other continuations, and drills."""
