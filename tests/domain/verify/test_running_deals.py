"""The deal of a running round: no true one is refused, and every field is checked as far as chance alone made it."""

from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from domain.game.registry import RULESETS, ruleset
from domain.log.chance import Chance
from domain.log.conclusions import Conclusion, Verification
from domain.log.errors import Refused
from domain.log.events import SERVER, SPECTATOR, LoggedEvent, Viewer, seen_by
from domain.log.log_format import export
from domain.log.upcasting import logged
from domain.ruleset.ruleset import RoundStart, check_options
from domain.verification.verify import verify
from prove.harness.match import DOUBT, DURAK, EVENING, KAWAGOE, KIRIFU, MUSTAMAIJA, SATO, Match
from prove.harness.random_games import first_event, reseal

DEALS = 150


def random_options(key: str, seats: int, chance: Random) -> dict[str, Any] | None:
    """Return options that go together, or None if these do not."""
    given = {}
    for option in ruleset(key).options:
        if option.kind != "int":
            given[option.name] = chance.choice(option.values or (True, False))
    try:
        return check_options(ruleset(key), given, seats)
    except Refused:
        return None


@pytest.mark.parametrize("key", RULESETS)
def test_the_chance_that_a_deal_states_deals_it_again_for_every_viewer(key: str) -> None:
    rules, dealt_again = ruleset(key), 0
    for seed in range(DEALS):
        random = Random(seed)
        seats = random.choice([*rules.seats])
        options = random_options(key, seats, random)
        if options is None:
            continue
        start = RoundStart(1, seats, options)
        dealt = rules.deal(start, EVENING, Chance(random.randbytes(32), "deals", 1, [""] * seats))[0]
        for viewer in (SERVER, SPECTATOR, *range(seats)):
            seen = seen_by(dealt, viewer)
            again = rules.deal(start, EVENING, rules.stated(seen, (), seats, options))[0]
            assert again.public == seen.public, (seed, viewer)
            assert {part: again.sealed[part] for part in seen.sealed} == seen.sealed, (seed, viewer)
        dealt_again += 1
    assert dealt_again > DEALS / 3


OPTIONS: dict[str, dict[str, Any]] = {MUSTAMAIJA: {"trump_reveal": "after_first_lead"}}


def dealt_match(key: str, seats: int, **options: Any) -> Match:
    """Return a game whose first round was just dealt."""
    match = Match(seats, ruleset=key, seed=3, **options)
    for seat in range(1, seats):
        match.sit(f"player-{seat}")
    return match


def report_on(match: Match, viewer: Viewer, change: Callable[[LoggedEvent], object]) -> Verification:
    """Verify the log up to the deal as a viewer sees it, after a change of the deal, chained and sealed again."""
    deal = first_event(match.log, "round-dealt").version
    events, head = [*map(logged, match.log[:deal])], ""
    for event in events:
        if event.type == "round-dealt":
            change(event)
        head = reseal(match.id, head, event, match.chain.link(1))
    events = [seen_by(event, viewer) for event in events]
    return verify(export(match.id, events[0], head, events), head)


def public(**values: Any) -> Callable[[LoggedEvent], object]:
    """Return a change of public fields."""
    return lambda event: event.public.update(values)


def shows_one_more(event: LoggedEvent) -> None:
    event.public["shown"] = [*event.public["shown"], {"seat": 0, "card": "S6"}]


def decided_by_no_trump(event: LoggedEvent) -> None:
    suit = "C" if event.public["trump"] == "S" else "S"
    event.public["decided_by"] = event.public["shown"][0]["card"] = f"{suit}7"


def nobody_decided(event: LoggedEvent) -> None:
    event.public |= {"decided_by": None, "shown": []}


def asks_the_dealer(event: LoggedEvent) -> None:
    event.public["asks"]["seat"] = event.public["dealer"]


def asks_nobody_there(event: LoggedEvent) -> None:
    event.public["asks"]["seat"] = 3


def another_trump(event: LoggedEvent) -> None:
    event.public["trump"] = "C" if event.public["trump"] != "C" else "S"


FORGED: list[tuple[str, int, Callable[[LoggedEvent], object]]] = [
    (SATO, 3, public(turn=3)),
    (SATO, 3, public(top="X1")),
    (SATO, 3, public(stock=30)),
    (KAWAGOE, 3, public(turn=3)),
    (KAWAGOE, 3, public(dealer=3, turn=3)),
    (KAWAGOE, 3, lambda event: event.public.update(turn=(event.public["dealer"] + 1) % 3)),
    (DOUBT, 3, public(turn=3)),
    (DOUBT, 3, public(number=2)),
    (DOUBT, 3, public(hands=[17, 17, 17])),
    (DURAK, 3, decided_by_no_trump),
    (DURAK, 3, shows_one_more),
    (DURAK, 3, public(first=3)),
    (DURAK, 3, another_trump),
    (DURAK, 5, nobody_decided),
    (KIRIFU, 3, asks_nobody_there),
    (KIRIFU, 3, public(trump_card="S2")),
    (MUSTAMAIJA, 3, asks_the_dealer),
    (MUSTAMAIJA, 3, public(dealer=3)),
    (MUSTAMAIJA, 3, public(trump="S")),
]


@pytest.mark.parametrize(("key", "seats", "change"), FORGED)
@pytest.mark.parametrize("viewer", [SPECTATOR, 0])
def test_a_forged_deal_of_a_running_round_is_false(
    key: str, seats: int, change: Callable[[LoggedEvent], object], viewer: Viewer
) -> None:
    match = dealt_match(key, seats, **OPTIONS.get(key, {}))
    true = report_on(match, viewer, lambda _: None)
    assert (true.problems, true.conclusion) == ([], Conclusion.SEEN)
    report = report_on(match, viewer, change)
    assert report.conclusion is Conclusion.FALSE
    assert not any("digest" in problem.what for problem in report.problems)


@pytest.mark.parametrize("key", [SATO, DURAK])
def test_a_seat_sees_that_its_own_card_is_shown_elsewhere(key: str) -> None:
    match = dealt_match(key, 3)
    own = first_event(match.log, "round-dealt").sealed["0"].cards[0]
    name = "top" if key == SATO else "trump_card"
    change = public(**{name: own} | ({"trump": own[0]} if key == DURAK else {}))
    assert report_on(match, 0, change).conclusion is Conclusion.FALSE
