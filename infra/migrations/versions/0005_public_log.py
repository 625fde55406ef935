"""The public log of heads."""

import sqlalchemy as sa
from alembic import op

from infra.postgres.migrate import refuse_downgrade

revision = "0005_public_log"
down_revision = "0004_new_pages_of_the_log"
branch_labels = None
depends_on = None
functions = "d76d1b52d5d60978"

MOMENT = sa.Text(collation="C")
ID = sa.Uuid(as_uuid=False)


def upgrade() -> None:
    op.create_table(
        "head_entries",
        sa.Column("number", sa.BigInteger, autoincrement=False, nullable=False, comment="its leaf in the tree, from 0"),
        sa.Column("game_id", ID, nullable=False),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("head", sa.Text, nullable=False, comment="digest of the event with this version"),
        sa.CheckConstraint("number >= 0", name=op.f("head_entries_number_check")),
        sa.CheckConstraint("kind IN ('opened', 'seated', 'ended')", name=op.f("head_entries_kind_check")),
        sa.PrimaryKeyConstraint("number", name=op.f("head_entries_pkey")),
        schema="dobon",
        comment="the entries of the public log of heads, in its order",
    )
    op.create_index("head_entries_game_id_kind_idx", "head_entries", ["game_id", "kind"], unique=True, schema="dobon")
    op.create_table(
        "head_tiles",
        sa.Column(
            "level",
            sa.SmallInteger,
            autoincrement=False,
            nullable=False,
            comment="of the tile that has the hash",
        ),
        sa.Column(
            "number",
            sa.BigInteger,
            autoincrement=False,
            nullable=False,
            comment="of the hash on its level, from 0",
        ),
        sa.Column("hash", sa.LargeBinary, nullable=False),
        sa.CheckConstraint("level > 0", name=op.f("head_tiles_level_check")),
        sa.CheckConstraint("octet_length(hash) = 32", name=op.f("head_tiles_hash_check")),
        sa.PrimaryKeyConstraint("level", "number", name=op.f("head_tiles_pkey")),
        schema="dobon",
        comment="the hash over each full tile of the level below, which the tile above it consists of",
    )
    op.create_table(
        "head_checkpoints",
        sa.Column("size", sa.BigInteger, autoincrement=False, nullable=False, comment="how many entries it covers"),
        sa.Column("note", sa.Text, nullable=False, comment="the signed note that is served"),
        sa.Column("at", MOMENT, nullable=False),
        sa.PrimaryKeyConstraint("size", name=op.f("head_checkpoints_pkey")),
        schema="dobon",
        comment="the signed states of the public log of heads, of which the largest is served",
    )
    op.create_table(
        "head_cosignatures",
        sa.Column("size", sa.BigInteger, autoincrement=False, nullable=False, comment="of the checkpoint"),
        sa.Column("witness", sa.Text, nullable=False, comment="name of its key"),
        sa.Column("line", sa.Text, nullable=False, comment="the line that follows the signature of the server"),
        sa.Column("at", MOMENT, nullable=False, comment="when it was collected"),
        sa.PrimaryKeyConstraint("size", "witness", name=op.f("head_cosignatures_pkey")),
        schema="dobon",
        comment="signatures of witnesses under checkpoints",
    )
    tables = ("head_entries", "head_tiles", "head_checkpoints", "head_cosignatures")
    op.execute(f"GRANT SELECT, INSERT ON {', '.join(f'dobon.{table}' for table in tables)} TO dobon_app")


downgrade = refuse_downgrade
