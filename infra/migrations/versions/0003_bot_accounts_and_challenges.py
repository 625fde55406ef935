"""Bot accounts, their places in the queue, and challenges.

The table of the challenges that authenticators sign gets another name. Its rows are valid for minutes, so they are not
kept.
"""

import sqlalchemy as sa
from alembic import op

from infra.postgres.migrate import refuse_downgrade

revision = "0003_bot_accounts_and_challenges"
down_revision = "0002_folds_of_the_server"
branch_labels = None
depends_on = None
functions = "c700e3166b400126"

MOMENT = sa.Text(collation="C")
ID = sa.Uuid(as_uuid=False)


def upgrade() -> None:
    op.add_column(
        "players",
        sa.Column(
            "bot_account",
            sa.Boolean,
            server_default=sa.text("false"),
            nullable=False,
            comment="a program plays it, for good",
        ),
        schema="dobon",
    )
    _queue()
    _passkey_challenges()
    _challenges()
    op.execute("GRANT UPDATE (bot_account) ON dobon.players TO dobon_app")
    op.execute("GRANT SELECT, INSERT, UPDATE, DELETE ON dobon.passkey_challenges, dobon.challenges TO dobon_app")


downgrade = refuse_downgrade


def _queue() -> None:
    op.add_column(
        "queue",
        sa.Column(
            "bot_account",
            sa.Boolean,
            server_default=sa.text("false"),
            nullable=False,
            comment="bot accounts meet each other",
        ),
        schema="dobon",
    )
    op.drop_index("queue_waiting_idx", "queue", schema="dobon")
    op.create_index(
        "queue_waiting_idx",
        "queue",
        ["ruleset", "seats", "bot_account", "joined_at", "account"],
        schema="dobon",
        postgresql_where=sa.text("match IS NULL"),
    )


def _passkey_challenges() -> None:
    op.drop_table("challenges", schema="dobon")
    op.create_table(
        "passkey_challenges",
        sa.Column("hash", sa.LargeBinary, nullable=False, comment="SHA-256 of the challenge"),
        sa.Column("player_id", ID, comment="who adds a passkey; empty for a sign-in"),
        sa.Column("expires_at", MOMENT, nullable=False),
        sa.CheckConstraint("octet_length(hash) = 32", name=op.f("passkey_challenges_hash_check")),
        sa.PrimaryKeyConstraint("hash", name=op.f("passkey_challenges_pkey")),
        schema="dobon",
        comment="what authenticators have to sign; a row is deleted when its challenge is used or has expired",
    )
    op.create_index("passkey_challenges_expires_at_idx", "passkey_challenges", ["expires_at"], schema="dobon")


def _challenges() -> None:
    op.create_table(
        "challenges",
        sa.Column("id", ID, nullable=False, comment="the idempotency key with which its game is created"),
        sa.Column("challenger", ID, nullable=False),
        sa.Column("player", ID, nullable=False, comment="the challenged one"),
        sa.Column("ruleset", sa.Text, nullable=False),
        sa.Column("options", sa.Text, nullable=False, comment="JSON object"),
        sa.Column("seats", sa.SmallInteger, nullable=False),
        sa.Column("bots", sa.Text, nullable=False, comment="JSON list: the strategies on the other seats"),
        sa.Column("listed", sa.Boolean, nullable=False),
        sa.Column("anchor", sa.Text, comment="of the challenger's hash chain, hex"),
        sa.Column("answer_anchor", sa.Text, comment="of the other player's hash chain, hex"),
        sa.Column("status", sa.Text, server_default=sa.text("'open'"), nullable=False),
        sa.Column("reason", sa.Text, comment="why it was declined"),
        sa.Column("at", MOMENT, nullable=False),
        sa.Column("expires_at", MOMENT, nullable=False),
        sa.Column("ended_at", MOMENT),
        sa.Column("game", ID, comment="of an accepted challenge, once it exists"),
        sa.CheckConstraint(
            "status IN ('open', 'accepted', 'declined', 'withdrawn')", name=op.f("challenges_status_check")
        ),
        sa.CheckConstraint("(status = 'declined') = (reason IS NOT NULL)", name=op.f("challenges_reason_check")),
        sa.PrimaryKeyConstraint("id", name=op.f("challenges_pkey")),
        schema="dobon",
        comment="games that players have proposed to each other; an open one expires; kept for some days",
    )
    op.create_index("challenges_challenger_at_id_idx", "challenges", ["challenger", "at", "id"], schema="dobon")
    op.create_index("challenges_player_at_id_idx", "challenges", ["player", "at", "id"], schema="dobon")
    op.create_index("challenges_expires_at_idx", "challenges", ["expires_at"], schema="dobon")
