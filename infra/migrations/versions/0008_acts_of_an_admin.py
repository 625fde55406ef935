"""The acts of an admin, and those of a kind, are each one range of an index."""

from alembic import op

from infra.postgres.migrate import refuse_downgrade

revision = "0008_acts_of_an_admin"
down_revision = "0007_assistance"
branch_labels = None
depends_on = None
functions = "d76d1b52d5d60978"


def upgrade() -> None:
    for table in ("acts", "game_acts"):
        for column in ("actor", "act"):
            op.create_index(f"{table}_{column}_at_id_idx", table, [column, "at", "id"], schema="dobon")


downgrade = refuse_downgrade
