-- Functions of what players add to a game besides its log: stamps, comments, links to it and its rematch.
--
-- Those that may have an idempotency key have the parameters `request_key` (SHA-256 of scope and key, or null) and
-- `request_digest` (SHA-256 of everything that is asked for). They return the result (JSON), with the digest of the
-- first request if the key was used before. No row means that nothing was added. Key and effect are one transaction.

-- An insert waits for another transaction with the same key; of two, one finds the row of the other. The first request
-- may have been committed without its standby, so its result has to wait for the standby too.
CREATE FUNCTION dobon.begin_request(game uuid, request_key bytea, request_digest bytea, moment text)
RETURNS TABLE (first_request bytea, result text)
LANGUAGE plpgsql AS $$
#variable_conflict use_column
BEGIN
    INSERT INTO dobon.game_requests (game_id, key, request, result, at)
    VALUES (game, request_key, request_digest, '', moment) ON CONFLICT (game_id, key) DO NOTHING;
    IF NOT FOUND THEN
        RETURN QUERY SELECT request, result FROM dobon.game_requests WHERE game_id = game AND key = request_key;
        PERFORM dobon.wait_for_standby();
    END IF;
END $$;
COMMENT ON FUNCTION dobon.begin_request IS
    'Records an idempotency key on a game; returns the first request and its result if the key was used before';

CREATE FUNCTION dobon.end_request(game uuid, request_key bytea, new_result text)
RETURNS TABLE (first_request bytea, result text)
LANGUAGE plpgsql AS $$
#variable_conflict use_column
BEGIN
    IF new_result IS NULL THEN
        DELETE FROM dobon.game_requests WHERE game_id = game AND key = request_key;
        RETURN;
    END IF;
    UPDATE dobon.game_requests SET result = new_result WHERE game_id = game AND key = request_key;
    RETURN QUERY SELECT NULL::bytea, new_result;
END $$;
COMMENT ON FUNCTION dobon.end_request IS
    'Stores the result of a request, or forgets its key if nothing was added (null)';

-- Deleting never changes a listing: only stamps older than the newest `kept` up to `horizon` are deleted, and even the
-- viewer farthest behind no longer lists them. The delete depends on the insert, so no transaction waits for a number
-- while it holds row locks.
CREATE FUNCTION dobon.add_stamp(
    game uuid, request_key bytea, request_digest bytea, new_seat integer, new_player uuid, new_stamp text,
    new_at text, horizon integer, kept integer
) RETURNS TABLE (first_request bytea, result text)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
#variable_conflict use_column
DECLARE
    new_result text;
BEGIN
    IF dobon.lock_owned(game) THEN END IF;
    IF request_key IS NOT NULL THEN
        RETURN QUERY SELECT first_request, result FROM dobon.begin_request(game, request_key, request_digest, new_at);
        IF FOUND THEN
            RETURN;
        END IF;
    END IF;
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
END $$;
COMMENT ON FUNCTION dobon.add_stamp IS
    'Adds a stamp under the next number, and deletes stamps that no viewer lists; no row if another stamp took '
    'the number';
GRANT EXECUTE ON FUNCTION dobon.add_stamp TO dobon_app;

CREATE FUNCTION dobon.newest_stamps(game uuid, upto integer, most integer)
RETURNS TABLE (number integer, seat smallint, player_id uuid, stamp text, version integer, at text)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
#variable_conflict use_column
BEGIN
    IF dobon.check_owned(game) THEN END IF;
    RETURN QUERY SELECT number, seat, player_id, stamp, version, at FROM dobon.stamps
    WHERE game_id = game AND version <= upto ORDER BY number DESC LIMIT most;
END $$;
COMMENT ON FUNCTION dobon.newest_stamps IS 'Returns the newest stamps up to a version, newest first';
GRANT EXECUTE ON FUNCTION dobon.newest_stamps TO dobon_app;

