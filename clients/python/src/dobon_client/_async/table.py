"""A game as one player sees it: the newest view, waiting for the next one, and acting on it."""

import warnings
from collections.abc import AsyncGenerator
from typing import Any, Self, cast

import httpx

from dobon_client._async.connection import AsyncConnection
from dobon_client.answers import Answer, new_key
from dobon_client.cuts import LOG_CHANGED, Cut, CutProblem, CutWarning, Store
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


class AsyncTable:
    """A game with its newest view; `Dobon.table` returns one."""

    def __init__(self, connection: AsyncConnection, game: str, view: Answer, store: Store) -> None:
        """Use this view. The store has the chains with which the player contributes to the shuffles."""
        self.game = game
        "The id of the game."
        self.view: View = view.data
        "The newest view known."
        self.etag: str | None = view.etag
        "The entity tag of the view, for `if_match`."
        self._connection = connection
        self.cut = self._find_cut(store)
        "My part in the shuffles; None if I contribute none."

    @classmethod
    async def open(cls, connection: AsyncConnection, game: str, store: Store) -> Self:
        """Read the view of a game."""
        table = cls(connection, game, await connection.request("GET", VIEW, values={"game": game}), store)
        await table._follow_cut()
        return table

    async def refresh(self) -> View:
        """Read the view again and return it."""
        answer = await self._connection.request("GET", VIEW, values={"game": self.game})
        return await self._keep(answer.data, answer.etag)

    async def next(self) -> View:
        """Wait until the view differs from the one known, and return it."""
        while True:
            answer = await self._read_changed()
            if answer.status != httpx.codes.NOT_MODIFIED:
                return await self._keep(answer.data, answer.etag)
            if "Retry-After" in answer.headers:  # the server has no room for another request that waits
                await self._connection.clock.sleep(1.0)

    async def act(
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
            legal = await self._with_link(legal, cut=cut)
        linked = legal["action"]["type"] == "ready" and self.cut is not None
        headers = {} if if_match is None else {"If-Match": if_match}
        key = key or new_key()
        moment = legal.get("allowed_from")
        for attempts_left in reversed(range(EARLY_ATTEMPTS)):
            if moment is not None:
                await self._connection.clock.wait(moment)
            try:
                answer = await self._connection.request(
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
                    await self._confirm(answer.data)
                await self._keep(answer.data["view"], answer.etag)
                return cast("CommandResult", answer.data)
        raise AssertionError("the last attempt returns or raises")

    async def _read_changed(self) -> Answer:
        headers = {} if self.etag is None else {"If-None-Match": self.etag}
        query = {"wait": WAIT_SECONDS}
        return await self._connection.request("GET", VIEW, values={"game": self.game}, query=query, headers=headers)

    async def _keep(self, view: View, etag: str | None) -> View:
        if view["version"] >= self.view["version"]:
            self.view, self.etag = view, etag
            await self._follow_cut()
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

    async def _with_link(self, legal: LegalAction, *, cut: bool) -> LegalAction:
        """Return `ready` with the link of the round, after the steps before it. Raises `CutProblem`."""
        action, following = cast("dict[str, Any]", legal["action"]), self.view["next_round"]
        if self.cut is None or following is None:
            return legal
        number = following["number"]
        if not cut:
            self.cut.refuse(number)
            return legal
        await self._check(self.cut, await self._receipt())
        return cast("LegalAction", {**legal, "action": {**action, "link": self.cut.link(number)}})

    async def _confirm(self, result: dict[str, Any]) -> None:
        """Warn if the link that was sent is not in the log, with a receipt of it."""
        cut, following = self.cut, self.view["next_round"]
        assert cut is not None
        assert following is not None
        try:
            receipt = result.get("receipt")
            if receipt is None:
                receipt = await self._receipt()
            await self._check(cut, receipt)
            cut.confirm(following["number"])
        except CutProblem as problem:
            self._tell(problem, following["number"])
        except DobonError:
            pass  # the action is done; without a receipt the next step checks the log

    async def _follow_cut(self) -> None:
        """Warn if the deck of the round lacks my link; check all that is revealed when the game is over."""
        cut, dealt = self.cut, self.view["round"]
        if cut is None:
            return
        try:
            cut.confirm_deal(cast("dict[str, Any]", self.view))
            if self.view["status"] in OVER and cut.has_chain:
                cut.forget_chain()
                await self._check(cut, await self._receipt())
        except CutProblem as problem:
            self._tell(problem, dealt["number"] if dealt is not None else 0)
        except DobonError:
            pass  # the view is read; the receipt of the end is missing

    def _tell(self, problem: CutProblem, round_number: int) -> None:
        if self.cut is not None and self.cut.is_new(problem, round_number):
            warnings.warn(CutWarning(str(problem)), stacklevel=4)

    async def _check(self, cut: Cut, receipt: dict[str, Any]) -> None:
        """Check the log up to a receipt. Raises `CutProblem`."""
        try:
            cut.check([event async for event in self._events(cut.version)], receipt)
        except CutProblem as problem:
            if problem.code != LOG_CHANGED:
                raise
            first = await self._page(0, 1)
            raise cut.cause(problem, first["events"]) from problem

    async def _receipt(self) -> dict[str, Any]:
        found = await self._connection.request("GET", RECEIPT, values={"game": self.game})
        return cast("dict[str, Any]", found.data)

    async def _events(self, after: int) -> AsyncGenerator[dict[str, Any]]:
        """Yield the events after a version, page by page."""
        page: int | None = after
        while page is not None:
            found = await self._page(page, PAGE)
            for event in found["events"]:
                yield event
            page = found["next"]

    async def _page(self, after: int, limit: int) -> dict[str, Any]:
        query = {"after": after, "limit": limit}
        found = await self._connection.request("GET", EVENTS, values={"game": self.game}, query=query)
        return cast("dict[str, Any]", found.data)
