-- Functions of the stored folds of a game.

CREATE FUNCTION dobon.read_fold(game uuid, upto integer) RETURNS text
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
#variable_conflict use_column
BEGIN
    IF dobon.check_owned(game) THEN END IF;
    RETURN (
        SELECT state FROM dobon.folds WHERE game_id = game AND version <= upto ORDER BY version DESC LIMIT 1
    );
END $$;
COMMENT ON FUNCTION dobon.read_fold IS 'Returns the newest fold up to a version, or null';
GRANT EXECUTE ON FUNCTION dobon.read_fold TO dobon_app;

CREATE FUNCTION dobon.read_folds(game uuid, after integer, upto integer)
RETURNS TABLE (version integer, state text)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
#variable_conflict use_column
BEGIN
    IF dobon.check_owned(game) THEN END IF;
    RETURN QUERY SELECT version, state FROM dobon.folds
    WHERE game_id = game AND version > after AND version <= upto ORDER BY version;
END $$;
COMMENT ON FUNCTION dobon.read_folds IS 'Returns the folds after one version and up to another, by version';
GRANT EXECUTE ON FUNCTION dobon.read_folds TO dobon_app;

CREATE FUNCTION dobon.store_folds(game uuid, versions integer[], states text[]) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
#variable_conflict use_column
BEGIN
    IF dobon.lock_owned(game) THEN END IF;
    INSERT INTO dobon.folds (game_id, version, state)
    SELECT game, f.version, f.state FROM unnest(versions, states) AS f (version, state)
    ON CONFLICT (game_id, version) DO NOTHING;
END $$;
COMMENT ON FUNCTION dobon.store_folds IS 'Adds folds; existing ones stay';
GRANT EXECUTE ON FUNCTION dobon.store_folds TO dobon_app;

CREATE FUNCTION dobon.replace_folds(game uuid, upto integer, versions integer[], states text[]) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
#variable_conflict use_column
BEGIN
    IF dobon.lock_owned(game) THEN END IF;
    DELETE FROM dobon.folds WHERE game_id = game AND version <= upto;
    PERFORM dobon.store_folds(game, versions, states);
END $$;
COMMENT ON FUNCTION dobon.replace_folds IS 'Replaces the folds up to a version by those that the log gives';
GRANT EXECUTE ON FUNCTION dobon.replace_folds TO dobon_app;
