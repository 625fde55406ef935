-- Functions of the analyses of a game's rounds, and of the drills that they give.

CREATE FUNCTION dobon.find_analysis(game uuid, of_head text, by_analyser integer)
RETURNS TABLE (done integer, total integer, attempts smallint, result text)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
#variable_conflict use_column
BEGIN
    IF dobon.check_owned(game) THEN END IF;
    RETURN QUERY SELECT jsonb_array_length(judged::jsonb), total, attempts, result FROM dobon.analyses
    WHERE game_id = game AND head = of_head AND analyser = by_analyser;
END $$;
COMMENT ON FUNCTION dobon.find_analysis IS 'Returns how far the analysis of a round is';
GRANT EXECUTE ON FUNCTION dobon.find_analysis TO dobon_app;

-- Rows of older analysers are of no use once the round is requested again.
CREATE FUNCTION dobon.request_analysis(
    game uuid, of_head text, by_analyser integer, of_round integer, moment text, account uuid
) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
#variable_conflict use_column
BEGIN
    IF dobon.lock_owned(game) THEN END IF;
    DELETE FROM dobon.analyses WHERE game_id = game AND head = of_head AND analyser < by_analyser;
    INSERT INTO dobon.analyses (game_id, head, analyser, round, requested_at, requested_by)
    VALUES (game, of_head, by_analyser, of_round, moment, account) ON CONFLICT DO NOTHING;
END $$;
COMMENT ON FUNCTION dobon.request_analysis IS 'Requests the analysis of a round, unless it was requested';
GRANT EXECUTE ON FUNCTION dobon.request_analysis TO dobon_app;

-- A process whose lease has ended changes nothing more.
CREATE FUNCTION dobon.save_analysis(
    game uuid, of_head text, by_analyser integer, own_lease uuid, new_judged text, new_total integer, new_until text
) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
#variable_conflict use_column
BEGIN
    IF dobon.lock_owned(game) THEN END IF;
    UPDATE dobon.analyses SET judged = new_judged, total = new_total, attempts = 0, leased_until = new_until
    WHERE game_id = game AND head = of_head AND analyser = by_analyser AND lease = own_lease;
    RETURN FOUND;
END $$;
COMMENT ON FUNCTION dobon.save_analysis IS
    'Stores the decisions judged so far and extends the lease; false if the lease has ended';
GRANT EXECUTE ON FUNCTION dobon.save_analysis TO dobon_app;

CREATE FUNCTION dobon.finish_analysis(
    game uuid, of_head text, by_analyser integer, own_lease uuid, new_result text, drill_ids uuid[],
    questions text[]
) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
#variable_conflict use_column
BEGIN
    IF dobon.lock_owned(game) THEN END IF;
    UPDATE dobon.analyses SET result = new_result, lease = NULL, leased_until = '', requested_by = NULL
    WHERE game_id = game AND head = of_head AND analyser = by_analyser AND lease = own_lease;
    IF NOT FOUND THEN
        RETURN false;
    END IF;
    INSERT INTO dobon.drills (game_id, id, question)
    SELECT game, drill.id, drill.question FROM unnest(drill_ids, questions) AS drill (id, question)
    ON CONFLICT (game_id, id) DO UPDATE SET question = excluded.question;
    RETURN true;
END $$;
COMMENT ON FUNCTION dobon.finish_analysis IS
    'Stores a complete analysis with its drills; false if the lease has ended';
GRANT EXECUTE ON FUNCTION dobon.finish_analysis TO dobon_app;

CREATE FUNCTION dobon.release_analysis(game uuid, of_head text, by_analyser integer, own_lease uuid) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
#variable_conflict use_column
BEGIN
    IF dobon.lock_owned(game) THEN END IF;
    UPDATE dobon.analyses SET lease = NULL, leased_until = '', attempts = 0
    WHERE game_id = game AND head = of_head AND analyser = by_analyser AND lease = own_lease;
    RETURN FOUND;
END $$;
COMMENT ON FUNCTION dobon.release_analysis IS
    'Gives an analysis to another process; false if the lease has ended';
GRANT EXECUTE ON FUNCTION dobon.release_analysis TO dobon_app;

CREATE FUNCTION dobon.read_seats(game uuid) RETURNS TABLE (seat smallint, player_id uuid)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
#variable_conflict use_column
BEGIN
    IF dobon.check_owned(game) THEN END IF;
    RETURN QUERY SELECT seat, player_id FROM dobon.game_seats WHERE game_id = game ORDER BY seat;
END $$;
COMMENT ON FUNCTION dobon.read_seats IS 'Returns the seats that people have taken';
GRANT EXECUTE ON FUNCTION dobon.read_seats TO dobon_app;
