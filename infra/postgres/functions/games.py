"""Functions of the row of a game: what it shows, when it is due, and whether it is set aside."""

from infra.postgres.functions.declaration import Function
from infra.postgres.tables.game_log import GAMES_FILLFACTOR

_TAKEN_BACK = "DB065"
"""SQLSTATE with which a function takes a row back."""

EXTENSIONS = 32
"""Attempts to find a page that can be read; each looks at another one."""

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

# Postgres writes a new row to a page with enough space that it knows of, or else to the last page. If that page is
# damaged, it is chosen again and again. While a row needs an empty page, no known page suffices. If the last page can
# be read, it does not suffice either, and the table is extended.
_USE_NEW_PAGES = Function(
    "use_new_pages",
    "Lets each new row of games begin a new page, or ends that",
    "game uuid, used boolean",
    "void",
    f"""
BEGIN
    IF used THEN
        ALTER TABLE dobon.games SET (fillfactor = 10);
    ELSE
        ALTER TABLE dobon.games SET (fillfactor = {GAMES_FILLFACTOR});
    END IF;
END""",
)

# The last page is damaged. A small row goes to any page with a little space, which Postgres then remembers for the
# session. A row that fills a page tries that one first and finds it too full, and only so extends the table without
# reading the last page. Both rows are taken back. The pages to choose from are those that a VACUUM has noted.
_EXTEND_GAMES = Function(
    "extend_games",
    "Adds a page to the table of games, whose last page is damaged",
    "game uuid",
    "void",
    f"""
DECLARE
    filler text := left((SELECT string_agg(md5(random()::text), '') FROM generate_series(1, 256)), 7800);
    attempts integer := 0;
    sizes integer[] := ARRAY[0, 7800];
BEGIN
    ALTER TABLE dobon.games SET (fillfactor = 100), ALTER COLUMN options SET STORAGE MAIN;
    WHILE cardinality(sizes) > 0 LOOP
        BEGIN
            INSERT INTO dobon.games
                (id, ruleset, options, seats, status, players, summary, version, head, listed, created_by, created_at)
            VALUES (gen_random_uuid(), '', left(filler, sizes[1]), 1, 'abandoned', '', '', 1, '', false, game, '');
            RAISE EXCEPTION USING ERRCODE = '{_TAKEN_BACK}';
        EXCEPTION
            WHEN SQLSTATE '{_TAKEN_BACK}' THEN
                sizes := sizes[2:];
            WHEN data_corrupted THEN
                attempts := attempts + 1;
                IF attempts > {EXTENSIONS} THEN
                    RAISE;
                END IF;
        END;
    END LOOP;
    ALTER TABLE dobon.games SET (fillfactor = {GAMES_FILLFACTOR}), ALTER COLUMN options SET STORAGE EXTENDED;
END""",  # noqa: S608 - constants of this module
)

FUNCTIONS = (
    _USE_NEW_PAGES,
    _EXTEND_GAMES,
    _READ_GAME,
    _REPLACE_SUMMARY,
    _RESCHEDULE,
    _BRING_FORWARD,
    _RECORD_DAMAGE,
    _SET_ASIDE,
    _PUT_BACK,
)
"""Functions of the row of a game."""
