"""The rules of access: the kinds of rows that the table has, with the answer to each role.

An allowed request is declared by its status, a refused one by its code. A row of a game declares one answer for each
state in the order of `prove.access.fixtures.STATES` (lobby, running, window, between rounds, finished, abandoned), or
one answer for all of them.
"""

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from prove.access.fixtures import GAMES, LOBBY, STATES

NOBODY = ("no token", "a token of nobody", "a revoked token", "a share link as a token")
SHUT_OUT = ("a suspended player", "a suspended admin")
SEATED = ("own seat", "another seat")
ROLES = (*NOBODY, *SHUT_OUT, *SEATED, "a stranger", "an admin")
"""All roles. A stranger and an admin have no seats: they watch where that is allowed, and are outsiders elsewhere."""

UNLISTED, ABSENT = "no-such-game", "absent"


class AccessCase(NamedTuple):
    """The role of the caller, the target of the request, and the state of the game."""

    role: str
    target: str
    state: str


@dataclass(frozen=True, slots=True)
class AccessRule(ABC):
    """One request of a route. Subclasses declare the answer to each role."""

    route: str
    query: str = field(default="", kw_only=True)
    body: Any = field(default=None, kw_only=True)
    headers: Mapping[str, str] = field(default_factory=dict, kw_only=True)
    own_token: bool = field(default=False, kw_only=True)
    "The request uses a token created for it."

    @property
    def targets(self) -> tuple[str, ...]:
        """Targets of the request."""
        return ("",)

    @property
    def states(self) -> tuple[str, ...]:
        """States of the target."""
        return ("",)

    @property
    def method(self) -> str:
        """The method, such as `GET`."""
        return self.route.partition(" ")[0]

    @property
    def path(self) -> str:
        """The path as the route map writes it."""
        return self.route.partition(" ")[2]

    @property
    def name(self) -> str:
        """The name of the row."""
        asked = "" if self.body is None else f" {self.body}"
        headers = "".join(f", {name}: {value}" for name, value in self.headers.items())
        return f"{self.route}{self.query}{asked}{headers}"

    @abstractmethod
    def audience(self, case: AccessCase) -> str:
        """Return the audience that the caller belongs to, a key of `answers`."""

    @abstractmethod
    def answers(self) -> Mapping[str, str]:
        """Return the answers by audience."""

    def expected(self, case: AccessCase) -> str:
        """Return the status or the code."""
        parts = self.answers()[self.audience(case)].split()
        return parts[0] if len(parts) == 1 else parts[STATES.index(case.state)]


def _refusal_at_door(role: str) -> str:
    """Return the code for callers who are refused at the rule, or nothing."""
    return "unauthorized" if role in NOBODY else "suspended" if role in SHUT_OUT else ""


REFUSED_AT_DOOR = {"unauthorized": "unauthorized", "suspended": "suspended"}


@dataclass(frozen=True, slots=True)
class Open(AccessRule):
    """Requests open to all callers."""

    everybody: str = "200"

    def audience(self, case: AccessCase) -> str:  # noqa: ARG002 - nothing depends on it
        """Return the only audience."""
        return "everybody"

    def answers(self) -> Mapping[str, str]:
        """Return one answer for all."""
        return {"everybody": self.everybody}


@dataclass(frozen=True, slots=True)
class Account(AccessRule):
    """Requests open to all valid tokens."""

    anybody: str = "200"
    absent: str = ""
    "The answer for an absent player, if the path names a player."
    myself: str = ""
    "The answer for the caller as the player, if it differs."

    @property
    def targets(self) -> tuple[str, ...]:
        """Players, if the path names one."""
        return ("myself", "another", ABSENT) if self.absent else ("",)

    def audience(self, case: AccessCase) -> str:
        """Return whether the token is valid."""
        return _refusal_at_door(case.role) or (case.target if case.target in (ABSENT, "myself") else "anybody")

    def answers(self) -> Mapping[str, str]:
        """Return one answer for each audience."""
        myself = self.myself or self.anybody
        return {**REFUSED_AT_DOOR, "anybody": self.anybody, "myself": myself, ABSENT: self.absent}


