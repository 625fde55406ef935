"""Read models: lists of games, claims, leaderboards, redacted logs, reviews, what admins see. Nothing here writes.

Imported by streams and `api`; imports projections and the packages below it.
"""
