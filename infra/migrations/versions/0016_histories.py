"""Histories of players, missed calls, and places on leaderboards.

The statistics are rebuilt in the background if there are games, because they have no such rows yet.

Revision ID: 0016
Revises: 0015
"""

import sqlalchemy as sa
from alembic import op

revision = "0016"
down_revision = "0015"
branch_labels = None
depends_on = None

REBUILD = """
INSERT INTO dobon.projections (name, build, state, upto)
SELECT 'statistics', max(build) + 1, 'building', '' FROM dobon.projections WHERE name = 'statistics'
HAVING EXISTS (SELECT 1 FROM dobon.games)"""


def upgrade() -> None:
    op.add_column(
        "statistics", sa.Column("missed", sa.BigInteger, nullable=False, server_default=sa.text("0")), schema="dobon"
    )
    op.create_table(
        "rating_bands",
        sa.Column("build", sa.Integer, nullable=False),
        sa.Column("ruleset", sa.Text, nullable=False),
        sa.Column("band", sa.Integer, nullable=False, comment="tenths of the ordinal, rounded down"),
        sa.Column("entrants", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("build", "ruleset", "band", name="rating_bands_pkey"),
        schema="dobon",
        comment="how many entrants have a rating in each band, so that a place is found without counting all",
    )
    moments = (("mu_before", "before"), ("sigma_before", "before"), ("mu", "after"), ("sigma", "after"))
    op.create_table(
        "player_games",
        sa.Column("build", sa.Integer, nullable=False),
        sa.Column("player_id", sa.Uuid(as_uuid=False), nullable=False),
        sa.Column("ended_at", sa.Text(collation="C"), nullable=False),
        sa.Column("game_id", sa.Uuid(as_uuid=False), nullable=False),
        sa.Column("ruleset", sa.Text, nullable=False),
        sa.Column("public", sa.Boolean, nullable=False, comment="whether accounts without a seat may open the game"),
        *(
            sa.Column(name, sa.BigInteger, nullable=False, comment=f"millionths, {when} the game")
            for name, when in moments
        ),
        sa.PrimaryKeyConstraint("build", "player_id", "ended_at", "game_id", name="player_games_pkey"),
        schema="dobon",
        comment="the finished games of each player, with its ratings; a projection of the logs",
    )
    by_time, by_ruleset = (
        ["build", "player_id", "ended_at", "game_id"],
        ["build", "player_id", "ruleset", "ended_at", "game_id"],
    )
    for name, columns, condition in (
        ("player_games_ruleset_idx", by_ruleset, None),
        ("player_games_public_idx", by_time, "public"),
        ("player_games_public_ruleset_idx", by_ruleset, "public"),
        ("player_games_private_idx", ["build", "player_id", "game_id"], "NOT public"),
    ):
        where = None if condition is None else sa.text(condition)
        op.create_index(name, "player_games", columns, schema="dobon", postgresql_where=where)
    op.execute("GRANT SELECT, INSERT, UPDATE, DELETE ON dobon.rating_bands, dobon.player_games TO dobon_app")
    op.execute("UPDATE dobon.projections SET state = 'over' WHERE name = 'statistics' AND state = 'building'")
    op.execute(REBUILD)


def downgrade() -> None:
    for name in ("player_games", "rating_bands"):
        op.drop_table(name, schema="dobon")
    op.drop_column("statistics", "missed", schema="dobon")
