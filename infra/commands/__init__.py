"""The command path: load a game, judge a command, commit its events; and the scheduler that does what is due.

Imported by subscriptions and `api`; imports event_store and repositories.
"""
