"""The queue of quick play, challenges, and whom players want to meet."""

from sqlalchemy import Boolean, CheckConstraint, Column, Index, Integer, SmallInteger, Table, Text, Uuid, text

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
    Column(
        "bot_account", Boolean, nullable=False, server_default=text("false"), comment="bot accounts meet each other"
    ),
    Index("queue_match_idx", "match"),
    Index(
        "queue_waiting_idx",
        "ruleset",
        "seats",
        "bot_account",
        "joined_at",
        "account",
        postgresql_where=text("match IS NULL"),
    ),
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

challenges = Table(
    "challenges",
    metadata,
    Column("id", Uuid(as_uuid=False), primary_key=True, comment="the idempotency key with which its game is created"),
    Column("challenger", Uuid(as_uuid=False), nullable=False),
    Column("player", Uuid(as_uuid=False), nullable=False, comment="the challenged one"),
    Column("ruleset", Text, nullable=False),
    Column("options", Text, nullable=False, comment="JSON object"),
    Column("seats", SmallInteger, nullable=False),
    Column("bots", Text, nullable=False, comment="JSON list: the strategies on the other seats"),
    Column("listed", Boolean, nullable=False),
    Column("anchor", Text, comment="of the challenger's hash chain, hex"),
    Column("answer_anchor", Text, comment="of the other player's hash chain, hex"),
    Column("status", Text, nullable=False, server_default=text("'open'")),
    Column("reason", Text, comment="why it was declined"),
    Column("at", moment(), nullable=False),
    Column("expires_at", moment(), nullable=False),
    Column("ended_at", moment()),
    Column("game", Uuid(as_uuid=False), comment="of an accepted challenge, once it exists"),
    CheckConstraint("status IN ('open', 'accepted', 'declined', 'withdrawn')", name="status"),
    CheckConstraint("(status = 'declined') = (reason IS NOT NULL)", name="reason"),
    Index("challenges_challenger_at_id_idx", "challenger", "at", "id"),
    Index("challenges_player_at_id_idx", "player", "at", "id"),
    Index("challenges_expires_at_idx", "expires_at"),
    comment="games that players have proposed to each other; an open one expires; kept for some days",
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
