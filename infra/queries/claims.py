"""Claims of all games, for admins. Claims of rounds that are not over are left out."""

from dataclasses import dataclass
from typing import Any

import orjson
import psycopg

from domain.identifiers import LOWEST_ID
from domain.moments import Moment
from infra.event_store.store import Claim
from infra.postgres.pool import Pool
from infra.postgres.retry import read_with_retry

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


@dataclass(frozen=True, slots=True)
class ClaimFilter:
    """The conditions of a search; None matches every claim."""

    valid: bool | None = None
    kind: str | None = None
    player: str | None = None
    ruleset: str | None = None
    since: Moment | None = None
    until: Moment | None = None
    "The first moment after the period."


# A round is over when its secret is in the log. The query checks the log itself, because a projection could be wrong
# and must not reveal a running round.
_FIND = """
SELECT call.game_id, games.ruleset, call.version, call.round, call.seat, call.player_id, call.kind, call.on_version, call.valid,
    call.facts, call.at
FROM dobon.claims AS call JOIN dobon.games ON games.id = call.game_id
WHERE (call.at, call.game_id, call.version) < (%(at)s, %(game)s::uuid, %(version)s)
    AND (%(valid)s::bool IS NULL OR call.valid = %(valid)s)
    AND (%(kind)s::text IS NULL OR call.kind = %(kind)s)
    AND (%(player)s::uuid IS NULL OR call.player_id = %(player)s)
    AND (%(ruleset)s::text IS NULL OR games.ruleset = %(ruleset)s)
    AND (%(since)s::text IS NULL OR call.at >= %(since)s)
    AND (%(until)s::text IS NULL OR call.at < %(until)s)
    AND EXISTS (
        SELECT 1 FROM dobon.events
        WHERE events.game_id = call.game_id AND events.version > call.version AND events.type = 'round-revealed'
    )
ORDER BY call.at DESC, call.game_id DESC, call.version DESC LIMIT %(limit)s"""


def find_claims(
    pool: Pool, claim_filter: ClaimFilter, after: ClaimPosition | None = None, limit: int = 50
) -> list[ClaimRecord]:
    """Return claims of finished rounds, newest first, after the position `after`. Raises `Unavailable`."""
    at, game, version = after or NEWEST
    values = {
        "at": at, "game": game, "version": version, "valid": claim_filter.valid, "kind": claim_filter.kind, "player": claim_filter.player,
        "ruleset": claim_filter.ruleset, "since": claim_filter.since, "until": claim_filter.until, "limit": limit,
    }  # fmt: skip

    def work(conn: psycopg.Connection[Any]) -> list[ClaimRecord]:
        return [_record(*row) for row in conn.execute(_FIND, values)]

    return read_with_retry(pool, work)


def _record(
    game: str, ruleset: str, version: int, number: int, seat: int, player: str | None, kind: str, on: int, valid: bool,
    facts: str, at: Moment,
) -> ClaimRecord:  # fmt: skip
    return ClaimRecord(game, ruleset, Claim(version, number, seat, player, kind, on, valid, orjson.loads(facts), at))
