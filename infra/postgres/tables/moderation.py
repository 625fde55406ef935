"""Acts of admins, reports of players, and names."""

from sqlalchemy import CheckConstraint, Column, ForeignKey, Index, Integer, Table, Text, Uuid, text

from infra.postgres.tables.accounts import players
from infra.postgres.tables.schema import key, metadata, moment

acts = Table(
    "acts",
    metadata,
    Column("id", Uuid(as_uuid=False), primary_key=True),
    Column("at", moment(), nullable=False),
    Column("actor", Uuid(as_uuid=False), nullable=False, comment="the admin's account"),
    Column("act", Text, nullable=False),
    Column("subject", Text, nullable=False, comment="id of a game or a player, or name of a projection"),
    Column("reason", Text, nullable=False),
    Index("acts_at_id_idx", "at", "id"),
    Index("acts_subject_at_id_idx", "subject", "at", "id"),
    Index("acts_actor_at_id_idx", "actor", "at", "id"),
    Index("acts_act_at_id_idx", "act", "at", "id"),
    comment="what admins did, and why: rows are added and never touched again",
)

verdicts = Table(
    "verdicts",
    metadata,
    Column("id", Uuid(as_uuid=False), primary_key=True),
    Column("at", moment(), nullable=False),
    Column("reported", Uuid(as_uuid=False), comment="empty for a play of a bot or of the reporter"),
    Column("kind", Text, nullable=False),
    Column("game_id", Uuid(as_uuid=False)),
    Column("version", Integer),
    Column("verdict", Text, nullable=False),
    Column("measures", Text, nullable=False, comment="JSON list"),
    Column("note", Text, nullable=False, comment="of the admin, for the reporters and the reported player"),
    CheckConstraint("verdict IN ('upheld', 'dismissed')", name="verdict"),
    Index("verdicts_reported_at_id_idx", "reported", "at", "id"),
    comment="what admins have decided about reports; one verdict decides all open reports of its subject",
)

reports = Table(
    "reports",
    metadata,
    Column("id", Uuid(as_uuid=False), primary_key=True),
    Column("at", moment(), nullable=False),
    Column("kind", Text, nullable=False),
    Column("subject", key(), nullable=False, comment="the same for reports of the same thing"),
    Column("reporter", Uuid(as_uuid=False), comment="empty after an erasure"),
    Column("reported", Uuid(as_uuid=False), comment="empty for a play of a bot or of the reporter"),
    Column("game_id", Uuid(as_uuid=False)),
    Column("version", Integer),
    Column("comment_id", Uuid(as_uuid=False)),
    Column("name", Text, comment="that was reported"),
    Column("reason", Text, nullable=False),
    Column("text", Text, nullable=False),
    Column("status", Text, nullable=False, server_default=text("'open'")),
    Column("verdict_id", Uuid(as_uuid=False)),
    CheckConstraint("kind IN ('comment', 'name', 'play')", name="kind"),
    CheckConstraint("status IN ('open', 'upheld', 'dismissed')", name="status"),
    CheckConstraint("(status = 'open') = (verdict_id IS NULL)", name="verdict"),
    Index("reports_open_key", "subject", "reporter", unique=True, postgresql_where=text("status = 'open'")),
    # each list is one range of one index
    Index("reports_status_at_id_idx", "status", "at", "id"),
    Index("reports_status_kind_at_id_idx", "status", "kind", "at", "id"),
    Index("reports_reporter_at_id_idx", "reporter", "at", "id"),
    Index("reports_reported_at_id_idx", "reported", "at", "id"),
    Index("reports_verdict_id_idx", "verdict_id"),
    comment="comments, names and plays that players have reported to the admins",
)

known_names = Table(
    "known_names",
    metadata,
    Column("player_id", Uuid(as_uuid=False), ForeignKey(players.c.id), primary_key=True),
    Column("name", Text, primary_key=True),
    Column("folded", key(), nullable=False, comment="without case and width, for searches"),
    Column("since", moment(), nullable=False),
    Column("until", moment(), comment="empty for the present name"),
    Index("known_names_folded_player_id_name_idx", "folded", "player_id", "name"),
    comment="the names that players have and had, for admins",
)

barred_names = Table(
    "barred_names",
    metadata,
    Column("player_id", Uuid(as_uuid=False), ForeignKey(players.c.id), primary_key=True),
    Column("skeleton", key(), primary_key=True, comment="the same for names that look alike"),
    Column("until", moment(), nullable=False),
    comment="names that an admin has taken from a player, who may not take them again for a while",
)
