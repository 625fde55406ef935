"""A game as one player sees it: the newest view, waiting for the next one, and acting on it."""

import warnings
from collections.abc import Iterable
from typing import Any, cast

import httpx

from dobon_client.connection import Answer, Connection, new_key
from dobon_client.cuts import Cut, CutProblem, CutWarning, Store
from dobon_client.errors import DobonError
from dobon_client.types import Action, CommandResult, LegalAction, View

VIEW = "/v1/games/{game}/view"
ACTIONS = "/v1/games/{game}/actions"
EVENTS = "/v1/games/{game}/events"
RECEIPT = "/v1/games/{game}/receipt"
EARLY_ATTEMPTS = 5
WAIT_SECONDS = 25
PAGE = 500
OVER = ("finished", "abandoned")


class Table:
    """A game with its newest view; `Dobon.table` returns one."""

    def __init__(self, connection: Connection, game: str, store: Store) -> None:
        """Read the view. The store has the chains with which the player contributes to the shuffles."""
        self.game = game
        "The id of the game."
        self.etag: str | None = None
        "The entity tag of the view, for `if_match`."
        self._connection = connection
        answer = self._read()
        self.view: View = answer.data
        "The newest view known."
        self.etag = answer.etag
        self.cut = self._find_cut(store)
        "My part in the shuffles; None if I contribute none."
        self._follow_cut()

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
        cut: bool = True,
    ) -> CommandResult:
        """Perform an action: an entry of `view["actions"]`, or an action built from one.

        An entry that is not allowed yet is sent at its moment, by the server's time. Raises `DobonError`, such as one
        with the status 409 if another player was faster. With `receipt` the result holds a receipt.

        `ready` gets my link of the round, unless `cut` is false. Raises `CutProblem` before it is sent if the
        server has changed what it had fixed: then the link stays secret. Warns by a `CutWarning` if it is not recorded.
        """
        legal = cast("LegalAction", chosen if "action" in chosen else {"action": chosen})
        if legal["action"]["type"] == "ready":
            legal = self._with_link(legal, cut=cut)
        linked = legal["action"]["type"] == "ready" and self.cut is not None
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
                    query={"receipt": receipt or linked or None},
                    body=legal["action"],
                    key=key,
                    headers=headers,
                )
            except DobonError as error:
                moment = error.problem.get("allowed_from") if error.problem and error.code == "too-early" else None
                if moment is None or not attempts_left:
                    raise
            else:
                if linked:
                    self._confirm(answer.data)
                self._keep(answer.data["view"], answer.etag)
                return cast("CommandResult", answer.data)
        raise AssertionError("the last attempt returns or raises")

    def _read(self, wait: int | None = None) -> Answer:
        headers = {"If-None-Match": self.etag} if wait is not None and self.etag is not None else {}
        return self._connection.request("GET", VIEW, values={"game": self.game}, query={"wait": wait}, headers=headers)

    def _keep(self, view: View, etag: str | None) -> View:
        if view["version"] >= self.view["version"]:
            self.view, self.etag = view, etag
            self._follow_cut()
        return self.view

    # My part in the shuffles (docs/fairness.md)

    def _find_cut(self, store: Store) -> Cut | None:
        you = self.view["you"]
        if you is None:
            return None
        # An anchor that was sent and is not in the view was dropped: `check` finds out.
        anchor = you["anchor"] or store.get(f"anchor.{self.game}")
        cut = None if anchor is None else Cut(self.game, you["seat"], anchor, store)
        return cut if cut is not None and cut.has_chain else None

    def _with_link(self, legal: LegalAction, *, cut: bool) -> LegalAction:
        """Return `ready` with the link of the round, after the steps before it. Raises `CutProblem`."""
        action, following = cast("dict[str, Any]", legal["action"]), self.view["next_round"]
        if self.cut is None or following is None:
            return legal
        number = following["number"]
        if not cut:
            self.cut.refuse(number)
            return legal
        self.cut.check(self._events, self._connection.request("GET", RECEIPT, values={"game": self.game}).data)
        return cast("LegalAction", {**legal, "action": {**action, "link": self.cut.link(number)}})

    def _confirm(self, result: dict[str, Any]) -> None:
        """Warn if the link that was sent is not in the log, with a receipt of it."""
        cut, following = self.cut, self.view["next_round"]
        assert cut is not None
        assert following is not None
        try:
            receipt = result.get("receipt")
            if receipt is None:
                receipt = self._connection.request("GET", RECEIPT, values={"game": self.game}).data
            cut.check(self._events, receipt)
            cut.confirm(following["number"])
        except CutProblem as problem:
            self._tell(problem, following["number"])
        except DobonError:
            pass  # the action is done; without a receipt the next step checks the log

    def _follow_cut(self) -> None:
        """Warn if the deck of the round lacks my link; check all that is revealed when the game is over."""
        cut, dealt = self.cut, self.view["round"]
        if cut is None:
            return
        try:
            cut.confirm_deal(cast("dict[str, Any]", self.view))
            if self.view["status"] in OVER and cut.has_chain:
                cut.forget_chain()
                cut.check(self._events, self._connection.request("GET", RECEIPT, values={"game": self.game}).data)
        except CutProblem as problem:
            self._tell(problem, dealt["number"] if dealt is not None else 0)
        except DobonError:
            pass  # the view is read; the receipt of the end is missing

    def _tell(self, problem: CutProblem, round_number: int) -> None:
        if self.cut is not None and self.cut.is_new(problem, round_number):
            warnings.warn(CutWarning(str(problem)), stacklevel=4)

    def _events(self, after: int) -> Iterable[dict[str, Any]]:
        """Yield the events after a version, page by page."""
        page: int | None = after
        while page is not None:
            query = {"after": page, "limit": PAGE}
            found = self._connection.request("GET", EVENTS, values={"game": self.game}, query=query).data
            yield from found["events"]
            page = found["next"]
