-- Functions that read the log of a game, its secret and its claims.

CREATE FUNCTION dobon.read_events(game uuid, after integer, upto integer, most integer)
RETURNS TABLE (version integer, type text, schema smallint, body text, at text, digest text)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
#variable_conflict use_column
BEGIN
    IF dobon.check_owned(game) THEN END IF;
    RETURN QUERY SELECT version, type, schema, body, at, digest FROM dobon.events
    WHERE game_id = game AND version > after AND version <= upto ORDER BY version LIMIT most;
END $$;
COMMENT ON FUNCTION dobon.read_events IS 'Returns complete events after one version and up to another, in order';
GRANT EXECUTE ON FUNCTION dobon.read_events TO dobon_app;

CREATE FUNCTION dobon.read_events_of_types(game uuid, types text[], upto integer)
RETURNS TABLE (version integer, type text, schema smallint, body text, at text, digest text)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
#variable_conflict use_column
BEGIN
    IF dobon.check_owned(game) THEN END IF;
    RETURN QUERY SELECT version, type, schema, body, at, digest FROM dobon.events
    WHERE game_id = game AND version <= upto AND type = ANY(types) ORDER BY version;
END $$;
COMMENT ON FUNCTION dobon.read_events_of_types IS
    'Returns complete events of some types up to a version, in order';
GRANT EXECUTE ON FUNCTION dobon.read_events_of_types TO dobon_app;

CREATE FUNCTION dobon.read_reveals(game uuid) RETURNS TABLE (version integer, digest text)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
#variable_conflict use_column
BEGIN
    IF dobon.check_owned(game) THEN END IF;
    RETURN QUERY SELECT version, digest FROM dobon.events
    WHERE game_id = game AND type IN ('round-revealed', 'game-abandoned') ORDER BY version;
END $$;
COMMENT ON FUNCTION dobon.read_reveals IS
    'Returns versions and digests of the events that revealed a round, in order';
GRANT EXECUTE ON FUNCTION dobon.read_reveals TO dobon_app;

CREATE FUNCTION dobon.revealed_until(game uuid, upto integer) RETURNS integer
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
#variable_conflict use_column
BEGIN
    IF dobon.check_owned(game) THEN END IF;
    RETURN coalesce((
        SELECT version FROM dobon.events
        WHERE game_id = game AND version <= upto AND type IN ('round-revealed', 'game-abandoned')
        ORDER BY version DESC LIMIT 1
    ), 0);
END $$;
COMMENT ON FUNCTION dobon.revealed_until IS
    'Returns the version of the newest event up to a version that revealed a round; 0 if there is none';
GRANT EXECUTE ON FUNCTION dobon.revealed_until TO dobon_app;

CREATE FUNCTION dobon.last_link(game uuid) RETURNS bytea
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
#variable_conflict use_column
BEGIN
    IF dobon.check_owned(game) THEN END IF;
    RETURN (SELECT last_link FROM dobon.game_secrets WHERE game_id = game);
END $$;
COMMENT ON FUNCTION dobon.last_link IS
    'Returns the server''s link of the last round, from which the secrets of all rounds follow';
GRANT EXECUTE ON FUNCTION dobon.last_link TO dobon_app;

CREATE FUNCTION dobon.read_claims(game uuid, upto integer)
RETURNS TABLE (
    version integer, round smallint, seat smallint, player_id uuid, kind text, on_version integer, valid boolean,
    facts text, at text
)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
#variable_conflict use_column
BEGIN
    IF dobon.check_owned(game) THEN END IF;
    RETURN QUERY SELECT version, round, seat, player_id, kind, on_version, valid, facts, at FROM dobon.claims
    WHERE game_id = game AND version <= upto ORDER BY version;
END $$;
COMMENT ON FUNCTION dobon.read_claims IS 'Returns the claims up to a version, in order';
GRANT EXECUTE ON FUNCTION dobon.read_claims TO dobon_app;

CREATE FUNCTION dobon.replace_claims(
    game uuid, upto integer, claim_versions integer[], claim_rounds integer[], claim_seats integer[],
    claim_players uuid[], claim_kinds text[], claim_targets integer[], claim_valid boolean[], claim_facts text[],
    claim_moments text[]
) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
#variable_conflict use_column
BEGIN
    IF dobon.lock_owned(game) THEN END IF;
    DELETE FROM dobon.claims WHERE game_id = game AND version <= upto;
    PERFORM dobon.add_claims(game, (SELECT ruleset FROM dobon.games WHERE id = game), claim_versions, claim_rounds,
        claim_seats, claim_players, claim_kinds, claim_targets, claim_valid, claim_facts, claim_moments);
END $$;
COMMENT ON FUNCTION dobon.replace_claims IS 'Replaces the claims up to a version by those that the log gives';
GRANT EXECUTE ON FUNCTION dobon.replace_claims TO dobon_app;
