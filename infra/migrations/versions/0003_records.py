"""Builds of statistics and ratings, acts of admins, comments, share links, and suspended players.

Revision ID: 0003
Revises: 0002
"""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None

MOMENT = sa.Text(collation="C")
ID = sa.Uuid(as_uuid=False)
KEY = sa.Text(collation="C")

# acts and comments are never changed; a link can only be revoked
RIGHTS = {
    "projections": "SELECT, INSERT, UPDATE, DELETE",
    "statistics": "SELECT, INSERT, UPDATE, DELETE",
    "rated_games": "SELECT, INSERT, UPDATE, DELETE",
    "ratings": "SELECT, INSERT, UPDATE, DELETE",
    "acts": "SELECT, INSERT",
    "comments": "SELECT, INSERT",
    "shares": "SELECT, INSERT, UPDATE (revoked_at)",
}

COUNTERS = (
    "games", "games_won", "rounds", "wins", "losses", "points", "calls", "called", "countered", "false_calls",
)  # fmt: skip

REFUSE = """
CREATE OR REPLACE FUNCTION dobon.refuse_change() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog AS $$
BEGIN
    RAISE EXCEPTION '{what} is append-only: % on dobon.{table}', TG_OP{more} USING ERRCODE = 'restrict_violation';
END
$$
"""
LOG_ALONE = REFUSE.format(what="the log", table="events", more="")
ANY_TABLE = REFUSE.format(what="this", table="%", more=", TG_TABLE_NAME")

ACTS_APPEND_ONLY = """
CREATE TRIGGER acts_no_change BEFORE UPDATE OR DELETE ON dobon.acts FOR EACH ROW EXECUTE FUNCTION dobon.refuse_change();
CREATE TRIGGER acts_no_truncate BEFORE TRUNCATE ON dobon.acts FOR EACH STATEMENT EXECUTE FUNCTION dobon.refuse_change();
ALTER TABLE dobon.acts ENABLE ALWAYS TRIGGER acts_no_change;
ALTER TABLE dobon.acts ENABLE ALWAYS TRIGGER acts_no_truncate;
"""


def upgrade() -> None:
    op.add_column(
        "players", sa.Column("suspended_at", MOMENT, comment="since when the tokens are refused"), schema="dobon"
    )
    _across_games()
    _of_a_game()
    op.execute(ANY_TABLE)
    op.execute(ACTS_APPEND_ONLY)
    for table, rights in RIGHTS.items():
        op.execute(f"GRANT {rights} ON dobon.{table} TO dobon_app")
    op.execute("GRANT UPDATE (suspended_at) ON dobon.players TO dobon_app")
    op.execute("INSERT INTO dobon.projections (name, build, state, upto) VALUES ('statistics', 1, 'live', '')")


