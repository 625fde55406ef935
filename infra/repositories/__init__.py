"""Rows outside the logs of games: accounts, comments, shares, stamps, and acts of admins.

Imported by commands, projections, subscriptions and `api`; imports event_store and postgres.
"""
