"""Which player opens the rematch of a game: the first one that asks for it."""

from infra.databases.pool import AccountsPool
from infra.postgres.retry import read_with_retry, write_once

_CLAIM = "SELECT host, anchor FROM dobon.claim_rematch(%s, %s, %s)"
_HOST = "SELECT dobon.rematch_host(%s)"


def claim(pool: AccountsPool, game: str, account: str, anchor: str | None) -> tuple[str, str | None]:
    """Return the account that opens the rematch of a game, and its anchor: this one, if it is the first.

    Raises `Unavailable`.
    """
    row = write_once(pool.games.of(game), lambda conn: conn.execute(_CLAIM, (game, account, anchor)).fetchone())
    assert row is not None
    return str(row[0]), row[1]


def host(pool: AccountsPool, game: str) -> str | None:
    """Return the account that opens the rematch of a game; None if nobody has asked for one. Raises `Unavailable`."""
    row = read_with_retry(pool.games.of(game), lambda conn: conn.execute(_HOST, (game,)).fetchone())
    return None if row is None or row[0] is None else str(row[0])
