"""Reports and verdicts, hidden comments, suspensions with an end, and names that players had.

Revision ID: 0017
Revises: 0016
"""

import sqlalchemy as sa
from alembic import op

revision = "0017"
down_revision = "0016"
branch_labels = None
depends_on = None

MOMENT = sa.Text(collation="C")
KEY = sa.Text(collation="C")


COMMENT = "accounts; no log holds a name, so erasing one leaves every log whole"
OLD_COMMENT = "the only place where names are: erasing one leaves every log whole"


def upgrade() -> None:
    op.execute(f"COMMENT ON TABLE dobon.players IS '{COMMENT}'")
    op.add_column(
        "players",
        sa.Column("suspended_until", MOMENT, comment="the end of the suspension; empty without an end"),
        schema="dobon",
    )
    op.add_column("comments", sa.Column("hidden_at", MOMENT, comment="by an admin"), schema="dobon")
    op.create_index("acts_subject_at_id_idx", "acts", ["subject", "at", "id"], schema="dobon")
    _reports()
    _names()
    op.execute("GRANT UPDATE (suspended_until) ON dobon.players TO dobon_app")
    op.execute("GRANT UPDATE (hidden_at) ON dobon.comments TO dobon_app")
    op.execute("GRANT SELECT, INSERT, UPDATE (reporter, text, name, status, verdict_id) ON dobon.reports TO dobon_app")
    op.execute("GRANT SELECT, INSERT, UPDATE (note) ON dobon.verdicts TO dobon_app")
    op.execute("GRANT SELECT, INSERT, UPDATE, DELETE ON dobon.known_names, dobon.barred_names TO dobon_app")


def _reports() -> None:
    op.create_table(
        "verdicts",
        sa.Column("id", sa.Uuid(as_uuid=False), nullable=False),
        sa.Column("at", MOMENT, nullable=False),
        sa.Column("reported", sa.Uuid(as_uuid=False), comment="empty for a play of a bot or of the reporter"),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("game_id", sa.Uuid(as_uuid=False)),
        sa.Column("version", sa.Integer),
        sa.Column("verdict", sa.Text, nullable=False),
        sa.Column("measures", sa.Text, nullable=False, comment="JSON list"),
        sa.Column("note", sa.Text, nullable=False, comment="of the admin, for the reporters and the reported player"),
        sa.PrimaryKeyConstraint("id", name="verdicts_pkey"),
        sa.CheckConstraint("verdict IN ('upheld', 'dismissed')", name=op.f("verdicts_verdict_check")),
        schema="dobon",
        comment="what admins have decided about reports; one verdict decides all open reports of its subject",
    )
    op.create_index("verdicts_reported_at_id_idx", "verdicts", ["reported", "at", "id"], schema="dobon")
    op.create_table(
        "reports",
        sa.Column("id", sa.Uuid(as_uuid=False), nullable=False),
        sa.Column("at", MOMENT, nullable=False),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("subject", KEY, nullable=False, comment="the same for reports of the same thing"),
        sa.Column("reporter", sa.Uuid(as_uuid=False), comment="empty after an erasure"),
        sa.Column("reported", sa.Uuid(as_uuid=False), comment="empty for a play of a bot or of the reporter"),
        sa.Column("game_id", sa.Uuid(as_uuid=False)),
        sa.Column("version", sa.Integer),
        sa.Column("comment_id", sa.Uuid(as_uuid=False)),
        sa.Column("name", sa.Text, comment="that was reported"),
        sa.Column("reason", sa.Text, nullable=False),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("status", sa.Text, nullable=False, server_default=sa.text("'open'")),
        sa.Column("verdict_id", sa.Uuid(as_uuid=False)),
        sa.PrimaryKeyConstraint("id", name="reports_pkey"),
        sa.CheckConstraint("kind IN ('comment', 'name', 'play')", name=op.f("reports_kind_check")),
        sa.CheckConstraint("status IN ('open', 'upheld', 'dismissed')", name=op.f("reports_status_check")),
        sa.CheckConstraint("(status = 'open') = (verdict_id IS NULL)", name=op.f("reports_verdict_check")),
        schema="dobon",
        comment="comments, names and plays that players have reported to the admins",
    )
    op.create_index(
        "reports_open_key", "reports", ["subject", "reporter"], unique=True, schema="dobon",
        postgresql_where=sa.text("status = 'open'"),
    )  # fmt: skip
    for columns in (["status", "at", "id"], ["status", "kind", "at", "id"], ["reporter", "at", "id"], ["reported", "at", "id"]):  # fmt: skip
        op.create_index(f"reports_{'_'.join(columns)}_idx", "reports", columns, schema="dobon")
    op.create_index("reports_verdict_id_idx", "reports", ["verdict_id"], schema="dobon")


def _names() -> None:
    op.create_table(
        "known_names",
        sa.Column("player_id", sa.Uuid(as_uuid=False), nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("folded", KEY, nullable=False, comment="without case and width, for searches"),
        sa.Column("since", MOMENT, nullable=False),
        sa.Column("until", MOMENT, comment="empty for the present name"),
        sa.PrimaryKeyConstraint("player_id", "name", name="known_names_pkey"),
        sa.ForeignKeyConstraint(["player_id"], ["dobon.players.id"], name="known_names_player_id_fkey"),
        schema="dobon",
        comment="the names that players have and had, for admins",
    )
    op.create_index(
        "known_names_folded_player_id_name_idx", "known_names", ["folded", "player_id", "name"], schema="dobon"
    )
    op.execute(
        "INSERT INTO dobon.known_names (player_id, name, folded, since)"
        " SELECT id, name, lower(normalize(name, NFKC)), created_at FROM dobon.players WHERE erased_at IS NULL"
    )
    op.create_table(
        "barred_names",
        sa.Column("player_id", sa.Uuid(as_uuid=False), nullable=False),
        sa.Column("skeleton", KEY, nullable=False, comment="the same for names that look alike"),
        sa.Column("until", MOMENT, nullable=False),
        sa.PrimaryKeyConstraint("player_id", "skeleton", name="barred_names_pkey"),
        sa.ForeignKeyConstraint(["player_id"], ["dobon.players.id"], name="barred_names_player_id_fkey"),
        schema="dobon",
        comment="names that an admin has taken from a player, who may not take them again for a while",
    )


def downgrade() -> None:
    for table in ("barred_names", "known_names", "reports", "verdicts"):
        op.drop_table(table, schema="dobon")
    op.drop_index("acts_subject_at_id_idx", "acts", schema="dobon")
    op.drop_column("comments", "hidden_at", schema="dobon")
    op.drop_column("players", "suspended_until", schema="dobon")
    op.execute(f"COMMENT ON TABLE dobon.players IS '{OLD_COMMENT}'")
