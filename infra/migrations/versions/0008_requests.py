"""The summary of each game, for lists.

Stored folds are deleted, because they lack fields; the projector stores them again. `dobon rebuild` writes the
summaries of games that get no further event.

Revision ID: 0008
Revises: 0007
"""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None

NO_SUMMARY = '{"deadline":null,"ended_at":null,"standing":null,"started_at":null,"turn":[],"winner":null}'
FORGET_FOLDS = "TRUNCATE dobon.folds", "DELETE FROM dobon.progress WHERE name = 'folds'"


def upgrade() -> None:
    op.add_column(
        "games",
        sa.Column(
            "summary",
            sa.Text,
            nullable=False,
            server_default=sa.text(f"'{NO_SUMMARY}'"),
            comment="JSON object: whose turn it is, deadline, times and result, as live spectators see them",
        ),
        schema="dobon",
    )
    op.execute("GRANT UPDATE (summary) ON dobon.games TO dobon_app")
    for statement in FORGET_FOLDS:
        op.execute(statement)


def downgrade() -> None:
    for statement in FORGET_FOLDS:
        op.execute(statement)
    op.drop_column("games", "summary", schema="dobon")
