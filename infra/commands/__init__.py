"""The command path: load a game, judge a command, commit its events; and the scheduler for deadlines and bots.

Imported by subscriptions and `api`; imports repositories, event_store, postgres and observability.
"""
