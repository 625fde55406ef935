"""Faults in access control, for `python -m prove --faults access`."""

from prove.faults.planting import Fault

SHARE = 0.05

FAULTS = (
    Fault("a route asks for no token", "api/operations/players.py", '"/players/<id:player>", Profile, ', '"/players/<id:player>", Profile, access="open", '),
    Fault("an admin's route is for every player", "api/operations/admin/queries.py", 'EventPage,\n    access="admin"', 'EventPage,\n    scope="games:read"'),
    Fault("a route has no row in the table", "api/operations/monitoring.py", '@health.operation("GET", "/healthz"', '@health.route("/alive")\ndef alive() -> str:\n    return "yes"\n\n\n@health.operation("GET", "/healthz"'),
    Fault("a program needs no scope", "api/auth/scopes.py", "needed == ANY or needed in account.scopes", "needed != SESSION"),
    Fault("a program can take the account away", "api/auth/scopes.py", "needed == ANY or needed in account.scopes", "needed in (ANY, SESSION) or needed in account.scopes"),
    Fault("the scope counts after the game is found", "api/operations/operation.py", "        require_scope(needed)\n        answer = view(*args, **kwargs)\n", "        answer = view(*args, **kwargs)\n        require_scope(needed)\n"),
    Fault("an operation of another scope is open to a program", "api/operations/games.py", 'scope="games:play"', 'scope="games:read"'),
    Fault("a code of an app is used twice", "infra/accounts/authorization_codes.py", "    if used:\n", "    if False:\n"),
    Fault("the second use of a code leaves the token of the first", "infra/accounts/authorization_codes.py", "bool(conn.execute(_END, [at, token]).rowcount)", "True"),
    Fault("a code is used by another app", "api/auth/apps.py", " and found.client == client.client", ""),
    Fault("an app gets more than the player has allowed", "api/auth/apps.py", 'return " ".join(self.scopes)', 'return " ".join(SCOPES)'),
    Fault("an app decides for the player", "api/operations/authorization.py", "scope=SESSION", 'scope="games:read"'),
    Fault("an app ends the tokens of others", "infra/accounts/authorization_codes.py", "hash = %s AND client = %s AND", "hash = %s AND (client = %s OR true) AND"),
    Fault("a suspended account can act", "api/auth/authentication.py", "if not account.suspended:", 'if not account.suspended or request.method != "GET":'),
    Fault("a player can read the reports of others", "api/operations/reports.py", "if found is None or found.reporter != current_account().id:", "if found is None:"),
    Fault("suspended admins stay admins", "api/auth/authentication.py", "if not account.suspended:", "if not account.suspended or account.admin:"),
    Fault("a revoked token is accepted", "infra/accounts/accounts.py", "token.hash = ANY(%(hashes)s) AND token.revoked_at IS NULL", "token.hash = ANY(%(hashes)s)"),
    Fault("a revoked link opens the replay", "infra/social/shares.py", " AND revoked_at IS NULL", ""),
    Fault("a forbidden game answers differently from an absent one", "api/auth/authorization.py", "if allowed is None:\n        raise no_such_game()", 'if allowed is None:\n        raise Refused("not-seated", "This game is not yours to see.")'),
    Fault("an absent game has an error text of its own", "infra/commands/repository.py", "self._cache.forget(game_id)\n            raise no_such_game()", 'raise Refused("no-such-game", "There is no such game.")'),
    Fault("a refused action reveals that the game exists", "api/operations/actions.py", "raise mask_refusal(game, refusal) from None", "raise"),
    Fault("an unlisted game can be watched by its id", "domain/game/spectators.py", "return game.listed and (", "return ("),
    Fault("a game without spectators can be watched", "domain/game/spectators.py", "(game.spectators != OFF or game.status == WAITING)", "True"),
    Fault("spectators see the join code", "api/operations/games.py", "if viewer != SPECTATOR:", "if viewer is not None:"),
    Fault("an unlisted game can be joined without its join code", "infra/commands/service.py", "if not game.listed and game.seat_of(account) is None:", "if False:"),
    Fault("spectators can create share links", "api/operations/shares.py", "    check_seat(game)\n    if dependencies()", "    visible_game(game)\n    if dependencies()"),
    Fault("spectators can give stamps", "api/operations/stamps.py", 'require_seat(viewer, "Only players of the game can send stamps.")', "viewer"),
    Fault("the list of games includes unlisted games", "domain/game/spectators.py", "    if not may_watch(game):\n        return None\n    upto", "    upto"),
)  # fmt: skip
