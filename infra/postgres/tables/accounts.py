"""Accounts with all ways to sign in, and what requests leave behind."""

from sqlalchemy import (
    ARRAY,
    BigInteger,
    Boolean,
    CheckConstraint,
    Column,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    Table,
    Text,
    Uuid,
    text,
)

from infra.postgres.tables.schema import key, metadata, moment

players = Table(
    "players",
    metadata,
    Column("id", Uuid(as_uuid=False), primary_key=True),
    Column("name", Text, nullable=False),
    Column("created_at", moment(), nullable=False),
    Column("suspended_at", moment(), comment="since when the tokens are refused"),
    Column("erased_at", moment(), comment="since when the name is gone, for ever"),
    Column("suspended_until", moment(), comment="the end of the suspension; empty without an end"),
    Column(
        "bot_account", Boolean, nullable=False, server_default=text("false"), comment="a program plays it, for good"
    ),
    CheckConstraint("char_length(name) BETWEEN 1 AND 64", name="name"),
    Index("players_name_idx", "name"),
    comment="accounts; no log holds a name, so erasing one leaves every log whole",
)

tokens = Table(
    "tokens",
    metadata,
    Column("hash", LargeBinary, primary_key=True, comment="SHA-256; the token itself is nowhere"),
    Column("player_id", Uuid(as_uuid=False), ForeignKey(players.c.id), nullable=False),
    Column("kind", Text, nullable=False),
    Column("created_at", moment(), nullable=False),
    Column("revoked_at", moment()),
    Column(
        "id",
        Uuid(as_uuid=False),
        nullable=False,
        server_default=text("gen_random_uuid()"),
        comment="of the session, or of the token of a program",
    ),
    Column(
        "label", Text, nullable=False, server_default=text("''"), comment="the device or the program, for its player"
    ),
    Column("used_at", moment(), comment="the last use, to the hour"),
    Column("scopes", ARRAY(Text), comment="what the token of a program may do; empty for a session"),
    Column("expires_at", moment(), comment="the end of the token of a program"),
    Column("client", Text, comment="the app that has the token, as it names itself; empty for a personal token"),
    CheckConstraint("octet_length(hash) = 32", name="hash"),
    CheckConstraint("kind IN ('player', 'admin')", name="kind"),
    CheckConstraint("kind = 'player' OR scopes IS NULL", name="scopes"),
    Index("tokens_player_id_idx", "player_id"),
    Index("tokens_id_key", "id", unique=True),
)

passkeys = Table(
    "passkeys",
    metadata,
    Column("id", Uuid(as_uuid=False), primary_key=True),
    Column("player_id", Uuid(as_uuid=False), ForeignKey(players.c.id), nullable=False),
    Column("credential", LargeBinary, nullable=False, comment="the id that the authenticator has chosen"),
    Column("public_key", LargeBinary, nullable=False, comment="in COSE form"),
    Column("sign_count", BigInteger, nullable=False),
    Column("name", Text, nullable=False),
    Column("created_at", moment(), nullable=False),
    Column("used_at", moment()),
    Index("passkeys_credential_key", "credential", unique=True),
    Index("passkeys_player_id_idx", "player_id"),
    comment="public keys with which players sign in",
)

recovery_codes = Table(
    "recovery_codes",
    metadata,
    Column("hash", LargeBinary, primary_key=True, comment="SHA-256; the code itself is nowhere"),
    Column("player_id", Uuid(as_uuid=False), ForeignKey(players.c.id), nullable=False),
    Column("created_at", moment(), nullable=False),
    Column("used_at", moment()),
    CheckConstraint("octet_length(hash) = 32", name="hash"),
    Index("recovery_codes_player_id_idx", "player_id"),
    comment="each opens one session; a new set of codes replaces the old one",
)

device_links = Table(
    "device_links",
    metadata,
    Column("hash", LargeBinary, primary_key=True, comment="SHA-256; the code itself is nowhere"),
    Column("id", Uuid(as_uuid=False), nullable=False),
    Column("player_id", Uuid(as_uuid=False), ForeignKey(players.c.id), nullable=False),
    Column("expires_at", moment(), nullable=False),
    Column("session", Uuid(as_uuid=False), comment="that the code has opened"),
    CheckConstraint("octet_length(hash) = 32", name="hash"),
    Index("device_links_player_id_key", "player_id", unique=True),
    Index("device_links_expires_at_idx", "expires_at"),
    comment="codes for the next device of a player; one of each player",
)

