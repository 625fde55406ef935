"""Partitions of games, so that several databases can share them, and idempotency keys on games beside the game.

Revision ID: 0019
Revises: 0018
"""

import sqlalchemy as sa
from alembic import op

from infra.postgres import functions, partitions

revision = "0019"
down_revision = "0018"
branch_labels = None
depends_on = None

MOMENT = sa.Text(collation="C")

# Rows of a partition that another database owns are remains of a move.
REFUSE = """
CREATE OR REPLACE FUNCTION dobon.refuse_change() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog AS $$
BEGIN
    {exception}
    RAISE EXCEPTION 'this is append-only: % on dobon.%', TG_OP, TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
END
$$
"""
UNLESS_MOVED = """
    IF TG_OP = 'DELETE' AND TG_TABLE_NAME IN ('events', 'game_acts') THEN
        IF NOT EXISTS (
            SELECT FROM dobon.partitions WHERE number = get_byte(uuid_send(OLD.game_id), 0) >> 2 AND owned
        ) THEN
            RETURN OLD;
        END IF;
    END IF;"""

PUBLIC = """
UPDATE dobon.rated_games AS rated
SET public = EXISTS (SELECT FROM dobon.games WHERE games.id = rated.game_id AND games.shown IS NOT NULL)"""

CLOSED = """
INSERT INTO dobon.closed_games (partition, status, games)
SELECT get_byte(uuid_send(id), 0) >> 2, status, count(*) FROM dobon.games WHERE closed GROUP BY 1, 2"""


def upgrade() -> None:
    op.create_table(
        "partitions",
        sa.Column("number", sa.SmallInteger, nullable=False, autoincrement=False),
        sa.Column(
            "owned", sa.Boolean, nullable=False, server_default=sa.text("true"), comment="whether its games are here"
        ),
        sa.Column(
            "arrivals",
            sa.Integer,
            nullable=False,
            server_default=sa.text("0"),
            comment="how often it has come from a shard",
        ),
        sa.PrimaryKeyConstraint("number", name="partitions_pkey"),
        schema="dobon",
        comment="64 partitions of games, by the first six bits of the id; of several databases one owns each",
    )
    op.execute("INSERT INTO dobon.partitions (number) SELECT generate_series(0, 63)")
    op.execute("GRANT SELECT ON dobon.partitions TO dobon_app")
    op.create_table(
        "game_requests",
        sa.Column("game_id", sa.Uuid(as_uuid=False), nullable=False),
        sa.Column("key", sa.LargeBinary, nullable=False, comment="SHA-256 of the account and the idempotency key"),
        sa.Column("request", sa.LargeBinary, nullable=False, comment="SHA-256 of everything that was asked for"),
        sa.Column("result", sa.Text, nullable=False, comment="JSON object, without secrets and texts of players"),
        sa.Column("at", MOMENT, nullable=False),
        sa.PrimaryKeyConstraint("game_id", "key", name="game_requests_pkey"),
        schema="dobon",
        comment="requests on a game outside its log that had an idempotency key, with their results",
    )
    # The row of the game may be in another database when its rating is written.
    op.add_column(
        "rated_games",
        sa.Column("public", sa.Boolean, comment="whether accounts without a seat may open the game"),
        schema="dobon",
    )
    op.execute(PUBLIC)
    op.alter_column("rated_games", "public", nullable=False, schema="dobon")
    op.drop_table("closed_games", schema="dobon")
    op.create_table(
        "closed_games",
        sa.Column("partition", sa.SmallInteger, nullable=False, autoincrement=False),
        sa.Column("status", sa.Text, nullable=False),
        sa.Column("games", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("partition", "status", name="closed_games_pkey"),
        schema="dobon",
        comment="how many games are closed, so that metrics need not count them",
    )
    op.execute(CLOSED)
    op.execute("GRANT SELECT, INSERT, UPDATE ON dobon.closed_games TO dobon_app")
    op.execute(REFUSE.format(exception=UNLESS_MOVED))
    op.execute(partitions.PARTITION_OF)
    for statement in (*functions.drop(), *functions.create(), *partitions.policies()):
        op.execute(sa.text(statement.replace(":", "\\:")))


def downgrade() -> None:
    for table in (*partitions.ID_COLUMNS, "closed_games"):
        op.execute(f"DROP POLICY IF EXISTS owned ON dobon.{table}")
        op.execute(f"ALTER TABLE dobon.{table} DISABLE ROW LEVEL SECURITY")
    op.execute("DROP FUNCTION dobon.partition_of(uuid)")
    op.execute(REFUSE.format(exception=""))
    op.drop_table("closed_games", schema="dobon")
    op.create_table(
        "closed_games",
        sa.Column("status", sa.Text, nullable=False),
        sa.Column("games", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("status", name="closed_games_pkey"),
        schema="dobon",
        comment="how many games are closed, so that metrics need not count them",
    )
    op.execute(
        "INSERT INTO dobon.closed_games (status, games)"
        " SELECT status, count(*) FROM dobon.games WHERE closed GROUP BY status"
    )
    op.execute("GRANT SELECT, INSERT, UPDATE ON dobon.closed_games TO dobon_app")
    op.drop_column("rated_games", "public", schema="dobon")
    op.drop_table("game_requests", schema="dobon")
    op.drop_table("partitions", schema="dobon")
