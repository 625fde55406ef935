"""Functions of the analyses of a game's rounds, and of the drills that they give."""

from infra.postgres.functions.declaration import Function

_ROUND = "game uuid, of_head text, by_analyser integer"
_LEASED = "game_id = game AND head = of_head AND analyser = by_analyser AND lease = own_lease"

_FIND_ANALYSIS = Function(
    "find_analysis",
    "Returns how far the analysis of a round is",
    _ROUND,
    "TABLE (done integer, total integer, attempts smallint, result text)",
    """
BEGIN
    RETURN QUERY SELECT jsonb_array_length(judged::jsonb), total, attempts, result FROM dobon.analyses
    WHERE game_id = game AND head = of_head AND analyser = by_analyser;
END""",
    reads_only=True,
)

# Rows of older analysers are of no use once the round is requested again.
_REQUEST_ANALYSIS = Function(
    "request_analysis",
    "Requests the analysis of a round, unless it was requested",
    f"{_ROUND}, of_round integer, moment text, account uuid",
    "void",
    """
BEGIN
    DELETE FROM dobon.analyses WHERE game_id = game AND head = of_head AND analyser < by_analyser;
    INSERT INTO dobon.analyses (game_id, head, analyser, round, requested_at, requested_by)
    VALUES (game, of_head, by_analyser, of_round, moment, account) ON CONFLICT DO NOTHING;
END""",
)

# A process whose lease has ended changes nothing more.
_SAVE_ANALYSIS = Function(
    "save_analysis",
    "Stores the decisions judged so far and extends the lease; false if the lease has ended",
    f"{_ROUND}, own_lease uuid, new_judged text, new_total integer, new_until text",
    "boolean",
    f"""
BEGIN
    UPDATE dobon.analyses SET judged = new_judged, total = new_total, attempts = 0, leased_until = new_until
    WHERE {_LEASED};
    RETURN FOUND;
END""",  # noqa: S608 - constants of this module
)

_FINISH_ANALYSIS = Function(
    "finish_analysis",
    "Stores a complete analysis with its drills; false if the lease has ended",
    f"{_ROUND}, own_lease uuid, new_result text, drill_ids uuid[], questions text[]",
    "boolean",
    f"""
BEGIN
    UPDATE dobon.analyses SET result = new_result, lease = NULL, leased_until = '', requested_by = NULL
    WHERE {_LEASED};
    IF NOT FOUND THEN
        RETURN false;
    END IF;
    INSERT INTO dobon.drills (game_id, id, question)
    SELECT game, drill.id, drill.question FROM unnest(drill_ids, questions) AS drill (id, question)
    ON CONFLICT (game_id, id) DO UPDATE SET question = excluded.question;
    RETURN true;
END""",  # noqa: S608 - constants of this module
)

_RELEASE_ANALYSIS = Function(
    "release_analysis",
    "Gives an analysis to another process; false if the lease has ended",
    f"{_ROUND}, own_lease uuid",
    "boolean",
    f"""
BEGIN
    UPDATE dobon.analyses SET lease = NULL, leased_until = '', attempts = 0 WHERE {_LEASED};
    RETURN FOUND;
END""",  # noqa: S608 - constants of this module
)

_READ_SEATS = Function(
    "read_seats",
    "Returns the seats that people have taken",
    "game uuid",
    "TABLE (seat smallint, player_id uuid)",
    """
BEGIN
    RETURN QUERY SELECT seat, player_id FROM dobon.game_seats WHERE game_id = game ORDER BY seat;
END""",
    reads_only=True,
)

FUNCTIONS = (
    _FIND_ANALYSIS, _REQUEST_ANALYSIS, _SAVE_ANALYSIS, _FINISH_ANALYSIS, _RELEASE_ANALYSIS, _READ_SEATS,
)  # fmt: skip
"""Functions of analyses and drills."""
