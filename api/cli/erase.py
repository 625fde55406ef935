"""`dobon erase`: erase an account for its player, who cannot do it."""

import sys

from domain.log.errors import Refused
from domain.log.identifiers import is_uuid
from infra.accounts import accounts
from infra.accounts.admin_log import ERASE, new_act
from infra.clock import now
from infra.commands.erasure import erase
from infra.commands.service import GameService
from infra.databases.pool import open_pool
from infra.databases.preparation import prepare
from infra.postgres.pool import Pool
from infra.settings import Settings


def erase_player(settings: Settings, player: str, admin: str, reason: str) -> int:
    """Erase an account, and record it as an act of the admin's account. Return the exit code."""
    prepare(settings)
    with open_pool(settings) as pool:
        problem = find_problem(pool, player, admin, reason)
        if problem is None:
            try:
                erase(pool, GameService(pool), player, now(), new_act(admin, ERASE, player, reason.strip()))
            except Refused as refusal:
                problem = f"{refusal.detail} The account is not erased yet: repeat the command."
    print(problem or f"The account {player} was erased.", file=sys.stderr if problem else sys.stdout)
    return 1 if problem else 0


def find_problem(pool: Pool, player: str, admin: str, reason: str) -> str | None:
    """Return what is wrong with the request; None if nothing is."""
    if not is_uuid(player) or player not in accounts.names(pool, [player]):
        return f"No player has the id {player}: the view of a game lists the ids of its players."
    if not is_uuid(admin) or not accounts.is_admin(pool, admin):
        return f"No admin has the id {admin}: GET /v1/players/me with an admin's token shows it."
    if not reason.strip():
        return "Give a reason: it is recorded with the act."
    return None
