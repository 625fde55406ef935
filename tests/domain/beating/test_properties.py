"""Durak, Kirifu and Mustamaija: invariants of every game, however it ends."""

import pytest

from domain.log.events import LoggedEvent
from domain.log.upcasting import logged
from domain.running.self_play import play
from tests.domain.beating.reference_durak import Durak
from tests.domain.beating.reference_leads import Leads
from tests.domain.beating.reference_rules import BeatingRound
from tests.domain.played_beating import LOGS
from tests.domain.verify.log_mutations import Log


def watched(events: list[LoggedEvent]) -> list[BeatingRound]:
    """Return the reference model of each round of a log, after comparing every event with it."""
    public, found = logged(events[0]).public, list[BeatingRound]()
    for event in map(logged, events):
        if event.type == "round-dealt":
            made = Durak if public["ruleset"] == "durak" else Leads
            found.append(made(event, public["seats"], public["options"]))
        elif found:
            found[-1].record(event)
    return found


@pytest.mark.parametrize("log", LOGS.values(), ids=list(LOGS))
def test_every_event_follows_from_the_reference_rules(log: Log) -> None:
    _, events = log()
    assert all(books.over and not books.owed for books in watched(events))


def test_the_loser_of_mustamaija_always_holds_the_queen_of_spades() -> None:
    lost = 0
    for seed in range(40):
        events, _ = play(
            "mustamaija", ["novice"] * (2 + seed % 5), f"queen-{seed}", {"spades_can_be_trump": seed % 2 == 0}
        )
        for books in watched(events):
            lost += len(books.left()) == 1
            holders = [seat for seat, hand in enumerate(books.hands) if "S12" in hand]
            assert len(holders) == 1, "the queen never goes out of play"
            assert len(books.left()) > 1 or holders == books.left()
    assert lost > 30
