"""The keys that sign receipts. The application's role may read and add them, and never change them.

Revision ID: 0010
Revises: 0009
"""

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "receipt_keys",
        sa.Column("number", sa.Integer, nullable=False, autoincrement=False),
        sa.Column("secret", sa.LargeBinary, nullable=False),
        sa.Column("public", sa.LargeBinary, nullable=False),
        sa.Column("signs_from", sa.Text(collation="C"), nullable=False, comment="until the next key signs"),
        sa.PrimaryKeyConstraint("number", name="receipt_keys_pkey"),
        sa.CheckConstraint("number > 0", name=op.f("receipt_keys_number_check")),
        sa.CheckConstraint("octet_length(secret) = 32", name=op.f("receipt_keys_secret_check")),
        sa.CheckConstraint("octet_length(public) = 32", name=op.f("receipt_keys_public_check")),
        schema="dobon",
        comment="Ed25519 keys that sign receipts: rows are added and never changed",
    )
    op.execute("GRANT SELECT, INSERT ON dobon.receipt_keys TO dobon_app")


def downgrade() -> None:
    op.drop_table("receipt_keys", schema="dobon")
