"""The log, the tables that a command writes with it, the projections, and the accounts.

The rights of the application's role are granted here, next to the tables; everything else is forbidden. Triggers keep
every role, the owner included, from changing the log by accident.
"""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.types import UserDefinedType

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None

MOMENT = sa.Text(collation="C")
ID = sa.Uuid(as_uuid=False)


class Xid8(UserDefinedType[int]):
    cache_ok = True

    def get_col_spec(self, **_: object) -> str:
        return "xid8"


# rights that are not listed are not granted: the log, the secrets and the idempotency keys are written once
RIGHTS = {
    "alembic_version": "SELECT",
    "games": "SELECT, INSERT, UPDATE (status, round, version, head, due_at)",
    "events": "SELECT, INSERT",
    "commands": "SELECT, INSERT",
    "claims": "SELECT, INSERT, DELETE",
    "round_secrets": "SELECT, INSERT",
    "folds": "SELECT, INSERT, DELETE",
    "game_seats": "SELECT, INSERT, DELETE",
    "progress": "SELECT, INSERT, UPDATE, DELETE",
    "players": "SELECT, INSERT, UPDATE (name)",
    "tokens": "SELECT, INSERT, UPDATE (revoked_at)",
}

APPEND_ONLY = """
CREATE FUNCTION dobon.refuse_change() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog AS $$
BEGIN
    RAISE EXCEPTION 'the log is append-only: % on dobon.events', TG_OP USING ERRCODE = 'restrict_violation';
END
$$;
-- per row: these reach the partitions too, once there are any
CREATE TRIGGER events_no_change BEFORE UPDATE OR DELETE ON dobon.events FOR EACH ROW EXECUTE FUNCTION dobon.refuse_change();
CREATE TRIGGER events_no_truncate BEFORE TRUNCATE ON dobon.events FOR EACH STATEMENT EXECUTE FUNCTION dobon.refuse_change();
-- always: also for a session that replicates
ALTER TABLE dobon.events ENABLE ALWAYS TRIGGER events_no_change;
ALTER TABLE dobon.events ENABLE ALWAYS TRIGGER events_no_truncate;
"""


def upgrade() -> None:
    _of_a_game()
    _projections()
    _accounts()
    op.execute(APPEND_ONLY)
    op.execute("GRANT USAGE ON SCHEMA dobon TO dobon_app")
    for table, rights in RIGHTS.items():
        op.execute(f"GRANT {rights} ON dobon.{table} TO dobon_app")


def _of_a_game() -> None:
    op.create_table(
        "games",
        sa.Column("id", ID, nullable=False),
        sa.Column("ruleset", sa.Text, nullable=False),
        sa.Column("options", sa.Text, nullable=False, comment="JSON object"),
        sa.Column("seats", sa.SmallInteger, nullable=False),
        sa.Column("status", sa.Text, nullable=False),
        sa.Column("round", sa.SmallInteger, nullable=False, server_default=sa.text("0")),
        sa.Column("version", sa.Integer, nullable=False, comment="of the newest event"),
        sa.Column("head", sa.Text, nullable=False, comment="digest of the newest event, hex"),
        sa.Column("due_at", MOMENT, comment="when the clock or a bot owes something"),
        sa.Column("listed", sa.Boolean, nullable=False),
        sa.Column("join_code", sa.Text),
        sa.Column("created_by", ID, nullable=False),
        sa.Column("created_at", MOMENT, nullable=False),
        sa.PrimaryKeyConstraint("id", name="games_pkey"),
        sa.CheckConstraint(
            "status IN ('waiting', 'playing', 'between-rounds', 'finished', 'abandoned')",
            name=op.f("games_status_check"),
        ),
        sa.CheckConstraint("seats > 0", name=op.f("games_seats_check")),
        sa.CheckConstraint("version > 0", name=op.f("games_version_check")),
        schema="dobon",
        comment="one row a game; each command moves it on, guarded by the version it expects",
        # every command rewrites the row; free space keeps the new row version on the same page (HOT update)
        postgresql_with={"fillfactor": "70"},
    )
    op.create_index(
        "games_due_at_idx", "games", ["due_at"], schema="dobon", postgresql_where=sa.text("due_at IS NOT NULL")
    )
    op.create_index("games_created_at_id_idx", "games", ["created_at", "id"], schema="dobon")
    op.create_table(
        "events",
        sa.Column("game_id", ID, nullable=False),
        sa.Column("version", sa.Integer, nullable=False, autoincrement=False),
        sa.Column("type", sa.Text, nullable=False),
        sa.Column("schema", sa.SmallInteger, nullable=False),
        sa.Column("body", sa.Text, nullable=False, comment="canonical JSON of the public and the sealed parts"),
        sa.Column("actor", sa.Text, nullable=False, comment="the account that acted, or clock"),
        sa.Column("at", MOMENT, nullable=False),
        sa.Column("digest", sa.Text, nullable=False, comment="hex"),
        sa.Column("tx", Xid8(), nullable=False, server_default=sa.text("pg_current_xact_id()")),
        sa.PrimaryKeyConstraint("game_id", "version", name="events_pkey"),
        sa.CheckConstraint("version > 0", name=op.f("events_version_check")),
        schema="dobon",
        comment="the log: rows are added and never touched again (triggers and the application's role see to it)",
    )
    op.create_index("events_tx_idx", "events", ["tx"], schema="dobon")
    op.create_table(
        "commands",
        sa.Column("game_id", ID, nullable=False),
        sa.Column("account", ID, nullable=False),
        sa.Column("key", sa.Text, nullable=False),
        sa.Column("request", sa.LargeBinary, nullable=False, comment="SHA-256 of the request"),
        sa.Column("first_version", sa.Integer, nullable=False),
        sa.Column("last_version", sa.Integer, nullable=False),
        sa.PrimaryKeyConstraint("game_id", "account", "key", name="commands_pkey"),
        schema="dobon",
        comment="which versions a command with an idempotency key produced; its answer is rebuilt from the log",
    )
    op.create_table(
        "round_secrets",
        sa.Column("game_id", ID, nullable=False),
        sa.Column("round", sa.SmallInteger, nullable=False, autoincrement=False),
        sa.Column("secret", sa.LargeBinary, nullable=False),
        sa.PrimaryKeyConstraint("game_id", "round", name="round_secrets_pkey"),
        sa.CheckConstraint("octet_length(secret) = 32", name=op.f("round_secrets_secret_check")),
        schema="dobon",
        comment="what each round is shuffled and sealed with; public in the log once the round is over",
    )
    op.create_table(
        "game_seats",
        sa.Column("game_id", ID, nullable=False),
        sa.Column("seat", sa.SmallInteger, nullable=False, autoincrement=False),
        sa.Column("player_id", ID, nullable=False),
        sa.PrimaryKeyConstraint("game_id", "seat", name="game_seats_pkey"),
        schema="dobon",
        comment="who sits where, to find a player's games; bots have no row",
    )
    op.create_index("game_seats_player_id_game_id_idx", "game_seats", ["player_id", "game_id"], schema="dobon")


