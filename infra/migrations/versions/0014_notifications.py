"""Notifications of accounts, web pushes and webhooks.

Revision ID: 0014
Revises: 0013
"""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.types import UserDefinedType

revision = "0014"
down_revision = "0013"
branch_labels = None
depends_on = None


class Xid8(UserDefinedType[int]):
    cache_ok = True

    def get_col_spec(self, **_: object) -> str:
        return "xid8"


TABLES = (
    "notifications",
    "notification_positions",
    "listeners",
    "open_pages",
    "push_keys",
    "push_subscriptions",
    "pushes",
    "webhooks",
    "webhook_deliveries",
)


def upgrade() -> None:

    op.create_table(
        "notifications",
        sa.Column("player_id", sa.Uuid(as_uuid=False), nullable=False),
        sa.Column("position", sa.BigInteger(), autoincrement=False, nullable=False, comment="from 1 for each account"),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("game_id", sa.Uuid(as_uuid=False), nullable=True),
        sa.Column("version", sa.Integer(), nullable=True, comment="of the event of that game"),
        sa.Column("facts", sa.Text(), nullable=False, comment="JSON object, without cards"),
        sa.Column("at", sa.Text(collation="C"), nullable=False),
        sa.Column("tx", Xid8(), nullable=False, server_default=sa.text("pg_current_xact_id()")),
        sa.PrimaryKeyConstraint("player_id", "position", name=op.f("notifications_pkey")),
        schema="dobon",
        comment="news of their games for accounts; kept for some days",
    )
    op.create_index("notifications_at_idx", "notifications", ["at"], unique=False, schema="dobon")
    op.create_index("notifications_tx_idx", "notifications", ["tx"], unique=False, schema="dobon")
    op.create_table(
        "notification_positions",
        sa.Column("player_id", sa.Uuid(as_uuid=False), nullable=False),
        sa.Column(
            "position",
            sa.BigInteger(),
            nullable=False,
            comment="of the newest notification, which may be deleted already",
        ),
        sa.PrimaryKeyConstraint("player_id", name=op.f("notification_positions_pkey")),
        schema="dobon",
        comment="one row an account; its lock puts the notifications of an account in the order of their commits",
        postgresql_with={"fillfactor": "70"},
    )
    op.create_table(
        "listeners",
        sa.Column("id", sa.Uuid(as_uuid=False), nullable=False, comment="of a process"),
        sa.Column("until", sa.Text(collation="C"), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("listeners_pkey")),
        schema="dobon",
        comment="processes with open streams of accounts, for which notifications are made at once",
    )
    op.create_table(
        "open_pages",
        sa.Column("player_id", sa.Uuid(as_uuid=False), nullable=False),
        sa.Column("page", sa.Uuid(as_uuid=False), nullable=False, comment="chosen by the page"),
        sa.Column("until", sa.Text(collation="C"), nullable=False),
        sa.PrimaryKeyConstraint("player_id", "page", name=op.f("open_pages_pkey")),
        schema="dobon",
        comment="visible pages of accounts, which get no push meanwhile",
    )
    op.create_index("open_pages_until_idx", "open_pages", ["until"], unique=False, schema="dobon")
    op.create_table(
        "push_keys",
        sa.Column("only_row", sa.Boolean(), nullable=False),
        sa.Column("secret", sa.LargeBinary(), nullable=False),
        sa.Column("public", sa.LargeBinary(), nullable=False),
        sa.CheckConstraint("octet_length(public) = 65", name=op.f("push_keys_public_check")),
        sa.CheckConstraint("octet_length(secret) = 32", name=op.f("push_keys_secret_check")),
        sa.CheckConstraint("only_row", name=op.f("push_keys_only_row_check")),
        sa.PrimaryKeyConstraint("only_row", name=op.f("push_keys_pkey")),
        schema="dobon",
        comment="the P-256 key that signs web pushes (VAPID); subscriptions are bound to it, so it never changes",
    )
    op.create_table(
        "push_subscriptions",
        sa.Column("id", sa.Uuid(as_uuid=False), nullable=False),
        sa.Column("player_id", sa.Uuid(as_uuid=False), nullable=False),
        sa.Column(
            "token",
            sa.LargeBinary(),
            nullable=False,
            comment="SHA-256 of the token that made it; it ends with that token",
        ),
        sa.Column("endpoint", sa.Text(collation="C"), nullable=False),
        sa.Column("public", sa.LargeBinary(), nullable=False, comment="key of the browser"),
        sa.Column("auth", sa.LargeBinary(), nullable=False, comment="secret of the browser"),
        sa.Column("language", sa.Text(), nullable=False),
        sa.Column("created_at", sa.Text(collation="C"), nullable=False),
        sa.CheckConstraint("octet_length(auth) = 16", name=op.f("push_subscriptions_auth_check")),
        sa.CheckConstraint("octet_length(public) = 65", name=op.f("push_subscriptions_public_check")),
        sa.PrimaryKeyConstraint("id", name=op.f("push_subscriptions_pkey")),
        schema="dobon",
        comment="browsers that get web pushes",
    )
    op.create_index("push_subscriptions_endpoint_idx", "push_subscriptions", ["endpoint"], unique=True, schema="dobon")
    op.create_index(
        "push_subscriptions_player_id_idx", "push_subscriptions", ["player_id"], unique=False, schema="dobon"
    )
    op.create_table(
        "pushes",
        sa.Column("subscription_id", sa.Uuid(as_uuid=False), nullable=False),
        sa.Column(
            "topic",
            sa.Text(collation="C"),
            nullable=False,
            comment="id of a game, or a kind: a newer push replaces an older one",
        ),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("facts", sa.Text(), nullable=False, comment="JSON object, without cards"),
        sa.Column("expires_at", sa.Text(collation="C"), nullable=False),
        sa.Column("due_at", sa.Text(collation="C"), nullable=False, comment="of the next attempt"),
        sa.Column("attempts", sa.SmallInteger(), server_default=sa.text("0"), nullable=False),
        sa.Column("lease", sa.Uuid(as_uuid=False), nullable=True, comment="of the attempt that is under way"),
        sa.ForeignKeyConstraint(
            ["subscription_id"],
            ["dobon.push_subscriptions.id"],
            name=op.f("pushes_subscription_id_fkey"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("subscription_id", "topic", name=op.f("pushes_pkey")),
        schema="dobon",
        comment="web pushes that are to be sent; a row is deleted when its push service has taken it",
    )
    op.create_index("pushes_due_at_idx", "pushes", ["due_at"], unique=False, schema="dobon")
    op.create_table(
        "webhooks",
        sa.Column("id", sa.Uuid(as_uuid=False), nullable=False),
        sa.Column("player_id", sa.Uuid(as_uuid=False), nullable=False),
        sa.Column("url", sa.Text(), nullable=False),
        sa.Column("secret", sa.LargeBinary(), nullable=False, comment="signs the deliveries"),
        sa.Column("enabled", sa.Boolean(), server_default=sa.text("true"), nullable=False),
        sa.Column("created_at", sa.Text(collation="C"), nullable=False),
        sa.Column(
            "failing_since", sa.Text(collation="C"), nullable=True, comment="the first failure since the last success"
        ),
        sa.Column(
            "disabled_at",
            sa.Text(collation="C"),
            nullable=True,
            comment="set if it was disabled because of its failures",
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("webhooks_pkey")),
        schema="dobon",
        comment="addresses that get the notifications of an account",
    )
    op.create_index("webhooks_player_id_idx", "webhooks", ["player_id"], unique=False, schema="dobon")
    op.create_table(
        "webhook_deliveries",
        sa.Column("id", sa.Uuid(as_uuid=False), nullable=False),
        sa.Column("webhook_id", sa.Uuid(as_uuid=False), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("body", sa.Text(), nullable=False, comment="JSON object, as it is signed"),
        sa.Column("created_at", sa.Text(collation="C"), nullable=False),
        sa.Column("status", sa.Text(), server_default=sa.text("'pending'"), nullable=False),
        sa.Column(
            "due_at", sa.Text(collation="C"), nullable=True, comment="of the next attempt; empty once it is over"
        ),
        sa.Column("attempts", sa.SmallInteger(), server_default=sa.text("0"), nullable=False),
        sa.Column("lease", sa.Uuid(as_uuid=False), nullable=True, comment="of the attempt that is under way"),
        sa.Column("answer", sa.SmallInteger(), nullable=True, comment="status code of the last answer"),
        sa.Column("error", sa.Text(), nullable=True, comment="why the last attempt has failed"),
        sa.Column("ended_at", sa.Text(collation="C"), nullable=True),
        sa.CheckConstraint(
            "status IN ('pending', 'delivered', 'failed')", name=op.f("webhook_deliveries_status_check")
        ),
        sa.ForeignKeyConstraint(
            ["webhook_id"], ["dobon.webhooks.id"], name=op.f("webhook_deliveries_webhook_id_fkey"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("webhook_deliveries_pkey")),
        schema="dobon",
        comment="notifications to webhooks, with the result of their attempts; kept for some days",
    )
    op.create_index(
        "webhook_deliveries_created_at_idx", "webhook_deliveries", ["created_at"], unique=False, schema="dobon"
    )
    op.create_index(
        "webhook_deliveries_due_at_idx",
        "webhook_deliveries",
        ["due_at"],
        unique=False,
        schema="dobon",
        postgresql_where=sa.text("due_at IS NOT NULL"),
    )
    op.create_index(
        "webhook_deliveries_webhook_id_created_at_id_idx",
        "webhook_deliveries",
        ["webhook_id", "created_at", "id"],
        unique=False,
        schema="dobon",
    )

    for table in TABLES:
        op.execute(f"GRANT SELECT, INSERT, UPDATE, DELETE ON dobon.{table} TO dobon_app")
    op.alter_column(
        "tickets",
        "game_id",
        nullable=True,
        comment="empty for the stream of the account",
        schema="dobon",
        existing_type=sa.Uuid(as_uuid=False),
    )
    op.create_table_comment(
        "tickets",
        "each opens one stream; a row is deleted when its ticket is used or has expired",
        schema="dobon",
        existing_comment="each opens one stream of a game; a row is deleted when its ticket is used or has expired",
    )
    # Games before this migration have no notifications, or accounts would get all of them at once.
    op.execute(
        "INSERT INTO dobon.progress (game_id, name, version)"
        " SELECT id, 'notifications', version FROM dobon.games WHERE NOT closed ON CONFLICT DO NOTHING"
    )


def downgrade() -> None:
    op.execute("DELETE FROM dobon.progress WHERE name = 'notifications'")
    op.execute("DELETE FROM dobon.tickets WHERE game_id IS NULL")
    op.create_table_comment(
        "tickets",
        "each opens one stream of a game; a row is deleted when its ticket is used or has expired",
        schema="dobon",
        existing_comment="each opens one stream; a row is deleted when its ticket is used or has expired",
    )
    op.alter_column(
        "tickets", "game_id", nullable=False, comment=None, schema="dobon", existing_type=sa.Uuid(as_uuid=False)
    )
    for table in reversed(TABLES):
        op.drop_table(table, schema="dobon")
