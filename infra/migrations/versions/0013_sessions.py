"""Sessions with names and times of use, passkeys, recovery codes, device links, reserved names and erasure.

Revision ID: 0013
Revises: 0012
"""

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"
branch_labels = None
depends_on = None

MOMENT = sa.Text(collation="C")

# The time of the last use grants nothing, so noting it must not make every process read its accounts again.
NOTE_RIGHTS_ALONE = """
DROP TRIGGER tokens_changed ON dobon.tokens;
CREATE TRIGGER tokens_changed AFTER UPDATE OF hash, player_id, kind, revoked_at OR DELETE OR TRUNCATE ON dobon.tokens
    FOR EACH STATEMENT EXECUTE FUNCTION dobon.note_changed_rights();
"""
NOTE_EVERY_CHANGE = """
DROP TRIGGER tokens_changed ON dobon.tokens;
CREATE TRIGGER tokens_changed AFTER UPDATE OR DELETE OR TRUNCATE ON dobon.tokens
    FOR EACH STATEMENT EXECUTE FUNCTION dobon.note_changed_rights();
"""

RIGHTS = {
    "passkeys": "SELECT, INSERT, UPDATE (name, sign_count, used_at), DELETE",
    "recovery_codes": "SELECT, INSERT, UPDATE (used_at), DELETE",
    "device_links": "SELECT, INSERT, UPDATE (session), DELETE",
    "challenges": "SELECT, INSERT, UPDATE, DELETE",
    "reserved_names": "SELECT, INSERT, UPDATE, DELETE",
}


def upgrade() -> None:
    _sessions()
    _ways_in()
    _names()
    for table, rights in RIGHTS.items():
        op.execute(f"GRANT {rights} ON dobon.{table} TO dobon_app")
    op.execute("GRANT UPDATE (hash, label, used_at) ON dobon.tokens TO dobon_app")
    op.execute("GRANT UPDATE (erased_at) ON dobon.players TO dobon_app")
    for table in ("comments", "daily_answers"):
        op.execute(f"GRANT DELETE ON dobon.{table} TO dobon_app")
    # an erasure and an export read what one player has left
    for table in ("comments", "shares", "stamps"):
        op.create_index(f"{table}_player_id_idx", table, ["player_id"], schema="dobon")


def _sessions() -> None:
    op.add_column(
        "players", sa.Column("erased_at", MOMENT, comment="since when the name is gone, for ever"), schema="dobon"
    )
    op.add_column(
        "tokens",
        sa.Column(
            "id",
            sa.Uuid(as_uuid=False),
            nullable=False,
            server_default=sa.text("gen_random_uuid()"),
            comment="of the session",
        ),
        schema="dobon",
    )
    op.add_column(
        "tokens",
        sa.Column("label", sa.Text, nullable=False, server_default=sa.text("''"), comment="the device, for its player"),
        schema="dobon",
    )
    op.add_column("tokens", sa.Column("used_at", MOMENT, comment="the last use, to the hour"), schema="dobon")
    op.create_index("tokens_id_key", "tokens", ["id"], unique=True, schema="dobon")
    op.execute(NOTE_RIGHTS_ALONE)


