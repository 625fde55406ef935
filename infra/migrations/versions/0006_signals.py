"""Signals of collusion."""

import sqlalchemy as sa
from alembic import op

from infra.postgres.migrate import refuse_downgrade

revision = "0006_signals"
down_revision = "0005_public_log"
branch_labels = None
depends_on = None
functions = "d76d1b52d5d60978"

MOMENT = sa.Text(collation="C")
ID = sa.Uuid(as_uuid=False)


def upgrade() -> None:
    op.create_table(
        "watched_games",
        sa.Column("game_id", ID, nullable=False),
        sa.Column("ended_at", MOMENT, nullable=False),
        sa.Column("seen", sa.Boolean, server_default=sa.text("false"), nullable=False),
        sa.PrimaryKeyConstraint("game_id", name=op.f("watched_games_pkey")),
        schema="dobon",
        comment="finished games, and whether the analyser has seen what their players did",
    )
    op.create_index(
        "watched_games_ended_at_game_id_idx",
        "watched_games",
        ["ended_at", "game_id"],
        schema="dobon",
        postgresql_where=sa.text("NOT seen"),
    )
    # the games that ended before this revision
    op.execute("""
        INSERT INTO dobon.watched_games (game_id, ended_at) SELECT DISTINCT ON (game_id) game_id, ended_at
        FROM dobon.rated_games WHERE build = (
            SELECT build FROM dobon.projections WHERE name = 'statistics' AND state = 'live'
        ) ORDER BY game_id""")
    op.create_table(
        "player_rounds",
        sa.Column("player_id", ID, nullable=False),
        sa.Column("ended_at", MOMENT, nullable=False, comment="of the game"),
        sa.Column("game_id", ID, nullable=False),
        sa.Column("round", sa.SmallInteger, autoincrement=False, nullable=False),
        sa.Column("ruleset", sa.Text, nullable=False),
        sa.Column("points", sa.Integer, nullable=False),
        sa.Column("others", sa.Text, nullable=False, comment="JSON list of the opponents"),
        sa.Column(
            "tells",
            sa.Text,
            nullable=False,
            comment="JSON list: tell, opponent, number of decisions, sum of their values",
        ),
        sa.ForeignKeyConstraint(["player_id"], ["dobon.players.id"], name=op.f("player_rounds_player_id_fkey")),
        sa.PrimaryKeyConstraint("player_id", "ended_at", "game_id", "round", name=op.f("player_rounds_pkey")),
        schema="dobon",
        comment="what each player spared or fed its opponents, round by round",
    )
    op.create_table(
        "signals",
        sa.Column("id", ID, nullable=False),
        sa.Column("first_id", ID, nullable=False, comment="the lesser id"),
        sa.Column("second_id", ID, nullable=False),
        sa.Column("last_at", MOMENT, nullable=False, comment="the end of their last game together"),
        sa.Column("computed_at", MOMENT, nullable=False, comment="empty before the first time"),
        sa.Column("games", sa.Integer, nullable=False, comment="that they have ended together"),
        sa.Column("computed_games", sa.Integer, nullable=False, comment="those that are in the signal"),
        sa.Column("rounds", sa.Integer, server_default=sa.text("0"), nullable=False, comment="that both played"),
        sa.Column(
            "strength",
            sa.Double,
            server_default=sa.text("0"),
            nullable=False,
            comment="3 is one in 1,000 by chance",
        ),
        sa.Column(
            "told", sa.Text, server_default=sa.text("'[]'"), nullable=False, comment="JSON list of what was found"
        ),
        sa.Column("state", sa.Text, server_default=sa.text("'open'"), nullable=False),
        sa.Column("closed_strength", sa.Double, comment="when an admin closed it"),
        sa.CheckConstraint("first_id < second_id", name=op.f("signals_first_id_check")),
        sa.CheckConstraint("state IN ('open', 'closed')", name=op.f("signals_state_check")),
        sa.ForeignKeyConstraint(["first_id"], ["dobon.players.id"], name=op.f("signals_first_id_fkey")),
        sa.ForeignKeyConstraint(["second_id"], ["dobon.players.id"], name=op.f("signals_second_id_fkey")),
        sa.PrimaryKeyConstraint("id", name=op.f("signals_pkey")),
        schema="dobon",
        comment="how unlikely it is that two players treat each other as they treat their other opponents",
    )
    op.create_index("signals_first_id_second_id_idx", "signals", ["first_id", "second_id"], unique=True, schema="dobon")
    op.create_index("signals_second_id_idx", "signals", ["second_id"], schema="dobon")
    op.create_index("signals_state_strength_id_idx", "signals", ["state", "strength", "id"], schema="dobon")
    op.create_index(
        "signals_computed_at_id_idx",
        "signals",
        ["computed_at", "id"],
        schema="dobon",
        postgresql_where=sa.text("games > computed_games"),
    )
    tables = ("watched_games", "player_rounds", "signals")
    op.execute(f"GRANT SELECT, INSERT, UPDATE ON {', '.join(f'dobon.{table}' for table in tables)} TO dobon_app")
    op.execute("GRANT DELETE ON dobon.player_rounds, dobon.signals TO dobon_app")


downgrade = refuse_downgrade
