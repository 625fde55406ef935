"""Functions of what players add to a game besides its log: stamps, comments, links to it and its rematch.

Those that may have an idempotency key have the parameters `_KEY` and the result `_RESULT`. Key and effect are one
transaction. No row means that nothing was added.
"""

from infra.postgres.functions.declaration import Function
from infra.postgres.replication import WAIT_FOR_STANDBY

_KEY = "game uuid, request_key bytea, request_digest bytea"
"""SHA-256 of scope and key, or null, and of everything that is asked for."""

_RESULT = "TABLE (first_request bytea, result text)"
"""The result (JSON); with the digest of the first request if the key was used before."""

# An insert waits for another transaction with the same key; of two, one finds the row of the other. The first request
# may have been committed without its standby, so its result has to wait for the standby too.
_BEGIN_REQUEST = Function(
    "begin_request",
    "Records an idempotency key on a game; returns the first request and its result if the key was used before",
    f"{_KEY}, moment text",
    _RESULT,
    f"""
BEGIN
    INSERT INTO dobon.game_requests (game_id, key, request, result, at)
    VALUES (game, request_key, request_digest, '', moment) ON CONFLICT (game_id, key) DO NOTHING;
    IF NOT FOUND THEN
        RETURN QUERY SELECT request, result FROM dobon.game_requests WHERE game_id = game AND key = request_key;
        PERFORM {WAIT_FOR_STANDBY};
    END IF;
END""",  # noqa: S608 - a constant
    internal=True,
)

_END_REQUEST = Function(
    "end_request",
    "Stores the result of a request, or forgets its key if nothing was added (null)",
    "game uuid, request_key bytea, new_result text",
    _RESULT,
    """
BEGIN
    IF new_result IS NULL THEN
        DELETE FROM dobon.game_requests WHERE game_id = game AND key = request_key;
        RETURN;
    END IF;
    UPDATE dobon.game_requests SET result = new_result WHERE game_id = game AND key = request_key;
    RETURN QUERY SELECT NULL::bytea, new_result;
END""",
    internal=True,
)

_FIRST = """
    IF request_key IS NOT NULL THEN
        RETURN QUERY SELECT first_request, result FROM dobon.begin_request(game, request_key, request_digest, new_at);
        IF FOUND THEN
            RETURN;
        END IF;
    END IF;"""

_STAMPS = "TABLE (number integer, seat smallint, player_id uuid, stamp text, version integer, at text)"
_COMMENTS = "TABLE (id uuid, round smallint, version integer, player_id uuid, text text, at text, hidden boolean)"

# Deleting never changes a listing: only stamps older than the newest `kept` up to `horizon` are deleted, and even the
# viewer farthest behind no longer lists them. The delete depends on the insert, so no transaction waits for a number
# while it holds row locks.
_ADD_STAMP = Function(
    "add_stamp",
    "Adds a stamp under the next number, and deletes stamps that no viewer lists; no row if another stamp took the number",
    f"{_KEY}, new_seat integer, new_player uuid, new_stamp text, new_at text, horizon integer, kept integer",
    _RESULT,
    f"""
DECLARE
    new_result text;
BEGIN
    {_FIRST}
    WITH added AS (
        INSERT INTO dobon.stamps (game_id, number, seat, player_id, stamp, version, at)
        SELECT games.id, 1 + coalesce((SELECT max(number) FROM dobon.stamps WHERE game_id = game), 0),
            new_seat, new_player, new_stamp, games.version, new_at
        FROM dobon.games WHERE games.id = game
        ON CONFLICT (game_id, number) DO NOTHING
        RETURNING number, seat, player_id, stamp, version, at
    ), gone AS (
        DELETE FROM dobon.stamps AS old USING added WHERE old.game_id = game AND old.number <= (
            SELECT max(number) FROM dobon.stamps WHERE game_id = game AND version <= horizon
        ) - kept
    )
    SELECT json_build_object('number', number, 'seat', seat, 'player', player_id, 'stamp', stamp, 'version', version,
        'at', at) FROM added INTO new_result;
    RETURN QUERY SELECT * FROM dobon.end_request(game, request_key, new_result);
END""",  # noqa: S608 - constants
)

_NEWEST_STAMPS = Function(
    "newest_stamps",
    "Returns the newest stamps up to a version, newest first",
    "game uuid, upto integer, most integer",
    _STAMPS,
    """
BEGIN
    RETURN QUERY SELECT number, seat, player_id, stamp, version, at FROM dobon.stamps
    WHERE game_id = game AND version <= upto ORDER BY number DESC LIMIT most;
END""",
    reads_only=True,
)

# The count is part of the insert. Concurrent inserts of one player may exceed the limit slightly, which is harmless.
_ADD_COMMENT = Function(
    "add_comment",
    "Adds a comment; no row if its author has written as many on the game as allowed",
    f"""{_KEY}, new_result text,
    new_id uuid, new_round integer, new_version integer, author uuid, new_text text, new_at text, most integer""",
    _RESULT,
    f"""
BEGIN
    {_FIRST}
    INSERT INTO dobon.comments (game_id, id, round, version, player_id, text, at)
    SELECT game, new_id, new_round, new_version, author, new_text, new_at
    WHERE (SELECT count(*) FROM dobon.comments WHERE game_id = game AND player_id = author) < most;
    RETURN QUERY SELECT * FROM dobon.end_request(game, request_key, CASE WHEN FOUND THEN new_result END);
END""",  # noqa: S608 - constants
)

