"""All tables, with the rights of the application's role, triggers and policies.

Everything that is not granted is forbidden. Triggers keep every role, the owner included, from changing the log by
accident. The functions that are the way to one game are created after the revisions (`infra.postgres.functions`).
"""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.types import UserDefinedType

from infra.postgres.migrate import refuse_downgrade

revision = "0001_first_revision"
down_revision = None
branch_labels = None
depends_on = None
functions = "659b4eee291add2a"

MOMENT = sa.Text(collation="C")
ID = sa.Uuid(as_uuid=False)


class Xid8(UserDefinedType[int]):
    cache_ok = True

    def get_col_spec(self, **_: object) -> str:
        return "xid8"


# One game is written through functions alone. The rights on its tables are for statements over many games. The clock
# locks the rows of due games, for which one column suffices.
RIGHTS = {
    "alembic_version": "SELECT",
    "players": "SELECT, INSERT, UPDATE (erased_at, name, suspended_at, suspended_until)",
    "tokens": "SELECT, INSERT, UPDATE (client, hash, label, revoked_at, used_at)",
    "passkeys": "SELECT, INSERT, UPDATE (name, sign_count, used_at), DELETE",
    "recovery_codes": "SELECT, INSERT, UPDATE (used_at), DELETE",
    "device_links": "SELECT, INSERT, UPDATE (session), DELETE",
    "authorization_codes": "SELECT, INSERT, UPDATE (used, token), DELETE",
    "challenges": "SELECT, INSERT, UPDATE, DELETE",
    "reserved_names": "SELECT, INSERT, UPDATE, DELETE",
    "rights": "SELECT",
    "receipt_keys": "SELECT, INSERT",
    "requests": "SELECT, INSERT, UPDATE",
    "tickets": "SELECT, INSERT, UPDATE, DELETE",
    "games": "SELECT, UPDATE (closed, due_at)",
    "events": "SELECT",
    "claims": "SELECT",
    "game_secrets": "SELECT (game_id)",
    "game_seats": "SELECT",
    "damaged_games": "SELECT",
    "progress": "SELECT, INSERT, UPDATE, DELETE",
    "game_acts": "SELECT",
    "partitions": "SELECT",
    "projections": "SELECT, INSERT, UPDATE, DELETE",
    "statistics": "SELECT, INSERT, UPDATE, DELETE",
    "rated_games": "SELECT, INSERT, UPDATE, DELETE",
    "ratings": "SELECT, INSERT, UPDATE, DELETE",
    "rating_bands": "SELECT, INSERT, UPDATE, DELETE",
    "player_games": "SELECT, INSERT, UPDATE, DELETE",
    "closed_games": "SELECT, INSERT, UPDATE",
    "comments": "SELECT",
    "shares": "SELECT",
    "stamps": "SELECT",
    "analyses": "SELECT, UPDATE (attempts, lease, leased_until)",
    "drills": "SELECT",
    "player_drills": "SELECT, INSERT, UPDATE, DELETE",
    "daily_drills": "SELECT, INSERT",
    "daily_answers": "SELECT, INSERT, DELETE",
    "acts": "SELECT, INSERT",
    "verdicts": "SELECT, INSERT, UPDATE (note)",
    "reports": "SELECT, INSERT, UPDATE (name, reporter, status, text, verdict_id)",
    "known_names": "SELECT, INSERT, UPDATE, DELETE",
    "barred_names": "SELECT, INSERT, UPDATE, DELETE",
    "notifications": "SELECT, INSERT, UPDATE, DELETE",
    "notification_positions": "SELECT, INSERT, UPDATE, DELETE",
    "listeners": "SELECT, INSERT, UPDATE, DELETE",
    "open_pages": "SELECT, INSERT, UPDATE, DELETE",
    "push_keys": "SELECT, INSERT, UPDATE, DELETE",
    "push_subscriptions": "SELECT, INSERT, UPDATE, DELETE",
    "pushes": "SELECT, INSERT, UPDATE, DELETE",
    "webhooks": "SELECT, INSERT, UPDATE, DELETE",
    "webhook_deliveries": "SELECT, INSERT, UPDATE, DELETE",
    "queue": "SELECT, INSERT, UPDATE, DELETE",
    "matches": "SELECT, INSERT, UPDATE, DELETE",
    "blocks": "SELECT, INSERT, UPDATE, DELETE",
    "follows": "SELECT, INSERT, UPDATE, DELETE",
}

# The partition of a game is the first six bits of its id. Only in a partition that another database owns may rows be
# deleted, because they are remains of a move. The triggers fire always: also in a session that replicates.
APPEND_ONLY = """
CREATE FUNCTION dobon.refuse_change() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog AS $$
BEGIN
    IF TG_OP = 'DELETE' AND TG_TABLE_NAME IN ('events', 'game_acts') THEN
        IF NOT EXISTS (
            SELECT FROM dobon.partitions WHERE number = get_byte(uuid_send(OLD.game_id), 0) >> 2 AND owned
        ) THEN
            RETURN OLD;
        END IF;
    END IF;
    RAISE EXCEPTION 'this is append-only: % on dobon.%', TG_OP, TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
END
$$
"""
REFUSE = """
CREATE TRIGGER {0}_no_change BEFORE UPDATE OR DELETE ON dobon.{0} FOR EACH ROW EXECUTE FUNCTION dobon.refuse_change();
CREATE TRIGGER {0}_no_truncate BEFORE TRUNCATE ON dobon.{0} FOR EACH STATEMENT EXECUTE FUNCTION dobon.refuse_change();
ALTER TABLE dobon.{0} ENABLE ALWAYS TRIGGER {0}_no_change;
ALTER TABLE dobon.{0} ENABLE ALWAYS TRIGGER {0}_no_truncate;
"""

# Triggers, because the number must also grow if an operator changes a row by hand. They run once a statement, after
# its rows are locked, so two changes cannot wait for each other. The time of the last use of a token grants nothing, so
# noting it must not make every process read its accounts again.
CHANGED_RIGHTS = """
CREATE FUNCTION dobon.note_changed_rights() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog AS $$
BEGIN
    UPDATE dobon.rights SET number = number + 1;
    RETURN NULL;
END
$$;
REVOKE ALL ON FUNCTION dobon.note_changed_rights() FROM PUBLIC;
CREATE TRIGGER tokens_changed AFTER UPDATE OF hash, player_id, kind, revoked_at OR DELETE OR TRUNCATE ON dobon.tokens
    FOR EACH STATEMENT EXECUTE FUNCTION dobon.note_changed_rights();
CREATE TRIGGER players_changed AFTER UPDATE OR DELETE OR TRUNCATE ON dobon.players
    FOR EACH STATEMENT EXECUTE FUNCTION dobon.note_changed_rights();
"""

# The policies hold once row security is enabled, in one of several databases. The application then finds no rows of
# partitions that the database does not own.
PARTITION_OF = """
CREATE FUNCTION dobon.partition_of(game uuid) RETURNS integer LANGUAGE sql IMMUTABLE PARALLEL SAFE
AS $body$ SELECT pg_catalog.get_byte(pg_catalog.uuid_send(game), 0) >> 2 $body$
"""
OWNED = "ANY (ARRAY(SELECT number FROM dobon.partitions WHERE owned))"
OF_GAME = f"dobon.partition_of(game_id) = {OWNED}"
CONDITIONS = {
    "games": f"dobon.partition_of(id) = {OWNED}",
    "progress": f"NOT (name = 'folds') OR {OF_GAME}",
    "closed_games": f"partition = {OWNED}",
} | dict.fromkeys(
    ("events", "commands", "claims", "game_secrets", "folds", "game_seats", "damaged_games", "comments", "shares",
     "stamps", "analyses", "drills", "rematches", "game_acts", "game_requests"),
    OF_GAME,
)  # fmt: skip

ROWS = (
    "INSERT INTO dobon.rights (only_row, number) VALUES (true, 0)",
    "INSERT INTO dobon.partitions (number) SELECT generate_series(0, 63)",
    "INSERT INTO dobon.projections (name, build, state, upto) VALUES ('statistics', 1, 'live', '')",
)