def _across_games() -> None:
    op.create_table(
        "projections",
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("build", sa.Integer, nullable=False, autoincrement=False),
        sa.Column("state", sa.Text, nullable=False),
        sa.Column("upto", sa.Text, nullable=False, comment="id of the last game that was made again"),
        sa.Column("games", sa.Integer, nullable=False, server_default=sa.text("0")),
        sa.Column("differences", sa.Integer, nullable=False, server_default=sa.text("0")),
        sa.Column("first_difference", sa.Text),
        sa.Column("started_at", MOMENT),
        sa.Column("ended_at", MOMENT),
        sa.PrimaryKeyConstraint("name", "build", name="projections_pkey"),
        sa.CheckConstraint("state IN ('building', 'live', 'over')", name=op.f("projections_state_check")),
        schema="dobon",
        comment="which build of a projection is read, and which is being made",
    )
    # allows one live build and one running rebuild of each projection
    op.create_index(
        "projections_name_state_idx",
        "projections",
        ["name", "state"],
        schema="dobon",
        unique=True,
        postgresql_where=sa.text("state <> 'over'"),
    )
    op.create_table(
        "statistics",
        sa.Column("build", sa.Integer, nullable=False, autoincrement=False),
        sa.Column("entrant", KEY, nullable=False, comment="id of a player, or bot: and the name of a strategy"),
        sa.Column("ruleset", sa.Text, nullable=False),
        *(sa.Column(name, sa.BigInteger, nullable=False, server_default=sa.text("0")) for name in COUNTERS),
        sa.PrimaryKeyConstraint("build", "entrant", "ruleset", name="statistics_pkey"),
        schema="dobon",
        comment="what came of all rounds that are over; a projection of the logs",
    )
    op.create_table(
        "rated_games",
        sa.Column("build", sa.Integer, nullable=False, autoincrement=False),
        sa.Column("ruleset", sa.Text, nullable=False),
        sa.Column("ended_at", MOMENT, nullable=False),
        sa.Column("game_id", ID, nullable=False),
        sa.Column(
            "entrants", sa.Text, nullable=False, comment="JSON list by seat: entrant, rank, and mu and sigma before"
        ),
        sa.Column("rated", sa.Boolean, nullable=False, comment="false: its turn has not come"),
        sa.PrimaryKeyConstraint("build", "ruleset", "ended_at", "game_id", name="rated_games_pkey"),
        schema="dobon",
        comment="finished games in the order in which they are rated; a projection of the logs",
    )
    op.create_index(
        "rated_games_build_ruleset_idx",
        "rated_games",
        ["build", "ruleset", "ended_at", "game_id"],
        schema="dobon",
        postgresql_where=sa.text("NOT rated"),
    )
    op.create_table(
        "ratings",
        sa.Column("build", sa.Integer, nullable=False, autoincrement=False),
        sa.Column("ruleset", sa.Text, nullable=False),
        sa.Column("entrant", KEY, nullable=False),
        sa.Column("mu", sa.BigInteger, nullable=False, comment="millionths"),
        sa.Column("sigma", sa.BigInteger, nullable=False, comment="millionths"),
        sa.Column("ordinal", sa.BigInteger, nullable=False, comment="millionths: mu - 3 sigma"),
        sa.PrimaryKeyConstraint("build", "ruleset", "entrant", name="ratings_pkey"),
        schema="dobon",
        comment="the rating of each entrant after all rated games; a projection of the logs",
    )
    op.create_index(
        "ratings_build_ruleset_ordinal_entrant_idx",
        "ratings",
        ["build", "ruleset", "ordinal", "entrant"],
        schema="dobon",
    )
    op.create_table(
        "acts",
        sa.Column("id", ID, nullable=False),
        sa.Column("at", MOMENT, nullable=False),
        sa.Column("actor", ID, nullable=False, comment="the admin's account"),
        sa.Column("act", sa.Text, nullable=False),
        sa.Column("subject", sa.Text, nullable=False, comment="id of a game or a player, or name of a projection"),
        sa.Column("reason", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("id", name="acts_pkey"),
        schema="dobon",
        comment="what admins did, and why: rows are added and never touched again",
    )
    op.create_index("acts_at_id_idx", "acts", ["at", "id"], schema="dobon")


def _of_a_game() -> None:
    op.create_table(
        "comments",
        sa.Column("game_id", ID, nullable=False),
        sa.Column("id", ID, nullable=False),
        sa.Column("round", sa.SmallInteger, nullable=False),
        sa.Column("version", sa.Integer, nullable=False, comment="the moment it is about"),
        sa.Column("player_id", ID, nullable=False),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("at", MOMENT, nullable=False),
        sa.PrimaryKeyConstraint("game_id", "id", name="comments_pkey"),
        schema="dobon",
        comment="what players say about moments of rounds that are over",
    )
    op.create_index("comments_game_id_round_at_id_idx", "comments", ["game_id", "round", "at", "id"], schema="dobon")
    op.create_table(
        "shares",
        sa.Column("game_id", ID, nullable=False),
        sa.Column("id", ID, nullable=False),
        sa.Column("hash", sa.LargeBinary, nullable=False, comment="SHA-256; the link itself is nowhere"),
        sa.Column("player_id", ID, nullable=False),
        sa.Column("created_at", MOMENT, nullable=False),
        sa.Column("revoked_at", MOMENT),
        sa.PrimaryKeyConstraint("game_id", "id", name="shares_pkey"),
        sa.CheckConstraint("octet_length(hash) = 32", name=op.f("shares_hash_check")),
        schema="dobon",
        comment="links that open the replay of a finished game to whoever has one",
    )
    op.create_index("shares_hash_idx", "shares", ["hash"], schema="dobon")


def downgrade() -> None:
    for table in reversed(RIGHTS):
        op.drop_table(table, schema="dobon")
    op.execute(LOG_ALONE)
    # remaining checkpoints of the statistics would keep a later upgrade from reading the logs from the start
    op.execute("DELETE FROM dobon.progress WHERE name <> 'folds'")
    op.drop_column("players", "suspended_at", schema="dobon")
