"""The queue of quick play, and whom players want to meet."""

from sqlalchemy import Column, Index, Integer, SmallInteger, Table, Text, Uuid, text

from infra.postgres.tables.schema import metadata, moment

queue = Table(
    "queue",
    metadata,
    Column("account", Uuid(as_uuid=False), primary_key=True),
    Column("ruleset", Text, nullable=False),
    Column("seats", SmallInteger, nullable=False),
    Column("within", Integer, comment="the largest difference of ratings"),
    Column("bots_after", SmallInteger, comment="seconds after which bots take the seats that are left"),
    Column("anchor", Text, comment="of the player's hash chain, hex"),
    Column("rating", Integer, nullable=False),
    Column("joined_at", moment(), nullable=False),
    Column("asked_at", moment(), nullable=False, comment="by the player; a place lapses without requests"),
    Column("match", Uuid(as_uuid=False), comment="that took the place"),
    Column("game", Uuid(as_uuid=False), comment="of the match, once it exists"),
    Index("queue_match_idx", "match"),
    Index("queue_waiting_idx", "ruleset", "seats", "joined_at", "account", postgresql_where=text("match IS NULL")),
    comment="who waits for a table; each place belongs to at most one match",
)

matches = Table(
    "matches",
    metadata,
    Column("id", Uuid(as_uuid=False), primary_key=True),
    Column("ruleset", Text, nullable=False),
    Column("seats", SmallInteger, nullable=False),
    Column("players", Text, nullable=False, comment="JSON list of accounts with their anchors, by seat"),
    Column("made_at", moment(), nullable=False),
    comment="matches whose game is not open yet",
)

blocks = Table(
    "blocks",
    metadata,
    Column("account", Uuid(as_uuid=False), primary_key=True),
    Column("other", Uuid(as_uuid=False), primary_key=True),
    Column("at", moment(), nullable=False),
    Index("blocks_other_idx", "other"),
    comment="who does not want to meet whom",
)

follows = Table(
    "follows",
    metadata,
    Column("account", Uuid(as_uuid=False), primary_key=True),
    Column("other", Uuid(as_uuid=False), primary_key=True),
    Column("at", moment(), nullable=False),
    Index("follows_other_idx", "other"),
    comment="who follows whom",
)
