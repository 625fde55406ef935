"""The public log of heads. The server adds rows, and may neither change nor delete one."""

from sqlalchemy import BigInteger, CheckConstraint, Column, Index, Integer, LargeBinary, SmallInteger, Table, Text, Uuid

from infra.postgres.tables.schema import metadata, moment

head_entries = Table(
    "head_entries",
    metadata,
    Column("number", BigInteger, primary_key=True, autoincrement=False, comment="its leaf in the tree, from 0"),
    Column("game_id", Uuid(as_uuid=False), nullable=False),
    Column("kind", Text, nullable=False),
    Column("version", Integer, nullable=False),
    Column("head", Text, nullable=False, comment="digest of the event with this version"),
    CheckConstraint("number >= 0", name="number"),
    CheckConstraint("kind IN ('opened', 'seated', 'ended')", name="kind"),
    # allows one entry of each kind for a game
    Index("head_entries_game_id_kind_idx", "game_id", "kind", unique=True),
    comment="the entries of the public log of heads, in its order",
)

head_tiles = Table(
    "head_tiles",
    metadata,
    Column("level", SmallInteger, primary_key=True, autoincrement=False, comment="of the tile that has the hash"),
    Column("number", BigInteger, primary_key=True, autoincrement=False, comment="of the hash on its level, from 0"),
    Column("hash", LargeBinary, nullable=False),
    CheckConstraint("level > 0", name="level"),
    CheckConstraint("octet_length(hash) = 32", name="hash"),
    comment="the hash over each full tile of the level below, which the tile above it consists of",
)

head_cosignatures = Table(
    "head_cosignatures",
    metadata,
    Column("size", BigInteger, primary_key=True, autoincrement=False, comment="of the checkpoint"),
    Column("witness", Text, primary_key=True, comment="name of its key"),
    Column("line", Text, nullable=False, comment="the line that follows the signature of the server"),
    Column("at", moment(), nullable=False, comment="when it was collected"),
    comment="signatures of witnesses under checkpoints",
)

head_checkpoints = Table(
    "head_checkpoints",
    metadata,
    Column("size", BigInteger, primary_key=True, autoincrement=False, comment="how many entries it covers"),
    Column("note", Text, nullable=False, comment="the signed note that is served"),
    Column("at", moment(), nullable=False),
    comment="the signed states of the public log of heads, of which the largest is served",
)
