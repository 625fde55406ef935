"""Projections: tables built from the log that can be deleted and rebuilt.

Imported by queries and `api`; imports commands and the packages below it.
"""
