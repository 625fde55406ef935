"""Rows that belong to no game's log: accounts, comments, shares, stamps, and what admins did.

Imported by commands, projections and subscriptions; imports postgres and event_store.
"""
