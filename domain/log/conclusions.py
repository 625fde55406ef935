"""The result of a verification: one of three conclusions, and what it rests on."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from enum import Enum


class Conclusion(Enum):
    """The three results of verifying a log."""

    WHOLE = "whole and true"
    "The game is over, every round is revealed, every part of the log was seen, and all of it is right."
    SEEN = "true as far as it can be seen"
    "All that was seen is right. Something was withheld, or is still open."
    FALSE = "false"
    "Some event is not what the rules, the secrets and the events before it allow."


@dataclass(frozen=True, slots=True)
class Problem:
    """A fault of the log."""

    version: int
    "Version of the event; 0 for the file as a whole."
    what: str
    line: int = 0
    "Line of the file, counted from 1; 0 for the file as a whole."


@dataclass(slots=True)
class Verification:
    """The result of verifying a log."""

    game: str = ""
    head: str = ""
    "Digest of the last event, computed."
    events: int = 0
    checked: Counter[str] = field(default_factory=Counter)
    "Number of checks by kind, good and bad."
    problems: list[Problem] = field(default_factory=list)
    unseen: list[str] = field(default_factory=list)
    "Sentences about withheld parts and open rounds. Without any, a log without problems is whole."
    remarks: list[str] = field(default_factory=list)
    "Other limits of the verification, in sentences."

    @property
    def ok(self) -> bool:
        """No check failed. `unseen` names the parts without a check."""
        return not self.problems

    @property
    def conclusion(self) -> Conclusion:
        """The conclusion on the log."""
        if self.problems:
            return Conclusion.FALSE
        return Conclusion.SEEN if self.unseen else Conclusion.WHOLE

    @property
    def unchecked(self) -> list[str]:
        """All that was not checked, in sentences."""
        return [*self.unseen, *self.remarks]

    def add(self, version: int, problems: Iterable[str], kind: str = "", line: int = 0) -> None:
        """Add the problems of one event, and count one more check of that kind."""
        self.problems += [Problem(version, what, version + 1 if version else line) for what in problems]
        if kind:
            self.checked[kind] += 1

    def is_faulty(self, version: int) -> bool:
        """Tell whether a problem of that event was found already."""
        return any(problem.version == version for problem in reversed(self.problems))
