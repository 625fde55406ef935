"""Projections: tables built from the log that can be deleted and rebuilt.

Imported by queries and `api`; imports repositories, event_store and postgres.
"""
