"""Functions of the stored folds of a game."""

from infra.postgres.functions.declaration import Function

_ARRAYS = "viewers integer[], versions integer[], states text[]"

_READ_FOLD = Function(
    "read_fold",
    "Returns the newest fold of a viewer up to a version, or null",
    "game uuid, seen_by integer, upto integer",
    "text",
    """
BEGIN
    RETURN (
        SELECT state FROM dobon.folds WHERE game_id = game AND viewer = seen_by AND version <= upto
        ORDER BY version DESC LIMIT 1
    );
END""",
    reads_only=True,
)

_READ_FOLDS = Function(
    "read_folds",
    "Returns the folds of all viewers after one version and up to another, by viewer and version",
    "game uuid, after integer, upto integer",
    "TABLE (viewer smallint, version integer, state text)",
    """
BEGIN
    RETURN QUERY SELECT viewer, version, state FROM dobon.folds
    WHERE game_id = game AND version > after AND version <= upto ORDER BY viewer, version;
END""",
    reads_only=True,
)

_STORE_FOLDS = Function(
    "store_folds",
    "Adds folds; existing ones stay",
    f"game uuid, {_ARRAYS}",
    "void",
    """
BEGIN
    INSERT INTO dobon.folds (game_id, viewer, version, state)
    SELECT game, f.viewer, f.version, f.state FROM unnest(viewers, versions, states) AS f (viewer, version, state)
    ON CONFLICT (game_id, viewer, version) DO NOTHING;
END""",
)

_REPLACE_FOLDS = Function(
    "replace_folds",
    "Replaces the folds up to a version by those that the log gives",
    f"game uuid, upto integer, {_ARRAYS}",
    "void",
    """
BEGIN
    DELETE FROM dobon.folds WHERE game_id = game AND version <= upto;
    PERFORM dobon.store_folds(game, viewers, versions, states);
END""",
)

FUNCTIONS = (_READ_FOLD, _READ_FOLDS, _STORE_FOLDS, _REPLACE_FOLDS)
"""Functions of the folds."""
