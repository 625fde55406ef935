"""Projections over all games. In these tables `ruleset` is a `domain.game.statistics.Pool`."""

from sqlalchemy import (
    BigInteger,
    Boolean,
    CheckConstraint,
    Column,
    Index,
    Integer,
    SmallInteger,
    Table,
    Text,
    Uuid,
    text,
)

from infra.postgres.tables.schema import key, metadata, moment

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
    Column("started_at", moment()),
    Column("ended_at", moment()),
    CheckConstraint("state IN ('building', 'live', 'over')", name="state"),
    # allows one live build and one running rebuild of each projection
    Index("projections_name_state_idx", "name", "state", unique=True, postgresql_where=text("state <> 'over'")),
    comment="which build of a projection is read, and which is being made",
)

COUNTERS = (
    "games", "games_won", "rounds", "wins", "losses", "points", "calls", "called", "countered", "false_calls", "cuts",
    "withheld", "abandoned", "turns", "timeouts", "missed",
)  # fmt: skip
"""The counters of each entrant, named as in `domain.game.statistics.Tally`."""

statistics = Table(
    "statistics",
    metadata,
    Column("build", Integer, primary_key=True, autoincrement=False),
    Column(
        "entrant",
        key(),
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
    Column("ended_at", moment(), primary_key=True),
    Column("game_id", Uuid(as_uuid=False), primary_key=True),
    Column("entrants", Text, nullable=False, comment="JSON list by seat: entrant, rank, and mu and sigma before"),
    Column("rated", Boolean, nullable=False, comment="false: its turn has not come"),
    Column("public", Boolean, nullable=False, comment="whether accounts without a seat may open the game"),
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
    Column("entrant", key(), primary_key=True),
    Column("mu", BigInteger, nullable=False, comment="millionths"),
    Column("sigma", BigInteger, nullable=False, comment="millionths"),
    Column("ordinal", BigInteger, nullable=False, comment="millionths: mu - 3 sigma"),
    Index("ratings_build_ruleset_ordinal_entrant_idx", "build", "ruleset", "ordinal", "entrant"),
    comment="the rating of each entrant after all rated games; a projection of the logs",
)

rating_bands = Table(
    "rating_bands",
    metadata,
    Column("build", Integer, primary_key=True, autoincrement=False),
    Column("ruleset", Text, primary_key=True),
    Column("band", Integer, primary_key=True, autoincrement=False, comment="tenths of the ordinal, rounded down"),
    Column("entrants", BigInteger, nullable=False),
    comment="how many entrants have a rating in each band, so that a place is found without counting all",
)

player_games = Table(
    "player_games",
    metadata,
    Column("build", Integer, primary_key=True, autoincrement=False),
    Column("player_id", Uuid(as_uuid=False), primary_key=True),
    Column("ended_at", moment(), primary_key=True),
    Column("game_id", Uuid(as_uuid=False), primary_key=True),
    Column("ruleset", Text, nullable=False),
    Column("public", Boolean, nullable=False, comment="whether accounts without a seat may open the game"),
    *(
        Column(name, BigInteger, nullable=False, comment=f"millionths, {when} the game")
        for name, when in (("mu_before", "before"), ("sigma_before", "before"), ("mu", "after"), ("sigma", "after"))
    ),
    # each history is one range of one index
    Index("player_games_ruleset_idx", "build", "player_id", "ruleset", "ended_at", "game_id"),
    Index("player_games_public_idx", "build", "player_id", "ended_at", "game_id", postgresql_where=text("public")),
    Index(
        "player_games_public_ruleset_idx",
        "build",
        "player_id",
        "ruleset",
        "ended_at",
        "game_id",
        postgresql_where=text("public"),
    ),
    Index("player_games_private_idx", "build", "player_id", "game_id", postgresql_where=text("NOT public")),
    comment="the finished games of each player, with its ratings; a projection of the logs",
)

closed_games = Table(
    "closed_games",
    metadata,
    Column("partition", SmallInteger, primary_key=True, autoincrement=False),
    Column("status", Text, primary_key=True),
    Column("games", BigInteger, nullable=False),
    comment="how many games are closed, so that metrics need not count them",
)
