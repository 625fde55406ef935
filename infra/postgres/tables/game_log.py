"""The log of each game, and what is written with it."""

from sqlalchemy import (
    BigInteger,
    Boolean,
    CheckConstraint,
    Column,
    Index,
    Integer,
    LargeBinary,
    SmallInteger,
    Table,
    Text,
    Uuid,
    text,
)

from domain.ruleset.catalogue import REVEALING
from infra.postgres.tables.schema import Xid8, metadata, moment

NO_SUMMARY = '{"deadline":null,"ended_at":null,"standing":null,"started_at":null,"turn":[],"winner":null}'
"""The summary of a game from before summaries, until its next event or `dobon rebuild`."""

GAMES_FILLFACTOR = 70
"""The share of a page of games, in percent, that new rows fill."""

games = Table(
    "games",
    metadata,
    Column("id", Uuid(as_uuid=False), primary_key=True),
    Column("ruleset", Text, nullable=False),
    Column("options", Text, nullable=False, comment="JSON object"),
    Column("seats", SmallInteger, nullable=False),
    Column("status", Text, nullable=False),
    Column("spectators", Text, nullable=False, server_default=text("'live'")),
    Column("spectator_delay", SmallInteger, nullable=False, server_default=text("0")),
    Column("shown", Text, comment="the status that spectators see; empty if the game is hidden from them"),
    Column(
        "players",
        Text,
        nullable=False,
        server_default=text("'[]'"),
        comment="JSON list of the taken seats, as views show them",
    ),
    Column(
        "summary",
        Text,
        nullable=False,
        server_default=NO_SUMMARY,
        comment="JSON object: whose turn it is, deadline, times and result, as live spectators see them",
    ),
    Column("round", SmallInteger, nullable=False, server_default=text("0")),
    Column("version", Integer, nullable=False, comment="of the newest event"),
    Column("head", Text, nullable=False, comment="digest of the newest event, hex"),
    Column("due_at", moment(), comment="when the clock or a bot owes something"),
    Column("listed", Boolean, nullable=False),
    Column("join_code", Text),
    Column("created_by", Uuid(as_uuid=False), nullable=False),
    Column("created_at", moment(), nullable=False),
    Column(
        "closed", Boolean, nullable=False, server_default=text("false"), comment="over, and read by all projections"
    ),
    Column(
        "attended", Boolean, nullable=False, server_default=text("true"), comment="whether a person still takes part"
    ),
    Column(
        "missed_turns",
        SmallInteger,
        nullable=False,
        server_default=text("0"),
        comment="that the clock played for people since their last command",
    ),
    Column(
        "clock_offset_ms",
        BigInteger,
        nullable=False,
        server_default=text("0"),
        comment="by which the game's time is ahead of the server's; due_at is in the server's",
    ),
    CheckConstraint("status IN ('waiting', 'playing', 'between-rounds', 'finished', 'abandoned')", name="status"),
    CheckConstraint("seats > 0", name="seats"),
    CheckConstraint("version > 0", name="version"),
    # each list of games is one range of one index, and hidden games are in none of them
    Index("games_created_at_id_idx", "created_at", "id", postgresql_where=text("shown IS NOT NULL")),
    Index("games_shown_created_at_id_idx", "shown", "created_at", "id", postgresql_where=text("shown IS NOT NULL")),
    Index("games_ruleset_created_at_id_idx", "ruleset", "created_at", "id", postgresql_where=text("shown IS NOT NULL")),
    Index(
        "games_ruleset_shown_created_at_id_idx",
        "ruleset",
        "shown",
        "created_at",
        "id",
        postgresql_where=text("shown IS NOT NULL"),
    ),
    # almost all games of an old server are closed; projectors and metrics read the others
    Index("games_status_id_idx", "status", "id", postgresql_where=text("NOT closed")),
    # the scheduler takes games with people first, then by time; most games of a server are finished and never due
    Index("games_attended_due_at_idx", "attended", "due_at", postgresql_where=text("due_at IS NOT NULL")),
    Index("games_clock_offset_ms_idx", "clock_offset_ms", postgresql_where=text("clock_offset_ms <> 0")),
    # each new game and each new seat counts the account's unfinished games
    Index(
        "games_unfinished_idx",
        "created_by",
        postgresql_where=text("status IN ('waiting', 'playing', 'between-rounds')"),
    ),
    Index("games_join_code_idx", "join_code", postgresql_where=text("status = 'waiting'")),
    comment="one row a game; each command moves it on, guarded by the version it expects",
    # every command rewrites the row; free space keeps the new row version on the same page (HOT update)
    postgresql_with={"fillfactor": str(GAMES_FILLFACTOR)},
)