def _projections() -> None:
    op.create_table(
        "claims",
        sa.Column("game_id", ID, nullable=False),
        sa.Column("version", sa.Integer, nullable=False, autoincrement=False),
        sa.Column("round", sa.SmallInteger, nullable=False),
        sa.Column("seat", sa.SmallInteger, nullable=False),
        sa.Column("player_id", ID, comment="empty for a bot"),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("on_version", sa.Integer, nullable=False, comment="the play or the call that it was made on"),
        sa.Column("card", sa.Text, nullable=False),
        sa.Column("hand", sa.Text, nullable=False, comment="JSON list of card codes"),
        sa.Column("formulas", sa.Text, nullable=False, comment="JSON list of texts"),
        sa.Column("valid", sa.Boolean, nullable=False),
        sa.Column("at", MOMENT, nullable=False),
        sa.PrimaryKeyConstraint("game_id", "version", name="claims_pkey"),
        schema="dobon",
        comment="every call, its hand, its formulas and its verdict; a projection of the log",
    )
    op.create_index("claims_at_game_id_version_idx", "claims", ["at", "game_id", "version"], schema="dobon")
    op.create_index("claims_player_id_at_idx", "claims", ["player_id", "at"], schema="dobon")
    op.create_table(
        "folds",
        sa.Column("game_id", ID, nullable=False),
        sa.Column(
            "viewer", sa.SmallInteger, nullable=False, autoincrement=False, comment="seat, -1 spectators, -2 server"
        ),
        sa.Column("version", sa.Integer, nullable=False, autoincrement=False),
        sa.Column("state", sa.Text, nullable=False, comment="JSON object"),
        sa.PrimaryKeyConstraint("game_id", "viewer", "version", name="folds_pkey"),
        schema="dobon",
        comment="a game as one viewer sees it at a version; a projection of the log",
    )
    op.create_table(
        "progress",
        sa.Column("game_id", ID, nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
        sa.PrimaryKeyConstraint("game_id", "name", name="progress_pkey"),
        schema="dobon",
        comment="how far a projection has read a game",
    )


def _accounts() -> None:
    op.create_table(
        "players",
        sa.Column("id", ID, nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("created_at", MOMENT, nullable=False),
        sa.PrimaryKeyConstraint("id", name="players_pkey"),
        sa.CheckConstraint("char_length(name) BETWEEN 1 AND 64", name=op.f("players_name_check")),
        schema="dobon",
        comment="the only place where names are: erasing one leaves every log whole",
    )
    op.create_table(
        "tokens",
        sa.Column("hash", sa.LargeBinary, nullable=False, comment="SHA-256; the token itself is nowhere"),
        sa.Column("player_id", ID, nullable=False),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("created_at", MOMENT, nullable=False),
        sa.Column("revoked_at", MOMENT),
        sa.PrimaryKeyConstraint("hash", name="tokens_pkey"),
        sa.ForeignKeyConstraint(["player_id"], ["dobon.players.id"], name="tokens_player_id_fkey"),
        sa.CheckConstraint("octet_length(hash) = 32", name=op.f("tokens_hash_check")),
        sa.CheckConstraint("kind IN ('player', 'admin')", name=op.f("tokens_kind_check")),
        schema="dobon",
    )
    op.create_index("tokens_player_id_idx", "tokens", ["player_id"], schema="dobon")


def downgrade() -> None:
    for table in reversed(RIGHTS):
        if table == "alembic_version":  # the table belongs to Alembic
            op.execute("REVOKE ALL ON dobon.alembic_version FROM dobon_app")
        else:
            op.drop_table(table, schema="dobon")
    op.execute("DROP FUNCTION dobon.refuse_change()")
    op.execute("REVOKE USAGE ON SCHEMA dobon FROM dobon_app")
