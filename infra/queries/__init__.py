"""Read models: lists of games, claims, leaderboards, redacted logs, reviews, what admins see. Nothing here writes.

Imported by subscriptions and `api`; imports projections and the packages below it.
"""
