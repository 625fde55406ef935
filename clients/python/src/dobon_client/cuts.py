"""The player's part in the shuffles: a hash chain for each game, and the steps by which no server can choose the deck.

`docs/fairness.md` of the server explains the steps. Nothing is sent from here: `Table` does that.
"""

import hashlib
import json
import secrets
from collections.abc import Iterable, Mapping, MutableMapping, Sequence
from typing import Any

ROUNDS = 20
"""Length of a chain: no game has more rounds."""

Store = MutableMapping[str, str]
"""Keeps what a later run of the program needs. A dictionary keeps it until the program ends."""

Event = Mapping[str, Any]
"""An event of a log."""

ANCHOR_CHANGED, LOG_CHANGED, NO_ANCHOR, CUT_MISSING = "anchor-changed", "log-changed", "no-anchor", "cut-missing"

WORDS = {
    ANCHOR_CHANGED: "The server has changed its anchor, so it may have chosen the deck.",
    LOG_CHANGED: "The log is not the one that the server has signed.",
    NO_ANCHOR: "Your anchor is not in the log, so your cut is in no deck.",
    CUT_MISSING: "Your cut is not in this deck.",
}
"""The problems in plain words."""

CAUSES = {
    "clock": "The server says that it did not arrive in time.",
    "refused": "The server says that you were ready without it.",
    "handed-over": "A bot took over your seat before.",
    "not-asked": "A bot played your seat when the others were asked.",
}
"""The causes that the server gives for a missing cut."""


class CutProblem(Exception):
    """A step that shows that the server may have chosen the deck. `code` is a key of `WORDS`."""

    def __init__(self, code: str, more: str = "") -> None:
        super().__init__(f"{WORDS[code]} {more}".strip())
        self.code = code


class CutWarning(UserWarning):
    """The player's cut is missing, or the server has changed what it had fixed."""


def link_before(link: str, steps: int = 1) -> str:
    """Return the link that is `steps` before this one in a hash chain, in hex."""
    found = bytes.fromhex(link)
    for _ in range(steps):
        found = hashlib.sha256(b"dobon/link/1|" + found).digest()
    return found.hex()


def new_anchor(store: Store) -> str:
    """Draw a new chain, keep it, and return its anchor."""
    last = secrets.token_hex(32)
    anchor = link_before(last, ROUNDS)
    store[f"chain.{anchor}"] = last
    return anchor


def next_digest(before: str, game: str, event: Event) -> str:
    """Return the digest of a log up to this event, from the digest before it."""
    names = ("version", "type", "schema", "at", "public", "seals")
    hashed = {"game": game, **{name: event[name] for name in names}}
    return hashlib.sha256(bytes.fromhex(before) + canonical(hashed)).hexdigest()


def genesis(game: str) -> str:
    """Return the digest of a game's log before its first event."""
    return hashlib.sha256(f"dobon/log/1|{game}".encode()).hexdigest()


