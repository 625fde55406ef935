"""PostgreSQL, the clock and the operating system. Imported by `api`, `bench` and `prove`; imports `domain`.

The packages from bottom to top: clock and settings, observability, postgres, event_store, accounts, notifications,
social, moderation, commands, projections, queries, streams. A package imports only packages below it.
"""
