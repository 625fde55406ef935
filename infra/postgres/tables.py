"""The tables of the schema `dobon`. Migrations create them; a test compares both.

Every primary key of a game's table begins with the game's id, so that the tables can be partitioned and distributed by
it unchanged. For the same reason there are no foreign keys between a game's tables. The command path writes them
together or not at all, and only stamps are ever deleted; no table refers to stamps.

JSON is stored as text, because the digest covers the text and `jsonb` would rewrite it. A moment is text too
(`domain.moments`), because the digest covers it; in the collation "C" its order is the order in time. Digests are
hexadecimal, as in the API.
"""

from typing import Any

from sqlalchemy import (
    BigInteger,
    Boolean,
    CheckConstraint,
    Column,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    SmallInteger,
    Table,
    Text,
    Uuid,
    text,
)
from sqlalchemy.dialects.postgresql.base import ischema_names
from sqlalchemy.types import UserDefinedType

from domain.catalogue import REVEALING

SCHEMA = "dobon"

OWNER_ROLE = "dobon_owner"
"""Owns the tables; only migrations act as this role."""

APP_ROLE = "dobon_app"
"""The role of the server. It may append to the log, and can neither change nor delete rows of it."""

NO_SUMMARY = '{"deadline":null,"ended_at":null,"standing":null,"started_at":null,"turn":[],"winner":null}'
"""The summary of a game from before summaries, until its next event or `dobon rebuild`."""

metadata = MetaData(
    schema=SCHEMA,
    naming_convention={
        "pk": "%(table_name)s_pkey",
        "fk": "%(table_name)s_%(column_0_name)s_fkey",
        "ix": "%(table_name)s_%(column_0_N_name)s_idx",
        "uq": "%(table_name)s_%(column_0_N_name)s_key",
        "ck": "%(table_name)s_%(constraint_name)s_check",
    },
)


class Xid8(UserDefinedType[int]):
    """A 64-bit transaction id. It never wraps around, and is comparable with `pg_snapshot_xmin`."""

    cache_ok = True

    def get_col_spec(self, **_: Any) -> str:
        """Return the type's name in PostgreSQL."""
        return "xid8"


ischema_names["xid8"] = Xid8  # SQLAlchemy needs it to reflect a database


def _moment() -> Text:
    return Text(collation="C")


def _key() -> Text:
    """Return the type of text with the same order on every machine."""
    return Text(collation="C")


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
    Column("due_at", _moment(), comment="when the clock or a bot owes something"),
    Column("listed", Boolean, nullable=False),
    Column("join_code", Text),
    Column("created_by", Uuid(as_uuid=False), nullable=False),
    Column("created_at", _moment(), nullable=False),
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
    postgresql_with={"fillfactor": "70"},
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
    Column("at", _moment(), nullable=False),
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
    Column("at", _moment(), nullable=False),
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
    Column("viewer", SmallInteger, primary_key=True, autoincrement=False, comment="seat, -1 spectators, -2 server"),
    Column("version", Integer, primary_key=True, autoincrement=False),
    Column("state", Text, nullable=False, comment="JSON object"),
    comment="a game as one viewer sees it at a version; a projection of the log",
)

