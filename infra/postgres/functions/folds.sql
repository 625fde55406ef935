-- Functions of the stored folds of a game.

CREATE FUNCTION dobon.read_fold(game uuid, seen_by integer, upto integer) RETURNS text
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
#variable_conflict use_column
BEGIN
    IF dobon.check_owned(game) THEN END IF;
    RETURN (
        SELECT state FROM dobon.folds WHERE game_id = game AND viewer = seen_by AND version <= upto
        ORDER BY version DESC LIMIT 1
    );
END $$;
COMMENT ON FUNCTION dobon.read_fold IS 'Returns the newest fold of a viewer up to a version, or null';
GRANT EXECUTE ON FUNCTION dobon.read_fold TO dobon_app;

CREATE FUNCTION dobon.read_folds(game uuid, after integer, upto integer)
RETURNS TABLE (viewer smallint, version integer, state text)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
#variable_conflict use_column
BEGIN
    IF dobon.check_owned(game) THEN END IF;
    RETURN QUERY SELECT viewer, version, state FROM dobon.folds
    WHERE game_id = game AND version > after AND version <= upto ORDER BY viewer, version;
END $$;
COMMENT ON FUNCTION dobon.read_folds IS
    'Returns the folds of all viewers after one version and up to another, by viewer and version';
GRANT EXECUTE ON FUNCTION dobon.read_folds TO dobon_app;

CREATE FUNCTION dobon.store_folds(game uuid, viewers integer[], versions integer[], states text[]) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
#variable_conflict use_column
BEGIN
    IF dobon.lock_owned(game) THEN END IF;
    INSERT INTO dobon.folds (game_id, viewer, version, state)
    SELECT game, f.viewer, f.version, f.state FROM unnest(viewers, versions, states) AS f (viewer, version, state)
    ON CONFLICT (game_id, viewer, version) DO NOTHING;
END $$;
COMMENT ON FUNCTION dobon.store_folds IS 'Adds folds; existing ones stay';
GRANT EXECUTE ON FUNCTION dobon.store_folds TO dobon_app;

CREATE FUNCTION dobon.replace_folds(game uuid, upto integer, viewers integer[], versions integer[], states text[])
RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
#variable_conflict use_column
BEGIN
    IF dobon.lock_owned(game) THEN END IF;
    DELETE FROM dobon.folds WHERE game_id = game AND version <= upto;
    PERFORM dobon.store_folds(game, viewers, versions, states);
END $$;
COMMENT ON FUNCTION dobon.replace_folds IS 'Replaces the folds up to a version by those that the log gives';
GRANT EXECUTE ON FUNCTION dobon.replace_folds TO dobon_app;
