"""Turns of accounts: receivers of notifications that rest while they fail, and who has requested an analysis.

Revision ID: 0020
Revises: 0019
"""

import sqlalchemy as sa
from alembic import op

from infra.postgres import functions

revision = "0020"
down_revision = "0019"
branch_labels = None
depends_on = None

MOMENT = sa.Text(collation="C")

RECEIVERS = {"push_subscriptions": "endpoint", "webhooks": "url"}
"""Tables of receivers, with the columns of their addresses."""

HOST = r"lower(btrim(substring({address} from '://(\[[^]]*\]|[^/?#:]*)'), '[]'))"


def upgrade() -> None:
    for table, address in RECEIVERS.items():
        op.add_column(table, sa.Column("host", sa.Text, comment=_host_comment(address)), schema="dobon")
        op.execute(f"UPDATE dobon.{table} SET host = {HOST.format(address=address)}")  # noqa: S608 - constants
        op.alter_column(table, "host", nullable=False, schema="dobon")
        op.add_column(
            table,
            sa.Column(
                "failures",
                sa.SmallInteger,
                nullable=False,
                server_default=sa.text("0"),
                comment="in a row, up to a limit",
            ),
            schema="dobon",
        )
        op.add_column(
            table,
            sa.Column(
                "retry_at", MOMENT, nullable=False, server_default=sa.text("''"), comment="nothing is sent before"
            ),
            schema="dobon",
        )
    op.create_index(
        "webhook_deliveries_webhook_id_due_at_idx",
        "webhook_deliveries",
        ["webhook_id", "due_at"],
        schema="dobon",
        postgresql_where=sa.text("due_at IS NOT NULL"),
    )
    op.add_column(
        "analyses",
        sa.Column("requested_by", sa.Uuid(as_uuid=False), comment="account, until the analysis is complete"),
        schema="dobon",
    )
    for statement in (*functions.drop(), *functions.create()):
        op.execute(sa.text(statement.replace(":", "\\:")))


def _host_comment(address: str) -> str:
    return f"of the {'endpoint' if address == 'endpoint' else 'address'}, in lower case"


def downgrade() -> None:
    op.drop_column("analyses", "requested_by", schema="dobon")
    op.drop_index("webhook_deliveries_webhook_id_due_at_idx", "webhook_deliveries", schema="dobon")
    for table in RECEIVERS:
        for column in ("retry_at", "failures", "host"):
            op.drop_column(table, column, schema="dobon")