events = Table(
    "events",
    metadata,
    Column("game_id", Uuid(as_uuid=False), primary_key=True),
    Column("version", Integer, primary_key=True, autoincrement=False),
    Column("type", Text, nullable=False),
    Column("schema", SmallInteger, nullable=False),
    Column("body", Text, nullable=False, comment="canonical JSON of the public and the sealed parts"),
    Column("actor", Text, nullable=False, comment="the account that acted, or clock"),
    Column("at", moment(), nullable=False),
    Column("digest", Text, nullable=False, comment="hex"),
    Column("tx", Xid8(), nullable=False, server_default=text("pg_current_xact_id()")),
    CheckConstraint("version > 0", name="version"),
    # for the change feed: games that changed since a transaction
    Index("events_tx_idx", "tx"),
    # for every question whether a round is over
    Index("events_game_id_version_idx", "game_id", "version", postgresql_where=text(f"type IN {REVEALING}")),
    comment="the log: rows are added and never touched again (triggers and the application's role see to it)",
)

commands = Table(
    "commands",
    metadata,
    Column("game_id", Uuid(as_uuid=False), primary_key=True),
    Column("account", Uuid(as_uuid=False), primary_key=True),
    Column("key", Text, primary_key=True),
    Column("request", LargeBinary, nullable=False, comment="SHA-256 of the request"),
    Column("first_version", Integer, nullable=False),
    Column("last_version", Integer, nullable=False),
    comment="which versions a command with an idempotency key produced; its answer is rebuilt from the log",
)

claims = Table(
    "claims",
    metadata,
    Column("game_id", Uuid(as_uuid=False), primary_key=True),
    Column("version", Integer, primary_key=True, autoincrement=False),
    Column("ruleset", Text, nullable=False),
    Column("round", SmallInteger, nullable=False),
    Column("seat", SmallInteger, nullable=False),
    Column("player_id", Uuid(as_uuid=False), comment="empty for a bot"),
    Column("kind", Text, nullable=False),
    Column("on_version", Integer, nullable=False, comment="the play or the call that it was made on"),
    Column("valid", Boolean, nullable=False),
    Column("at", moment(), nullable=False),
    Column("facts", Text, nullable=False, comment="JSON object: what the rule set says of it"),
    Index("claims_at_game_id_version_idx", "at", "game_id", "version"),
    Index("claims_player_id_at_game_id_version_idx", "player_id", "at", "game_id", "version"),
    Index("claims_ruleset_kind_valid_at_game_id_version_idx", "ruleset", "kind", "valid", "at", "game_id", "version"),
    comment="every call and its verdict; a projection of the log",
)

game_secrets = Table(
    "game_secrets",
    metadata,
    Column("game_id", Uuid(as_uuid=False), primary_key=True),
    Column("last_link", LargeBinary, nullable=False),
    CheckConstraint("octet_length(last_link) = 32", name="last_link"),
    comment="the link of each game's last round, from which the secrets of all its rounds follow",
)

folds = Table(
    "folds",
    metadata,
    Column("game_id", Uuid(as_uuid=False), primary_key=True),
    Column("version", Integer, primary_key=True, autoincrement=False),
    Column("state", Text, nullable=False, comment="JSON object"),
    comment="a game at a version, with every card; a projection of the log",
)

