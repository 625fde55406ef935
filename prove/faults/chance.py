"""Faults in shuffles, for `python -m prove --faults chance`."""

from prove.faults.planting import Fault

SHARE = 0.02

FAULTS = (
    Fault("each card changes places with any other (a naive shuffle)", "domain/log/chance.py", "self.below(last + 1)", "self.below(len(items))"),
    Fault("no card stays where it is (Sattolo's shuffle)", "domain/log/chance.py", "self.below(last + 1)", "self.below(last)"),
    Fault("the last swap is left out", "domain/log/chance.py", "range(len(items) - 1, 0, -1)", "range(len(items) - 1, 1, -1)"),
    Fault("words have eight bits", "domain/log/chance.py", "return self._left.pop()", "return self._left.pop() & 255"),
    Fault("every block is the first one", "domain/log/chance.py", "self._block += 1", "self._block += 0"),
    Fault("no link is in the seed", "domain/log/chance.py", "|{number}|{'|'.join(links)}", "|{number}|"),
    Fault(
        "the pile is reused without a shuffle", "domain/dobon/stock.py",
        'chance.stream(f"reshuffle-{table.reshuffles + 1}").shuffle(below)', "pass",
    ),
    Fault("every reshuffle of a round is the first one", "domain/dobon/stock.py", "{table.reshuffles + 1}", "1"),
)  # fmt: skip
