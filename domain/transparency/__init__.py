"""The public log of heads as bytes: the Merkle tree, its tiles, signed notes and entries. No I/O and no signatures.

It imports `domain.log` alone. `infra.event_store.head_log` keeps the tree, and `docs/public-log.md` describes it.
"""