-- The count is part of the insert. Concurrent inserts of one player may exceed the limit slightly, which is harmless.
CREATE FUNCTION dobon.add_comment(
    game uuid, request_key bytea, request_digest bytea, new_result text, new_id uuid, new_round integer,
    new_version integer, author uuid, new_text text, new_at text, most integer
) RETURNS TABLE (first_request bytea, result text)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
#variable_conflict use_column
BEGIN
    IF dobon.lock_owned(game) THEN END IF;
    IF request_key IS NOT NULL THEN
        RETURN QUERY SELECT first_request, result FROM dobon.begin_request(game, request_key, request_digest, new_at);
        IF FOUND THEN
            RETURN;
        END IF;
    END IF;
    INSERT INTO dobon.comments (game_id, id, round, version, player_id, text, at)
    SELECT game, new_id, new_round, new_version, author, new_text, new_at
    WHERE (SELECT count(*) FROM dobon.comments WHERE game_id = game AND player_id = author) < most;
    RETURN QUERY SELECT * FROM dobon.end_request(game, request_key, CASE WHEN FOUND THEN new_result END);
END $$;
COMMENT ON FUNCTION dobon.add_comment IS
    'Adds a comment; no row if its author has written as many on the game as allowed';
GRANT EXECUTE ON FUNCTION dobon.add_comment TO dobon_app;

CREATE FUNCTION dobon.read_comments(
    game uuid, of_round integer, after_at text, after_id uuid, without uuid[], most integer
) RETURNS TABLE (id uuid, round smallint, version integer, player_id uuid, text text, at text, hidden boolean)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
#variable_conflict use_column
BEGIN
    IF dobon.check_owned(game) THEN END IF;
    RETURN QUERY SELECT id, round, version, player_id, text, at, hidden_at IS NOT NULL FROM dobon.comments
    WHERE game_id = game AND round = of_round AND (at, id) > (after_at, after_id) AND player_id <> ALL(without)
    ORDER BY at, id LIMIT most;
END $$;
COMMENT ON FUNCTION dobon.read_comments IS
    'Returns comments on a round after a position, oldest first, without those of some players';
GRANT EXECUTE ON FUNCTION dobon.read_comments TO dobon_app;

CREATE FUNCTION dobon.read_comment(game uuid, comment uuid)
RETURNS TABLE (id uuid, round smallint, version integer, player_id uuid, text text, at text, hidden boolean)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
#variable_conflict use_column
BEGIN
    IF dobon.check_owned(game) THEN END IF;
    RETURN QUERY SELECT id, round, version, player_id, text, at, hidden_at IS NOT NULL FROM dobon.comments
    WHERE game_id = game AND id = comment;
END $$;
COMMENT ON FUNCTION dobon.read_comment IS 'Returns one comment, hidden or not';
GRANT EXECUTE ON FUNCTION dobon.read_comment TO dobon_app;

CREATE FUNCTION dobon.hide_comment(game uuid, comment uuid, moment text) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
#variable_conflict use_column
BEGIN
    IF dobon.lock_owned(game) THEN END IF;
    UPDATE dobon.comments SET hidden_at = moment
    WHERE game_id = game AND id = comment AND (hidden_at IS NULL) <> (moment IS NULL);
    RETURN FOUND;
END $$;
COMMENT ON FUNCTION dobon.hide_comment IS
    'Hides a comment from a moment on, or shows it again (null); true if that changed something';
GRANT EXECUTE ON FUNCTION dobon.hide_comment TO dobon_app;

CREATE FUNCTION dobon.add_share(
    game uuid, request_key bytea, request_digest bytea, new_result text, new_id uuid, new_hash bytea, maker uuid,
    new_at text, most integer
) RETURNS TABLE (first_request bytea, result text)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
#variable_conflict use_column
BEGIN
    IF dobon.lock_owned(game) THEN END IF;
    IF request_key IS NOT NULL THEN
        RETURN QUERY SELECT first_request, result FROM dobon.begin_request(game, request_key, request_digest, new_at);
        IF FOUND THEN
            RETURN;
        END IF;
    END IF;
    INSERT INTO dobon.shares (game_id, id, hash, player_id, created_at)
    SELECT game, new_id, new_hash, maker, new_at
    WHERE (SELECT count(*) FROM dobon.shares WHERE game_id = game AND player_id = maker) < most;
    RETURN QUERY SELECT * FROM dobon.end_request(game, request_key, CASE WHEN FOUND THEN new_result END);
