"""Names of players as answers show them. Logs hold ids only, so names are added last and cached briefly."""

from collections import Counter
from collections.abc import Iterable, Mapping
from time import monotonic
from typing import Any

from domain.game.game import Game
from domain.game.narration import seats_called
from domain.ruleset.wording import Who
from infra.accounts import accounts
from infra.accounts.accounts import Named
from infra.accounts.look_alikes import looks_like_a_bot, skeleton
from infra.postgres.pool import Pool

KEEP_SECONDS = 30.0


MAX_NAMES = 10_000


ERASED = "-"
"""Shown in place of an erased name."""


SIGNS = frozenset("#♯")
"""The sign before a seat in a shown name, and the sign that looks like it."""


class PlayerNames:
    """Names by player id, each read at most once every `KEEP_SECONDS`."""

    def __init__(self, pool: Pool) -> None:
        self._pool = pool
        self._known: dict[str, tuple[float, Named]] = {}
        skeleton("")  # reads the table now, so that the first request need not wait for it

    def of(self, players: Iterable[str]) -> dict[str, str]:
        """Return the names of these players by id."""
        return {player: shown.name for player, shown in self._shown(players).items()}

    def players(self, players: Iterable[str]) -> dict[str, dict[str, Any]]:
        """Return `id`, `name` and `kind` of these players by id."""
        return {player: player_json(player, shown) for player, shown in self._shown(players).items()}

    def _shown(self, players: Iterable[str]) -> dict[str, Named]:
        since = monotonic() - KEEP_SECONDS
        known = self._known
        names = {player: known[player][1] for player in players if player in known and known[player][0] > since}
        missing = [player for player in players if player not in names]
        if missing:
            found = accounts.names(self._pool, missing)
            if len(known) > MAX_NAMES:
                known.clear()
            for player in missing:
                names[player] = found.get(player, Named(ERASED, bot_account=False))
                known[player] = (monotonic(), names[player])
        return names

    def forget(self, player: str) -> None:
        """Read the name of a player again, after this process has changed it."""
        self._known.pop(player, None)

    def seats_of(self, game: Game) -> Who:
        """Return the function that names the seats of a game in sentences. Costs as much as `players_of`."""
        return named_seats(self.players_of(game))

    def players_of(self, game: Game) -> list[dict[str, Any]]:
        """Return `seat`, `id`, `bot` and `name` of the players of a game."""
        players = [
            {"seat": number, "id": seat.player, "bot": seat.bot} for number, seat in enumerate(game.seats) if seat
        ]
        return self.with_names(players)

    def with_names(self, players: list[dict[str, Any]]) -> list[dict[str, Any]]:
        """Return the `players` of a view, each with a `name`.

        A bot is named by its strategy, with a number if several bots share it. A player whose name looks like that of
        another player or of a bot has `#` and its seat, counted from 1, behind the name. So has a player whose name
        contains a `#`, so that no name can imitate one with a seat.
        """
        names = self.of([player["id"] for player in players if player["id"] is not None])
        looks = Counter(skeleton(name) for name in names.values())
        bots = [player["bot"] for player in players if player["id"] is None]
        found, met = [], Counter[str]()
        for player in players:
            bot = player["bot"]
            if player["id"] is not None:
                name = names[player["id"]]
                look = skeleton(name)
                if looks[look] > 1 or SIGNS & set(look) or looks_like_a_bot(name):
                    name = f"{name} #{player['seat'] + 1}"
            else:
                met[bot] += 1
                name = f"{bot} {met[bot]}" if bots.count(bot) > 1 else bot
            found.append({**player, "name": name})
        return found


def player_json(player: str, shown: Named) -> dict[str, Any]:
    """Return a player as answers show it."""
    return {"id": player, "name": shown.name, "kind": "bot" if shown.bot_account else "human"}


def named_seats(players: Iterable[Mapping[str, Any]]) -> Who:
    """Return the function that names the seats of these players, each with `seat` and `name`, in sentences."""
    return seats_called({player["seat"]: player["name"] for player in players})