_READ_COMMENTS = Function(
    "read_comments",
    "Returns comments on a round after a position, oldest first, without those of some players",
    "game uuid, of_round integer, after_at text, after_id uuid, without uuid[], most integer",
    _COMMENTS,
    """
BEGIN
    RETURN QUERY SELECT id, round, version, player_id, text, at, hidden_at IS NOT NULL FROM dobon.comments
    WHERE game_id = game AND round = of_round AND (at, id) > (after_at, after_id) AND player_id <> ALL(without)
    ORDER BY at, id LIMIT most;
END""",
    reads_only=True,
)

_READ_COMMENT = Function(
    "read_comment",
    "Returns one comment, hidden or not",
    "game uuid, comment uuid",
    _COMMENTS,
    """
BEGIN
    RETURN QUERY SELECT id, round, version, player_id, text, at, hidden_at IS NOT NULL FROM dobon.comments
    WHERE game_id = game AND id = comment;
END""",
    reads_only=True,
)

_HIDE_COMMENT = Function(
    "hide_comment",
    "Hides a comment from a moment on, or shows it again (null); true if that changed something",
    "game uuid, comment uuid, moment text",
    "boolean",
    """
BEGIN
    UPDATE dobon.comments SET hidden_at = moment
    WHERE game_id = game AND id = comment AND (hidden_at IS NULL) <> (moment IS NULL);
    RETURN FOUND;
END""",
)

_ADD_SHARE = Function(
    "add_share",
    "Adds a link; no row if the player has made as many to the game as allowed",
    f"{_KEY}, new_result text, new_id uuid, new_hash bytea, maker uuid, new_at text, most integer",
    _RESULT,
    f"""
BEGIN
    {_FIRST}
    INSERT INTO dobon.shares (game_id, id, hash, player_id, created_at)
    SELECT game, new_id, new_hash, maker, new_at
    WHERE (SELECT count(*) FROM dobon.shares WHERE game_id = game AND player_id = maker) < most;
    RETURN QUERY SELECT * FROM dobon.end_request(game, request_key, CASE WHEN FOUND THEN new_result END);
END""",  # noqa: S608 - constants
)

_READ_SHARES = Function(
    "read_shares",
    "Returns the links of a player to the game after a position, oldest first",
    "game uuid, maker uuid, after_at text, after_id uuid, most integer",
    "TABLE (id uuid, created_at text, revoked_at text)",
    """
BEGIN
    RETURN QUERY SELECT id, created_at, revoked_at FROM dobon.shares
    WHERE game_id = game AND player_id = maker AND (created_at, id) > (after_at, after_id)
    ORDER BY created_at, id LIMIT most;
END""",
    reads_only=True,
)

_REVOKE_SHARE = Function(
    "revoke_share",
    "Revokes a link of a player, unless it is revoked; false if there is no such link",
    "game uuid, maker uuid, share uuid, moment text",
    "boolean",
    """
BEGIN
    UPDATE dobon.shares SET revoked_at = coalesce(revoked_at, moment)
    WHERE game_id = game AND player_id = maker AND id = share;
    RETURN FOUND;
END""",
)

# The row is written only once; the update without a change returns it to all later requests.
_CLAIM_REMATCH = Function(
    "claim_rematch",
    "Returns who opens the rematch of a game, with the anchor of its hash chain: this account, if it is the first",
    "game uuid, account uuid, new_anchor text",
    "TABLE (host uuid, anchor text)",
    """
BEGIN
    RETURN QUERY INSERT INTO dobon.rematches (game_id, host, anchor) VALUES (game, account, new_anchor)
    ON CONFLICT (game_id) DO UPDATE SET host = rematches.host RETURNING host, anchor;
END""",
)

_REMATCH_HOST = Function(
    "rematch_host",
    "Returns who opens the rematch of a game, or null",
    "game uuid",
    "uuid",
    """
BEGIN
    RETURN (SELECT host FROM dobon.rematches WHERE game_id = game);
END""",
    reads_only=True,
)

_FORGET_PLAYER = Function(
    "forget_player",
    "Deletes the comments and stamps of an erased player in all games of this database, and revokes the links; "
    "analyses that the player waits for no longer name the player",
    "player uuid, moment text",
    "void",
    """
BEGIN
    DELETE FROM dobon.comments WHERE player_id = player;
    DELETE FROM dobon.stamps WHERE player_id = player;
    UPDATE dobon.shares SET revoked_at = moment WHERE player_id = player AND revoked_at IS NULL;
    UPDATE dobon.analyses SET requested_by = NULL WHERE requested_by = player AND result IS NULL;
END""",
    everywhere=True,
)

FUNCTIONS = (
    _BEGIN_REQUEST, _END_REQUEST,
    _ADD_STAMP, _NEWEST_STAMPS, _ADD_COMMENT, _READ_COMMENTS, _READ_COMMENT, _HIDE_COMMENT, _ADD_SHARE, _READ_SHARES,
    _REVOKE_SHARE, _CLAIM_REMATCH, _REMATCH_HOST, _FORGET_PLAYER,
)  # fmt: skip
"""Functions of stamps, comments, links and rematches."""
