"""Quick play, rematches, friends and blocks, and turns that the clock played.

Revision ID: 0015
Revises: 0014
"""

import sqlalchemy as sa
from alembic import op

revision = "0015"
down_revision = "0014"
branch_labels = None
depends_on = None

COUNTERS = ("turns", "timeouts")


def upgrade() -> None:
    for name in COUNTERS:
        op.add_column(
            "statistics", sa.Column(name, sa.BigInteger, nullable=False, server_default=sa.text("0")), schema="dobon"
        )
    moment = sa.Text(collation="C")
    op.create_table(
        "queue",
        sa.Column("account", sa.Uuid(as_uuid=False), nullable=False),
        sa.Column("ruleset", sa.Text, nullable=False),
        sa.Column("seats", sa.SmallInteger, nullable=False),
        sa.Column("within", sa.Integer, comment="the largest difference of ratings"),
        sa.Column("bots_after", sa.SmallInteger, comment="seconds after which bots take the seats that are left"),
        sa.Column("anchor", sa.Text, comment="of the player's hash chain, hex"),
        sa.Column("rating", sa.Integer, nullable=False),
        sa.Column("joined_at", moment, nullable=False),
        sa.Column("asked_at", moment, nullable=False, comment="by the player; a place lapses without requests"),
        sa.Column("match", sa.Uuid(as_uuid=False), comment="that took the place"),
        sa.Column("game", sa.Uuid(as_uuid=False), comment="of the match, once it exists"),
        sa.PrimaryKeyConstraint("account", name="queue_pkey"),
        schema="dobon",
        comment="who waits for a table; each place belongs to at most one match",
    )
    op.create_index("queue_match_idx", "queue", ["match"], schema="dobon")
    op.create_index(
        "queue_waiting_idx", "queue", ["ruleset", "seats", "joined_at", "account"], schema="dobon",
        postgresql_where=sa.text("match IS NULL"),
    )  # fmt: skip
    op.create_table(
        "matches",
        sa.Column("id", sa.Uuid(as_uuid=False), nullable=False),
        sa.Column("ruleset", sa.Text, nullable=False),
        sa.Column("seats", sa.SmallInteger, nullable=False),
        sa.Column("players", sa.Text, nullable=False, comment="JSON list of accounts with their anchors, by seat"),
        sa.Column("made_at", moment, nullable=False),
        sa.PrimaryKeyConstraint("id", name="matches_pkey"),
        schema="dobon",
        comment="matches whose game is not open yet",
    )
    for name, comment in (("blocks", "who does not want to meet whom"), ("follows", "who follows whom")):
        op.create_table(
            name,
            sa.Column("account", sa.Uuid(as_uuid=False), nullable=False),
            sa.Column("other", sa.Uuid(as_uuid=False), nullable=False),
            sa.Column("at", moment, nullable=False),
            sa.PrimaryKeyConstraint("account", "other", name=f"{name}_pkey"),
            schema="dobon",
            comment=comment,
        )
        op.create_index(f"{name}_other_idx", name, ["other"], schema="dobon")
    op.create_table(
        "rematches",
        sa.Column("game_id", sa.Uuid(as_uuid=False), nullable=False),
        sa.Column("host", sa.Uuid(as_uuid=False), nullable=False),
        sa.Column("anchor", sa.Text, comment="of the host's hash chain, hex"),
        sa.PrimaryKeyConstraint("game_id", name="rematches_pkey"),
        schema="dobon",
        comment="who opens the rematch of a game: the first player who asked for it",
    )
    op.execute(
        "GRANT SELECT, INSERT, UPDATE, DELETE ON dobon.queue, dobon.matches, dobon.blocks, dobon.follows, dobon.rematches"
        " TO dobon_app"
    )


def downgrade() -> None:
    for name in ("rematches", "follows", "blocks", "matches", "queue"):
        op.drop_table(name, schema="dobon")
    for name in reversed(COUNTERS):
        op.drop_column("statistics", name, schema="dobon")
