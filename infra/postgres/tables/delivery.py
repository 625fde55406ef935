"""Notifications of accounts, and the ways on which they leave."""

from sqlalchemy import (
    BigInteger,
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

from infra.postgres.tables.schema import Xid8, key, metadata, moment

notifications = Table(
    "notifications",
    metadata,
    Column("player_id", Uuid(as_uuid=False), primary_key=True),
    Column("position", BigInteger, primary_key=True, autoincrement=False, comment="from 1 for each account"),
    Column("kind", Text, nullable=False),
    Column("game_id", Uuid(as_uuid=False)),
    Column("version", Integer, comment="of the event of that game"),
    Column("facts", Text, nullable=False, comment="JSON object, without cards"),
    Column("at", moment(), nullable=False),
    Column("tx", Xid8(), nullable=False, server_default=text("pg_current_xact_id()")),
    Index("notifications_at_idx", "at"),
    Index("notifications_tx_idx", "tx"),
    comment="news of their games for accounts; kept for some days",
)

notification_positions = Table(
    "notification_positions",
    metadata,
    Column("player_id", Uuid(as_uuid=False), primary_key=True),
    Column("position", BigInteger, nullable=False, comment="of the newest notification, which may be deleted already"),
    comment="one row an account; its lock puts the notifications of an account in the order of their commits",
    postgresql_with={"fillfactor": "70"},
)

listeners = Table(
    "listeners",
    metadata,
    Column("id", Uuid(as_uuid=False), primary_key=True, comment="of a process"),
    Column("until", moment(), nullable=False),
    comment="processes with open streams of accounts, for which notifications are made at once",
)

open_pages = Table(
    "open_pages",
    metadata,
    Column("player_id", Uuid(as_uuid=False), primary_key=True),
    Column("page", Uuid(as_uuid=False), primary_key=True, comment="chosen by the page"),
    Column("until", moment(), nullable=False),
    Index("open_pages_until_idx", "until"),
    comment="visible pages of accounts, which get no push meanwhile",
)

push_keys = Table(
    "push_keys",
    metadata,
    Column("only_row", Boolean, primary_key=True),
    Column("secret", LargeBinary, nullable=False),
    Column("public", LargeBinary, nullable=False),
    CheckConstraint("only_row", name="only_row"),
    CheckConstraint("octet_length(secret) = 32", name="secret"),
    CheckConstraint("octet_length(public) = 65", name="public"),
    comment="the P-256 key that signs web pushes (VAPID); subscriptions are bound to it, so it never changes",
)

push_subscriptions = Table(
    "push_subscriptions",
    metadata,
    Column("id", Uuid(as_uuid=False), primary_key=True),
    Column("player_id", Uuid(as_uuid=False), nullable=False),
    Column("token", LargeBinary, nullable=False, comment="SHA-256 of the token that made it; it ends with that token"),
    Column("endpoint", key(), nullable=False),
    Column("host", Text, nullable=False, comment="of the endpoint, in lower case"),
    Column("public", LargeBinary, nullable=False, comment="key of the browser"),
    Column("auth", LargeBinary, nullable=False, comment="secret of the browser"),
    Column("language", Text, nullable=False),
    Column("created_at", moment(), nullable=False),
    Column("failures", SmallInteger, nullable=False, server_default=text("0"), comment="in a row, up to a limit"),
    Column("retry_at", moment(), nullable=False, server_default=text("''"), comment="nothing is sent before"),
    CheckConstraint("octet_length(public) = 65", name="public"),
    CheckConstraint("octet_length(auth) = 16", name="auth"),
    Index("push_subscriptions_endpoint_idx", "endpoint", unique=True),
    Index("push_subscriptions_player_id_idx", "player_id"),
    comment="browsers that get web pushes",
)

pushes = Table(
    "pushes",
    metadata,
    Column(
        "subscription_id",
        Uuid(as_uuid=False),
        ForeignKey(push_subscriptions.c.id, ondelete="CASCADE"),
        primary_key=True,
    ),
    Column("topic", key(), primary_key=True, comment="id of a game, or a kind: a newer push replaces an older one"),
    Column("kind", Text, nullable=False),
    Column("facts", Text, nullable=False, comment="JSON object, without cards"),
    Column("expires_at", moment(), nullable=False),
    Column("due_at", moment(), nullable=False, comment="of the next attempt"),
    Column("attempts", SmallInteger, nullable=False, server_default=text("0")),
    Column("lease", Uuid(as_uuid=False), comment="of the attempt that is under way"),
    Index("pushes_due_at_idx", "due_at"),
    comment="web pushes that are to be sent; a row is deleted when its push service has taken it",
)

webhooks = Table(
    "webhooks",
    metadata,
    Column("id", Uuid(as_uuid=False), primary_key=True),
    Column("player_id", Uuid(as_uuid=False), nullable=False),
    Column("url", Text, nullable=False),
    Column("host", Text, nullable=False, comment="of the address, in lower case"),
    Column("secret", LargeBinary, nullable=False, comment="signs the deliveries"),
    Column("enabled", Boolean, nullable=False, server_default=text("true")),
    Column("created_at", moment(), nullable=False),
    Column("failing_since", moment(), comment="the first failure since the last success"),
    Column("disabled_at", moment(), comment="set if it was disabled because of its failures"),
    Column("failures", SmallInteger, nullable=False, server_default=text("0"), comment="in a row, up to a limit"),
    Column("retry_at", moment(), nullable=False, server_default=text("''"), comment="nothing is sent before"),
    Index("webhooks_player_id_idx", "player_id"),
    comment="addresses that get the notifications of an account",
)

webhook_deliveries = Table(
    "webhook_deliveries",
    metadata,
    Column("id", Uuid(as_uuid=False), primary_key=True),
    Column("webhook_id", Uuid(as_uuid=False), ForeignKey(webhooks.c.id, ondelete="CASCADE"), nullable=False),
    Column("kind", Text, nullable=False),
    Column("body", Text, nullable=False, comment="JSON object, as it is signed"),
    Column("created_at", moment(), nullable=False),
    Column("status", Text, nullable=False, server_default=text("'pending'")),
    Column("due_at", moment(), comment="of the next attempt; empty once it is over"),
    Column("attempts", SmallInteger, nullable=False, server_default=text("0")),
    Column("lease", Uuid(as_uuid=False), comment="of the attempt that is under way"),
    Column("answer", SmallInteger, comment="status code of the last answer"),
    Column("error", Text, comment="why the last attempt has failed"),
    Column("ended_at", moment()),
    CheckConstraint("status IN ('pending', 'delivered', 'failed')", name="status"),
    Index("webhook_deliveries_webhook_id_created_at_id_idx", "webhook_id", "created_at", "id"),
    Index(
        "webhook_deliveries_webhook_id_due_at_idx",
        "webhook_id",
        "due_at",
        postgresql_where=text("due_at IS NOT NULL"),
    ),
    Index("webhook_deliveries_due_at_idx", "due_at", postgresql_where=text("due_at IS NOT NULL")),
    Index("webhook_deliveries_created_at_idx", "created_at"),
    comment="notifications to webhooks, with the result of their attempts; kept for some days",
)
