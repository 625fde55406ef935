"""Functions of the row of a game: what it shows, when it is due, and whether it is set aside."""

from infra.postgres.functions.declaration import Function

_READ_GAME = Function(
    "read_game",
    "Returns the row of a game",
    "game uuid",
    """TABLE (id uuid, ruleset text, options text, seats smallint, status text, spectators text, spectator_delay smallint,
    shown text, players text, summary text, round smallint, version integer, head text, listed boolean, join_code text,
    created_by uuid, created_at text, clock_offset_ms bigint)""",
    """
BEGIN
    RETURN QUERY SELECT id, ruleset, options, seats, status, spectators, spectator_delay, shown, players, summary, round,
        version, head, listed, join_code, created_by, created_at, clock_offset_ms
    FROM dobon.games WHERE id = game;
END""",
    reads_only=True,
)

_REPLACE_SUMMARY = Function(
    "replace_summary",
    "Replaces the summary of a game at the expected version; true if that changed it",
    "game uuid, expected integer, new_summary text",
    "boolean",
    """
BEGIN
    UPDATE dobon.games SET summary = new_summary WHERE id = game AND version = expected AND summary <> new_summary;
    RETURN FOUND;
END""",
)

_RESCHEDULE = Function(
    "reschedule",
    "Sets when the clock examines a game next, without an event; the caller has locked its row",
    "game uuid, new_due_at text, new_attended boolean, new_offset_ms bigint",
    "void",
    """
BEGIN
    UPDATE dobon.games SET due_at = new_due_at, attended = new_attended, clock_offset_ms = new_offset_ms WHERE id = game;
END""",
)

_BRING_FORWARD = Function(
    "bring_forward",
    "Lets the clock examine a game at a moment, if it is due later",
    "game uuid, moment text",
    "void",
    """
BEGIN
    UPDATE dobon.games SET due_at = moment WHERE id = game AND due_at > moment;
END""",
)

_RECORD_DAMAGE = Function(
    "record_damage",
    "Records that a game cannot be read; false if that is recorded",
    "game uuid, moment text, why text",
    "boolean",
    """
BEGIN
    INSERT INTO dobon.damaged_games (game_id, found_at, reason) VALUES (game, moment, why)
    ON CONFLICT (game_id) DO NOTHING;
    RETURN FOUND;
END""",
)

_SET_ASIDE = Function(
    "set_aside",
    "Takes a game from the schedule of the clock",
    "game uuid",
    "void",
    """
BEGIN
    UPDATE dobon.games SET due_at = NULL WHERE id = game;
END""",
)

# The clock examines the game at once, and finds out when it is due next.
_PUT_BACK = Function(
    "put_back",
    "Returns a game that can be read again to the schedule, with the act of the admin if there is one; false if the game"
    " was not set aside",
    "game uuid, moment text, act_id uuid, act_at text, act_actor uuid, act_name text, act_reason text",
    "boolean",
    """
BEGIN
    DELETE FROM dobon.damaged_games WHERE game_id = game;
    IF NOT FOUND THEN
        RETURN false;
    END IF;
    UPDATE dobon.games SET due_at = moment WHERE id = game AND status NOT IN ('finished', 'abandoned');
    IF act_id IS NOT NULL THEN
        INSERT INTO dobon.game_acts (game_id, id, at, actor, act, reason)
        VALUES (game, act_id, act_at, act_actor, act_name, act_reason);
    END IF;
    RETURN true;
END""",
)

FUNCTIONS = (_READ_GAME, _REPLACE_SUMMARY, _RESCHEDULE, _BRING_FORWARD, _RECORD_DAMAGE, _SET_ASIDE, _PUT_BACK)
"""Functions of the row of a game."""
