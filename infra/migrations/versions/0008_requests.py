"""The summary of each game, for lists; tickets for streams; requests with a key.

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
            server_default=NO_SUMMARY,
            comment="JSON object: whose turn it is, deadline, times and result, as live spectators see them",
        ),
        schema="dobon",
    )
    op.execute("GRANT UPDATE (summary) ON dobon.games TO dobon_app")
    op.create_table(
        "tickets",
        sa.Column("hash", sa.LargeBinary, nullable=False, comment="SHA-256; the ticket itself is nowhere"),
        sa.Column("game_id", sa.Uuid(as_uuid=False), nullable=False),
        sa.Column("token", sa.LargeBinary, nullable=False, comment="SHA-256 of the token that asked for it"),
        sa.Column("expires_at", sa.Text(collation="C"), nullable=False),
        sa.PrimaryKeyConstraint("hash", name="tickets_pkey"),
        sa.CheckConstraint("octet_length(hash) = 32", name=op.f("tickets_hash_check")),
        schema="dobon",
        comment="each opens one stream of a game; a row is deleted when its ticket is used or has expired",
    )
    op.create_index("tickets_expires_at_idx", "tickets", ["expires_at"], schema="dobon")
    op.create_table(
        "requests",
        sa.Column("key", sa.LargeBinary, nullable=False, comment="SHA-256 of the account and the idempotency key"),
        sa.Column("request", sa.LargeBinary, nullable=False, comment="SHA-256 of the request"),
        sa.Column("result", sa.Text, nullable=False, comment="JSON object, without secrets"),
        sa.Column("at", sa.Text(collation="C"), nullable=False),
        sa.PrimaryKeyConstraint("key", name="requests_pkey"),
        sa.CheckConstraint("octet_length(key) = 32", name=op.f("requests_key_check")),
        schema="dobon",
        comment="requests outside the log that have an idempotency key, each with its first result",
    )
    op.execute("GRANT SELECT, INSERT, UPDATE ON dobon.requests TO dobon_app")
    op.execute("GRANT SELECT, INSERT, UPDATE, DELETE ON dobon.tickets TO dobon_app")
    for statement in FORGET_FOLDS:
        op.execute(statement)


def downgrade() -> None:
    op.drop_table("requests", schema="dobon")
    op.drop_table("tickets", schema="dobon")
    for statement in FORGET_FOLDS:
        op.execute(statement)
    op.drop_column("games", "summary", schema="dobon")
