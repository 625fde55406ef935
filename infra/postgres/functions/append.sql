-- Functions that append a command to the log of a game, and that find the command of an idempotency key.

CREATE FUNCTION dobon.add_claims(
    game uuid, game_ruleset text, claim_versions integer[], claim_rounds integer[], claim_seats integer[],
    claim_players uuid[], claim_kinds text[], claim_targets integer[], claim_valid boolean[], claim_facts text[],
    claim_moments text[]
) RETURNS void
LANGUAGE plpgsql AS $$
#variable_conflict use_column
BEGIN
    INSERT INTO dobon.claims
        (game_id, version, ruleset, round, seat, player_id, kind, on_version, valid, facts, at)
    SELECT game, c.version, game_ruleset, c.round, c.seat, c.player, c.kind, c.target, c.valid, c.facts, c.at
    FROM unnest(claim_versions, claim_rounds, claim_seats, claim_players, claim_kinds, claim_targets, claim_valid,
        claim_facts, claim_moments) AS c (version, round, seat, player, kind, target, valid, facts, at);
END $$;
COMMENT ON FUNCTION dobon.add_claims IS 'Inserts claims of a game';

CREATE FUNCTION dobon.append_event(
    game uuid, expected integer, previous text, new_status text, new_shown text, new_summary text,
    new_round integer, new_due_at text, new_attended boolean, new_missed_turns integer, new_offset_ms bigint,
    new_type text, new_schema integer, new_body text, new_actor text, new_at text, new_digest text,
    key_account uuid, key_text text, key_request bytea
) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
#variable_conflict use_column
BEGIN
    IF dobon.lock_owned(game) THEN END IF;
    UPDATE dobon.games
    SET status = new_status, shown = new_shown, summary = new_summary, round = new_round, version = expected + 1,
        head = new_digest, due_at = new_due_at, attended = new_attended, missed_turns = new_missed_turns,
        clock_offset_ms = new_offset_ms
    WHERE id = game AND version = expected AND head = coalesce(previous, head);
    IF NOT FOUND THEN
        RETURN false;
    END IF;
    INSERT INTO dobon.events (game_id, version, type, schema, body, actor, at, digest)
    VALUES (game, expected + 1, new_type, new_schema, new_body, new_actor, new_at, new_digest);
    IF key_text IS NOT NULL THEN
        INSERT INTO dobon.commands (game_id, account, key, request, first_version, last_version)
        VALUES (game, key_account, key_text, key_request, expected + 1, expected + 1);
    END IF;
    RETURN true;
END $$;
COMMENT ON FUNCTION dobon.append_event IS
    'Appends one event to a game at the expected version, with the key of its command; false if the game has '
    'changed';
GRANT EXECUTE ON FUNCTION dobon.append_event TO dobon_app;

-- Parameters with a default are for rare parts.
CREATE FUNCTION dobon.append_events(
    game uuid, expected integer, previous text, new_status text, new_shown text, new_summary text,
    new_round integer, new_due_at text, new_attended boolean, new_missed_turns integer, new_offset_ms bigint,
    new_types text[], new_schemas integer[], new_bodies text[], new_actors text[], new_moments text[],
    new_digests text[], key_account uuid DEFAULT NULL, key_text text DEFAULT NULL, key_request bytea DEFAULT NULL,
    new_players text DEFAULT NULL, restated boolean DEFAULT false, seated integer[] DEFAULT NULL,
    seated_players uuid[] DEFAULT NULL, unseated integer[] DEFAULT '{}',
    claim_versions integer[] DEFAULT NULL, claim_rounds integer[] DEFAULT NULL, claim_seats integer[] DEFAULT NULL,
    claim_players uuid[] DEFAULT NULL, claim_kinds text[] DEFAULT NULL, claim_targets integer[] DEFAULT NULL,
    claim_valid boolean[] DEFAULT NULL, claim_facts text[] DEFAULT NULL, claim_moments text[] DEFAULT NULL,
    act_id uuid DEFAULT NULL, act_at text DEFAULT NULL, act_actor uuid DEFAULT NULL, act_name text DEFAULT NULL,
    act_reason text DEFAULT NULL,
    game_ruleset text DEFAULT NULL, game_options text DEFAULT NULL, game_seats integer DEFAULT NULL,
    game_spectators text DEFAULT NULL, game_delay integer DEFAULT NULL, game_listed boolean DEFAULT NULL,
    game_join_code text DEFAULT NULL, game_creator uuid DEFAULT NULL, game_created_at text DEFAULT NULL,
    game_last_link bytea DEFAULT NULL
) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
#variable_conflict use_column
DECLARE
    newest integer := expected + cardinality(new_digests);
    moved record;
