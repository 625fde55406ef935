"""The log: appending in one call, reading, the change feed, and checking digests and seals.

Imported by accounts and every package above it; imports postgres.
"""
