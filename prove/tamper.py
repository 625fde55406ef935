"""Proof `tamper`: `verify` detects every change of an exported log.

A log without its end, and a log rewritten completely with the secrets, can be valid logs. They differ from the original
only in their heads, and every answer of the API carries one. So these two are tested with a recorded head, and the
guarantee holds only with such a head. A verifier that kept no head of a game has those of the public log, and the
guarantee then holds with a checkpoint (`prove/unknowable.py`).
"""

from collections.abc import Callable, Iterator
from functools import cache, partial
from random import Random
from typing import Any

from domain.game.registry import RULESETS
from domain.log.conclusions import Conclusion
from domain.log.events import LoggedEvent
from domain.log.log_format import export
from domain.log.moments import later
from domain.verification.verify import verify
from prove.forgeries import FORGERIES
from prove.harness.match import account
from prove.harness.random_games import RandomGame, copy_events, export_lines, pick_anything, rechain
from prove.log_mutations import mutate_log
from prove.report import Row, Run
from prove.unknowable import check_unknowable

REWRITES = 1_000
REPLAYS = 100
"""Rewrites that are another legal game, with the same name and secrets."""

SLICE = 0.1
"""A run with a smaller share is a slice."""

MIN_EVENTS, MAX_EVENTS = 200, 400
"""Minimum and maximum number of events of a log."""

OPTIONS: dict[str, dict[str, Any]] = {
    "dobon-sato": {"hand_size": 2, "rounds": 2},
    "dobon-kawagoe": {"hand_size": 3, "rounds": 2},
    "doubt": {"penalty": "exchange_two", "rounds": 2},
}
BYTES_RULESET = "dobon-sato"
"""Ruleset of the log of which every byte is changed."""

CHUNK = 200

Log = tuple[str, list[LoggedEvent]]


def prove(run: Run) -> Iterator[Row]:
    """Yield rows for every event, every tail, every kind of forgery, complete rewrites, and every byte."""
    keys = list(RULESETS) if run.share >= SLICE else [BYTES_RULESET]
    yield from _check_events(run, keys)
    yield from _check_tails(run, keys)
    yield from _check_forgeries(run)
    yield from check_unknowable(run, slice(None) if run.share >= SLICE else slice(1))
    yield _check_rewrites(run, keys)
    yield _check_beginnings(keys)
    yield _check_replays(run)
    yield _check_bytes(run)


@cache
def make_log(key: str) -> Log:
    """Return the first complete game of three seats whose log has a suitable length."""
    for number in range(500):
        game = f"tamper-{number}"
        events = RandomGame(game, key, 3, pick_anything, OPTIONS.get(key, {})).events
        if MIN_EVENTS <= len(events) <= MAX_EVENTS:
            assert verify(export_lines(game, events), events[-1].digest).conclusion is Conclusion.WHOLE
            return game, events
    raise AssertionError(f"no game of {key} is of that length")


def copy_log(key: str) -> Log:
    """Return a copy of that log, to be changed."""
    game, events = make_log(key)
    return game, copy_events(events)


def export_adjusted(game: str, created: LoggedEvent, events: list[LoggedEvent]) -> list[str]:
    """Return the lines of a log, with a first line that matches its end."""
    return list(export(game, created, events[-1].digest, events))


# Every byte


def _check_bytes(run: Run) -> Row:
    """Flip one bit of every byte, a different one from byte to byte."""
    game, events = copy_log(BYTES_RULESET)
    size = len("\n".join(export_lines(game, events)).encode())
    places = range(0, size, max(1, round(1 / run.share)))
    parts = [places[first : first + CHUNK] for first in range(0, len(places), CHUNK)]
    unseen = [place for part in run.map_jobs("bytes", find_unseen_bytes, parts) for place in part]
    what = f"bytes changed, in a log of {len(events)} events"
    return Row(what, len(places), [f"byte {place} of {size}" for place in unseen], f"{size:,} bytes", len(places))


def find_unseen_bytes(places: range) -> list[int]:
    """Return the places at which a flipped bit is not detected."""
    game, events = copy_log(BYTES_RULESET)
    data = "\n".join(export_lines(game, events)).encode()
    found = []
    for place in places:
        bad = data[:place] + bytes([data[place] ^ 1 << place % 8]) + data[place + 1 :]
        if verify(bad.decode(errors="surrogateescape").split("\n")).ok:
            found.append(place)
    return found


# Every event


