"""Read models: lists of games, claims, leaderboards, redacted logs. Nothing here writes.

Imported by subscriptions and `api`; imports projections, event_store and postgres.
"""