def upgrade() -> None:
    for create in (_accounts, _game_log, _records, _reviews, _moderation, _delivery, _lobby):
        create()
    for statement in (APPEND_ONLY, CHANGED_RIGHTS, PARTITION_OF, *ROWS):
        op.execute(statement)
    for table in ("events", "acts", "game_acts"):
        op.execute(REFUSE.format(table))
    for table, condition in CONDITIONS.items():
        op.execute(f"CREATE POLICY owned ON dobon.{table} FOR ALL TO dobon_app USING ({condition})")
    op.execute("GRANT USAGE ON SCHEMA dobon TO dobon_app")
    for table, rights in RIGHTS.items():
        op.execute(f"GRANT {rights} ON dobon.{table} TO dobon_app")


downgrade = refuse_downgrade


def _accounts() -> None:
    op.create_table(
        "players",
        sa.Column("id", ID, nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("created_at", MOMENT, nullable=False),
        sa.Column("suspended_at", MOMENT, comment="since when the tokens are refused"),
        sa.Column("erased_at", MOMENT, comment="since when the name is gone, for ever"),
        sa.Column("suspended_until", MOMENT, comment="the end of the suspension; empty without an end"),
        sa.CheckConstraint("char_length(name) BETWEEN 1 AND 64", name=op.f("players_name_check")),
        sa.PrimaryKeyConstraint("id", name=op.f("players_pkey")),
        schema="dobon",
        comment="accounts; no log holds a name, so erasing one leaves every log whole",
    )
    op.create_index("players_name_idx", "players", ["name"], schema="dobon")
    op.create_table(
        "tokens",
        sa.Column("hash", sa.LargeBinary, nullable=False, comment="SHA-256; the token itself is nowhere"),
        sa.Column("player_id", ID, nullable=False),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("created_at", MOMENT, nullable=False),
        sa.Column("revoked_at", MOMENT),
        sa.Column(
            "id",
            ID,
            server_default=sa.text("gen_random_uuid()"),
            nullable=False,
            comment="of the session, or of the token of a program",
        ),
        sa.Column(
            "label",
            sa.Text,
            server_default=sa.text("''"),
            nullable=False,
            comment="the device or the program, for its player",
        ),
        sa.Column("used_at", MOMENT, comment="the last use, to the hour"),
        sa.Column("scopes", sa.ARRAY(sa.Text), comment="what the token of a program may do; empty for a session"),
        sa.Column("expires_at", MOMENT, comment="the end of the token of a program"),
        sa.Column(
            "client", sa.Text, comment="the app that has the token, as it names itself; empty for a personal token"
        ),
        sa.CheckConstraint("kind IN ('player', 'admin')", name=op.f("tokens_kind_check")),
        sa.CheckConstraint("kind = 'player' OR scopes IS NULL", name=op.f("tokens_scopes_check")),
        sa.CheckConstraint("octet_length(hash) = 32", name=op.f("tokens_hash_check")),
        sa.ForeignKeyConstraint(["player_id"], ["dobon.players.id"], name=op.f("tokens_player_id_fkey")),
        sa.PrimaryKeyConstraint("hash", name=op.f("tokens_pkey")),
        schema="dobon",
    )
    op.create_index("tokens_id_key", "tokens", ["id"], unique=True, schema="dobon")
    op.create_index("tokens_player_id_idx", "tokens", ["player_id"], schema="dobon")
    op.create_table(
        "passkeys",
        sa.Column("id", ID, nullable=False),
        sa.Column("player_id", ID, nullable=False),
        sa.Column("credential", sa.LargeBinary, nullable=False, comment="the id that the authenticator has chosen"),
        sa.Column("public_key", sa.LargeBinary, nullable=False, comment="in COSE form"),
        sa.Column("sign_count", sa.BigInteger, nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("created_at", MOMENT, nullable=False),
        sa.Column("used_at", MOMENT),
        sa.ForeignKeyConstraint(["player_id"], ["dobon.players.id"], name=op.f("passkeys_player_id_fkey")),
        sa.PrimaryKeyConstraint("id", name=op.f("passkeys_pkey")),
        schema="dobon",
        comment="public keys with which players sign in",
    )
    op.create_index("passkeys_credential_key", "passkeys", ["credential"], unique=True, schema="dobon")
    op.create_index("passkeys_player_id_idx", "passkeys", ["player_id"], schema="dobon")
    op.create_table(
        "recovery_codes",
        sa.Column("hash", sa.LargeBinary, nullable=False, comment="SHA-256; the code itself is nowhere"),
        sa.Column("player_id", ID, nullable=False),
        sa.Column("created_at", MOMENT, nullable=False),
        sa.Column("used_at", MOMENT),
        sa.CheckConstraint("octet_length(hash) = 32", name=op.f("recovery_codes_hash_check")),
        sa.ForeignKeyConstraint(["player_id"], ["dobon.players.id"], name=op.f("recovery_codes_player_id_fkey")),
        sa.PrimaryKeyConstraint("hash", name=op.f("recovery_codes_pkey")),
        schema="dobon",
        comment="each opens one session; a new set of codes replaces the old one",
    )
    op.create_index("recovery_codes_player_id_idx", "recovery_codes", ["player_id"], schema="dobon")
    op.create_table(
        "device_links",
        sa.Column("hash", sa.LargeBinary, nullable=False, comment="SHA-256; the code itself is nowhere"),
        sa.Column("id", ID, nullable=False),
        sa.Column("player_id", ID, nullable=False),
        sa.Column("expires_at", MOMENT, nullable=False),
        sa.Column("session", ID, comment="that the code has opened"),
        sa.CheckConstraint("octet_length(hash) = 32", name=op.f("device_links_hash_check")),
        sa.ForeignKeyConstraint(["player_id"], ["dobon.players.id"], name=op.f("device_links_player_id_fkey")),
        sa.PrimaryKeyConstraint("hash", name=op.f("device_links_pkey")),
        schema="dobon",
        comment="codes for the next device of a player; one of each player",
    )
    op.create_index("device_links_expires_at_idx", "device_links", ["expires_at"], schema="dobon")
    op.create_index("device_links_player_id_key", "device_links", ["player_id"], unique=True, schema="dobon")
    op.create_table(
        "authorization_codes",
        sa.Column("hash", sa.LargeBinary, nullable=False, comment="SHA-256; the code itself is nowhere"),
        sa.Column("player_id", ID, nullable=False),
        sa.Column("client", sa.Text, nullable=False, comment="the app, as it names itself"),
        sa.Column("redirect", sa.Text, nullable=False, comment="where the code was sent"),
        sa.Column(
            "challenge",
            sa.Text,
            nullable=False,
            comment="SHA-256 of the secret that the app has to show, in Base64",
        ),
        sa.Column("scopes", sa.ARRAY(sa.Text), nullable=False),
        sa.Column("address", sa.Text, nullable=False, comment="the part of the redirect that the player was shown"),
        sa.Column("expires_at", MOMENT, nullable=False),
        sa.Column("used", sa.Boolean, server_default=sa.text("false"), nullable=False),
        sa.Column("token", ID, comment="the id of the token that was collected with it"),
        sa.CheckConstraint("octet_length(hash) = 32", name=op.f("authorization_codes_hash_check")),
        sa.ForeignKeyConstraint(["player_id"], ["dobon.players.id"], name=op.f("authorization_codes_player_id_fkey")),
        sa.PrimaryKeyConstraint("hash", name=op.f("authorization_codes_pkey")),
        schema="dobon",
        comment="codes with which admitted apps collect their tokens",
    )
    op.create_index("authorization_codes_player_id_idx", "authorization_codes", ["player_id"], schema="dobon")
    op.create_index("authorization_codes_expires_at_idx", "authorization_codes", ["expires_at"], schema="dobon")
    op.create_table(
        "challenges",
        sa.Column("hash", sa.LargeBinary, nullable=False, comment="SHA-256 of the challenge"),
        sa.Column("player_id", ID, comment="who adds a passkey; empty for a sign-in"),
        sa.Column("expires_at", MOMENT, nullable=False),
        sa.CheckConstraint("octet_length(hash) = 32", name=op.f("challenges_hash_check")),
        sa.PrimaryKeyConstraint("hash", name=op.f("challenges_pkey")),
        schema="dobon",
        comment="what authenticators have to sign; a row is deleted when its challenge is used or has expired",
    )
    op.create_index("challenges_expires_at_idx", "challenges", ["expires_at"], schema="dobon")
    op.create_table(
        "reserved_names",
        sa.Column("player_id", ID, nullable=False),
        sa.Column("skeleton", MOMENT, nullable=False, comment="the same for names that look alike"),
        sa.Column("until", MOMENT, nullable=False),
        sa.ForeignKeyConstraint(["player_id"], ["dobon.players.id"], name=op.f("reserved_names_player_id_fkey")),
        sa.PrimaryKeyConstraint("player_id", name=op.f("reserved_names_pkey")),
        schema="dobon",
        comment="the last name of a player, which no other player may take for a while",
    )
    op.create_index("reserved_names_skeleton_idx", "reserved_names", ["skeleton"], schema="dobon")
    op.create_index("reserved_names_until_idx", "reserved_names", ["until"], schema="dobon")
    op.create_table(
        "rights",
        sa.Column("only_row", sa.Boolean, nullable=False),
        sa.Column("number", sa.BigInteger, nullable=False),
        sa.CheckConstraint("only_row", name=op.f("rights_only_row_check")),
        sa.PrimaryKeyConstraint("only_row", name=op.f("rights_pkey")),
        schema="dobon",
        comment="one row, whose number grows with every change of a token or an account (by triggers)",
    )
    op.create_table(
        "receipt_keys",
        sa.Column("number", sa.Integer, autoincrement=False, nullable=False),
        sa.Column("secret", sa.LargeBinary, nullable=False),
        sa.Column("public", sa.LargeBinary, nullable=False),
        sa.Column("signs_from", MOMENT, nullable=False, comment="until the next key signs"),
        sa.CheckConstraint("number > 0", name=op.f("receipt_keys_number_check")),
        sa.CheckConstraint("octet_length(public) = 32", name=op.f("receipt_keys_public_check")),
        sa.CheckConstraint("octet_length(secret) = 32", name=op.f("receipt_keys_secret_check")),
        sa.PrimaryKeyConstraint("number", name=op.f("receipt_keys_pkey")),
        schema="dobon",
        comment="Ed25519 keys that sign receipts: rows are added and never changed",
    )
    op.create_table(
        "requests",
        sa.Column("key", sa.LargeBinary, nullable=False, comment="SHA-256 of the account and the idempotency key"),
        sa.Column("request", sa.LargeBinary, nullable=False, comment="SHA-256 of the request"),
        sa.Column("result", sa.Text, nullable=False, comment="JSON object, without secrets"),
        sa.Column("at", MOMENT, nullable=False),
        sa.CheckConstraint("octet_length(key) = 32", name=op.f("requests_key_check")),
        sa.PrimaryKeyConstraint("key", name=op.f("requests_pkey")),
        schema="dobon",
        comment="requests outside the log that have an idempotency key, each with its first result",
    )
    op.create_table(
        "tickets",
        sa.Column("hash", sa.LargeBinary, nullable=False, comment="SHA-256; the ticket itself is nowhere"),
        sa.Column("game_id", ID, comment="empty for the stream of the account"),
        sa.Column("token", sa.LargeBinary, nullable=False, comment="SHA-256 of the token that asked for it"),
        sa.Column("expires_at", MOMENT, nullable=False),
        sa.CheckConstraint("octet_length(hash) = 32", name=op.f("tickets_hash_check")),
        sa.PrimaryKeyConstraint("hash", name=op.f("tickets_pkey")),
        schema="dobon",
        comment="each opens one stream; a row is deleted when its ticket is used or has expired",
    )
    op.create_index("tickets_expires_at_idx", "tickets", ["expires_at"], schema="dobon")


def _game_log() -> None:
    op.create_table(
        "games",
        sa.Column("id", ID, nullable=False),
        sa.Column("ruleset", sa.Text, nullable=False),
        sa.Column("options", sa.Text, nullable=False, comment="JSON object"),
        sa.Column("seats", sa.SmallInteger, nullable=False),
        sa.Column("status", sa.Text, nullable=False),
        sa.Column("spectators", sa.Text, server_default=sa.text("'live'"), nullable=False),
        sa.Column("spectator_delay", sa.SmallInteger, server_default=sa.text("0"), nullable=False),
        sa.Column("shown", sa.Text, comment="the status that spectators see; empty if the game is hidden from them"),
        sa.Column(
            "players",
            sa.Text,
            server_default=sa.text("'[]'"),
            nullable=False,
            comment="JSON list of the taken seats, as views show them",
        ),
        sa.Column(
            "summary",
            sa.Text,
            server_default='{"deadline":null,"ended_at":null,"standing":null,"started_at":null,"turn":[],"winner":null}',
            nullable=False,
            comment="JSON object: whose turn it is, deadline, times and result, as live spectators see them",
        ),
        sa.Column("round", sa.SmallInteger, server_default=sa.text("0"), nullable=False),
        sa.Column("version", sa.Integer, nullable=False, comment="of the newest event"),
        sa.Column("head", sa.Text, nullable=False, comment="digest of the newest event, hex"),
        sa.Column("due_at", MOMENT, comment="when the clock or a bot owes something"),
        sa.Column("listed", sa.Boolean, nullable=False),
        sa.Column("join_code", sa.Text),
        sa.Column("created_by", ID, nullable=False),
        sa.Column("created_at", MOMENT, nullable=False),
        sa.Column(
            "closed",
            sa.Boolean,
            server_default=sa.text("false"),
            nullable=False,
            comment="over, and read by all projections",
        ),
        sa.Column(
            "attended",
            sa.Boolean,
            server_default=sa.text("true"),
            nullable=False,
            comment="whether a person still takes part",
        ),
        sa.Column(
            "missed_turns",
            sa.SmallInteger,
            server_default=sa.text("0"),
            nullable=False,
            comment="that the clock played for people since their last command",
        ),
        sa.Column(
            "clock_offset_ms",
            sa.BigInteger,
            server_default=sa.text("0"),
            nullable=False,
            comment="by which the game's time is ahead of the server's; due_at is in the server's",
        ),
        sa.CheckConstraint(
            "status IN ('waiting', 'playing', 'between-rounds', 'finished', 'abandoned')",
            name=op.f("games_status_check"),
        ),
        sa.CheckConstraint("seats > 0", name=op.f("games_seats_check")),
        sa.CheckConstraint("version > 0", name=op.f("games_version_check")),
        sa.PrimaryKeyConstraint("id", name=op.f("games_pkey")),
        schema="dobon",
        comment="one row a game; each command moves it on, guarded by the version it expects",
        postgresql_with={"fillfactor": "70"},
    )
    op.create_index(
        "games_attended_due_at_idx",
        "games",
        ["attended", "due_at"],
        schema="dobon",
        postgresql_where=sa.text("due_at IS NOT NULL"),
    )
    op.create_index(
        "games_clock_offset_ms_idx",
        "games",
        ["clock_offset_ms"],
        schema="dobon",
        postgresql_where=sa.text("clock_offset_ms <> 0"),
    )
    op.create_index(
        "games_created_at_id_idx",
        "games",
        ["created_at", "id"],
        schema="dobon",
        postgresql_where=sa.text("shown IS NOT NULL"),
    )
    op.create_index(
        "games_join_code_idx", "games", ["join_code"], schema="dobon", postgresql_where=sa.text("status = 'waiting'")
    )
    op.create_index(
        "games_ruleset_created_at_id_idx",
        "games",
        ["ruleset", "created_at", "id"],
        schema="dobon",
        postgresql_where=sa.text("shown IS NOT NULL"),
    )
    op.create_index(
        "games_ruleset_shown_created_at_id_idx",
        "games",
        ["ruleset", "shown", "created_at", "id"],
        schema="dobon",
        postgresql_where=sa.text("shown IS NOT NULL"),
    )
    op.create_index(
        "games_shown_created_at_id_idx",
        "games",
        ["shown", "created_at", "id"],
        schema="dobon",
        postgresql_where=sa.text("shown IS NOT NULL"),
    )
    op.create_index(
        "games_status_id_idx", "games", ["status", "id"], schema="dobon", postgresql_where=sa.text("NOT closed")
    )
    op.create_index(
        "games_unfinished_idx",
        "games",
        ["created_by"],
        schema="dobon",
        postgresql_where=sa.text("status IN ('waiting', 'playing', 'between-rounds')"),
    )
    op.create_table(
        "events",
        sa.Column("game_id", ID, nullable=False),
        sa.Column("version", sa.Integer, autoincrement=False, nullable=False),
        sa.Column("type", sa.Text, nullable=False),
        sa.Column("schema", sa.SmallInteger, nullable=False),
        sa.Column("body", sa.Text, nullable=False, comment="canonical JSON of the public and the sealed parts"),
        sa.Column("actor", sa.Text, nullable=False, comment="the account that acted, or clock"),
        sa.Column("at", MOMENT, nullable=False),
        sa.Column("digest", sa.Text, nullable=False, comment="hex"),
        sa.Column("tx", Xid8(), server_default=sa.text("pg_current_xact_id()"), nullable=False),
        sa.CheckConstraint("version > 0", name=op.f("events_version_check")),
        sa.PrimaryKeyConstraint("game_id", "version", name=op.f("events_pkey")),
        schema="dobon",
        comment="the log: rows are added and never touched again (triggers and the application's role see to it)",
    )
    op.create_index(
        "events_game_id_version_idx",
        "events",
        ["game_id", "version"],
        schema="dobon",
        postgresql_where=sa.text("type IN ('round-revealed', 'game-abandoned')"),
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
        sa.PrimaryKeyConstraint("game_id", "account", "key", name=op.f("commands_pkey")),
        schema="dobon",
        comment="which versions a command with an idempotency key produced; its answer is rebuilt from the log",
    )
    op.create_table(
        "claims",
        sa.Column("game_id", ID, nullable=False),
        sa.Column("version", sa.Integer, autoincrement=False, nullable=False),
        sa.Column("ruleset", sa.Text, nullable=False),
        sa.Column("round", sa.SmallInteger, nullable=False),
        sa.Column("seat", sa.SmallInteger, nullable=False),
        sa.Column("player_id", ID, comment="empty for a bot"),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("on_version", sa.Integer, nullable=False, comment="the play or the call that it was made on"),
        sa.Column("valid", sa.Boolean, nullable=False),
        sa.Column("at", MOMENT, nullable=False),
        sa.Column("facts", sa.Text, nullable=False, comment="JSON object: what the rule set says of it"),
        sa.PrimaryKeyConstraint("game_id", "version", name=op.f("claims_pkey")),
        schema="dobon",
        comment="every call and its verdict; a projection of the log",
    )
    op.create_index("claims_at_game_id_version_idx", "claims", ["at", "game_id", "version"], schema="dobon")
    op.create_index(
        "claims_player_id_at_game_id_version_idx", "claims", ["player_id", "at", "game_id", "version"], schema="dobon"
    )
    op.create_index(
        "claims_ruleset_kind_valid_at_game_id_version_idx",
        "claims",
        ["ruleset", "kind", "valid", "at", "game_id", "version"],
        schema="dobon",
    )
    op.create_table(
        "game_secrets",
        sa.Column("game_id", ID, nullable=False),
        sa.Column("last_link", sa.LargeBinary, nullable=False),
        sa.CheckConstraint("octet_length(last_link) = 32", name=op.f("game_secrets_last_link_check")),
        sa.PrimaryKeyConstraint("game_id", name=op.f("game_secrets_pkey")),
        schema="dobon",
        comment="the link of each game's last round, from which the secrets of all its rounds follow",
    )
    op.create_table(
        "folds",
        sa.Column("game_id", ID, nullable=False),
        sa.Column(
            "viewer", sa.SmallInteger, autoincrement=False, nullable=False, comment="seat, -1 spectators, -2 server"
        ),
        sa.Column("version", sa.Integer, autoincrement=False, nullable=False),
        sa.Column("state", sa.Text, nullable=False, comment="JSON object"),
        sa.PrimaryKeyConstraint("game_id", "viewer", "version", name=op.f("folds_pkey")),
        schema="dobon",
        comment="a game as one viewer sees it at a version; a projection of the log",
    )
    op.create_table(
        "game_seats",
        sa.Column("game_id", ID, nullable=False),
        sa.Column("seat", sa.SmallInteger, autoincrement=False, nullable=False),
        sa.Column("player_id", ID, nullable=False),
        sa.Column("ruleset", sa.Text, nullable=False),
        sa.Column("status", sa.Text, nullable=False, comment="of the game, as is the ruleset"),
        sa.Column("created_at", MOMENT, nullable=False, comment="the game's"),
        sa.PrimaryKeyConstraint("game_id", "seat", name=op.f("game_seats_pkey")),
        schema="dobon",
        comment="who sits where, to find a player's games; bots have no row",
    )
    op.create_index(
        "game_seats_player_id_created_at_game_id_idx",
        "game_seats",
        ["player_id", "created_at", "game_id"],
        schema="dobon",
    )
    op.create_index(
        "game_seats_player_id_ruleset_created_at_game_id_idx",
        "game_seats",
        ["player_id", "ruleset", "created_at", "game_id"],
        schema="dobon",
    )
    op.create_index(
        "game_seats_player_id_ruleset_status_created_at_game_id_idx",
        "game_seats",
        ["player_id", "ruleset", "status", "created_at", "game_id"],
        schema="dobon",
    )
    op.create_index(
        "game_seats_player_id_status_created_at_game_id_idx",
        "game_seats",
        ["player_id", "status", "created_at", "game_id"],
        schema="dobon",
    )
    op.create_index(
        "game_seats_unfinished_idx",
        "game_seats",
        ["player_id"],
        schema="dobon",
        postgresql_where=sa.text("status IN ('waiting', 'playing', 'between-rounds')"),
    )
    op.create_table(
        "damaged_games",
        sa.Column("game_id", ID, nullable=False),
        sa.Column("found_at", MOMENT, nullable=False),
        sa.Column("reason", sa.Text, nullable=False, comment="the error of the last attempt to read the game"),
        sa.PrimaryKeyConstraint("game_id", name=op.f("damaged_games_pkey")),
        schema="dobon",
        comment="games that could not be read; a row is deleted when the game can be read again",
    )
    op.create_table(
        "progress",
        sa.Column("game_id", ID, nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
        sa.PrimaryKeyConstraint("game_id", "name", name=op.f("progress_pkey")),
        schema="dobon",
        comment="how far a projection has read a game",
    )
    op.create_table(
        "rematches",
        sa.Column("game_id", ID, nullable=False),
        sa.Column("host", ID, nullable=False),
        sa.Column("anchor", sa.Text, comment="of the host's hash chain, hex"),
        sa.PrimaryKeyConstraint("game_id", name=op.f("rematches_pkey")),
        schema="dobon",
        comment="who opens the rematch of a game: the first player who asked for it",
    )
    op.create_table(
        "game_acts",
        sa.Column("game_id", ID, nullable=False),
        sa.Column("id", ID, nullable=False),
        sa.Column("at", MOMENT, nullable=False),
        sa.Column("actor", ID, nullable=False, comment="the admin's account"),
        sa.Column("act", sa.Text, nullable=False),
        sa.Column("reason", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("game_id", "id", name=op.f("game_acts_pkey")),
        schema="dobon",
        comment="what admins did to a game, and why: rows are added and never touched again",
    )
    op.create_index("game_acts_at_id_idx", "game_acts", ["at", "id"], schema="dobon")
    op.create_table(
        "game_requests",
        sa.Column("game_id", ID, nullable=False),
        sa.Column("key", sa.LargeBinary, nullable=False, comment="SHA-256 of the account and the idempotency key"),
        sa.Column("request", sa.LargeBinary, nullable=False, comment="SHA-256 of everything that was asked for"),
        sa.Column("result", sa.Text, nullable=False, comment="JSON object, without secrets and texts of players"),
        sa.Column("at", MOMENT, nullable=False),
        sa.PrimaryKeyConstraint("game_id", "key", name=op.f("game_requests_pkey")),
        schema="dobon",
        comment="requests on a game outside its log that had an idempotency key, with their results",
    )
    op.create_table(
        "partitions",
        sa.Column("number", sa.SmallInteger, autoincrement=False, nullable=False),
        sa.Column(
            "owned", sa.Boolean, server_default=sa.text("true"), nullable=False, comment="whether its games are here"
        ),
        sa.Column(
            "arrivals",
            sa.Integer,
            server_default=sa.text("0"),
            nullable=False,
            comment="how often it has come from another database",
        ),
        sa.PrimaryKeyConstraint("number", name=op.f("partitions_pkey")),
        schema="dobon",
        comment="64 partitions of games, by the first six bits of the id; of several databases one owns each",
    )


def _records() -> None:
    op.create_table(
        "projections",
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("build", sa.Integer, autoincrement=False, nullable=False),
        sa.Column("state", sa.Text, nullable=False),
        sa.Column("upto", sa.Text, nullable=False, comment="id of the last game that was made again"),
        sa.Column("games", sa.Integer, server_default=sa.text("0"), nullable=False),
        sa.Column("differences", sa.Integer, server_default=sa.text("0"), nullable=False),
        sa.Column("first_difference", sa.Text),
        sa.Column("started_at", MOMENT),
        sa.Column("ended_at", MOMENT),
        sa.CheckConstraint("state IN ('building', 'live', 'over')", name=op.f("projections_state_check")),
        sa.PrimaryKeyConstraint("name", "build", name=op.f("projections_pkey")),
        schema="dobon",
        comment="which build of a projection is read, and which is being made",
    )
    op.create_index(
        "projections_name_state_idx",
        "projections",
        ["name", "state"],
        unique=True,
        schema="dobon",
        postgresql_where=sa.text("state <> 'over'"),
    )
    op.create_table(
        "statistics",
        sa.Column("build", sa.Integer, autoincrement=False, nullable=False),
        sa.Column(
            "entrant",
            MOMENT,
            nullable=False,
            comment="id of a player, bot: and the name of a strategy, or * for all games",
        ),
        sa.Column("ruleset", sa.Text, nullable=False),
        sa.Column("games", sa.BigInteger, server_default=sa.text("0"), nullable=False),
        sa.Column("games_won", sa.BigInteger, server_default=sa.text("0"), nullable=False),
        sa.Column("rounds", sa.BigInteger, server_default=sa.text("0"), nullable=False),
        sa.Column("wins", sa.BigInteger, server_default=sa.text("0"), nullable=False),
        sa.Column("losses", sa.BigInteger, server_default=sa.text("0"), nullable=False),
        sa.Column("points", sa.BigInteger, server_default=sa.text("0"), nullable=False),
        sa.Column("calls", sa.BigInteger, server_default=sa.text("0"), nullable=False),
        sa.Column("called", sa.BigInteger, server_default=sa.text("0"), nullable=False),
        sa.Column("countered", sa.BigInteger, server_default=sa.text("0"), nullable=False),
        sa.Column("false_calls", sa.BigInteger, server_default=sa.text("0"), nullable=False),
        sa.Column("cuts", sa.BigInteger, server_default=sa.text("0"), nullable=False),
        sa.Column("withheld", sa.BigInteger, server_default=sa.text("0"), nullable=False),
        sa.Column("abandoned", sa.BigInteger, server_default=sa.text("0"), nullable=False),
        sa.Column("turns", sa.BigInteger, server_default=sa.text("0"), nullable=False),
        sa.Column("timeouts", sa.BigInteger, server_default=sa.text("0"), nullable=False),
        sa.Column("missed", sa.BigInteger, server_default=sa.text("0"), nullable=False),
        sa.PrimaryKeyConstraint("build", "entrant", "ruleset", name=op.f("statistics_pkey")),
        schema="dobon",
        comment="what came of all rounds that are over; a projection of the logs",
    )
    op.create_table(
        "rated_games",
        sa.Column("build", sa.Integer, autoincrement=False, nullable=False),
        sa.Column("ruleset", sa.Text, nullable=False),
        sa.Column("ended_at", MOMENT, nullable=False),
        sa.Column("game_id", ID, nullable=False),
        sa.Column(
            "entrants", sa.Text, nullable=False, comment="JSON list by seat: entrant, rank, and mu and sigma before"
        ),
        sa.Column("rated", sa.Boolean, nullable=False, comment="false: its turn has not come"),
        sa.Column("public", sa.Boolean, nullable=False, comment="whether accounts without a seat may open the game"),
        sa.PrimaryKeyConstraint("build", "ruleset", "ended_at", "game_id", name=op.f("rated_games_pkey")),
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
        sa.Column("build", sa.Integer, autoincrement=False, nullable=False),
        sa.Column("ruleset", sa.Text, nullable=False),
        sa.Column("entrant", MOMENT, nullable=False),
        sa.Column("mu", sa.BigInteger, nullable=False, comment="millionths"),
        sa.Column("sigma", sa.BigInteger, nullable=False, comment="millionths"),
        sa.Column("ordinal", sa.BigInteger, nullable=False, comment="millionths: mu - 3 sigma"),
        sa.PrimaryKeyConstraint("build", "ruleset", "entrant", name=op.f("ratings_pkey")),
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
        "rating_bands",
        sa.Column("build", sa.Integer, autoincrement=False, nullable=False),
        sa.Column("ruleset", sa.Text, nullable=False),
        sa.Column(
            "band", sa.Integer, autoincrement=False, nullable=False, comment="tenths of the ordinal, rounded down"
        ),
        sa.Column("entrants", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("build", "ruleset", "band", name=op.f("rating_bands_pkey")),
        schema="dobon",
        comment="how many entrants have a rating in each band, so that a place is found without counting all",
    )
    op.create_table(
        "player_games",
        sa.Column("build", sa.Integer, autoincrement=False, nullable=False),
        sa.Column("player_id", ID, nullable=False),
        sa.Column("ended_at", MOMENT, nullable=False),
        sa.Column("game_id", ID, nullable=False),
        sa.Column("ruleset", sa.Text, nullable=False),
        sa.Column("public", sa.Boolean, nullable=False, comment="whether accounts without a seat may open the game"),
        sa.Column("mu_before", sa.BigInteger, nullable=False, comment="millionths, before the game"),
        sa.Column("sigma_before", sa.BigInteger, nullable=False, comment="millionths, before the game"),
        sa.Column("mu", sa.BigInteger, nullable=False, comment="millionths, after the game"),
        sa.Column("sigma", sa.BigInteger, nullable=False, comment="millionths, after the game"),
        sa.PrimaryKeyConstraint("build", "player_id", "ended_at", "game_id", name=op.f("player_games_pkey")),
        schema="dobon",
        comment="the finished games of each player, with its ratings; a projection of the logs",
    )
    op.create_index(
        "player_games_private_idx",
        "player_games",
        ["build", "player_id", "game_id"],
        schema="dobon",
        postgresql_where=sa.text("NOT public"),
    )
    op.create_index(
        "player_games_public_idx",
        "player_games",
        ["build", "player_id", "ended_at", "game_id"],
        schema="dobon",
        postgresql_where=sa.text("public"),
    )
    op.create_index(
        "player_games_public_ruleset_idx",
        "player_games",
        ["build", "player_id", "ruleset", "ended_at", "game_id"],
        schema="dobon",
        postgresql_where=sa.text("public"),
    )
    op.create_index(
        "player_games_ruleset_idx",
        "player_games",
        ["build", "player_id", "ruleset", "ended_at", "game_id"],
        schema="dobon",
    )
    op.create_table(
        "closed_games",
        sa.Column("partition", sa.SmallInteger, autoincrement=False, nullable=False),
        sa.Column("status", sa.Text, nullable=False),
        sa.Column("games", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("partition", "status", name=op.f("closed_games_pkey")),
        schema="dobon",
        comment="how many games are closed, so that metrics need not count them",
    )


def _reviews() -> None:
    op.create_table(
        "comments",
        sa.Column("game_id", ID, nullable=False),
        sa.Column("id", ID, nullable=False),
        sa.Column("round", sa.SmallInteger, nullable=False),
        sa.Column("version", sa.Integer, nullable=False, comment="the moment it is about"),
        sa.Column("player_id", ID, nullable=False),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("at", MOMENT, nullable=False),
        sa.Column("hidden_at", MOMENT, comment="by an admin"),
        sa.PrimaryKeyConstraint("game_id", "id", name=op.f("comments_pkey")),
        schema="dobon",
        comment="what players say about moments of rounds that are over",
    )
    op.create_index("comments_game_id_round_at_id_idx", "comments", ["game_id", "round", "at", "id"], schema="dobon")
    op.create_index("comments_player_id_idx", "comments", ["player_id"], schema="dobon")
    op.create_table(
        "shares",
        sa.Column("game_id", ID, nullable=False),
        sa.Column("id", ID, nullable=False),
        sa.Column("hash", sa.LargeBinary, nullable=False, comment="SHA-256; the link itself is nowhere"),
        sa.Column("player_id", ID, nullable=False),
        sa.Column("created_at", MOMENT, nullable=False),
        sa.Column("revoked_at", MOMENT),
        sa.CheckConstraint("octet_length(hash) = 32", name=op.f("shares_hash_check")),
        sa.PrimaryKeyConstraint("game_id", "id", name=op.f("shares_pkey")),
        schema="dobon",
        comment="links that open the replay of a finished game without an account",
    )
    op.create_index("shares_hash_idx", "shares", ["hash"], schema="dobon")
    op.create_index("shares_player_id_idx", "shares", ["player_id"], schema="dobon")
    op.create_table(
        "stamps",
        sa.Column("game_id", ID, nullable=False),
        sa.Column("number", sa.Integer, autoincrement=False, nullable=False),
        sa.Column("seat", sa.SmallInteger, nullable=False),
        sa.Column("player_id", ID, nullable=False),
        sa.Column("stamp", sa.Text, nullable=False),
        sa.Column("version", sa.Integer, nullable=False, comment="that the game was at"),
        sa.Column("at", MOMENT, nullable=False),
        sa.PrimaryKeyConstraint("game_id", "number", name=op.f("stamps_pkey")),
        schema="dobon",
        comment="what players said at the table without words; no part of the log, and old ones go",
    )
    op.create_index("stamps_player_id_idx", "stamps", ["player_id"], schema="dobon")
    op.create_table(
        "analyses",
        sa.Column("game_id", ID, nullable=False),
        sa.Column("head", sa.Text, nullable=False, comment="digest of the event that ended the round"),
        sa.Column("analyser", sa.SmallInteger, autoincrement=False, nullable=False, comment="version of the analyser"),
        sa.Column("round", sa.SmallInteger, nullable=False),
        sa.Column("requested_at", MOMENT, nullable=False),
        sa.Column("requested_by", ID, comment="account, until the analysis is complete"),
        sa.Column("lease", ID, comment="of the process that computes it"),
        sa.Column("leased_until", MOMENT, server_default=sa.text("''"), nullable=False),
        sa.Column(
            "attempts", sa.SmallInteger, server_default=sa.text("0"), nullable=False, comment="since the last progress"
        ),
        sa.Column("total", sa.Integer, comment="decisions of the round; null before they are counted"),
        sa.Column(
            "judged",
            sa.Text,
            server_default=sa.text("'[]'"),
            nullable=False,
            comment="JSON list: decisions judged so far",
        ),
        sa.Column("result", sa.Text, comment="JSON object; null until it is complete"),
        sa.PrimaryKeyConstraint("game_id", "head", "analyser", name=op.f("analyses_pkey")),
        schema="dobon",
        comment="analyses of finished rounds: requests, progress and results, which can be computed again",
    )
    op.create_index(
        "analyses_requested_idx",
        "analyses",
        ["requested_at", "game_id", "head"],
        schema="dobon",
        postgresql_where=sa.text("result IS NULL"),
    )
    op.create_table(
        "drills",
        sa.Column("game_id", ID, nullable=False),
        sa.Column("id", ID, nullable=False),
        sa.Column("question", sa.Text, nullable=False, comment="JSON object, with the losses of all choices"),
        sa.PrimaryKeyConstraint("game_id", "id", name=op.f("drills_pkey")),
        schema="dobon",
        comment="positions of analysed rounds in which one action was clearly the best",
    )
    op.create_table(
        "player_drills",
        sa.Column("player_id", ID, nullable=False),
        sa.Column("drill_id", ID, nullable=False),
        sa.Column("game_id", ID, nullable=False),
        sa.Column("done", sa.Boolean, server_default=sa.text("false"), nullable=False),
        sa.Column(
            "rank",
            sa.SmallInteger,
            nullable=False,
            comment="0 for a mistake of the player, 1 for another position of the player, 2 for one of another seat",
        ),
        sa.Column("created_at", MOMENT, nullable=False),
        sa.Column("choice", sa.SmallInteger, comment="place of the choice; null before the first answer"),
        sa.Column("answered_at", MOMENT),
        sa.CheckConstraint("done = (choice IS NOT NULL)", name=op.f("player_drills_done_check")),
        sa.ForeignKeyConstraint(
            ["player_id"], ["dobon.players.id"], name=op.f("player_drills_player_id_fkey"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("player_id", "drill_id", name=op.f("player_drills_pkey")),
        schema="dobon",
        comment="the drills of each player, from the games in which the player has a seat, and the first answers",
    )
    op.create_index(
        "player_drills_player_id_done_rank_created_at_drill_id_idx",
        "player_drills",
        ["player_id", "done", "rank", "created_at", "drill_id"],
        schema="dobon",
    )
    op.create_table(
        "daily_drills",
        sa.Column("day", MOMENT, nullable=False),
        sa.Column("drill", sa.Text, nullable=False, comment="JSON object, which follows from the day"),
        sa.PrimaryKeyConstraint("day", name=op.f("daily_drills_pkey")),
        schema="dobon",
        comment="the drill of each day (UTC), from a game of bots that is recorded nowhere",
    )
    op.create_table(
        "daily_answers",
        sa.Column("player_id", ID, nullable=False),
        sa.Column("day", MOMENT, nullable=False),
        sa.Column("choice", sa.SmallInteger, nullable=False),
        sa.Column("answered_at", MOMENT, nullable=False),
        sa.ForeignKeyConstraint(
            ["player_id"], ["dobon.players.id"], name=op.f("daily_answers_player_id_fkey"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("player_id", "day", name=op.f("daily_answers_pkey")),
        schema="dobon",
        comment="the first answer of each player to the drill of a day",
    )


def _moderation() -> None:
    op.create_table(
        "acts",
        sa.Column("id", ID, nullable=False),
        sa.Column("at", MOMENT, nullable=False),
        sa.Column("actor", ID, nullable=False, comment="the admin's account"),
        sa.Column("act", sa.Text, nullable=False),
        sa.Column("subject", sa.Text, nullable=False, comment="id of a game or a player, or name of a projection"),
        sa.Column("reason", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("acts_pkey")),
        schema="dobon",
        comment="what admins did, and why: rows are added and never touched again",
    )
    op.create_index("acts_at_id_idx", "acts", ["at", "id"], schema="dobon")
    op.create_index("acts_subject_at_id_idx", "acts", ["subject", "at", "id"], schema="dobon")
    op.create_table(
        "verdicts",
        sa.Column("id", ID, nullable=False),
        sa.Column("at", MOMENT, nullable=False),
        sa.Column("reported", ID, comment="empty for a play of a bot or of the reporter"),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("game_id", ID),
        sa.Column("version", sa.Integer),
        sa.Column("verdict", sa.Text, nullable=False),
        sa.Column("measures", sa.Text, nullable=False, comment="JSON list"),
        sa.Column("note", sa.Text, nullable=False, comment="of the admin, for the reporters and the reported player"),
        sa.CheckConstraint("verdict IN ('upheld', 'dismissed')", name=op.f("verdicts_verdict_check")),
        sa.PrimaryKeyConstraint("id", name=op.f("verdicts_pkey")),
        schema="dobon",
        comment="what admins have decided about reports; one verdict decides all open reports of its subject",
    )
    op.create_index("verdicts_reported_at_id_idx", "verdicts", ["reported", "at", "id"], schema="dobon")
    op.create_table(
        "reports",
        sa.Column("id", ID, nullable=False),
        sa.Column("at", MOMENT, nullable=False),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("subject", MOMENT, nullable=False, comment="the same for reports of the same thing"),
        sa.Column("reporter", ID, comment="empty after an erasure"),
        sa.Column("reported", ID, comment="empty for a play of a bot or of the reporter"),
        sa.Column("game_id", ID),
        sa.Column("version", sa.Integer),
        sa.Column("comment_id", ID),
        sa.Column("name", sa.Text, comment="that was reported"),
        sa.Column("reason", sa.Text, nullable=False),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("status", sa.Text, server_default=sa.text("'open'"), nullable=False),
        sa.Column("verdict_id", ID),
        sa.CheckConstraint("(status = 'open') = (verdict_id IS NULL)", name=op.f("reports_verdict_check")),
        sa.CheckConstraint("kind IN ('comment', 'name', 'play')", name=op.f("reports_kind_check")),
        sa.CheckConstraint("status IN ('open', 'upheld', 'dismissed')", name=op.f("reports_status_check")),
        sa.PrimaryKeyConstraint("id", name=op.f("reports_pkey")),
        schema="dobon",
        comment="comments, names and plays that players have reported to the admins",
    )
    op.create_index(
        "reports_open_key",
        "reports",
        ["subject", "reporter"],
        unique=True,
        schema="dobon",
        postgresql_where=sa.text("status = 'open'"),
    )
    op.create_index("reports_reported_at_id_idx", "reports", ["reported", "at", "id"], schema="dobon")
    op.create_index("reports_reporter_at_id_idx", "reports", ["reporter", "at", "id"], schema="dobon")
    op.create_index("reports_status_at_id_idx", "reports", ["status", "at", "id"], schema="dobon")
    op.create_index("reports_status_kind_at_id_idx", "reports", ["status", "kind", "at", "id"], schema="dobon")
    op.create_index("reports_verdict_id_idx", "reports", ["verdict_id"], schema="dobon")
    op.create_table(
        "known_names",
        sa.Column("player_id", ID, nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("folded", MOMENT, nullable=False, comment="without case and width, for searches"),
        sa.Column("since", MOMENT, nullable=False),
        sa.Column("until", MOMENT, comment="empty for the present name"),
        sa.ForeignKeyConstraint(["player_id"], ["dobon.players.id"], name=op.f("known_names_player_id_fkey")),
        sa.PrimaryKeyConstraint("player_id", "name", name=op.f("known_names_pkey")),
        schema="dobon",
        comment="the names that players have and had, for admins",
    )
    op.create_index(
        "known_names_folded_player_id_name_idx", "known_names", ["folded", "player_id", "name"], schema="dobon"
    )
    op.create_table(
        "barred_names",
        sa.Column("player_id", ID, nullable=False),
        sa.Column("skeleton", MOMENT, nullable=False, comment="the same for names that look alike"),
        sa.Column("until", MOMENT, nullable=False),
        sa.ForeignKeyConstraint(["player_id"], ["dobon.players.id"], name=op.f("barred_names_player_id_fkey")),
        sa.PrimaryKeyConstraint("player_id", "skeleton", name=op.f("barred_names_pkey")),
        schema="dobon",
        comment="names that an admin has taken from a player, who may not take them again for a while",
    )


def _delivery() -> None:
    op.create_table(
        "notifications",
        sa.Column("player_id", ID, nullable=False),
        sa.Column("position", sa.BigInteger, autoincrement=False, nullable=False, comment="from 1 for each account"),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("game_id", ID),
        sa.Column("version", sa.Integer, comment="of the event of that game"),
        sa.Column("facts", sa.Text, nullable=False, comment="JSON object, without cards"),
        sa.Column("at", MOMENT, nullable=False),
        sa.Column("tx", Xid8(), server_default=sa.text("pg_current_xact_id()"), nullable=False),
        sa.PrimaryKeyConstraint("player_id", "position", name=op.f("notifications_pkey")),
        schema="dobon",
        comment="news of their games for accounts; kept for some days",
    )
    op.create_index("notifications_at_idx", "notifications", ["at"], schema="dobon")
    op.create_index("notifications_tx_idx", "notifications", ["tx"], schema="dobon")
    op.create_table(
        "notification_positions",
        sa.Column("player_id", ID, nullable=False),
        sa.Column(
            "position",
            sa.BigInteger,
            nullable=False,
            comment="of the newest notification, which may be deleted already",
        ),
        sa.PrimaryKeyConstraint("player_id", name=op.f("notification_positions_pkey")),
        schema="dobon",
        comment="one row an account; its lock puts the notifications of an account in the order of their commits",
        postgresql_with={"fillfactor": "70"},
    )
    op.create_table(
        "listeners",
        sa.Column("id", ID, nullable=False, comment="of a process"),
        sa.Column("until", MOMENT, nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("listeners_pkey")),
        schema="dobon",
        comment="processes with open streams of accounts, for which notifications are made at once",
    )
    op.create_table(
        "open_pages",
        sa.Column("player_id", ID, nullable=False),
        sa.Column("page", ID, nullable=False, comment="chosen by the page"),
        sa.Column("until", MOMENT, nullable=False),
        sa.PrimaryKeyConstraint("player_id", "page", name=op.f("open_pages_pkey")),
        schema="dobon",
        comment="visible pages of accounts, which get no push meanwhile",
    )
    op.create_index("open_pages_until_idx", "open_pages", ["until"], schema="dobon")
    op.create_table(
        "push_keys",
        sa.Column("only_row", sa.Boolean, nullable=False),
        sa.Column("secret", sa.LargeBinary, nullable=False),
        sa.Column("public", sa.LargeBinary, nullable=False),
        sa.CheckConstraint("octet_length(public) = 65", name=op.f("push_keys_public_check")),
        sa.CheckConstraint("octet_length(secret) = 32", name=op.f("push_keys_secret_check")),
        sa.CheckConstraint("only_row", name=op.f("push_keys_only_row_check")),
        sa.PrimaryKeyConstraint("only_row", name=op.f("push_keys_pkey")),
        schema="dobon",
        comment="the P-256 key that signs web pushes (VAPID); subscriptions are bound to it, so it never changes",
    )
    op.create_table(
        "push_subscriptions",
        sa.Column("id", ID, nullable=False),
        sa.Column("player_id", ID, nullable=False),
        sa.Column(
            "token",
            sa.LargeBinary,
            nullable=False,
            comment="SHA-256 of the token that made it; it ends with that token",
        ),
        sa.Column("endpoint", MOMENT, nullable=False),
        sa.Column("host", sa.Text, nullable=False, comment="of the endpoint, in lower case"),
        sa.Column("public", sa.LargeBinary, nullable=False, comment="key of the browser"),
        sa.Column("auth", sa.LargeBinary, nullable=False, comment="secret of the browser"),
        sa.Column("language", sa.Text, nullable=False),
        sa.Column("created_at", MOMENT, nullable=False),
        sa.Column(
            "failures", sa.SmallInteger, server_default=sa.text("0"), nullable=False, comment="in a row, up to a limit"
        ),
        sa.Column("retry_at", MOMENT, server_default=sa.text("''"), nullable=False, comment="nothing is sent before"),
        sa.CheckConstraint("octet_length(auth) = 16", name=op.f("push_subscriptions_auth_check")),
        sa.CheckConstraint("octet_length(public) = 65", name=op.f("push_subscriptions_public_check")),
        sa.PrimaryKeyConstraint("id", name=op.f("push_subscriptions_pkey")),
        schema="dobon",
        comment="browsers that get web pushes",
    )
    op.create_index("push_subscriptions_endpoint_idx", "push_subscriptions", ["endpoint"], unique=True, schema="dobon")
    op.create_index("push_subscriptions_player_id_idx", "push_subscriptions", ["player_id"], schema="dobon")
    op.create_table(
        "pushes",
        sa.Column("subscription_id", ID, nullable=False),
        sa.Column(
            "topic", MOMENT, nullable=False, comment="id of a game, or a kind: a newer push replaces an older one"
        ),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("facts", sa.Text, nullable=False, comment="JSON object, without cards"),
        sa.Column("expires_at", MOMENT, nullable=False),
        sa.Column("due_at", MOMENT, nullable=False, comment="of the next attempt"),
        sa.Column("attempts", sa.SmallInteger, server_default=sa.text("0"), nullable=False),
        sa.Column("lease", ID, comment="of the attempt that is under way"),
        sa.ForeignKeyConstraint(
            ["subscription_id"],
            ["dobon.push_subscriptions.id"],
            name=op.f("pushes_subscription_id_fkey"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("subscription_id", "topic", name=op.f("pushes_pkey")),
        schema="dobon",
        comment="web pushes that are to be sent; a row is deleted when its push service has taken it",
    )
    op.create_index("pushes_due_at_idx", "pushes", ["due_at"], schema="dobon")
    op.create_table(
        "webhooks",
        sa.Column("id", ID, nullable=False),
        sa.Column("player_id", ID, nullable=False),
        sa.Column("url", sa.Text, nullable=False),
        sa.Column("host", sa.Text, nullable=False, comment="of the address, in lower case"),
        sa.Column("secret", sa.LargeBinary, nullable=False, comment="signs the deliveries"),
        sa.Column("enabled", sa.Boolean, server_default=sa.text("true"), nullable=False),
        sa.Column("created_at", MOMENT, nullable=False),
        sa.Column("failing_since", MOMENT, comment="the first failure since the last success"),
        sa.Column("disabled_at", MOMENT, comment="set if it was disabled because of its failures"),
        sa.Column(
            "failures", sa.SmallInteger, server_default=sa.text("0"), nullable=False, comment="in a row, up to a limit"
        ),
        sa.Column("retry_at", MOMENT, server_default=sa.text("''"), nullable=False, comment="nothing is sent before"),
        sa.PrimaryKeyConstraint("id", name=op.f("webhooks_pkey")),
        schema="dobon",
        comment="addresses that get the notifications of an account",
    )
    op.create_index("webhooks_player_id_idx", "webhooks", ["player_id"], schema="dobon")
    op.create_table(
        "webhook_deliveries",
        sa.Column("id", ID, nullable=False),
        sa.Column("webhook_id", ID, nullable=False),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("body", sa.Text, nullable=False, comment="JSON object, as it is signed"),
        sa.Column("created_at", MOMENT, nullable=False),
        sa.Column("status", sa.Text, server_default=sa.text("'pending'"), nullable=False),
        sa.Column("due_at", MOMENT, comment="of the next attempt; empty once it is over"),
        sa.Column("attempts", sa.SmallInteger, server_default=sa.text("0"), nullable=False),
        sa.Column("lease", ID, comment="of the attempt that is under way"),
        sa.Column("answer", sa.SmallInteger, comment="status code of the last answer"),
        sa.Column("error", sa.Text, comment="why the last attempt has failed"),
        sa.Column("ended_at", MOMENT),
        sa.CheckConstraint(
            "status IN ('pending', 'delivered', 'failed')", name=op.f("webhook_deliveries_status_check")
        ),
        sa.ForeignKeyConstraint(
            ["webhook_id"], ["dobon.webhooks.id"], name=op.f("webhook_deliveries_webhook_id_fkey"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("webhook_deliveries_pkey")),
        schema="dobon",
        comment="notifications to webhooks, with the result of their attempts; kept for some days",
    )
    op.create_index("webhook_deliveries_created_at_idx", "webhook_deliveries", ["created_at"], schema="dobon")
    op.create_index(
        "webhook_deliveries_due_at_idx",
        "webhook_deliveries",
        ["due_at"],
        schema="dobon",
        postgresql_where=sa.text("due_at IS NOT NULL"),
    )
    op.create_index(
        "webhook_deliveries_webhook_id_created_at_id_idx",
        "webhook_deliveries",
        ["webhook_id", "created_at", "id"],
        schema="dobon",
    )
    op.create_index(
        "webhook_deliveries_webhook_id_due_at_idx",
        "webhook_deliveries",
        ["webhook_id", "due_at"],
        schema="dobon",
        postgresql_where=sa.text("due_at IS NOT NULL"),
    )


def _lobby() -> None:
    op.create_table(
        "queue",
        sa.Column("account", ID, nullable=False),
        sa.Column("ruleset", sa.Text, nullable=False),
        sa.Column("seats", sa.SmallInteger, nullable=False),
        sa.Column("within", sa.Integer, comment="the largest difference of ratings"),
        sa.Column("bots_after", sa.SmallInteger, comment="seconds after which bots take the seats that are left"),
        sa.Column("anchor", sa.Text, comment="of the player's hash chain, hex"),
        sa.Column("rating", sa.Integer, nullable=False),
        sa.Column("joined_at", MOMENT, nullable=False),
        sa.Column("asked_at", MOMENT, nullable=False, comment="by the player; a place lapses without requests"),
        sa.Column("match", ID, comment="that took the place"),
        sa.Column("game", ID, comment="of the match, once it exists"),
        sa.PrimaryKeyConstraint("account", name=op.f("queue_pkey")),
        schema="dobon",
        comment="who waits for a table; each place belongs to at most one match",
    )
    op.create_index("queue_match_idx", "queue", ["match"], schema="dobon")
    op.create_index(
        "queue_waiting_idx",
        "queue",
        ["ruleset", "seats", "joined_at", "account"],
        schema="dobon",
        postgresql_where=sa.text("match IS NULL"),
    )
    op.create_table(
        "matches",
        sa.Column("id", ID, nullable=False),
        sa.Column("ruleset", sa.Text, nullable=False),
        sa.Column("seats", sa.SmallInteger, nullable=False),
        sa.Column("players", sa.Text, nullable=False, comment="JSON list of accounts with their anchors, by seat"),
        sa.Column("made_at", MOMENT, nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("matches_pkey")),
        schema="dobon",
        comment="matches whose game is not open yet",
    )
    op.create_table(
        "blocks",
        sa.Column("account", ID, nullable=False),
        sa.Column("other", ID, nullable=False),
        sa.Column("at", MOMENT, nullable=False),
        sa.PrimaryKeyConstraint("account", "other", name=op.f("blocks_pkey")),
        schema="dobon",
        comment="who does not want to meet whom",
    )
    op.create_index("blocks_other_idx", "blocks", ["other"], schema="dobon")
    op.create_table(
        "follows",
        sa.Column("account", ID, nullable=False),
        sa.Column("other", ID, nullable=False),
        sa.Column("at", MOMENT, nullable=False),
        sa.PrimaryKeyConstraint("account", "other", name=op.f("follows_pkey")),
        schema="dobon",
        comment="who follows whom",
    )
    op.create_index("follows_other_idx", "follows", ["other"], schema="dobon")
