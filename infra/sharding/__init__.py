"""Moves partitions of games from one shard to another while games are played, and shows what each shard has.

A move copies the rows of a partition, follows their changes by PostgreSQL's logical replication, and hands the
partition over when the copy has caught up. Until then the source owns it, and afterwards the target. In between nobody
does, for milliseconds, and calls are refused (`infra.postgres.partitions`).
"""
