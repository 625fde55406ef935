"""How many ways a player has to sign in again after the loss of all devices."""

from domain.log.errors import Refused
from infra.accounts.keyed_requests import Connection

_COUNT = """
SELECT (SELECT count(*) FROM dobon.passkeys WHERE player_id = %(player)s),
    (SELECT count(*) FROM dobon.recovery_codes WHERE player_id = %(player)s AND used_at IS NULL),
    (SELECT count(*) FROM dobon.tokens
        WHERE player_id = %(player)s AND scopes IS NULL AND revoked_at IS NULL)"""


def count_ways_in(conn: Connection, player: str) -> tuple[int, int, int]:
    """Return the numbers of the player's passkeys, unused recovery codes and sessions."""
    row = conn.execute(_COUNT, {"player": player}).fetchone()
    assert row is not None
    return row[0], row[1], row[2]


def last_way_in() -> Refused:
    """Return the refusal to remove the last way into an account."""
    return Refused(
        "last-way-in",
        "Nobody could sign in to this account again. Add a passkey or take recovery codes first, or send confirm=true.",
    )
