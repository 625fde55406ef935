"""Claims of every ruleset: the ruleset's details of a call are in one column.

Revision ID: 0002
Revises: 0001
"""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None

FACTS = """
UPDATE dobon.claims
SET facts = '{"card":' || to_json(card)::text || ',"formulas":' || formulas || ',"hand":' || hand || '}'
"""
BACK = """
UPDATE dobon.claims
SET card = coalesce(facts::json ->> 'card', ''),
    hand = coalesce((facts::json -> 'hand')::text, '[]'),
    formulas = coalesce((facts::json -> 'formulas')::text, '[]')
"""
OLD = {"card": None, "hand": "JSON list of card codes", "formulas": "JSON list of texts"}


def upgrade() -> None:
    # The values are concatenated as they are, because they are canonical JSON and the keys are in order.
    op.add_column(
        "claims", sa.Column("facts", sa.Text, comment="JSON object: what the rule set says of it"), schema="dobon"
    )
    op.execute(FACTS)
    op.alter_column("claims", "facts", nullable=False, schema="dobon")
    for column in OLD:
        op.drop_column("claims", column, schema="dobon")
    op.create_table_comment("claims", "every call and its verdict; a projection of the log", schema="dobon")


def downgrade() -> None:
    for column, comment in OLD.items():
        op.add_column("claims", sa.Column(column, sa.Text, comment=comment), schema="dobon")
    op.execute(BACK)
    for column in OLD:
        op.alter_column("claims", column, nullable=False, schema="dobon")
    op.drop_column("claims", "facts", schema="dobon")
    op.create_table_comment(
        "claims", "every call, its hand, its formulas and its verdict; a projection of the log", schema="dobon"
    )
