"""One secret of each game, from which those of its rounds follow; abandoned games reveal theirs.

Games of earlier versions cannot be read any more. There are none outside of tests, because no version was released.

Revision ID: 0009
Revises: 0008
"""

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None

COUNTERS = ("cuts", "withheld", "abandoned")
ENTRANT = "id of a player, bot: and the name of a strategy, or * for all games"
OLD_ENTRANT = "id of a player, or bot: and the name of a strategy"


def upgrade() -> None:
    op.create_table(
        "game_secrets",
        sa.Column("game_id", sa.Uuid(as_uuid=False), nullable=False),
        sa.Column("last_link", sa.LargeBinary, nullable=False),
        sa.PrimaryKeyConstraint("game_id", name="game_secrets_pkey"),
        sa.CheckConstraint("octet_length(last_link) = 32", name=op.f("game_secrets_last_link_check")),
        schema="dobon",
        comment="the link of each game's last round, from which the secrets of all its rounds follow",
    )
    op.execute("GRANT SELECT, INSERT ON dobon.game_secrets TO dobon_app")
    op.execute("INSERT INTO dobon.game_secrets SELECT game_id, secret FROM dobon.round_secrets WHERE round = 1")
    op.drop_table("round_secrets", schema="dobon")
    _index_revealing_events("type IN ('round-revealed', 'game-abandoned')")
    for name in COUNTERS:
        op.add_column(
            "statistics", sa.Column(name, sa.BigInteger, nullable=False, server_default=sa.text("0")), schema="dobon"
        )
    op.alter_column("statistics", "entrant", comment=ENTRANT, existing_comment=OLD_ENTRANT, schema="dobon")


def downgrade() -> None:
    op.alter_column("statistics", "entrant", comment=OLD_ENTRANT, existing_comment=ENTRANT, schema="dobon")
    for name in COUNTERS:
        op.drop_column("statistics", name, schema="dobon")
    op.create_table(
        "round_secrets",
        sa.Column("game_id", sa.Uuid(as_uuid=False), nullable=False),
        sa.Column("round", sa.SmallInteger, nullable=False),
        sa.Column("secret", sa.LargeBinary, nullable=False),
        sa.PrimaryKeyConstraint("game_id", "round", name="round_secrets_pkey"),
        sa.CheckConstraint("octet_length(secret) = 32", name=op.f("round_secrets_secret_check")),
        schema="dobon",
        comment="what each round is shuffled and sealed with; public in the log once the round is over",
    )
    op.execute("GRANT SELECT, INSERT ON dobon.round_secrets TO dobon_app")
    # The earlier version cannot play on with it; it is kept for the way back.
    op.execute("INSERT INTO dobon.round_secrets SELECT game_id, 1, last_link FROM dobon.game_secrets")
    op.drop_table("game_secrets", schema="dobon")
    _index_revealing_events("type = 'round-revealed'")


def _index_revealing_events(condition: str) -> None:
    op.drop_index("events_game_id_version_idx", "events", schema="dobon")
    op.create_index(
        "events_game_id_version_idx",
        "events",
        ["game_id", "version"],
        schema="dobon",
        postgresql_where=sa.text(condition),
    )