def _ways_in() -> None:
    op.create_table(
        "passkeys",
        sa.Column("id", sa.Uuid(as_uuid=False), nullable=False),
        sa.Column("player_id", sa.Uuid(as_uuid=False), nullable=False),
        sa.Column("credential", sa.LargeBinary, nullable=False, comment="the id that the authenticator has chosen"),
        sa.Column("public_key", sa.LargeBinary, nullable=False, comment="in COSE form"),
        sa.Column("sign_count", sa.BigInteger, nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("created_at", MOMENT, nullable=False),
        sa.Column("used_at", MOMENT),
        sa.PrimaryKeyConstraint("id", name="passkeys_pkey"),
        sa.ForeignKeyConstraint(["player_id"], ["dobon.players.id"], name="passkeys_player_id_fkey"),
        schema="dobon",
        comment="public keys with which players sign in",
    )
    op.create_index("passkeys_credential_key", "passkeys", ["credential"], unique=True, schema="dobon")
    op.create_index("passkeys_player_id_idx", "passkeys", ["player_id"], schema="dobon")
    op.create_table(
        "recovery_codes",
        sa.Column("hash", sa.LargeBinary, nullable=False, comment="SHA-256; the code itself is nowhere"),
        sa.Column("player_id", sa.Uuid(as_uuid=False), nullable=False),
        sa.Column("created_at", MOMENT, nullable=False),
        sa.Column("used_at", MOMENT),
        sa.PrimaryKeyConstraint("hash", name="recovery_codes_pkey"),
        sa.ForeignKeyConstraint(["player_id"], ["dobon.players.id"], name="recovery_codes_player_id_fkey"),
        sa.CheckConstraint("octet_length(hash) = 32", name=op.f("recovery_codes_hash_check")),
        schema="dobon",
        comment="each opens one session; a new set of codes replaces the old one",
    )
    op.create_index("recovery_codes_player_id_idx", "recovery_codes", ["player_id"], schema="dobon")
    op.create_table(
        "device_links",
        sa.Column("hash", sa.LargeBinary, nullable=False, comment="SHA-256; the code itself is nowhere"),
        sa.Column("id", sa.Uuid(as_uuid=False), nullable=False),
        sa.Column("player_id", sa.Uuid(as_uuid=False), nullable=False),
        sa.Column("expires_at", MOMENT, nullable=False),
        sa.Column("session", sa.Uuid(as_uuid=False), comment="that the code has opened"),
        sa.PrimaryKeyConstraint("hash", name="device_links_pkey"),
        sa.ForeignKeyConstraint(["player_id"], ["dobon.players.id"], name="device_links_player_id_fkey"),
        sa.CheckConstraint("octet_length(hash) = 32", name=op.f("device_links_hash_check")),
        schema="dobon",
        comment="codes for the next device of a player; one of each player",
    )
    op.create_index("device_links_player_id_key", "device_links", ["player_id"], unique=True, schema="dobon")
    op.create_index("device_links_expires_at_idx", "device_links", ["expires_at"], schema="dobon")
    op.create_table(
        "challenges",
        sa.Column("hash", sa.LargeBinary, nullable=False, comment="SHA-256 of the challenge"),
        sa.Column("player_id", sa.Uuid(as_uuid=False), comment="who adds a passkey; empty for a sign-in"),
        sa.Column("expires_at", MOMENT, nullable=False),
        sa.PrimaryKeyConstraint("hash", name="challenges_pkey"),
        sa.CheckConstraint("octet_length(hash) = 32", name=op.f("challenges_hash_check")),
        schema="dobon",
        comment="what authenticators have to sign; a row is deleted when its challenge is used or has expired",
    )
    op.create_index("challenges_expires_at_idx", "challenges", ["expires_at"], schema="dobon")


def _names() -> None:
    op.create_table(
        "reserved_names",
        sa.Column("player_id", sa.Uuid(as_uuid=False), nullable=False),
        sa.Column("skeleton", sa.Text(collation="C"), nullable=False, comment="the same for names that look alike"),
        sa.Column("until", MOMENT, nullable=False),
        sa.PrimaryKeyConstraint("player_id", name="reserved_names_pkey"),
        sa.ForeignKeyConstraint(["player_id"], ["dobon.players.id"], name="reserved_names_player_id_fkey"),
        schema="dobon",
        comment="the last name of a player, which no other player may take for a while",
    )
    op.create_index("reserved_names_skeleton_idx", "reserved_names", ["skeleton"], schema="dobon")
    op.create_index("reserved_names_until_idx", "reserved_names", ["until"], schema="dobon")
    op.create_index("players_name_idx", "players", ["name"], schema="dobon")


def downgrade() -> None:
    for table in ("comments", "shares", "stamps"):
        op.drop_index(f"{table}_player_id_idx", table, schema="dobon")
    op.drop_index("players_name_idx", "players", schema="dobon")
    for table in ("reserved_names", "challenges", "device_links", "recovery_codes", "passkeys"):
        op.drop_table(table, schema="dobon")
    op.execute(NOTE_EVERY_CHANGE)
    op.drop_index("tokens_id_key", "tokens", schema="dobon")
    for column in ("used_at", "label", "id"):
        op.drop_column("tokens", column, schema="dobon")
    op.drop_column("players", "erased_at", schema="dobon")
    for table in ("comments", "daily_answers"):
        op.execute(f"REVOKE DELETE ON dobon.{table} FROM dobon_app")