BEGIN
    IF dobon.lock_owned(game) THEN END IF;
    IF game_ruleset IS NULL THEN
        UPDATE dobon.games
        SET status = new_status, shown = new_shown, summary = new_summary, round = new_round, version = newest,
            head = new_digests[cardinality(new_digests)], due_at = new_due_at, attended = new_attended,
            missed_turns = new_missed_turns, clock_offset_ms = new_offset_ms, players = coalesce(new_players, players)
        WHERE id = game AND version = expected AND head = coalesce(previous, head)
        RETURNING ruleset, created_at INTO moved;
        IF NOT FOUND THEN
            RETURN false;
        END IF;
    ELSE
        INSERT INTO dobon.games
            (id, ruleset, options, seats, status, spectators, spectator_delay, shown, players, summary, round, version,
             head, due_at, attended, missed_turns, clock_offset_ms, listed, join_code, created_by, created_at)
        VALUES
            (game, game_ruleset, game_options, game_seats, new_status, game_spectators, game_delay, new_shown,
             new_players, new_summary, new_round, newest, new_digests[cardinality(new_digests)], new_due_at,
             new_attended, new_missed_turns, new_offset_ms, game_listed, game_join_code, game_creator, game_created_at)
        RETURNING ruleset, created_at INTO moved;
        INSERT INTO dobon.game_secrets (game_id, last_link) VALUES (game, game_last_link);
    END IF;
    INSERT INTO dobon.events (game_id, version, type, schema, body, actor, at, digest)
    SELECT game, expected + e.place, e.type, e.schema, e.body, e.actor, e.at, e.digest
    FROM unnest(new_types, new_schemas, new_bodies, new_actors, new_moments, new_digests)
        WITH ORDINALITY AS e (type, schema, body, actor, at, digest, place);
    IF key_text IS NOT NULL THEN
        INSERT INTO dobon.commands (game_id, account, key, request, first_version, last_version)
        VALUES (game, key_account, key_text, key_request, expected + 1, newest);
    END IF;
    IF claim_versions IS NOT NULL THEN
        PERFORM dobon.add_claims(game, moved.ruleset, claim_versions, claim_rounds, claim_seats, claim_players,
            claim_kinds, claim_targets, claim_valid, claim_facts, claim_moments);
    END IF;
    IF restated THEN
        UPDATE dobon.game_seats SET status = new_status WHERE game_id = game AND seat <> ALL(unseated);
    END IF;
    IF cardinality(unseated) > 0 THEN
        DELETE FROM dobon.game_seats WHERE game_id = game AND seat = ANY(unseated);
    END IF;
    IF seated IS NOT NULL THEN
        INSERT INTO dobon.game_seats (game_id, seat, player_id, ruleset, status, created_at)
        SELECT game, t.seat, t.player, moved.ruleset, new_status, moved.created_at
        FROM unnest(seated, seated_players) AS t (seat, player);
    END IF;
    IF act_id IS NOT NULL THEN
        INSERT INTO dobon.game_acts (game_id, id, at, actor, act, reason)
        VALUES (game, act_id, act_at, act_actor, act_name, act_reason);
    END IF;
    RETURN true;
END $$;
COMMENT ON FUNCTION dobon.append_events IS
    'Appends the events of a command to a game at the expected version, or creates the game with them, and writes '
    'all other rows of the command; false if the game has changed. Parameters with a default are for rare parts';
GRANT EXECUTE ON FUNCTION dobon.append_events TO dobon_app;

CREATE FUNCTION dobon.find_command(game uuid, key_account uuid, key_text text)
RETURNS TABLE (request bytea, first_version integer, last_version integer)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
#variable_conflict use_column
BEGIN
    IF dobon.lock_owned(game) THEN END IF;
    RETURN QUERY SELECT request, first_version, last_version FROM dobon.commands
    WHERE game_id = game AND account = key_account AND key = key_text;
    IF FOUND THEN
        PERFORM dobon.wait_for_standby();
    END IF;
END $$;
COMMENT ON FUNCTION dobon.find_command IS
    'Returns the command of an account that used an idempotency key, once the synchronous standby has the command';
GRANT EXECUTE ON FUNCTION dobon.find_command TO dobon_app;