END $$;
COMMENT ON FUNCTION dobon.add_share IS
    'Adds a link; no row if the player has made as many to the game as allowed';
GRANT EXECUTE ON FUNCTION dobon.add_share TO dobon_app;

CREATE FUNCTION dobon.read_shares(game uuid, maker uuid, after_at text, after_id uuid, most integer)
RETURNS TABLE (id uuid, created_at text, revoked_at text)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
#variable_conflict use_column
BEGIN
    IF dobon.check_owned(game) THEN END IF;
    RETURN QUERY SELECT id, created_at, revoked_at FROM dobon.shares
    WHERE game_id = game AND player_id = maker AND (created_at, id) > (after_at, after_id)
    ORDER BY created_at, id LIMIT most;
END $$;
COMMENT ON FUNCTION dobon.read_shares IS
    'Returns the links of a player to the game after a position, oldest first';
GRANT EXECUTE ON FUNCTION dobon.read_shares TO dobon_app;

CREATE FUNCTION dobon.revoke_share(game uuid, maker uuid, share uuid, moment text) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
#variable_conflict use_column
BEGIN
    IF dobon.lock_owned(game) THEN END IF;
    UPDATE dobon.shares SET revoked_at = coalesce(revoked_at, moment)
    WHERE game_id = game AND player_id = maker AND id = share;
    RETURN FOUND;
END $$;
COMMENT ON FUNCTION dobon.revoke_share IS
    'Revokes a link of a player, unless it is revoked; false if there is no such link';
GRANT EXECUTE ON FUNCTION dobon.revoke_share TO dobon_app;

-- The row is written only once; the update without a change returns it to all later requests.
CREATE FUNCTION dobon.claim_rematch(game uuid, account uuid, new_anchor text) RETURNS TABLE (host uuid, anchor text)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
#variable_conflict use_column
BEGIN
    IF dobon.lock_owned(game) THEN END IF;
    RETURN QUERY INSERT INTO dobon.rematches (game_id, host, anchor) VALUES (game, account, new_anchor)
    ON CONFLICT (game_id) DO UPDATE SET host = rematches.host RETURNING host, anchor;
END $$;
COMMENT ON FUNCTION dobon.claim_rematch IS
    'Returns who opens the rematch of a game, with the anchor of its hash chain: this account, if it is the first';
GRANT EXECUTE ON FUNCTION dobon.claim_rematch TO dobon_app;

CREATE FUNCTION dobon.rematch_host(game uuid) RETURNS uuid
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
#variable_conflict use_column
BEGIN
    IF dobon.check_owned(game) THEN END IF;
    RETURN (SELECT host FROM dobon.rematches WHERE game_id = game);
END $$;
COMMENT ON FUNCTION dobon.rematch_host IS 'Returns who opens the rematch of a game, or null';
GRANT EXECUTE ON FUNCTION dobon.rematch_host TO dobon_app;

CREATE FUNCTION dobon.forget_player(player uuid, moment text) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
#variable_conflict use_column
BEGIN
    DELETE FROM dobon.comments WHERE player_id = player;
    DELETE FROM dobon.stamps WHERE player_id = player;
    UPDATE dobon.shares SET revoked_at = moment WHERE player_id = player AND revoked_at IS NULL;
    UPDATE dobon.analyses SET requested_by = NULL WHERE requested_by = player AND result IS NULL;
END $$;
COMMENT ON FUNCTION dobon.forget_player IS
    'Deletes the comments and stamps of an erased player in all games of this database, and revokes the links; '
    'analyses that the player waits for no longer name the player';
GRANT EXECUTE ON FUNCTION dobon.forget_player TO dobon_app;