def canonical(value: Mapping[str, Any]) -> bytes:
    """Return the canonical JSON of a value, which is hashed and signed."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()


class Cut:
    """The player's part in the shuffles of one game, and the log as far as it was checked."""

    def __init__(self, game: str, seat: int, anchor: str, store: Store) -> None:
        """Continue with what the store holds about the game."""
        self.game = game
        self.seat = seat
        self.anchor = anchor
        self._store = store
        kept = json.loads(store.get(f"cut.{game}", "{}"))
        self.version: int = kept.get("version", 0)
        "The version up to which the log was checked."
        self.head: str = kept.get("head", genesis(game))
        "The digest of that version."
        self.server_anchor: str | None = kept.get("server_anchor")
        "The anchor of the server, as it was before the first link was sent."
        self.own_anchor: str | None = kept.get("own_anchor")
        "The anchor of this seat in the log."
        self.dealt: int = kept.get("dealt", 0)
        self.running: bool = kept.get("running", False)
        self.links: dict[str, str | None] = kept.get("links", {})
        "The links of this seat in the log, by round."
        self.sent: dict[str, str | None] = kept.get("sent", {})
        "The links that were sent, by round."
        self.told: list[str] = kept.get("told", [])
        self.receipts: list[Any] = kept.get("receipts", [])
        "The signed heads of the log, for `dobon verify --receipts`."

    @property
    def has_chain(self) -> bool:
        """Whether the chain is known here, and not only to another device."""
        return f"chain.{self.anchor}" in self._store

    def save(self) -> None:
        """Keep everything in the store."""
        names = [
            "version",
            "head",
            "server_anchor",
            "own_anchor",
            "dealt",
            "running",
            "links",
            "sent",
            "told",
            "receipts",
        ]
        self._store[f"cut.{self.game}"] = json.dumps({name: getattr(self, name) for name in names})

    def forget_chain(self) -> None:
        """Forget the chain of a game that is over; the receipts stay."""
        self._store.pop(f"chain.{self.anchor}", None)

    def check(self, events: Iterable[Event], receipt: Mapping[str, Any]) -> None:
        """Check the log up to a receipt against all that was known before, and keep the receipt.

        `events` are those after `version`, in their order.

        Raises `CutProblem` if the log is another one than before, or than the signed one; if the anchor of the server or
        of this seat is not the one that was fixed; and if a revealed secret does not lead to the server's anchor.
        """
        if receipt["version"] < self.version:
            return
        for event in events:
            if event["version"] > receipt["version"]:
                break
            self._take(event)
        if (receipt["game"], receipt["version"], receipt["head"]) != (self.game, self.version, self.head):
            raise CutProblem(LOG_CHANGED)
        if self.own_anchor != self.anchor:
            raise CutProblem(NO_ANCHOR)
        self.receipts.append(dict(receipt))
        self.save()

    def cause(self, problem: CutProblem, beginning: Sequence[Event]) -> CutProblem:
        """Return the problem of a log that has changed: `ANCHOR_CHANGED` if its first event has another anchor now."""
        changed = self.server_anchor is not None and any(
            event["public"].get("anchor") != self.server_anchor for event in beginning[:1]
        )
        return CutProblem(ANCHOR_CHANGED) if changed else problem

    def link(self, round_number: int) -> str:
        """Return the link of a round to send. It is safe only after `check`."""
        link = link_before(self._store[f"chain.{self.anchor}"], ROUNDS - round_number)
        self.sent[str(round_number)] = link
        self.save()
        return link

    def refuse(self, round_number: int) -> None:
        """Note that the player is ready without a link, by choice."""
        self.sent[str(round_number)] = None
        self.save()

    def confirm(self, round_number: int) -> None:
        """Check that the log has the link that was sent; `check` has read it. Raises `CutProblem`."""
        if self.links.get(str(round_number)) != self.sent[str(round_number)]:
            raise CutProblem(CUT_MISSING)

    def confirm_deal(self, view: Mapping[str, Any]) -> None:
        """Check that the deck of the round on the table has this player's link. Raises `CutProblem`."""
        dealt = view["round"]
        if dealt is None or view["status"] != "playing" or self.seat in dealt["contributed"]:
            return
        number = str(dealt["number"])
        if self.sent.get(number, "") is None:  # the player's own choice
            return
        causes = [CAUSES[one["why"]] for one in dealt["withheld"] if one["seat"] == self.seat]
        raise CutProblem(CUT_MISSING, " ".join(causes))

    def is_new(self, problem: CutProblem, round_number: int) -> bool:
        """Tell whether the player was not told about this problem of a round before, and note that it was told."""
        name = f"{problem.code} {round_number}"
        if name in self.told:
            return False
        self.told.append(name)
        self.save()
        return True

    def _take(self, event: Event) -> None:
        """Take the next event of the log. Raises `CutProblem`."""
        digest = next_digest(self.head, self.game, event)
        if event["version"] != self.version + 1 or event["digest"] != digest:
            raise CutProblem(LOG_CHANGED)
        self._note(event["type"], event["public"])
        self.version, self.head = event["version"], digest

    def _note(self, kind: str, public: Mapping[str, Any]) -> None:
        own = public.get("seat") == self.seat
        if kind == "game-created":
            self.server_anchor = public["anchor"]
        elif kind == "seat-taken" and own:
            self.own_anchor = public["anchor"]
        elif kind == "seat-readied" and own:
            self.links[str(self.dealt + 1)] = public["link"]
        elif kind == "round-dealt":
            self.dealt, self.running = public["round"], True
        elif kind in ("round-revealed", "game-abandoned"):
            number = self.dealt if self.running else self.dealt + 1
            self.running = False
            secret = public["secret"]
            if secret is not None and link_before(secret, number) != self.server_anchor:
                raise CutProblem(ANCHOR_CHANGED)
