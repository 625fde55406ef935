"""The log: appending in one statement, reading, the change feed, and checking digests and seals.

Imported by repositories, commands, projections and queries; imports postgres.
"""
