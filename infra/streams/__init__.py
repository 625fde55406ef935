"""The database side of event streams: new events of many games in one statement.

Imported by `api`; imports queries, commands and the packages below them.
"""
