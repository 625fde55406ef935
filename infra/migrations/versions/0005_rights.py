"""A number that grows with every change of a token or an account, so that processes can cache accounts.

Revision ID: 0005
Revises: 0004
"""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None

# Triggers, because the number must also grow if an operator changes a row by hand. They run once a statement, after
# its rows are locked, so two changes cannot wait for each other.
TRIGGERS = """
INSERT INTO dobon.rights (only_row, number) VALUES (true, 0);
CREATE FUNCTION dobon.note_changed_rights() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog AS $$
BEGIN
    UPDATE dobon.rights SET number = number + 1;
    RETURN NULL;
END
$$;
REVOKE ALL ON FUNCTION dobon.note_changed_rights() FROM PUBLIC;
CREATE TRIGGER tokens_changed AFTER UPDATE OR DELETE OR TRUNCATE ON dobon.tokens
    FOR EACH STATEMENT EXECUTE FUNCTION dobon.note_changed_rights();
CREATE TRIGGER players_changed AFTER UPDATE OR DELETE OR TRUNCATE ON dobon.players
    FOR EACH STATEMENT EXECUTE FUNCTION dobon.note_changed_rights();
"""


def upgrade() -> None:
    op.create_table(
        "rights",
        sa.Column("only_row", sa.Boolean, nullable=False),
        sa.Column("number", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("only_row", name="rights_pkey"),
        sa.CheckConstraint("only_row", name=op.f("rights_only_row_check")),
        schema="dobon",
        comment="one row, whose number grows with every change of a token or an account (by triggers)",
    )
    op.execute(TRIGGERS)
    op.execute("GRANT SELECT ON dobon.rights TO dobon_app")


def downgrade() -> None:
    op.execute("DROP TRIGGER players_changed ON dobon.players")
    op.execute("DROP TRIGGER tokens_changed ON dobon.tokens")
    op.execute("DROP FUNCTION dobon.note_changed_rights()")
    op.drop_table("rights", schema="dobon")