def _check_events(run: Run, keys: list[str]) -> Iterator[Row]:
    for what, change in CHANGES.items():
        jobs = [(key, what) for key in keys]
        made = [*run.map_jobs(f"events {what}", partial(find_unseen_changes, max(1, round(0.1 / run.share))), jobs)]
        yield Row(
            f"events {what}",
            sum(count for count, _ in made),
            [at for _, unseen in made for at in unseen],
            (change.__doc__ or "").lower().rstrip("."),
        )


def find_unseen_changes(step: int, job: tuple[str, str]) -> tuple[int, list[str]]:
    """Return the number of changed places of a log, and those at which the change is not detected."""
    key, what = job
    game, events = copy_log(key)
    every = export_lines(game, events)
    other = _other_lines(key)
    changed = [(place, CHANGES[what](every, other, place)) for place in range(1, len(every), step)]
    changed = [(place, bad) for place, bad in changed if bad != every]
    return len(changed), [f"{key}, line {place}" for place, bad in changed if verify(bad).ok]


@cache
def _other_lines(key: str) -> list[str]:
    """Return the lines of another game of the same ruleset."""
    game = "tamper-other"
    events = RandomGame(game, key, 3, pick_anything, OPTIONS.get(key, {})).events
    return export_lines(game, events)


def _remove(every: list[str], _: list[str], place: int) -> list[str]:
    """One event is missing."""
    return every[:place] + every[place + 1 :]


def _swap(every: list[str], _: list[str], place: int) -> list[str]:
    """The event changes places with the next one."""
    return [*every[:place], *every[place : place + 2][::-1], *every[place + 2 :]]


def _repeat(every: list[str], _: list[str], place: int) -> list[str]:
    """The event is there twice."""
    return [*every[: place + 1], every[place], *every[place + 1 :]]


def _move(every: list[str], _: list[str], place: int) -> list[str]:
    """The event is at the end."""
    return [*every[:place], *every[place + 1 :], every[place]]


def _splice(every: list[str], other: list[str], place: int) -> list[str]:
    """The event is replaced by one of another game."""
    return [*every[:place], other[min(place, len(other) - 1)], *every[place + 1 :]]


def _continue(every: list[str], other: list[str], place: int) -> list[str]:
    """The event and all after it are replaced by those of another game."""
    return [*every[:place], *other[min(place, len(other) - 1) :]]


Change = Callable[[list[str], list[str], int], list[str]]
CHANGES: dict[str, Change] = {
    "removed": _remove, "swapped": _swap, "repeated": _repeat, "moved": _move, "spliced": _splice, "continued": _continue,
}  # fmt: skip


# Ends


def _check_tails(run: Run, keys: list[str]) -> Iterator[Row]:
    stale, kept, count = [], [], 0
    for key in run.track("tails", keys):
        game, events = copy_log(key)
        for length in range(1, len(events), max(1, round(0.1 / run.share))):
            count += 1
            if verify(export_lines(game, events)[: length + 1]).ok:
                stale.append(f"{key}, after version {length}")
            cut = export_adjusted(game, events[0], events[:length])
            if verify(cut, events[-1].digest).ok:
                kept.append(f"{key}, after version {length}")
            own = verify(cut, events[length - 1].digest)
            assert own.conclusion is Conclusion.SEEN, (
                "a cut log has to be true with its own head, as far as it can be seen"
            )
    yield Row("tails cut off", count, stale, "the first line unchanged")
    yield Row(
        "tails cut off, first line adjusted", count, kept, "detected by a recorded head; the log alone does not show it"
    )


# Forgeries


def _check_forgeries(run: Run) -> Iterator[Row]:
    """Forge logs with the secrets, in ways that only the rules of the game and its grammar give away.

    A slice forges one log in each way, because other tests forge all of them.
    """
    logs = slice(None) if run.share >= SLICE else slice(1)
    jobs = [(kind, log) for kind in FORGERIES for log in FORGERIES[kind].logs[logs]]
    step = max(1, round(0.1 / run.share))
    made = [*run.map_jobs("forgeries", partial(find_unseen_forgeries, step), jobs)]
    for kind in FORGERIES:
        found = [result for (name, _), result in zip(jobs, made, strict=True) if name == kind]
        yield Row(
            f"forged: {kind[0].lower()}{kind[1:]}",
            sum(count for count, _ in found),
            [at for _, unseen in found for at in unseen],
            "resealed and rechained with the secrets; detected without a head",
        )


