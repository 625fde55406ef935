"""Analyses of finished rounds.

Revision ID: 0011
Revises: 0010
"""

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "analyses",
        sa.Column("game_id", sa.Uuid(as_uuid=False), nullable=False),
        sa.Column("head", sa.Text, nullable=False, comment="digest of the event that ended the round"),
        sa.Column("analyser", sa.SmallInteger, nullable=False, autoincrement=False, comment="version of the analyser"),
        sa.Column("round", sa.SmallInteger, nullable=False),
        sa.Column("requested_at", sa.Text(collation="C"), nullable=False),
        sa.Column("lease", sa.Uuid(as_uuid=False), comment="of the process that computes it"),
        sa.Column("leased_until", sa.Text(collation="C"), nullable=False, server_default=sa.text("''")),
        sa.Column(
            "attempts", sa.SmallInteger, nullable=False, server_default=sa.text("0"), comment="since the last progress"
        ),
        sa.Column("total", sa.Integer, comment="decisions of the round; null before they are counted"),
        sa.Column(
            "judged",
            sa.Text,
            nullable=False,
            server_default=sa.text("'[]'"),
            comment="JSON list: decisions judged so far",
        ),
        sa.Column("result", sa.Text, comment="JSON object; null until it is complete"),
        sa.PrimaryKeyConstraint("game_id", "head", "analyser", name="analyses_pkey"),
        schema="dobon",
        comment="analyses of finished rounds: requests, progress and results, which can be computed again",
    )
    op.create_index(
        "analyses_requested_idx",
        "analyses",
        ["requested_at", "game_id", "head"],
        schema="dobon",
        postgresql_where=sa.text("result IS NULL"),
    )
    op.execute("GRANT SELECT, INSERT, UPDATE, DELETE ON dobon.analyses TO dobon_app")


def downgrade() -> None:
    op.drop_table("analyses", schema="dobon")
