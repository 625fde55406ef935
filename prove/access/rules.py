"""Who may go through which door: the declared table of access, one row or more for every route.

What is told stands there as a status for what is allowed and as a code for what is refused. A row of a game says it for each state in the order of
`prove.access.fixtures.STATES` (lobby, running, window, between rounds, finished, abandoned), or once where it is the same in all of them.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from prove.access.fixtures import GAMES, LOBBY, STATES

NOBODY = ("no token", "a token of nobody", "a revoked token", "a share link as a token")
SHUT_OUT = ("a suspended player", "a suspended admin")
SEATED = ("own seat", "another seat")
ROLES = (*NOBODY, *SHUT_OUT, *SEATED, "a stranger", "an admin")
"""A stranger and an admin sit nowhere: they watch where that is allowed, and are outsiders elsewhere."""

UNLISTED, ABSENT = "no-such-game", "absent"


class Who(NamedTuple):
    """Who asks, about what, and how that stands."""

    role: str
    target: str
    state: str


@dataclass(frozen=True, slots=True)
class AccessRule:
    """One way to ask a route. The kinds below say who is told what."""

    route: str
    query: str = field(default="", kw_only=True)
    body: Any = field(default=None, kw_only=True)
    headers: Mapping[str, str] = field(default_factory=dict, kw_only=True)
    own_token: bool = field(default=False, kw_only=True)
    "It is asked with a token that is made for it."

    @property
    def targets(self) -> tuple[str, ...]:
        """What it is asked about."""
        return ("",)

    @property
    def states(self) -> tuple[str, ...]:
        """In which states of it."""
        return ("",)

    @property
    def method(self) -> str:
        """As `GET`."""
        return self.route.partition(" ")[0]

    @property
    def path(self) -> str:
        """As the route map writes it."""
        return self.route.partition(" ")[2]

    @property
    def name(self) -> str:
        """What the row is called."""
        asked = "" if self.body is None else f" {self.body}"
        headers = "".join(f", {name}: {value}" for name, value in self.headers.items())
        return f"{self.route}{self.query}{asked}{headers}"

    def audience(self, who: Who) -> str:
        """As whom somebody comes: a key of what is told."""
        raise NotImplementedError

    def words(self) -> Mapping[str, str]:
        """What each audience is told."""
        raise NotImplementedError

    def told(self, who: Who) -> str:
        """The status or the code."""
        words = self.words()[self.audience(who)].split()
        return words[0] if len(words) == 1 else words[STATES.index(who.state)]


def _stopped(role: str) -> str:
    """Who gets no further than the door."""
    return "unauthorized" if role in NOBODY else "suspended" if role in SHUT_OUT else ""


STOPPED = {"unauthorized": "unauthorized", "suspended": "suspended"}


@dataclass(frozen=True, slots=True)
class Open(AccessRule):
    """For everybody."""

    everybody: str = "200"

    def audience(self, who: Who) -> str:  # noqa: ARG002 - nothing depends on it
        """All alike."""
        return "everybody"

    def words(self) -> Mapping[str, str]:
        """One word."""
        return {"everybody": self.everybody}


@dataclass(frozen=True, slots=True)
class Account(AccessRule):
    """For everybody with a good token, whoever it is."""

    anybody: str = "200"
    absent: str = ""
    "For somebody who is not there, where the path names a player."

    @property
    def targets(self) -> tuple[str, ...]:
        """Players, where the path names one."""
        return ("myself", "another", ABSENT) if self.absent else ("",)

    def audience(self, who: Who) -> str:
        """Whether the token is good."""
        return _stopped(who.role) or (ABSENT if who.target == ABSENT else "anybody")

    def words(self) -> Mapping[str, str]:
        """One word for each."""
        return {**STOPPED, "anybody": self.anybody, ABSENT: self.absent}


@dataclass(frozen=True, slots=True)
class Game(AccessRule):
    """Of a game: for those who sit there, those who watch, and those for whom it is not there."""

    seat: str = "200"
    other_seat: str = ""
    "Where it is not the same."
    watching: str = ""
    "Where it is not what a seat is told."
    outside: str = UNLISTED
    closed: str = UNLISTED
    "For outsiders of a game that is listed and shows its play to nobody."

    @property
    def targets(self) -> tuple[str, ...]:
        """Those of `prove.access.fixtures.GAMES`, and one that is not there."""
        return (*GAMES, ABSENT)

    @property
    def states(self) -> tuple[str, ...]:
        """All there are."""
        return STATES

    def audience(self, who: Who) -> str:
        """What they are to that game."""
        stopped = _stopped(who.role)
        if stopped or who.target == ABSENT:
            return stopped or ABSENT
        if who.role in SEATED and who.target != "other":
            return who.role
        if who.target == "listed" or (who.target == "closed" and who.state == LOBBY):
            return "watching"
        return "closed" if who.target == "closed" else "outside"

    def words(self) -> Mapping[str, str]:
        """Six words at most for each."""
        return {
            **STOPPED, "own seat": self.seat, "another seat": self.other_seat or self.seat,
            "watching": self.watching or self.seat, "outside": self.outside, "closed": self.closed, ABSENT: UNLISTED,
        }  # fmt: skip


@dataclass(frozen=True, slots=True)
class Admin(AccessRule):
    """For admins."""

    admin: str = "200"
    absent: str = ""
    "For what is not there, where the path names something."

    @property
    def targets(self) -> tuple[str, ...]:
        """Games or players, where the path names one."""
        if "<id:game>" in self.route:
            return (*GAMES, ABSENT)
        return ("another", ABSENT) if self.absent else ("",)

    @property
    def states(self) -> tuple[str, ...]:
        """Those of a game, where the path names one."""
        return STATES if "<id:game>" in self.route else ("",)

    def audience(self, who: Who) -> str:
        """Whether it is one."""
        stopped = _stopped(who.role)
        if stopped or who.role != "an admin":
            return stopped or "players"
        return ABSENT if who.target == ABSENT else "admin"

    def words(self) -> Mapping[str, str]:
        """Six words at most for admins."""
        return {**STOPPED, "players": "admin-only", "admin": self.admin, ABSENT: self.absent}


@dataclass(frozen=True, slots=True)
class Link(AccessRule):
    """For whoever has a link, with or without an account."""

    good: str = "200"

    @property
    def targets(self) -> tuple[str, ...]:
        """What the link may be."""
        return ("link", "revoked link", ABSENT)

    def audience(self, who: Who) -> str:
        """What the link is worth."""
        return "good" if who.target == "link" else "bad"

    def words(self) -> Mapping[str, str]:
        """One word for each."""
        return {"good": self.good, "bad": "no-such-share"}