def find_unseen_forgeries(step: int, job: tuple[str, str]) -> tuple[int, list[str]]:
    """Return the number of places at which a log was forged, and those at which the forgery is not detected."""
    kind, log = job
    places = FORGERIES[kind].places(log)[::step]
    return len(places), [f"{log}, line {place + 2}" for place in places if verify(FORGERIES[kind].forge(log, place)).ok]


# Rewrites


def _check_rewrites(run: Run, keys: list[str]) -> Row:
    """Change logs, and reseal and rechain them with the secrets."""
    many = run.count(REWRITES)
    parts = [range(first, min(first + 20, many)) for first in range(0, many, 20)]
    made = [*run.map_jobs("rewrites", partial(find_unseen_rewrites, run.seed, keys), parts)]
    alone = sum(by_rules for by_rules, _ in made)
    note = f"detected by a recorded head; {alone:,} of them also without one"
    return Row("complete chains rewritten", many, [what for _, unseen in made for what in unseen], note)


def find_unseen_rewrites(seed: str, keys: list[str], numbers: range) -> tuple[int, list[str]]:
    """Return the number of rewrites detected without a head, and those not detected with a recorded one."""
    by_rules, unseen = 0, []
    for number in numbers:
        chance = Random(f"{seed}-{number}")
        key = chance.choice(keys)
        game, events = copy_log(key)
        true = [event.digest for event in events]
        made, what = mutate_log(events, chance)
        rechain(game, made)
        changed = next((place for place, event in enumerate(made) if event.digest != true[place]), len(made))
        bad = export_adjusted(game, made[0], made)
        by_rules += not verify(bad).ok
        if verify(bad, chance.choice(true[changed:])).ok:
            unseen.append(f"{key}, rewrite {number}: {what}")
    return by_rules, unseen


# Beginnings about which the rules say nothing


def _check_beginnings(keys: list[str]) -> Row:
    """Change a player, or the moment of being ready, and reseal and rechain: the rules allow any."""
    unseen, count = [], 0
    for key in keys:
        for change in (_another_player, _another_moment):
            game, events = copy_log(key)
            head = events[-1].digest
            change(events)
            rechain(game, events)
            assert verify(export_lines(game, events)).ok, "without a head it has to be a true log"
            count += 1
            if verify(export_lines(game, events), head).ok:
                unseen.append(f"{key}: {change.__name__}")
    return Row("beginnings rewritten", count, unseen, "detected by a recorded head; the log alone does not show it")


def _another_player(events: list[LoggedEvent]) -> None:
    taken = next(event for event in events if event.type == "seat-taken")
    taken.public["player"] = account("somebody-else")


def _another_moment(events: list[LoggedEvent]) -> None:
    *_, before, last = (event for event in events[: events.index(_deal(events))] if event.type == "seat-readied")
    assert later(before.at, ms=1) < last.at
    before.at = later(before.at, ms=1)


def _deal(events: list[LoggedEvent]) -> LoggedEvent:
    return next(event for event in events if event.type == "round-dealt")


# Another game under the same name


def _check_replays(run: Run) -> Row:
    """Play the game otherwise, with the same secrets, which gives another valid log."""
    many = run.count(REPLAYS, 2)
    game, events = copy_log(BYTES_RULESET)
    true = [event.digest for event in events]
    unseen, legal, count = [], 0, 0
    for number in run.track("replays", range(many)):
        other = RandomGame(
            game, BYTES_RULESET, 3, partial(_pick_otherwise, Random(f"{run.seed}-{number}")), OPTIONS[BYTES_RULESET]
        ).events
        parted = next(
            (place for place, (a, b) in enumerate(zip(events, other, strict=False)) if a.digest != b.digest), None
        )
        if parted is None:
            continue
        count += 1
        legal += verify(export_lines(game, other)).ok
        if verify(export_lines(game, other), Random(number).choice(true[parted:])).ok:
            unseen.append(f"course {number}")
    return Row(
        "another legal course of the same game",
        count,
        unseen,
        f"detected by a recorded head; {legal} are valid logs by themselves",
    )


def _pick_otherwise(chance: Random, found: list[Any], stream: Any, able: bool) -> Any:
    """Pick like `anything`, but sometimes another action."""
    chosen = pick_anything(found, stream, able)
    return chance.choice(found) if chosen is not None and chance.random() < 0.05 else chosen
