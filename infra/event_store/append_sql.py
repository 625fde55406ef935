"""Builds the append statement from the parts that a command needs."""

from functools import cache

_MOVED = """
WITH moved AS (
    UPDATE dobon.games
    SET status = %(status)s, shown = %(shown)s, summary = %(summary)s, round = %(round)s, version = %(last)s, head = %(head)s, due_at = %(due_at)s,
        attended = %(attended)s, missed_turns = %(missed)s, clock_offset_ms = %(offset)s{players}
    WHERE id = %(game)s AND version = %(expected)s AND head = coalesce(%(previous)s, head)
    RETURNING id, ruleset, status, created_at
)"""

_CREATED = """
WITH moved AS (
    INSERT INTO dobon.games
        (id, ruleset, options, seats, status, spectators, spectator_delay, shown, players, summary, round, version, head, due_at, listed,
         join_code, created_by, created_at)
    VALUES
        (%(game)s, %(ruleset)s, %(options)s, %(seats)s, %(status)s, %(spectators)s, %(spectator_delay)s, %(shown)s,
         %(players)s, %(summary)s, %(round)s, %(last)s, %(head)s, %(due_at)s, %(listed)s, %(join_code)s, %(created_by)s, %(created_at)s)
    RETURNING id, ruleset, status, created_at
), committed AS (
    INSERT INTO dobon.game_secrets (game_id, last_link) SELECT id, %(last_link)s FROM moved
)"""

_KEY = """, keyed AS (
    INSERT INTO dobon.commands (game_id, account, key, request, first_version, last_version)
    SELECT id, %(account)s::uuid, %(key)s, %(request)s, %(first)s, %(last)s FROM moved
)"""

_CLAIM_ROWS = """
    INSERT INTO dobon.claims
        (game_id, version, ruleset, round, seat, player_id, kind, on_version, valid, facts, at)
    SELECT moved.id, c.version, moved.ruleset, c.round, c.seat, c.player::uuid, c.kind, c.on_version, c.valid, c.facts, c.at
    FROM moved CROSS JOIN unnest(
        %(c_version)b::int4[], %(c_round)b::int4[], %(c_seat)b::int4[], %(c_player)b::text[], %(c_kind)b::text[], %(c_on)b::int4[],
        %(c_valid)b::bool[], %(c_facts)b::text[], %(c_at)b::text[]
    ) AS c (version, round, seat, player, kind, on_version, valid, facts, at)
"""

_CLAIMS = f", claimed AS ({_CLAIM_ROWS})"

INSERT_CLAIMS = f"WITH moved AS (SELECT id, ruleset FROM dobon.games WHERE id = %(game)s) {_CLAIM_ROWS}"  # noqa: S608 - constants of this module
"""Inserts the claims of `claim_columns` into the game `game` during a rebuild."""

_SEATED = """, seated AS (
    INSERT INTO dobon.game_seats (game_id, seat, player_id, ruleset, status, created_at)
    SELECT moved.id, t.seat, t.player::uuid, moved.ruleset, moved.status, moved.created_at
    FROM moved CROSS JOIN unnest(%(t_seat)b::int4[], %(t_player)b::text[]) AS t (seat, player)
)"""

# One statement must not both update and delete a row. A row that it inserts has the new status already.
_RESTATED = """, restated AS (
    UPDATE dobon.game_seats AS taken SET status = moved.status FROM moved
    WHERE taken.game_id = moved.id AND taken.seat <> ALL(%(unseated)b::int4[])
)"""

_UNSEATED = """, unseated AS (
    DELETE FROM dobon.game_seats AS taken USING moved WHERE taken.game_id = moved.id AND taken.seat = ANY(%(unseated)b::int4[])
)"""

_ACT = """, acted AS (
    INSERT INTO dobon.acts (id, at, actor, act, subject, reason)
    SELECT %(a_id)s::uuid, %(a_at)s, %(a_actor)s::uuid, %(a_act)s, moved.id::text, %(a_reason)s FROM moved
)"""

_EVENT = """
INSERT INTO dobon.events (game_id, version, type, schema, body, actor, at, digest)
SELECT id, %(last)s, %(type)s, %(schema)s, %(body)s, %(actor)s, %(at)s, %(head)s FROM moved"""

_EVENTS = """
INSERT INTO dobon.events (game_id, version, type, schema, body, actor, at, digest)
SELECT moved.id, %(expected)s + e.place, e.type, e.schema, e.body, e.actor, e.at, e.digest
FROM moved CROSS JOIN unnest(
    %(types)b::text[], %(schemas)b::int4[], %(bodies)b::text[], %(actors)b::text[], %(ats)b::text[], %(digests)b::text[]
) WITH ORDINALITY AS e (type, schema, body, actor, at, digest, place)"""


@cache
def append_statement(
    created: bool,
    one: bool,
    key: bool,
    claims: bool,
    seated: bool,
    unseated: bool,
    restated: bool,
    players: bool,
    act: bool = False,
) -> str:
    """Return the statement with only the needed parts, because an empty part would cost time in every command."""
    parts = [
        _CREATED if created else _MOVED.format(players=", players = %(players)s" if players else ""),
        _KEY if key else "",
        _CLAIMS if claims else "",
        _SEATED if seated else "",
        _UNSEATED if unseated else "",
        _RESTATED if restated else "",
        _ACT if act else "",
        _EVENT if one else _EVENTS,
    ]
    return "".join(parts)
