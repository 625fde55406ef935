"""The error that every failed request ends with."""

from dobon_client.types import Problem

NO_ANSWER = "no-answer"
"""The code of a request that was not answered."""

TRANSIENT = frozenset({0, 408, 429, 502, 503, 504})


class DobonError(Exception):
    """A request that was refused or not answered."""

    def __init__(
        self, code: str, status: int = 0, problem: Problem | None = None, retry_after: float | None = None
    ) -> None:
        detail = problem.get("detail") if problem else None
        title = problem["title"] if problem else code
        super().__init__(f"{title}: {detail}" if detail else title)
        self.code = code
        "The stable code of the problem; `no-answer` without an answer, `http-502` and the like without a problem."
        self.status = status
        "The HTTP status; 0 without an answer."
        self.problem = problem
        "The body of the answer, if it is a problem."
        self.retry_after = retry_after
        "The seconds that the server asks to wait before the next attempt, or None."
        self.outcome_unknown = False
        "True if the server may have carried out the command although this error was raised."

    @property
    def is_transient(self) -> bool:
        """Whether the same request may succeed in a moment."""
        return self.status in TRANSIENT

    @property
    def is_undone(self) -> bool:
        """Whether the server certainly did nothing."""
        return 400 <= self.status < 500