game_seats = Table(
    "game_seats",
    metadata,
    Column("game_id", Uuid(as_uuid=False), primary_key=True),
    Column("seat", SmallInteger, primary_key=True, autoincrement=False),
    Column("player_id", Uuid(as_uuid=False), nullable=False),
    Column("ruleset", Text, nullable=False),
    Column("status", Text, nullable=False, comment="of the game, as is the ruleset"),
    Column("created_at", _moment(), nullable=False, comment="the game's"),
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
    Column("found_at", _moment(), nullable=False),
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

players = Table(
    "players",
    metadata,
    Column("id", Uuid(as_uuid=False), primary_key=True),
    Column("name", Text, nullable=False),
    Column("created_at", _moment(), nullable=False),
    Column("suspended_at", _moment(), comment="since when the tokens are refused"),
    CheckConstraint("char_length(name) BETWEEN 1 AND 64", name="name"),
    comment="the only place where names are: erasing one leaves every log whole",
)

tokens = Table(
    "tokens",
    metadata,
    Column("hash", LargeBinary, primary_key=True, comment="SHA-256; the token itself is nowhere"),
    Column("player_id", Uuid(as_uuid=False), ForeignKey(players.c.id), nullable=False),
    Column("kind", Text, nullable=False),
    Column("created_at", _moment(), nullable=False),
    Column("revoked_at", _moment()),
    CheckConstraint("octet_length(hash) = 32", name="hash"),
    CheckConstraint("kind IN ('player', 'admin')", name="kind"),
    Index("tokens_player_id_idx", "player_id"),
)

rights = Table(
    "rights",
    metadata,
    Column("only_row", Boolean, primary_key=True),
    Column("number", BigInteger, nullable=False),
    CheckConstraint("only_row", name="only_row"),
    comment="one row, whose number grows with every change of a token or an account (by triggers)",
)

comments = Table(
    "comments",
    metadata,
    Column("game_id", Uuid(as_uuid=False), primary_key=True),
    Column("id", Uuid(as_uuid=False), primary_key=True),
    Column("round", SmallInteger, nullable=False),
    Column("version", Integer, nullable=False, comment="the moment it is about"),
    Column("player_id", Uuid(as_uuid=False), nullable=False),
    Column("text", Text, nullable=False),
    Column("at", _moment(), nullable=False),
    Index("comments_game_id_round_at_id_idx", "game_id", "round", "at", "id"),
    comment="what players say about moments of rounds that are over",
)

shares = Table(
    "shares",
    metadata,
    Column("game_id", Uuid(as_uuid=False), primary_key=True),
    Column("id", Uuid(as_uuid=False), primary_key=True),
    Column("hash", LargeBinary, nullable=False, comment="SHA-256; the link itself is nowhere"),
    Column("player_id", Uuid(as_uuid=False), nullable=False),
    Column("created_at", _moment(), nullable=False),
    Column("revoked_at", _moment()),
    CheckConstraint("octet_length(hash) = 32", name="hash"),
    Index("shares_hash_idx", "hash"),
    comment="links that open the replay of a finished game to whoever has one",
)

receipt_keys = Table(
    "receipt_keys",
    metadata,
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("secret", LargeBinary, nullable=False),
    Column("public", LargeBinary, nullable=False),
    Column("signs_from", _moment(), nullable=False, comment="until the next key signs"),
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
    Column("at", _moment(), nullable=False),
    CheckConstraint("octet_length(key) = 32", name="key"),
    comment="requests outside the log that have an idempotency key, each with its first result",
)

tickets = Table(
    "tickets",
    metadata,
    Column("hash", LargeBinary, primary_key=True, comment="SHA-256; the ticket itself is nowhere"),
    Column("game_id", Uuid(as_uuid=False), nullable=False),
    Column("token", LargeBinary, nullable=False, comment="SHA-256 of the token that asked for it"),
    Column("expires_at", _moment(), nullable=False),
    CheckConstraint("octet_length(hash) = 32", name="hash"),
    Index("tickets_expires_at_idx", "expires_at"),
    comment="each opens one stream of a game; a row is deleted when its ticket is used or has expired",
)

stamps = Table(
    "stamps",
    metadata,
    Column("game_id", Uuid(as_uuid=False), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("seat", SmallInteger, nullable=False),
    Column("player_id", Uuid(as_uuid=False), nullable=False),
    Column("stamp", Text, nullable=False),
    Column("version", Integer, nullable=False, comment="that the game was at"),
    Column("at", _moment(), nullable=False),
    comment="what players said at the table without words; no part of the log, and old ones go",
)

analyses = Table(
    "analyses",
    metadata,
    Column("game_id", Uuid(as_uuid=False), primary_key=True),
    Column("head", Text, primary_key=True, comment="digest of the event that ended the round"),
    Column("analyser", SmallInteger, primary_key=True, autoincrement=False, comment="version of the analyser"),
    Column("round", SmallInteger, nullable=False),
    Column("requested_at", _moment(), nullable=False),
    Column("lease", Uuid(as_uuid=False), comment="of the process that computes it"),
    Column("leased_until", _moment(), nullable=False, server_default=text("''")),
    Column("attempts", SmallInteger, nullable=False, server_default=text("0"), comment="since the last progress"),
    Column("total", Integer, comment="decisions of the round; null before they are counted"),
    Column("judged", Text, nullable=False, server_default=text("'[]'"), comment="JSON list: decisions judged so far"),
    Column("result", Text, comment="JSON object; null until it is complete"),
    # workers take the oldest request
    Index("analyses_requested_idx", "requested_at", "game_id", "head", postgresql_where=text("result IS NULL")),
    comment="analyses of finished rounds: requests, progress and results, which can be computed again",
)

drills = Table(
    "drills",
    metadata,
    Column("game_id", Uuid(as_uuid=False), primary_key=True),
    Column("id", Uuid(as_uuid=False), primary_key=True),
    Column("question", Text, nullable=False, comment="JSON object, with the losses of all choices"),
    comment="positions of analysed rounds in which one action was clearly the best",
)

player_drills = Table(
    "player_drills",
    metadata,
    Column("player_id", Uuid(as_uuid=False), ForeignKey(players.c.id, ondelete="CASCADE"), primary_key=True),
    Column("drill_id", Uuid(as_uuid=False), primary_key=True),
    Column("game_id", Uuid(as_uuid=False), nullable=False),
    Column("done", Boolean, nullable=False, server_default=text("false")),
    Column(
        "rank",
        SmallInteger,
        nullable=False,
        comment="0 for a mistake of the player, 1 for another position of the player, 2 for one of another seat",
    ),
    Column("created_at", _moment(), nullable=False),
    Column("choice", SmallInteger, comment="place of the choice; null before the first answer"),
    Column("answered_at", _moment()),
    CheckConstraint("done = (choice IS NOT NULL)", name="done"),
    # the list of a player's drills is one range of this index
    Index(
        "player_drills_player_id_done_rank_created_at_drill_id_idx",
        "player_id",
        "done",
        "rank",
        "created_at",
        "drill_id",
    ),
    comment="the drills of each player, from the games in which the player has a seat, and the first answers",
)

daily_drills = Table(
    "daily_drills",
    metadata,
    Column("day", _key(), primary_key=True),
    Column("drill", Text, nullable=False, comment="JSON object, which follows from the day"),
    comment="the drill of each day (UTC), from a game of bots that is recorded nowhere",
)

daily_answers = Table(
    "daily_answers",
    metadata,
    Column("player_id", Uuid(as_uuid=False), ForeignKey(players.c.id, ondelete="CASCADE"), primary_key=True),
    Column("day", _key(), primary_key=True),
    Column("choice", SmallInteger, nullable=False),
    Column("answered_at", _moment(), nullable=False),
    comment="the first answer of each player to the drill of a day",
)

projections = Table(
    "projections",
    metadata,
    Column("name", Text, primary_key=True),
    Column("build", Integer, primary_key=True, autoincrement=False),
    Column("state", Text, nullable=False),
    Column("upto", Text, nullable=False, comment="id of the last game that was made again"),
    Column("games", Integer, nullable=False, server_default=text("0")),
    Column("differences", Integer, nullable=False, server_default=text("0")),
    Column("first_difference", Text),
    Column("started_at", _moment()),
    Column("ended_at", _moment()),
    CheckConstraint("state IN ('building', 'live', 'over')", name="state"),
    # allows one live build and one running rebuild of each projection
    Index("projections_name_state_idx", "name", "state", unique=True, postgresql_where=text("state <> 'over'")),
    comment="which build of a projection is read, and which is being made",
)

COUNTERS = (
    "games", "games_won", "rounds", "wins", "losses", "points", "calls", "called", "countered", "false_calls", "cuts",
    "withheld", "abandoned",
)  # fmt: skip
"""The counters of each entrant, named as in `domain.statistics.Tally`."""

statistics = Table(
    "statistics",
    metadata,
    Column("build", Integer, primary_key=True, autoincrement=False),
    Column(
        "entrant",
        _key(),
        primary_key=True,
        comment="id of a player, bot: and the name of a strategy, or * for all games",
    ),
    Column("ruleset", Text, primary_key=True),
    *(Column(name, BigInteger, nullable=False, server_default=text("0")) for name in COUNTERS),
    comment="what came of all rounds that are over; a projection of the logs",
)

rated_games = Table(
    "rated_games",
    metadata,
    Column("build", Integer, primary_key=True, autoincrement=False),
    Column("ruleset", Text, primary_key=True),
    Column("ended_at", _moment(), primary_key=True),
    Column("game_id", Uuid(as_uuid=False), primary_key=True),
    Column("entrants", Text, nullable=False, comment="JSON list by seat: entrant, rank, and mu and sigma before"),
    Column("rated", Boolean, nullable=False, comment="false: its turn has not come"),
    Index(
        "rated_games_build_ruleset_idx", "build", "ruleset", "ended_at", "game_id", postgresql_where=text("NOT rated")
    ),
    comment="finished games in the order in which they are rated; a projection of the logs",
)

ratings = Table(
    "ratings",
    metadata,
    Column("build", Integer, primary_key=True, autoincrement=False),
    Column("ruleset", Text, primary_key=True),
    Column("entrant", _key(), primary_key=True),
    Column("mu", BigInteger, nullable=False, comment="millionths"),
    Column("sigma", BigInteger, nullable=False, comment="millionths"),
    Column("ordinal", BigInteger, nullable=False, comment="millionths: mu - 3 sigma"),
    Index("ratings_build_ruleset_ordinal_entrant_idx", "build", "ruleset", "ordinal", "entrant"),
    comment="the rating of each entrant after all rated games; a projection of the logs",
)

closed_games = Table(
    "closed_games",
    metadata,
    Column("status", Text, primary_key=True),
    Column("games", BigInteger, nullable=False),
    comment="how many games are closed, so that metrics need not count them",
)

acts = Table(
    "acts",
    metadata,
    Column("id", Uuid(as_uuid=False), primary_key=True),
    Column("at", _moment(), nullable=False),
    Column("actor", Uuid(as_uuid=False), nullable=False, comment="the admin's account"),
    Column("act", Text, nullable=False),
    Column("subject", Text, nullable=False, comment="id of a game or a player, or name of a projection"),
    Column("reason", Text, nullable=False),
    Index("acts_at_id_idx", "at", "id"),
    comment="what admins did, and why: rows are added and never touched again",
)

GAME_TABLES = (
    games, events, commands, claims, game_secrets, folds, game_seats, damaged_games, progress, comments, shares, stamps,
    analyses, drills,
)  # fmt: skip
"""Tables with rows of one game, which could move to another machine with the rest of that game."""

COMMON_TABLES = (
    players,
    tokens,
    rights,
    receipt_keys,
    requests,
    tickets,
    projections,
    statistics,
    rated_games,
    ratings,
    closed_games,
    acts,
    player_drills,
    daily_drills,
    daily_answers,
)
"""Tables shared by all games: accounts, projections over all games, and acts of admins."""
