"""What people and the analyser add to finished rounds."""

from sqlalchemy import (
    Boolean,
    CheckConstraint,
    Column,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    SmallInteger,
    Table,
    Text,
    Uuid,
    text,
)

from infra.postgres.tables.accounts import players
from infra.postgres.tables.schema import key, metadata, moment

comments = Table(
    "comments",
    metadata,
    Column("game_id", Uuid(as_uuid=False), primary_key=True),
    Column("id", Uuid(as_uuid=False), primary_key=True),
    Column("round", SmallInteger, nullable=False),
    Column("version", Integer, nullable=False, comment="the moment it is about"),
    Column("player_id", Uuid(as_uuid=False), nullable=False),
    Column("text", Text, nullable=False),
    Column("at", moment(), nullable=False),
    Column("hidden_at", moment(), comment="by an admin"),
    Index("comments_game_id_round_at_id_idx", "game_id", "round", "at", "id"),
    Index("comments_player_id_idx", "player_id"),
    comment="what players say about moments of rounds that are over",
)

shares = Table(
    "shares",
    metadata,
    Column("game_id", Uuid(as_uuid=False), primary_key=True),
    Column("id", Uuid(as_uuid=False), primary_key=True),
    Column("hash", LargeBinary, nullable=False, comment="SHA-256; the link itself is nowhere"),
    Column("player_id", Uuid(as_uuid=False), nullable=False),
    Column("created_at", moment(), nullable=False),
    Column("revoked_at", moment()),
    CheckConstraint("octet_length(hash) = 32", name="hash"),
    Index("shares_hash_idx", "hash"),
    Index("shares_player_id_idx", "player_id"),
    comment="links that open the replay of a finished game without an account",
)

stamps = Table(
    "stamps",
    metadata,
    Column("game_id", Uuid(as_uuid=False), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("seat", SmallInteger, nullable=False),
    Column("player_id", Uuid(as_uuid=False), nullable=False),
    Column("stamp", Text, nullable=False),
    Column("version", Integer, nullable=False, comment="that the game was at"),
    Column("at", moment(), nullable=False),
    Index("stamps_player_id_idx", "player_id"),
    comment="what players said at the table without words; no part of the log, and old ones go",
)

analyses = Table(
    "analyses",
    metadata,
    Column("game_id", Uuid(as_uuid=False), primary_key=True),
    Column("head", Text, primary_key=True, comment="digest of the event that ended the round"),
    Column("analyser", SmallInteger, primary_key=True, autoincrement=False, comment="version of the analyser"),
    Column("round", SmallInteger, nullable=False),
    Column("requested_at", moment(), nullable=False),
    Column("requested_by", Uuid(as_uuid=False), comment="account, until the analysis is complete"),
    Column("lease", Uuid(as_uuid=False), comment="of the process that computes it"),
    Column("leased_until", moment(), nullable=False, server_default=text("''")),
    Column("attempts", SmallInteger, nullable=False, server_default=text("0"), comment="since the last progress"),
    Column("total", Integer, comment="decisions of the round; null before they are counted"),
    Column("judged", Text, nullable=False, server_default=text("'[]'"), comment="JSON list: decisions judged so far"),
    Column("result", Text, comment="JSON object; null until it is complete"),
    # workers take the oldest request
    Index("analyses_requested_idx", "requested_at", "game_id", "head", postgresql_where=text("result IS NULL")),
    comment="analyses of finished rounds: requests, progress and results, which can be computed again",
)

drills = Table(
    "drills",
    metadata,
    Column("game_id", Uuid(as_uuid=False), primary_key=True),
    Column("id", Uuid(as_uuid=False), primary_key=True),
    Column("question", Text, nullable=False, comment="JSON object, with the losses of all choices"),
    comment="positions of analysed rounds in which one action was clearly the best",
)

player_drills = Table(
    "player_drills",
    metadata,
    Column("player_id", Uuid(as_uuid=False), ForeignKey(players.c.id, ondelete="CASCADE"), primary_key=True),
    Column("drill_id", Uuid(as_uuid=False), primary_key=True),
    Column("game_id", Uuid(as_uuid=False), nullable=False),
    Column("done", Boolean, nullable=False, server_default=text("false")),
    Column(
        "rank",
        SmallInteger,
        nullable=False,
        comment="0 for a mistake of the player, 1 for another position of the player, 2 for one of another seat",
    ),
    Column("created_at", moment(), nullable=False),
    Column("choice", SmallInteger, comment="place of the choice; null before the first answer"),
    Column("answered_at", moment()),
    CheckConstraint("done = (choice IS NOT NULL)", name="done"),
    # the list of a player's drills is one range of this index
    Index(
        "player_drills_player_id_done_rank_created_at_drill_id_idx",
        "player_id",
        "done",
        "rank",
        "created_at",
        "drill_id",
    ),
    comment="the drills of each player, from the games in which the player has a seat, and the first answers",
)

daily_drills = Table(
    "daily_drills",
    metadata,
    Column("day", key(), primary_key=True),
    Column("drill", Text, nullable=False, comment="JSON object, which follows from the day"),
    comment="the drill of each day (UTC), from a game of bots that is recorded nowhere",
)

daily_answers = Table(
    "daily_answers",
    metadata,
    Column("player_id", Uuid(as_uuid=False), ForeignKey(players.c.id, ondelete="CASCADE"), primary_key=True),
    Column("day", key(), primary_key=True),
    Column("choice", SmallInteger, nullable=False),
    Column("answered_at", moment(), nullable=False),
    comment="the first answer of each player to the drill of a day",
)
