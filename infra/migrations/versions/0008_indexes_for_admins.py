"""Lists for admins are each one range of an index: acts of an admin or a kind, signals of a kind or a period."""

import sqlalchemy as sa
from alembic import op

from infra.postgres.migrate import refuse_downgrade

revision = "0008_indexes_for_admins"
down_revision = "0007_assistance"
branch_labels = None
depends_on = None
functions = "d76d1b52d5d60978"


def upgrade() -> None:
    for table in ("acts", "game_acts"):
        for column in ("actor", "act"):
            op.create_index(f"{table}_{column}_at_id_idx", table, [column, "at", "id"], schema="dobon")
    kind = sa.text("(first_id = second_id)")
    op.create_index("signals_kind_idx", "signals", [kind, "state", "strength", "id"], schema="dobon")
    op.create_index("signals_state_last_at_idx", "signals", ["state", "last_at"], schema="dobon")


downgrade = refuse_downgrade
