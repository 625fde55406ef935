"""Signals of help from a program."""

import sqlalchemy as sa
from alembic import op

from infra.postgres.migrate import refuse_downgrade

revision = "0007_assistance"
down_revision = "0006_signals"
branch_labels = None
depends_on = None
functions = "d76d1b52d5d60978"

ID = sa.Uuid(as_uuid=False)


def upgrade() -> None:
    op.add_column(
        "watched_games",
        sa.Column("searched", sa.Boolean, server_default=sa.text("false"), nullable=False),
        schema="dobon",
    )
    op.create_index(
        "watched_games_unsearched_idx",
        "watched_games",
        ["ended_at", "game_id"],
        schema="dobon",
        postgresql_where=sa.text("seen AND NOT searched"),
    )
    op.create_table_comment(
        "watched_games",
        "finished games, and whether the analyser has seen and searched what their players did",
        schema="dobon",
    )
    op.add_column(
        "player_rounds",
        sa.Column("clear", sa.Text, comment="JSON list: version, matched, usual action; null without an own decision"),
        schema="dobon",
    )
    op.add_column(
        "player_rounds",
        sa.Column("pace", sa.Double, comment="easy decisions less hard ones, in binary logarithms of seconds"),
        schema="dobon",
    )
    op.create_table_comment(
        "player_rounds", "what each player did in a round, as far as signals need it", schema="dobon"
    )
    op.create_table(
        "player_rates",
        sa.Column("player_id", ID, nullable=False),
        sa.Column("tell", sa.Text, nullable=False),
        sa.Column("ruleset", sa.Text, nullable=False),
        sa.Column("seats", sa.SmallInteger, autoincrement=False, nullable=False),
        sa.Column("rounds", sa.Integer, nullable=False, comment="with decisions"),
        sa.Column("decisions", sa.Integer, nullable=False),
        sa.Column("mean", sa.Double, nullable=False),
        sa.Column("spread", sa.Double, nullable=False, comment="the variance of the mean, if it depended on one round"),
        sa.ForeignKeyConstraint(["player_id"], ["dobon.players.id"], name=op.f("player_rates_player_id_fkey")),
        sa.PrimaryKeyConstraint("player_id", "tell", "ruleset", "seats", name=op.f("player_rates_pkey")),
        schema="dobon",
        comment="what the players of a ruleset are compared with",
    )
    op.create_index("player_rates_tell_ruleset_seats_idx", "player_rates", ["tell", "ruleset", "seats"], schema="dobon")
    op.drop_constraint("signals_first_id_check", "signals", schema="dobon")
    op.create_check_constraint(op.f("signals_first_id_check"), "signals", "first_id <= second_id", schema="dobon")
    op.alter_column(
        "signals", "second_id", comment="the same id: the signal of one player", existing_type=ID, schema="dobon"
    )
    for column, comment in (
        ("last_at", "the end of the last of its games"),
        ("games", "behind it: that both have ended, or that were searched of the player"),
        ("rounds", "behind it"),
    ):
        op.alter_column("signals", column, comment=comment, schema="dobon")
    op.create_table_comment(
        "signals",
        "how unlikely it is that two players do not help each other, or that one has no help from a program",
        schema="dobon",
    )
    op.execute("GRANT SELECT, INSERT, UPDATE, DELETE ON dobon.player_rates TO dobon_app")


downgrade = refuse_downgrade
