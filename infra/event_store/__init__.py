"""The log: appending in one statement, reading, the change feed, and checking digests and seals.

Imported by repositories and every package above it; imports postgres.
"""