@dataclass(frozen=True, slots=True)
class Own(AccessRule):
    """Requests about something of the account, which is absent for all other accounts."""

    owner: str
    absent: str

    @property
    def targets(self) -> tuple[str, ...]:
        """The thing of the caller, that of another account, and an absent one."""
        return ("own", "another's", ABSENT)

    def audience(self, case: AccessCase) -> str:
        """Return whether the thing belongs to the caller."""
        return _refusal_at_door(case.role) or ("owner" if case.target == "own" else ABSENT)

    def answers(self) -> Mapping[str, str]:
        """Return one answer for each audience."""
        return {**REFUSED_AT_DOOR, "owner": self.owner, ABSENT: self.absent}


@dataclass(frozen=True, slots=True)
class Game(AccessRule):
    """Requests about a game, answered differently to seats, spectators and outsiders."""

    seat: str = "200"
    other_seat: str = ""
    "The answer to another seat, if it differs."
    watching: str = ""
    "The answer to spectators, if it differs from that of a seat."
    outside: str = UNLISTED
    closed: str = UNLISTED
    "The answer to outsiders of a listed game without spectators."

    @property
    def targets(self) -> tuple[str, ...]:
        """The games of `prove.access.fixtures.GAMES`, and an absent one."""
        return (*GAMES, ABSENT)

    @property
    def states(self) -> tuple[str, ...]:
        """All states."""
        return STATES

    def audience(self, case: AccessCase) -> str:
        """Return the caller's relation to the game."""
        stopped = _refusal_at_door(case.role)
        if stopped or case.target == ABSENT:
            return stopped or ABSENT
        if case.role in SEATED and case.target != "other":
            return case.role
        if case.target == "listed" or (case.target == "closed" and case.state == LOBBY):
            return "watching"
        return "closed" if case.target == "closed" else "outside"

    def answers(self) -> Mapping[str, str]:
        """Return one answer, or one for each state, by audience."""
        return {
            **REFUSED_AT_DOOR, "own seat": self.seat, "another seat": self.other_seat or self.seat,
            "watching": self.watching or self.seat, "outside": self.outside, "closed": self.closed, ABSENT: UNLISTED,
        }  # fmt: skip


@dataclass(frozen=True, slots=True)
class Admin(AccessRule):
    """Requests open to admins."""

    admin: str = "200"
    absent: str = ""
    "The answer for an absent target, if the path names one."

    @property
    def targets(self) -> tuple[str, ...]:
        """Games or players, if the path names one."""
        if "<id:game>" in self.route:
            return (*GAMES, ABSENT)
        return ("another", ABSENT) if self.absent else ("",)

    @property
    def states(self) -> tuple[str, ...]:
        """The states of a game, if the path names one."""
        return STATES if "<id:game>" in self.route else ("",)

    def audience(self, case: AccessCase) -> str:
        """Return whether the caller is an admin."""
        stopped = _refusal_at_door(case.role)
        if stopped or case.role != "an admin":
            return stopped or "players"
        return ABSENT if case.target == ABSENT else "admin"

    def answers(self) -> Mapping[str, str]:
        """Return one answer for each audience; for admins one for each state."""
        return {**REFUSED_AT_DOOR, "players": "admin-only", "admin": self.admin, ABSENT: self.absent}


@dataclass(frozen=True, slots=True)
class Link(AccessRule):
    """Requests with a share link, with or without an account."""

    good: str = "200"

    @property
    def targets(self) -> tuple[str, ...]:
        """Kinds of links."""
        return ("link", "revoked link", ABSENT)

    def audience(self, case: AccessCase) -> str:
        """Return whether the link is valid."""
        return "good" if case.target == "link" else "bad"

    def answers(self) -> Mapping[str, str]:
        """Return one answer for each audience."""
        return {"good": self.good, "bad": "no-such-share"}
