"""The command path: load a game, judge a command, commit its events; and the scheduler for deadlines and bots.

Imported by streams and `api`; imports accounts, social and the packages below them, postgres and observability.
"""
