"""Functions that read the log of a game, its secret and its claims."""

from domain.ruleset.catalogue import REVEALING
from infra.postgres.functions.append import CLAIM_NAMES, CLAIM_PARAMETERS
from infra.postgres.functions.declaration import Function

_EVENTS = "TABLE (version integer, type text, schema smallint, body text, at text, digest text)"

_READ_EVENTS = Function(
    "read_events",
    "Returns complete events after one version and up to another, in order",
    "game uuid, after integer, upto integer, most integer",
    _EVENTS,
    """
BEGIN
    RETURN QUERY SELECT version, type, schema, body, at, digest FROM dobon.events
    WHERE game_id = game AND version > after AND version <= upto ORDER BY version LIMIT most;
END""",
    reads_only=True,
)

_READ_EVENTS_OF_TYPES = Function(
    "read_events_of_types",
    "Returns complete events of some types up to a version, in order",
    "game uuid, types text[], upto integer",
    _EVENTS,
    """
BEGIN
    RETURN QUERY SELECT version, type, schema, body, at, digest FROM dobon.events
    WHERE game_id = game AND version <= upto AND type = ANY(types) ORDER BY version;
END""",
    reads_only=True,
)

_READ_REVEALS = Function(
    "read_reveals",
    "Returns versions and digests of the events that revealed a round, in order",
    "game uuid",
    "TABLE (version integer, digest text)",
    f"""
BEGIN
    RETURN QUERY SELECT version, digest FROM dobon.events
    WHERE game_id = game AND type IN {REVEALING} ORDER BY version;
END""",  # noqa: S608 - our types
    reads_only=True,
)

_REVEALED_UNTIL = Function(
    "revealed_until",
    "Returns the version of the newest event up to a version that revealed a round; 0 if there is none",
    "game uuid, upto integer",
    "integer",
    f"""
BEGIN
    RETURN coalesce((
        SELECT version FROM dobon.events WHERE game_id = game AND version <= upto AND type IN {REVEALING}
        ORDER BY version DESC LIMIT 1
    ), 0);
END""",  # noqa: S608 - our types
    reads_only=True,
)

_LAST_LINK = Function(
    "last_link",
    "Returns the server's link of the last round, from which the secrets of all rounds follow",
    "game uuid",
    "bytea",
    """
BEGIN
    RETURN (SELECT last_link FROM dobon.game_secrets WHERE game_id = game);
END""",
    reads_only=True,
)

_READ_CLAIMS = Function(
    "read_claims",
    "Returns the claims up to a version, in order",
    "game uuid, upto integer",
    "TABLE (version integer, round smallint, seat smallint, player_id uuid, kind text, on_version integer, valid boolean,"
    " facts text, at text)",
    """
BEGIN
    RETURN QUERY SELECT version, round, seat, player_id, kind, on_version, valid, facts, at FROM dobon.claims
    WHERE game_id = game AND version <= upto ORDER BY version;
END""",
    reads_only=True,
)

_REPLACE_CLAIMS = Function(
    "replace_claims",
    "Replaces the claims up to a version by those that the log gives",
    f"game uuid, upto integer, {CLAIM_PARAMETERS.format('')}",
    "void",
    f"""
BEGIN
    DELETE FROM dobon.claims WHERE game_id = game AND version <= upto;
    PERFORM dobon.add_claims(game, (SELECT ruleset FROM dobon.games WHERE id = game), {CLAIM_NAMES});
END""",  # noqa: S608 - constants
)

FUNCTIONS = (
    _READ_EVENTS, _READ_EVENTS_OF_TYPES, _READ_REVEALS, _REVEALED_UNTIL, _LAST_LINK, _READ_CLAIMS, _REPLACE_CLAIMS,
)  # fmt: skip
"""Functions of the log."""