authorization_codes = Table(
    "authorization_codes",
    metadata,
    Column("hash", LargeBinary, primary_key=True, comment="SHA-256; the code itself is nowhere"),
    Column("player_id", Uuid(as_uuid=False), ForeignKey(players.c.id), nullable=False),
    Column("client", Text, nullable=False, comment="the app, as it names itself"),
    Column("redirect", Text, nullable=False, comment="where the code was sent"),
    Column("challenge", Text, nullable=False, comment="SHA-256 of the secret that the app has to show, in Base64"),
    Column("scopes", ARRAY(Text), nullable=False),
    Column("address", Text, nullable=False, comment="the part of the redirect that the player was shown"),
    Column("expires_at", moment(), nullable=False),
    Column("used", Boolean, nullable=False, server_default=text("false")),
    Column("token", Uuid(as_uuid=False), comment="the id of the token that was collected with it"),
    CheckConstraint("octet_length(hash) = 32", name="hash"),
    Index("authorization_codes_player_id_idx", "player_id"),
    Index("authorization_codes_expires_at_idx", "expires_at"),
    comment="codes with which admitted apps collect their tokens",
)

passkey_challenges = Table(
    "passkey_challenges",
    metadata,
    Column("hash", LargeBinary, primary_key=True, comment="SHA-256 of the challenge"),
    Column("player_id", Uuid(as_uuid=False), comment="who adds a passkey; empty for a sign-in"),
    Column("expires_at", moment(), nullable=False),
    CheckConstraint("octet_length(hash) = 32", name="hash"),
    Index("passkey_challenges_expires_at_idx", "expires_at"),
    comment="what authenticators have to sign; a row is deleted when its challenge is used or has expired",
)

reserved_names = Table(
    "reserved_names",
    metadata,
    Column("player_id", Uuid(as_uuid=False), ForeignKey(players.c.id), primary_key=True),
    Column("skeleton", key(), nullable=False, comment="the same for names that look alike"),
    Column("until", moment(), nullable=False),
    Index("reserved_names_skeleton_idx", "skeleton"),
    Index("reserved_names_until_idx", "until"),
    comment="the last name of a player, which no other player may take for a while",
)

rights = Table(
    "rights",
    metadata,
    Column("only_row", Boolean, primary_key=True),
    Column("number", BigInteger, nullable=False),
    CheckConstraint("only_row", name="only_row"),
    comment="one row, whose number grows with every change of a token or an account (by triggers)",
)

receipt_keys = Table(
    "receipt_keys",
    metadata,
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("secret", LargeBinary, nullable=False),
    Column("public", LargeBinary, nullable=False),
    Column("signs_from", moment(), nullable=False, comment="until the next key signs"),
    CheckConstraint("number > 0", name="number"),
    CheckConstraint("octet_length(secret) = 32", name="secret"),
    CheckConstraint("octet_length(public) = 32", name="public"),
    comment="Ed25519 keys that sign receipts: rows are added and never changed",
)

requests = Table(
    "requests",
    metadata,
    Column("key", LargeBinary, primary_key=True, comment="SHA-256 of the account and the idempotency key"),
    Column("request", LargeBinary, nullable=False, comment="SHA-256 of the request"),
    Column("result", Text, nullable=False, comment="JSON object, without secrets"),
    Column("at", moment(), nullable=False),
    CheckConstraint("octet_length(key) = 32", name="key"),
    comment="requests outside the log that have an idempotency key, each with its first result",
)

tickets = Table(
    "tickets",
    metadata,
    Column("hash", LargeBinary, primary_key=True, comment="SHA-256; the ticket itself is nowhere"),
    Column("game_id", Uuid(as_uuid=False), comment="empty for the stream of the account"),
    Column("token", LargeBinary, nullable=False, comment="SHA-256 of the token that asked for it"),
    Column("expires_at", moment(), nullable=False),
    CheckConstraint("octet_length(hash) = 32", name="hash"),
    Index("tickets_expires_at_idx", "expires_at"),
    comment="each opens one stream; a row is deleted when its ticket is used or has expired",
)
