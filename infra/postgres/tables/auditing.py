"""What the analyser has seen in finished games, and the signals for admins, who alone read any of it."""

from sqlalchemy import (
    Boolean,
    CheckConstraint,
    Column,
    Double,
    ForeignKey,
    Index,
    Integer,
    SmallInteger,
    Table,
    Text,
    Uuid,
    text,
)

from infra.postgres.tables.accounts import players
from infra.postgres.tables.schema import metadata, moment

watched_games = Table(
    "watched_games",
    metadata,
    Column("game_id", Uuid(as_uuid=False), primary_key=True),
    Column("ended_at", moment(), nullable=False),
    Column("seen", Boolean, nullable=False, server_default=text("false")),
    Column("searched", Boolean, nullable=False, server_default=text("false")),
    Index("watched_games_ended_at_game_id_idx", "ended_at", "game_id", postgresql_where=text("NOT seen")),
    Index("watched_games_unsearched_idx", "ended_at", "game_id", postgresql_where=text("seen AND NOT searched")),
    comment="finished games, and whether the analyser has seen and searched what their players did",
)

player_rounds = Table(
    "player_rounds",
    metadata,
    Column("player_id", Uuid(as_uuid=False), ForeignKey(players.c.id), primary_key=True),
    Column("ended_at", moment(), primary_key=True, comment="of the game"),
    Column("game_id", Uuid(as_uuid=False), primary_key=True),
    Column("round", SmallInteger, primary_key=True, autoincrement=False),
    Column("ruleset", Text, nullable=False),
    Column("points", Integer, nullable=False),
    Column("others", Text, nullable=False, comment="JSON list of the opponents"),
    Column(
        "tells", Text, nullable=False, comment="JSON list: tell, opponent, number of decisions, sum of their values"
    ),
    Column("clear", Text, comment="JSON list: version, matched, usual action; null without an own decision"),
    Column("pace", Double, comment="easy decisions less hard ones, in binary logarithms of seconds"),
    comment="what each player did in a round, as far as signals need it",
)

player_rates = Table(
    "player_rates",
    metadata,
    Column("player_id", Uuid(as_uuid=False), ForeignKey(players.c.id), primary_key=True),
    Column("tell", Text, primary_key=True),
    Column("ruleset", Text, primary_key=True),
    Column("seats", SmallInteger, primary_key=True, autoincrement=False),
    Column("rounds", Integer, nullable=False, comment="with decisions"),
    Column("decisions", Integer, nullable=False),
    Column("mean", Double, nullable=False),
    Column("spread", Double, nullable=False, comment="the variance of the mean, if it depended on one round"),
    Index("player_rates_tell_ruleset_seats_idx", "tell", "ruleset", "seats"),
    comment="what the players of a ruleset are compared with",
)

signals = Table(
    "signals",
    metadata,
    Column("id", Uuid(as_uuid=False), primary_key=True),
    Column("first_id", Uuid(as_uuid=False), ForeignKey(players.c.id), nullable=False, comment="the lesser id"),
    Column(
        "second_id",
        Uuid(as_uuid=False),
        ForeignKey(players.c.id),
        nullable=False,
        comment="the same id: the signal of one player",
    ),
    Column("last_at", moment(), nullable=False, comment="the end of the last of its games"),
    Column("computed_at", moment(), nullable=False, comment="empty before the first time"),
    Column(
        "games", Integer, nullable=False, comment="behind it: that both have ended, or that were searched of the player"
    ),
    Column("computed_games", Integer, nullable=False, comment="those that are in the signal"),
    Column("rounds", Integer, nullable=False, server_default=text("0"), comment="behind it"),
    Column("strength", Double, nullable=False, server_default=text("0"), comment="3 is one in 1,000 by chance"),
    Column("told", Text, nullable=False, server_default=text("'[]'"), comment="JSON list of what was found"),
    Column("state", Text, nullable=False, server_default=text("'open'")),
    Column("closed_strength", Double, comment="when an admin closed it"),
    CheckConstraint("first_id <= second_id", name="first_id"),
    CheckConstraint("state IN ('open', 'closed')", name="state"),
    # allows one signal for a pair, and one for a player
    Index("signals_first_id_second_id_idx", "first_id", "second_id", unique=True),
    Index("signals_second_id_idx", "second_id"),
    Index("signals_state_strength_id_idx", "state", "strength", "id"),
    Index("signals_kind_idx", text("(first_id = second_id)"), "state", "strength", "id"),
    Index("signals_state_last_at_idx", "state", "last_at"),
    Index("signals_computed_at_id_idx", "computed_at", "id", postgresql_where=text("games > computed_games")),
    comment="how unlikely it is that two players do not help each other, or that one has no help from a program",
)
