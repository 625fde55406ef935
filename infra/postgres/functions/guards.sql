-- What the other functions begin or end with. They refuse a game whose partition (`partition_of`) the database does not
-- own. `IF dobon.lock_owned(game) THEN END IF` is an expression; PERFORM would run a query, which takes 4 µs longer.

CREATE FUNCTION dobon.check_owned(game uuid) RETURNS boolean LANGUAGE plpgsql STABLE AS $$
BEGIN
    IF NOT EXISTS (SELECT FROM dobon.partitions WHERE number = get_byte(uuid_send(game), 0) >> 2 AND owned) THEN
        RAISE EXCEPTION 'this database does not own the partition of game %', game USING ERRCODE = 'DB064';
    END IF;
    RETURN true;
END $$;
COMMENT ON FUNCTION dobon.check_owned IS 'Refuses a game of another database; a function that reads a game begins so';

-- The lock is held until the commit. So a move waits for the calls that have passed the check, and later calls wait for
-- the move and then see its result, because each statement of a function has a snapshot of its own.
CREATE FUNCTION dobon.lock_owned(game uuid) RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
    IF pg_advisory_xact_lock_shared(6582114, get_byte(uuid_send(game), 0) >> 2) IS NULL THEN END IF;
    RETURN dobon.check_owned(game);
END $$;
COMMENT ON FUNCTION dobon.lock_owned IS
    'Locks the partition of a game, and refuses it; a function that writes begins so';

-- A transaction that only reads would not wait. Without a synchronous standby nothing is written.
CREATE FUNCTION dobon.wait_for_standby() RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    IF current_setting('synchronous_standby_names') <> '' THEN
        PERFORM pg_logical_emit_message(true, 'dobon', '');
    END IF;
END $$;
COMMENT ON FUNCTION dobon.wait_for_standby IS
    'Makes the commit wait until the synchronous standby has everything that the statement has seen';
GRANT EXECUTE ON FUNCTION dobon.wait_for_standby TO dobon_app;
