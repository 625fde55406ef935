-- Functions of the row of a game: what it shows, when it is due, and whether it is set aside.

-- Postgres writes a new row to a page with enough space that it knows of, or else to the last page. If that page is
-- damaged, it is chosen again and again. While a row needs an empty page, no known page suffices. If the last page can
-- be read, it does not suffice either, and the table is extended.
CREATE FUNCTION dobon.use_new_pages(game uuid, used boolean) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
#variable_conflict use_column
BEGIN
    IF dobon.lock_owned(game) THEN END IF;
    IF used THEN
        ALTER TABLE dobon.games SET (fillfactor = 10);
        ALTER TABLE dobon.events SET (fillfactor = 10);
    ELSE
        ALTER TABLE dobon.games SET (fillfactor = 70);
        ALTER TABLE dobon.events RESET (fillfactor);
    END IF;
END $$;
COMMENT ON FUNCTION dobon.use_new_pages IS 'Lets each new row of games and of events begin a new page, or ends that';
GRANT EXECUTE ON FUNCTION dobon.use_new_pages TO dobon_app;

-- The last page of one of the tables is damaged. A small row goes to any page with a little space, which Postgres then
-- remembers for the session. A row that fills a page tries that one first and finds it too full, and only so extends
-- the table without reading the last page. Both rows are taken back, by an error of our own. The pages to choose from
-- are those that a VACUUM has noted. Each attempt to find a page that can be read looks at another one.
CREATE FUNCTION dobon.add_pages(game uuid) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
#variable_conflict use_column
DECLARE
    filler text := left((SELECT string_agg(md5(random()::text), '') FROM generate_series(1, 256)), 7800);
    attempts integer := 0;
    step integer := 1;
BEGIN
    IF dobon.lock_owned(game) THEN END IF;
    ALTER TABLE dobon.games SET (fillfactor = 100), ALTER COLUMN options SET STORAGE MAIN;
    ALTER TABLE dobon.events RESET (fillfactor), ALTER COLUMN body SET STORAGE MAIN;
    WHILE step <= 4 LOOP
        BEGIN
            IF step <= 2 THEN
                INSERT INTO dobon.games (id, ruleset, options, seats, status, players, summary, version, head, listed,
                    created_by, created_at)
                VALUES (gen_random_uuid(), '', left(filler, CASE step WHEN 2 THEN 7800 ELSE 0 END), 1, 'abandoned',
                    '', '', 1, '', false, game, '');
            ELSE
                INSERT INTO dobon.events (game_id, version, type, schema, body, actor, at, digest)
                VALUES (gen_random_uuid(), 1, '', 1, left(filler, CASE step WHEN 4 THEN 7800 ELSE 0 END), '', '', '');
            END IF;
            RAISE EXCEPTION USING ERRCODE = 'DB065';
        EXCEPTION
            WHEN SQLSTATE 'DB065' THEN
                step := step + 1;
            WHEN data_corrupted THEN
                attempts := attempts + 1;
                IF attempts > 64 THEN
                    RAISE;
                END IF;
        END;
    END LOOP;
    ALTER TABLE dobon.games SET (fillfactor = 70), ALTER COLUMN options SET STORAGE EXTENDED;
    ALTER TABLE dobon.events ALTER COLUMN body SET STORAGE EXTENDED;
END $$;
COMMENT ON FUNCTION dobon.add_pages IS 'Adds a page to the tables of games and of events, one of whose last is damaged';
GRANT EXECUTE ON FUNCTION dobon.add_pages TO dobon_app;

CREATE FUNCTION dobon.read_game(game uuid)
RETURNS TABLE (
    id uuid, ruleset text, options text, seats smallint, status text, spectators text, spectator_delay smallint,
    shown text, players text, summary text, round smallint, version integer, head text, listed boolean,
    join_code text, created_by uuid, created_at text, clock_offset_ms bigint
)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
#variable_conflict use_column
BEGIN
    IF dobon.check_owned(game) THEN END IF;
    RETURN QUERY SELECT id, ruleset, options, seats, status, spectators, spectator_delay, shown, players, summary,
        round, version, head, listed, join_code, created_by, created_at, clock_offset_ms
    FROM dobon.games WHERE id = game;
END $$;
COMMENT ON FUNCTION dobon.read_game IS 'Returns the row of a game';
GRANT EXECUTE ON FUNCTION dobon.read_game TO dobon_app;

CREATE FUNCTION dobon.replace_summary(game uuid, expected integer, new_summary text) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
#variable_conflict use_column
BEGIN
    IF dobon.lock_owned(game) THEN END IF;
    UPDATE dobon.games SET summary = new_summary WHERE id = game AND version = expected AND summary <> new_summary;
    RETURN FOUND;
END $$;
COMMENT ON FUNCTION dobon.replace_summary IS
    'Replaces the summary of a game at the expected version; true if that changed it';
GRANT EXECUTE ON FUNCTION dobon.replace_summary TO dobon_app;

CREATE FUNCTION dobon.reschedule(game uuid, new_due_at text, new_attended boolean, new_offset_ms bigint) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
#variable_conflict use_column
BEGIN
    IF dobon.lock_owned(game) THEN END IF;
    UPDATE dobon.games SET due_at = new_due_at, attended = new_attended, clock_offset_ms = new_offset_ms
    WHERE id = game;
END $$;
COMMENT ON FUNCTION dobon.reschedule IS
    'Sets when the clock examines a game next, without an event; the caller has locked its row';
GRANT EXECUTE ON FUNCTION dobon.reschedule TO dobon_app;

CREATE FUNCTION dobon.bring_forward(game uuid, moment text) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
#variable_conflict use_column
BEGIN
    IF dobon.lock_owned(game) THEN END IF;
    UPDATE dobon.games SET due_at = moment WHERE id = game AND due_at > moment;
END $$;
COMMENT ON FUNCTION dobon.bring_forward IS 'Lets the clock examine a game at a moment, if it is due later';
GRANT EXECUTE ON FUNCTION dobon.bring_forward TO dobon_app;

CREATE FUNCTION dobon.record_damage(game uuid, moment text, why text) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
#variable_conflict use_column
BEGIN
    IF dobon.lock_owned(game) THEN END IF;
    INSERT INTO dobon.damaged_games (game_id, found_at, reason) VALUES (game, moment, why)
    ON CONFLICT (game_id) DO NOTHING;
    RETURN FOUND;
END $$;
COMMENT ON FUNCTION dobon.record_damage IS 'Records that a game cannot be read; false if that is recorded';
GRANT EXECUTE ON FUNCTION dobon.record_damage TO dobon_app;

CREATE FUNCTION dobon.set_aside(game uuid) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
#variable_conflict use_column
BEGIN
    IF dobon.lock_owned(game) THEN END IF;
    UPDATE dobon.games SET due_at = NULL WHERE id = game;
END $$;
COMMENT ON FUNCTION dobon.set_aside IS 'Takes a game from the schedule of the clock';
GRANT EXECUTE ON FUNCTION dobon.set_aside TO dobon_app;

-- The clock examines the game at once, and finds out when it is due next.
CREATE FUNCTION dobon.put_back(
    game uuid, moment text, act_id uuid, act_at text, act_actor uuid, act_name text, act_reason text
) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
#variable_conflict use_column
BEGIN
    IF dobon.lock_owned(game) THEN END IF;
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
END $$;
COMMENT ON FUNCTION dobon.put_back IS
    'Returns a game that can be read again to the schedule, with the act of the admin if there is one; false if '
    'the game was not set aside';
GRANT EXECUTE ON FUNCTION dobon.put_back TO dobon_app;
