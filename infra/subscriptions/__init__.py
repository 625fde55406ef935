"""What the streams of `api` ask the database for: new events of many games in one statement.

Imported by `api`; imports commands and queries.
"""