game_seats = Table(
    "game_seats",
    metadata,
    Column("game_id", Uuid(as_uuid=False), primary_key=True),
    Column("seat", SmallInteger, primary_key=True, autoincrement=False),
    Column("player_id", Uuid(as_uuid=False), nullable=False),
    Column("ruleset", Text, nullable=False),
    Column("status", Text, nullable=False, comment="of the game, as is the ruleset"),
    Column("created_at", moment(), nullable=False, comment="the game's"),
    # each list of a player's games is one range of one index
    Index("game_seats_player_id_created_at_game_id_idx", "player_id", "created_at", "game_id"),
    Index("game_seats_player_id_status_created_at_game_id_idx", "player_id", "status", "created_at", "game_id"),
    Index("game_seats_player_id_ruleset_created_at_game_id_idx", "player_id", "ruleset", "created_at", "game_id"),
    Index(
        "game_seats_player_id_ruleset_status_created_at_game_id_idx",
        "player_id",
        "ruleset",
        "status",
        "created_at",
        "game_id",
    ),
    # each new game and each new seat counts the account's unfinished games
    Index(
        "game_seats_unfinished_idx",
        "player_id",
        postgresql_where=text("status IN ('waiting', 'playing', 'between-rounds')"),
    ),
    comment="who sits where, to find a player's games; bots have no row",
)

damaged_games = Table(
    "damaged_games",
    metadata,
    Column("game_id", Uuid(as_uuid=False), primary_key=True),
    Column("found_at", moment(), nullable=False),
    Column("reason", Text, nullable=False, comment="the error of the last attempt to read the game"),
    comment="games that could not be read; a row is deleted when the game can be read again",
)

progress = Table(
    "progress",
    metadata,
    Column("game_id", Uuid(as_uuid=False), primary_key=True),
    Column("name", Text, primary_key=True),
    Column("version", Integer, nullable=False),
    comment="how far a projection has read a game",
)

rematches = Table(
    "rematches",
    metadata,
    Column("game_id", Uuid(as_uuid=False), primary_key=True),
    Column("host", Uuid(as_uuid=False), nullable=False),
    Column("anchor", Text, comment="of the host's hash chain, hex"),
    comment="who opens the rematch of a game: the first player who asked for it",
)

game_acts = Table(
    "game_acts",
    metadata,
    Column("game_id", Uuid(as_uuid=False), primary_key=True),
    Column("id", Uuid(as_uuid=False), primary_key=True),
    Column("at", moment(), nullable=False),
    Column("actor", Uuid(as_uuid=False), nullable=False, comment="the admin's account"),
    Column("act", Text, nullable=False),
    Column("reason", Text, nullable=False),
    Index("game_acts_at_id_idx", "at", "id"),
    Index("game_acts_actor_at_id_idx", "actor", "at", "id"),
    Index("game_acts_act_at_id_idx", "act", "at", "id"),
    comment="what admins did to a game, and why: rows are added and never touched again",
)

game_requests = Table(
    "game_requests",
    metadata,
    Column("game_id", Uuid(as_uuid=False), primary_key=True),
    Column("key", LargeBinary, primary_key=True, comment="SHA-256 of the account and the idempotency key"),
    Column("request", LargeBinary, nullable=False, comment="SHA-256 of everything that was asked for"),
    Column("result", Text, nullable=False, comment="JSON object, without secrets and texts of players"),
    Column("at", moment(), nullable=False),
    comment="requests on a game outside its log that had an idempotency key, with their results",
)

partitions = Table(
    "partitions",
    metadata,
    Column("number", SmallInteger, primary_key=True, autoincrement=False),
    Column("owned", Boolean, nullable=False, server_default=text("true"), comment="whether its games are here"),
    Column(
        "arrivals",
        Integer,
        nullable=False,
        server_default=text("0"),
        comment="how often it has come from another database",
    ),
    comment="64 partitions of games, by the first six bits of the id; of several databases one owns each",
)
