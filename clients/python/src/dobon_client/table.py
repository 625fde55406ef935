"""A game as one player sees it: the newest view, waiting for the next one, and acting on it."""

from typing import cast

import httpx

from dobon_client.connection import Answer, Connection, new_key
from dobon_client.errors import DobonError
from dobon_client.types import Action, CommandResult, LegalAction, View

VIEW = "/v1/games/{game}/view"
ACTIONS = "/v1/games/{game}/actions"
EARLY_ATTEMPTS = 5
WAIT_SECONDS = 25


class Table:
    """A game with its newest view; `Dobon.table` returns one."""

    def __init__(self, connection: Connection, game: str) -> None:
        """Read the view."""
        self.game = game
        "The id of the game."
        self.etag: str | None = None
        "The entity tag of the view, for `if_match`."
        self._connection = connection
        answer = self._read()
        self.view: View = answer.data
        "The newest view known."
        self.etag = answer.etag

    def refresh(self) -> View:
        """Read the view again and return it."""
        answer = self._read()
        return self._keep(answer.data, answer.etag)

    def next(self) -> View:
        """Wait until the view differs from the one known, and return it."""
        while True:
            answer = self._read(WAIT_SECONDS)
            if answer.status != httpx.codes.NOT_MODIFIED:
                return self._keep(answer.data, answer.etag)
            if "Retry-After" in answer.headers:  # the server has no room for another request that waits
                self._connection.clock.sleep(1.0)

    def act(
        self,
        chosen: LegalAction | Action,
        *,
        key: str | None = None,
        if_match: str | None = None,
        receipt: bool | None = None,
    ) -> CommandResult:
        """Perform an action: an entry of `view["actions"]`, or an action built from one.

        An entry that is not allowed yet is sent at its moment, by the server's time. Raises `DobonError`, such as one
        with the status 409 if another player was faster. With `receipt` the result holds a receipt.
        """
        legal = cast("LegalAction", chosen if "action" in chosen else {"action": chosen})
        headers = {} if if_match is None else {"If-Match": if_match}
        key = key or new_key()
        moment = legal.get("allowed_from")
        for attempts_left in reversed(range(EARLY_ATTEMPTS)):
            if moment is not None:
                self._connection.clock.wait(moment)
            try:
                answer = self._connection.request(
                    "POST",
                    ACTIONS,
                    values={"game": self.game},
                    query={"receipt": receipt},
                    body=legal["action"],
                    key=key,
                    headers=headers,
                )
            except DobonError as error:
                moment = error.problem.get("allowed_from") if error.problem and error.code == "too-early" else None
                if moment is None or not attempts_left:
                    raise
            else:
                self._keep(answer.data["view"], answer.etag)
                return cast("CommandResult", answer.data)
        raise AssertionError("the last attempt returns or raises")

    def _read(self, wait: int | None = None) -> Answer:
        headers = {"If-None-Match": self.etag} if wait is not None and self.etag is not None else {}
        return self._connection.request("GET", VIEW, values={"game": self.game}, query={"wait": wait}, headers=headers)

    def _keep(self, view: View, etag: str | None) -> View:
        if view["version"] >= self.view["version"]:
            self.view, self.etag = view, etag
        return self.view
