"""Stored folds of the server alone: what a viewer knows follows from them.

The stored ones are dropped, because they have another form. The projector writes them again.
"""

from alembic import op

from infra.postgres.migrate import refuse_downgrade

revision = "0002_folds_of_the_server"
down_revision = "0001_first_revision"
branch_labels = None
depends_on = None
functions = "c700e3166b400126"


def upgrade() -> None:
    op.execute("DELETE FROM dobon.folds")
    op.execute("DELETE FROM dobon.progress WHERE name = 'folds'")
    op.drop_constraint("folds_pkey", "folds", schema="dobon")
    op.drop_column("folds", "viewer", schema="dobon")
    op.create_primary_key("folds_pkey", "folds", ["game_id", "version"], schema="dobon")
    op.create_table_comment("folds", "a game at a version, with every card; a projection of the log", schema="dobon")


def downgrade() -> None:
    refuse_downgrade()
