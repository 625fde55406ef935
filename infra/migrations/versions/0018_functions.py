"""Functions as the only way to a game, and acts of admins on games in the database of the game.

The functions are created as `infra/postgres/functions` has them now. PL/pgSQL looks up tables and columns when a
function runs, so they can be created before later revisions add a column that they need.

Revision ID: 0018
Revises: 0017
"""

import sqlalchemy as sa
from alembic import op

from infra.postgres import functions

revision = "0018"
down_revision = "0017"
branch_labels = None
depends_on = None

MOMENT = sa.Text(collation="C")

# What statements over many games need. The clock locks the rows of due games, for which one column suffices.
RIGHTS = {
    "games": "SELECT, UPDATE (due_at, closed)",
    "events": "SELECT",
    "commands": "",
    "claims": "SELECT",
    "game_secrets": "SELECT (game_id)",
    "folds": "",
    "game_seats": "SELECT",
    "damaged_games": "SELECT",
    "comments": "SELECT",
    "shares": "SELECT",
    "stamps": "SELECT",
    "analyses": "SELECT, UPDATE (lease, leased_until, attempts)",
    "drills": "SELECT",
    "rematches": "",
}
OLD_RIGHTS = {
    "games": "SELECT, INSERT, UPDATE (status, round, version, head, due_at, shown, players, closed, attended, missed_turns,"
    " clock_offset_ms, summary)",
    "events": "SELECT, INSERT",
    "commands": "SELECT, INSERT",
    "claims": "SELECT, INSERT, DELETE",
    "game_secrets": "SELECT, INSERT",
    "folds": "SELECT, INSERT, DELETE",
    "game_seats": "SELECT, INSERT, UPDATE (status), DELETE",
    "damaged_games": "SELECT, INSERT, UPDATE, DELETE",
    "comments": "SELECT, INSERT, UPDATE (hidden_at), DELETE",
    "shares": "SELECT, INSERT, UPDATE (revoked_at)",
    "stamps": "SELECT, INSERT, DELETE",
    "analyses": "SELECT, INSERT, UPDATE, DELETE",
    "drills": "SELECT, INSERT, UPDATE, DELETE",
    "rematches": "SELECT, INSERT, UPDATE, DELETE",
}

APPEND_ONLY = """
CREATE TRIGGER game_acts_no_change BEFORE UPDATE OR DELETE ON dobon.game_acts
    FOR EACH ROW EXECUTE FUNCTION dobon.refuse_change();
CREATE TRIGGER game_acts_no_truncate BEFORE TRUNCATE ON dobon.game_acts
    FOR EACH STATEMENT EXECUTE FUNCTION dobon.refuse_change();
ALTER TABLE dobon.game_acts ENABLE ALWAYS TRIGGER game_acts_no_change;
ALTER TABLE dobon.game_acts ENABLE ALWAYS TRIGGER game_acts_no_truncate;
"""


def upgrade() -> None:
    _game_acts()
    for statement in functions.create():
        op.execute(sa.text(statement.replace(":", "\\:")))
    _set_rights(RIGHTS)


def _game_acts() -> None:
    op.create_table(
        "game_acts",
        sa.Column("game_id", sa.Uuid(as_uuid=False), nullable=False),
        sa.Column("id", sa.Uuid(as_uuid=False), nullable=False),
        sa.Column("at", MOMENT, nullable=False),
        sa.Column("actor", sa.Uuid(as_uuid=False), nullable=False, comment="the admin's account"),
        sa.Column("act", sa.Text, nullable=False),
        sa.Column("reason", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("game_id", "id", name="game_acts_pkey"),
        schema="dobon",
        comment="what admins did to a game, and why: rows are added and never touched again",
    )
    op.create_index("game_acts_at_id_idx", "game_acts", ["at", "id"], schema="dobon")
    op.execute(APPEND_ONLY)
    op.execute("GRANT SELECT ON dobon.game_acts TO dobon_app")


def _set_rights(rights: dict[str, str]) -> None:
    for table, granted in rights.items():
        op.execute(f"REVOKE ALL ON dobon.{table} FROM dobon_app")
        if granted:
            op.execute(f"GRANT {granted} ON dobon.{table} TO dobon_app")


def downgrade() -> None:
    _set_rights(OLD_RIGHTS)
    for statement in functions.drop():
        op.execute(statement)
    op.execute(
        "INSERT INTO dobon.acts (id, at, actor, act, subject, reason)"
        " SELECT id, at, actor, act, game_id::text, reason FROM dobon.game_acts"
    )
    op.drop_table("game_acts", schema="dobon")
