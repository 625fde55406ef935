"""Claims of all games, for admins. Claims of rounds that are not over are left out."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from datetime import date
from typing import Any, NamedTuple

import orjson
import psycopg

from domain.game.registry import RULESETS
from domain.log.identifiers import LOWEST_ID
from domain.log.moments import Moment
from domain.ruleset.catalogue import REVEALING
from infra.databases.pool import AccountsPool
from infra.event_store.store import Claim

ClaimPosition = tuple[Moment, str, int]
"""The sort key of a claim: its moment, game and version."""

NEWEST: ClaimPosition = ("9999", LOWEST_ID, 0)


@dataclass(frozen=True, slots=True)
class ClaimRecord:
    """A claim with its game."""

    game: str
    ruleset: str
    claim: Claim

    @property
    def position(self) -> ClaimPosition:
        """Return the claim's position in lists."""
        return self.claim.at, self.game, self.claim.version


class ClaimGroup(NamedTuple):
    """Claims that are counted together."""

    week: date
    "The Monday of the week, in UTC."
    ruleset: str
    kind: str
    valid: bool


@dataclass(frozen=True, slots=True)
class ClaimFilter:
    """The conditions of a search; None matches every claim."""

    valid: bool | None = None
    kind: str | None = None
    players: Sequence[str] | None = None
    "Ids of the players who called."
    ruleset: str | None = None
    since: Moment | None = None
    until: Moment | None = None
    "The first moment after the period."


# A round is over when its secret is in the log. The query checks the log itself, because a projection could be wrong
# and must not reveal a running round. The subquery with LIMIT is evaluated for each claim in turn; EXISTS could be
# planned as a join with the whole log.
_IS_OVER = f"""(
    SELECT true FROM dobon.events
    WHERE events.game_id = call.game_id AND events.version > call.version AND events.type IN {REVEALING} LIMIT 1
)"""  # noqa: S608 - our types

_BRANCH = f"""(
SELECT call.game_id, call.ruleset, call.version, call.round, call.seat, call.player_id, call.kind, call.on_version,
    call.valid, call.facts, call.at
FROM dobon.claims AS call
WHERE {{conditions}} AND {_IS_OVER}
ORDER BY call.at DESC, call.game_id DESC, call.version DESC LIMIT %(limit)s)"""  # noqa: S608 - our types

_NEWEST_FIRST = " ORDER BY at DESC, game_id DESC, version DESC LIMIT %(limit)s"

# The day is the beginning of the text of a moment. A timestamp without a zone does not depend on that of the session.
_TOTALS = f"""
SELECT date_trunc('week', left(call.at, 10)::timestamp)::date, call.ruleset, call.kind, call.valid, count(*)
FROM dobon.claims AS call
WHERE {_IS_OVER}{{conditions}}
GROUP BY 1, 2, 3, 4"""  # noqa: S608 - our types

_NAMED = {"valid": "call.valid = %(valid)s", "kind": "call.kind = %(kind)s", "ruleset": "call.ruleset = %(ruleset)s"}
_COUNTED = {
    **_NAMED,
    "players": "call.player_id = ANY(%(players)s::uuid[])",
    "since": "call.at >= %(since)s",
    "until": "call.at < %(until)s",
}
"""The condition of each part of a filter."""


def find_claims(
    pool: AccountsPool, claim_filter: ClaimFilter, after: ClaimPosition | None = None, limit: int = 50
) -> list[ClaimRecord]:
    """Return claims of finished rounds, newest first, after the position `after`. Raises `Unavailable`."""
    # One bound is the end of the range. Of two, PostgreSQL would begin at one and skip row by row to the other.
    at, game, version = min(
        after or NEWEST, NEWEST if claim_filter.until is None else (claim_filter.until, LOWEST_ID, 0)
    )
    values: dict[str, Any] = {"at": at, "game": game, "version": version, "limit": limit}
    values |= {name: value for name, value in asdict(claim_filter).items() if value is not None}
    values |= {f"player_{place}": player for place, player in enumerate(claim_filter.players or ())}
    common = ["(call.at, call.game_id, call.version) < (%(at)s, %(game)s::uuid, %(version)s)"]
    if claim_filter.since is not None:
        common.append("call.at >= %(since)s")
    branches = [_BRANCH.format(conditions=" AND ".join([*common, *more])) for more in _ranges(claim_filter)]
    if not branches:
        return []
    statement = branches[0] if len(branches) == 1 else " UNION ALL ".join(branches) + _NEWEST_FIRST

    def work(conn: psycopg.Connection[Any]) -> list[ClaimRecord]:
        return [_record(*row) for row in conn.execute(statement, values)]

    return pool.games.merge(work, lambda record: record.position, limit, newest_first=True)


def claim_totals(pool: AccountsPool, claim_filter: ClaimFilter) -> list[tuple[ClaimGroup, int]]:
    """Return how many claims of finished rounds there are in each group that has any, the first week first.

    It reads every claim that the filter matches, so the filter has a period. Raises `Unavailable`.
    """
    values = {name: value for name, value in asdict(claim_filter).items() if value is not None}
    statement = _TOTALS.format(conditions="".join(f" AND {_COUNTED[name]}" for name in values))

    def work(conn: psycopg.Connection[Any]) -> list[tuple[ClaimGroup, int]]:
        return [(ClaimGroup(*group), claims) for *group, claims in conn.execute(statement, values)]

    totals = Counter[ClaimGroup]()
    for part in pool.games.read(work):
        totals.update(dict(part))
    return sorted(totals.items())


def _ranges(claim_filter: ClaimFilter) -> list[list[str]]:
    """Return the conditions of each range of an index that holds the claims; the ranges are merged.

    The claims of one player are one range, and so are all claims. Otherwise each kind of call of each ruleset is a
    range for true calls and another one for false calls, so a rare combination is found as fast as a frequent one.
    """
    wanted = [condition for name, condition in _NAMED.items() if getattr(claim_filter, name) is not None]
    if claim_filter.players is not None:
        return [[f"call.player_id = %(player_{place})s", *wanted] for place in range(len(claim_filter.players))]
    if not wanted:
        return [[]]
    return [
        [f"call.ruleset = '{key}'", f"call.kind = '{kind}'", f"call.valid = {valid}"]
        for key, rules in RULESETS.items()
        for kind in (rules.calls.call_kinds if rules.calls else ())
        for valid in (False, True)
        if claim_filter.ruleset in (None, key)
        and claim_filter.kind in (None, kind)
        and claim_filter.valid in (None, valid)
    ]


def _record(
    game: str, ruleset: str, version: int, number: int, seat: int, player: str | None, kind: str, on: int, valid: bool,
    facts: str, at: Moment,
) -> ClaimRecord:  # fmt: skip
    return ClaimRecord(game, ruleset, Claim(version, number, seat, player, kind, on, valid, orjson.loads(facts), at))
