"""Targets of generated requests: games, players and links."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import schemathesis

from domain.log.identifiers import is_uuid
from prove.harness.application import Caller, House, Table
from prove.harness.own_things import THINGS

OWN_ACCOUNT = frozenset({"revoke_token", "rotate_session", "end_other_sessions", "change_me", "erase_me"})
"""Operations that change the account of the caller, which gets an account for each request."""


@dataclass
class Targets:
    """A server on a port, and the targets of its requests."""

    house: House
    url: str
    admin: Caller
    tables: list[Table]
    "Running games, one of each ruleset."
    ended: list[tuple[Table, int]]
    "Finished games, with the version of a call in each, or of another event if there are no calls."
    share: str
    "A link to a finished game."
    numbers: Iterator[int]

    def aim(self, case: schemathesis.Case) -> str:
        """Point most requests at existing targets, and return the token to send. Malformed values stay as they are."""
        path = case.path_parameters
        table = self.tables[next(self.numbers) % len(self.tables)]
        ended, claim = self.ended[next(self.numbers) % len(self.ended)]
        # Also streams, because those of finished games end, and cases, which running games do not have.
        looks_back = bool({"round_number", "version"} & {*path}) or any(
            part in case.path for part in ("/shares", "/stream", "/case")
        )
        if next(self.numbers) % 5 and is_uuid(str(path.get("game"))):
            path["game"] = (ended if looks_back else table).id
            if is_position(path.get("round_number")):
                path["round_number"] = 1
            if is_position(path.get("version")) and next(self.numbers) % 3:
                path["version"] = claim
        if str(case.query.get("wait", "")).isdecimal() and int(case.query["wait"]) <= 60:
            case.query["wait"] = 0  # other tests cover waiting
        if is_uuid(str(path.get("player"))) and next(self.numbers) % 2:
            path["player"] = self.house.player().id
        if case.path.endswith("/abandonment") and is_uuid(str(path.get("game"))) and next(self.numbers) % 2:
            path["game"] = self.house.table().id
        if "token" in path and next(self.numbers) % 2:
            path["token"] = self.share
        owner = self._aim_at_thing(path)
        if case.path.startswith("/v1/admin"):
            return str(self.admin.token)
        if owner:
            return str(owner.token)
        if case.operation.definition.raw["operationId"] in OWN_ACCOUNT:
            return str(self.house.player().token)
        if looks_back:
            return str(ended.people[0].token)
        return str(table.people[next(self.numbers) % 2].token)

    def _aim_at_thing(self, path: dict[str, Any]) -> Caller | None:
        """Point most requests about a thing of one account at an existing one, and return its owner."""
        owned = next((name for name in THINGS if is_uuid(str(path.get(name)))), None)
        if owned is None or next(self.numbers) % 5 == 0:
            return None
        owner = self.house.player()
        path[owned] = THINGS[owned](owner)
        return owner


def is_position(value: object) -> bool:
    """Tell whether a value is a number from 1 on, as rounds and versions have them."""
    return str(value).isdecimal() and int(str(value)) >= 1


WITHOUT_CALLS = ("durak", "kirifu", "mustamaija")


def finished_with_call(house: House, key: str) -> tuple[Table, int]:
    """Return a finished game, and the version of a call in it.

    If the ruleset has no calls, it is the version of another event of the round.
    """
    if key in WITHOUT_CALLS:
        table = house.finished(ruleset=key)
        assert table.people[0].get(f"{table.path}/claims").json["claims"] == []
        return table, table.log()[0] // 2
    while True:
        table = house.finished(ruleset=key)
        claims: list[dict[str, Any]] = table.people[0].get(f"{table.path}/claims").json["claims"]
        if claims:
            return table, claims[0]["version"]
