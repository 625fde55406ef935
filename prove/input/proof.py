"""Proof of input: whatever is sent, the answer is one that was meant, in time, and what is refused has written nothing."""

from collections import Counter
from collections.abc import Iterator
from random import Random

import orjson

from prove.harness.latency import Pace
from prove.input import malformed, sockets
from prove.input.malformed import BODIES, Oddity, Operation
from prove.input.oracle import Server, Told, chosen, server, wrong
from prove.input.schemathesis_run import Generated
from prove.report import Row, Run

CORPUS, GENERATED = 40_000, 10_000
COVERING = 0.05
"""The least share of a run that puts each odd value into each kind of place. A smaller one takes some of the values."""

RENEWED = 500
"""Requests between two looks for games that are over."""

REASON = {"reason": b'"Because"'}

Planned = tuple[Operation, list[Oddity]]
"""A request: the operation, and the odd things in it."""


def prove(run: Run) -> Iterator[Row]:
    """Odd requests of our own, and those that schemathesis makes."""
    with server(few=run.share < 0.1) as found:
        yield _corpus(run, found)
        yield _generated(run, found)
    yield sockets.prove(run)


def _corpus(run: Run, found: Server) -> Row:
    """Every odd thing in every place, and then several at once."""
    failures, codes, pace = list[str](), Counter[int](), Pace(timed=not run.quiet)
    asked = planned(run)
    for number, (operation, oddities) in enumerate(run.each("odd requests", asked)):
        if number % RENEWED == 0:
            found.renewed()
        told, what = one(found, operation, oddities, pace)
        codes[told.status // 100] += 1
        if what:
            shown = ", ".join(f"{odd.place} {odd.name}={odd.value[:60]!r}" for odd in oddities)
            failures.append(f"{operation.method} {operation.path}, {shown}: {what}")
    note = f"{codes[2]:,} were done, {codes[4]:,} refused{pace.note}"
    return Row("odd things in every place of every route", len(asked), failures, note, run.count(CORPUS))


def _generated(run: Run, found: Server) -> Row:
    """What schemathesis makes of the description."""
    made = Generated(run, found, run.count(GENERATED, 100))
    made.make()
    phases = ", ".join(f"{count:,} {name}" for name, count in made.phases.items()) + made.pace.note
    return Row("requests made by schemathesis", made.count, made.failures, phases, made.wanted)


def planned(run: Run) -> list[Planned]:
    """What is asked: each odd value in each place in a full run, in a slice in each kind of place or some of them.

    The rest, at least a quarter of the count, has up to three odd things.
    """
    wanted, operations = run.count(CORPUS), malformed.operations()
    by_operation = [(operation, [*malformed.each(operation)]) for operation in operations]
    singly = [(operation, [one]) for operation, every in by_operation for one in every]
    chance = Random(f"{run.seed}-odd")
    if len(singly) > wanted * 3 // 4:
        covering = run.share >= COVERING
        singly = _covering(singly, chance) if covering else chance.sample(singly, wanted * 3 // 4)
    chance.shuffle(singly)
    for number in range(max(wanted - len(singly), wanted // 4)):
        operation, every = chance.choice(by_operation)
        singly.append((operation, malformed.some(chosen(run.seed, number), operation, every)))
    return singly


def _covering(singly: list[Planned], chance: Random) -> list[Planned]:
    """Each odd value once in each kind of place, in an operation that chance chooses."""
    found = dict[tuple[object, ...], list[Planned]]()
    for operation, [oddity] in singly:
        found.setdefault((*malformed.kind(operation, oddity), oddity.value), []).append((operation, [oddity]))
    return [chance.choice(alike) for alike in found.values()]


def one(found: Server, operation: Operation, oddities: list[Oddity], pace: Pace) -> tuple[Told, str]:
    """Ask, and see what is wrong."""
    told, what = once(found, operation, oddities)
    return told, what or pace.wrong(told, lambda: once(found, operation, oddities)[0])


def once(found: Server, operation: Operation, oddities: list[Oddity]) -> tuple[Told, str]:
    """The same, but for the time that it takes."""
    asked = found.aimed(operation, BODIES.get(operation.name, REASON if operation.fields() else {}))
    for oddity in oddities:
        asked.put(oddity)
    before = found.written()
    try:
        told = found.ask(asked.scope(), asked.content())
    except Exception as error:  # noqa: BLE001 - whatever it is, a server would have said 500
        return Told(500, {}, b"", 0), f"{type(error).__name__}: {error}"[:200]
    what = wrong(told)
    if not what and told.status >= 400 and found.written() != before:
        what = f"{told.status}, and something was written"
    if not what and asked.method == operation.method and not before_any(told):
        what = "" if str(told.status) in operation.described["responses"] else f"{told.status} is not described"
    return told, what


def before_any(told: Told) -> bool:
    """Was the request refused before it was known which operation it is for? Such answers are described nowhere else than in the table of problems."""
    return told.status in (404, 405) or (told.status == 400 and orjson.loads(told.body)["code"] == "bad-request")
