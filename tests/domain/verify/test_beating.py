"""`verify` and logs of Durak, Kirifu and Mustamaija.

Played logs pass, with parts withheld too. Every change is found, and nonsense does not raise an exception.
"""

from collections import Counter
from collections.abc import Iterator
from copy import deepcopy
from typing import Any

import pytest

from domain.game.fold import apply, fold
from domain.game.game import Game
from domain.game.registry import RULESETS
from domain.log.chance import RandomStream
from domain.log.errors import Refused
from domain.log.events import SPECTATOR, Event, seen_by
from domain.ruleset.cards import CARDS, CODES
from domain.ruleset.ruleset import check_options
from domain.verification.judgement import MALFORMED
from domain.verification.verify import verify
from prove.harness.random_games import copy_events, export_lines, first_event, play_game, rechain
from tests.domain.played_beating import LOGS, at_deal, bouts, first_out, freely, mustamaija, pairs, turned
from tests.domain.verify.log_mutations import NONSENSE, Log, problems, with_nonsense

GAMES = ("durak", "kirifu", "mustamaija")
EVERY = pytest.mark.parametrize("log", LOGS.values(), ids=list(LOGS))


def chosen(key: str, stream: RandomStream) -> tuple[int, dict[str, Any]]:
    """Return seats and any compatible options of a game."""
    rules = RULESETS[key]
    while True:
        seats = rules.seats[stream.below(len(rules.seats))]
        options: dict[str, Any] = {
            "turn_seconds": (0, 7)[stream.below(2)],
            "stall_limit": (3, 100)[stream.below(2)],
            "rounds": 1 + stream.below(2),
        }
        for option in rules.options:
            if option.kind != "int":
                values = option.values or (False, True)
                options[option.name] = values[stream.below(len(values))]
        try:
            check_options(rules, options, seats)
        except Refused:
            continue
        return seats, options


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("key", GAMES)
def test_a_played_beating_game_passes(seed: int, key: str) -> None:
    seats, options = chosen(key, RandomStream(bytes([seed]), "options"))
    game = f"good-{seed}"
    events = play_game(game, seats, freely, ruleset=key, **options)
    report = verify(export_lines(game, events), events[-1].digest)
    assert (report.problems, report.unchecked) == ([], [])
    for viewer in (SPECTATOR, seed % seats):
        seen = [seen_by(event, viewer) for event in events]
        assert verify(export_lines(game, seen), events[-1].digest).problems == []


@pytest.mark.parametrize("log", [pairs, first_out, at_deal])
def test_every_flipped_byte_of_a_log_of_a_beating_game_is_found(log: Log) -> None:
    data = "\n".join(export_lines(*log())).encode()
    for place in range(0, len(data), len(data) // 40):
        bad = data[:place] + bytes([data[place] ^ 1 << place % 8]) + data[place + 1 :]
        assert not verify(bad.decode(errors="surrogateescape").split("\n")).ok, place


@pytest.mark.parametrize("log", [pairs, first_out, at_deal])
@pytest.mark.parametrize("nonsense", NONSENSE, ids=repr)
def test_nonsense_in_a_log_of_a_beating_game_does_not_raise_an_exception(nonsense: Any, log: Log) -> None:
    reports = [*with_nonsense(log, nonsense, ("round-dealt", *KINDS))]
    if log is pairs:
        # Pairs may not turn an attack over, so this event comes from another log.
        reports += with_nonsense(turned, nonsense, ("attack-turned-over",))
    assert len(reports) > 30
    assert sum(not report.ok for report in reports) > len(reports) / 2


@EVERY
def test_rechaining_an_unchanged_log_of_a_beating_game_gives_the_same_log(log: Log) -> None:
    game, events = log()
    assert rechain(game, copy_events(events)) == events


# Every event, every field

KINDS = (
    "bout-begun", "attack-played", "cards-led", "attack-turned-over", "cards-beaten", "attack-stopped", "take-declared", "cards-thrown-in",
    "defence-ended", "trump-turned", "cards-drawn", "seat-out", "round-ended",
)  # fmt: skip


def others(name: str, value: Any, seats: int) -> Iterator[Any]:
    """Yield other values of the same kind."""
    if isinstance(value, bool):
        yield not value
    elif isinstance(value, int):
        yield from (value + 1, value - 1, (value + 1) % seats)
    elif isinstance(value, str) and value in CARDS:
        yield from (CODES[(CARDS[value] + step) % 52] for step in (1, 13))
    elif isinstance(value, str):
        yield from (
            text
            for text in (
                "beaten",
                "taken",
                "single",
                "group",
                "S",
                "D",
                "draw",
                "stalled",
                "leading",
                "2026-11-21T03:24:59.000000Z",
            )
            if text != value
        )
    elif isinstance(value, list):
        yield from ([*value[1:]], value[::-1], [*value, *value[:1]], [*value, "S7"], [*value, 0])
        yield from (
            [*value[:place], other, *value[place + 1 :]]
            for place, inner in enumerate(value)
            for other in others(name, inner, seats)
        )
    elif isinstance(value, dict):
        yield None
        yield from ({**value, key: other} for key, inner in value.items() for other in others(key, inner, seats))
    elif value is None:
        yield from (0, "S7")


@EVERY
def test_every_changed_field_of_an_event_of_a_beating_game_is_found(log: Log) -> None:
    """Change the first and the last event of each type."""
    game, events = log()
    tried = 0
    for kind in KINDS:
        places = [place for place, event in enumerate(events) if event.type == kind]
        for place in {*places[:1], *places[-1:]}:
            before, event = fold(game, events[:place]), deepcopy(events[place])
            for name, value in events[place].public.items():
                for other in others(name, value, len(before.seats)):
                    if same(name, other, value):
                        continue
                    event.public[name] = other
                    assert goes_wrong(before, events[place - 1], [event, *events[place + 1 :]]), (
                        kind,
                        name,
                        value,
                        other,
                    )
                    tried += 1
                event.public[name] = value
            assert not goes_wrong(before, events[place - 1], [event, *events[place + 1 : place + 20]])
    assert tried > 300


def same(name: str, other: Any, value: Any) -> bool:
    """Tell whether values are equal; pairs of one event have no order."""
    return type(other) is type(value) and (other == value or (name == "pairs" and other == value[::-1]))


def goes_wrong(before: Game, last: Event, events: list[Event]) -> bool:
    """Tell whether `verify` finds a problem from here on, apart from chain and seals."""
    game = before.copy()
    try:
        for event in events:
            if any(wrong for _, wrong in game.ruleset.audit(game.table, last, event, game.options, None, whole=True)):
                return True
            apply(game, event)
            if any(game.ruleset.misplaced(game.table)):
                return True
            last = event
    except MALFORMED:
        return True
    return False


@EVERY
@pytest.mark.parametrize("kind", KINDS)
def test_missing_repeated_and_late_events_of_a_beating_game_are_found(log: Log, kind: str) -> None:
    game, pristine = log()
    places = [place for place, event in enumerate(pristine) if event.type == kind]
    for place in {*places[:1], *places[1:2], *places[-1:]}:
        event, following = pristine[place : place + 2]
        before = fold(game, pristine[:place])
        # Either of two defences in a row could be the first; only their moments tell.
        swapped = [] if kind == following.type == "cards-beaten" else [[following, event]]
        for forged in ([following], [event, event, following], *swapped):
            assert goes_wrong(before, pristine[place - 1], [*forged, *pristine[place + 2 :]])


@EVERY
def test_an_event_of_another_command_within_a_command_is_found(log: Log) -> None:
    game, events = log()
    place = next(
        place
        for place, event in enumerate(events)
        if event.type in ("defence-ended", "cards-led") and "asks" not in event.public
    )
    left = Event("seat-handed-over", {"seat": 0, "bot": "novice"}, at=events[place].at)
    assert "what was begun is to be finished at once" in problems(
        game, [*events[: place + 1], left, *events[place + 1 :]]
    )


# Withheld parts


@EVERY
@pytest.mark.parametrize("viewer", [SPECTATOR, 0, 1])
def test_a_log_of_a_beating_game_with_withheld_parts_is_checked_as_far_as_possible(log: Log, viewer: int) -> None:
    game, whole = log()
    events = [seen_by(event, viewer) for event in whole]
    report = verify(export_lines(game, events), events[-1].digest)
    assert report.problems == []
    assert [note for note in report.unchecked if "sealed parts are withheld" in note]
    for kind, of in (
        ("draws", "cards-drawn"),
        ("bouts", "bout-begun"),
        ("places", "seat-out"),
        ("results", "round-ended"),
    ):
        assert report.checked[kind] == sum(event.type == of for event in events)


@pytest.mark.parametrize("viewer", [SPECTATOR, 0, 1, 2])
def test_public_parts_are_checked_where_hands_are_withheld(viewer: int) -> None:
    """Counts of draws, asked seats, beating cards and places of face-up cards are checked."""

    def forged(log: Log, change: Any) -> str:
        game, events = log()
        change(events)
        report = verify(export_lines(game, [seen_by(event, viewer) for event in rechain(game, events)]))
        return "\n".join(problem.what for problem in report.problems)

    def count(events: list[Event]) -> None:
        first_event(events, "cards-drawn").public["count"] += 1

    def asked(events: list[Event]) -> None:
        first_event(events, "attack-played").public["asks"]["seat"] += 1

    def pair(events: list[Event]) -> None:
        beaten = first_event(events, "cards-beaten", lambda event: len(event.public["pairs"]) == 1)
        beaten.public["pairs"][0].reverse()

    def somebody_elses(events: list[Event]) -> None:
        """Put a card that all viewers saw taken up into another hand at the end."""
        ended = first_event(events, "round-ended")
        hands = ended.public["hands"]
        hands.append(hands.pop(0))

    assert "count of cards-drawn has to be" in forged(bouts, count)
    assert "asks of attack-played has to be" in forged(bouts, asked)
    assert "may not do this" in forged(mustamaija, pair)
    assert "not every seat lays open the hand it held" in forged(bouts, somebody_elses)


def test_a_card_taken_up_face_up_is_shown_by_its_taker_at_the_end() -> None:
    """Swap two cards in the result.

    A viewer who saw neither of them could not tell, but one was taken up face up.
    """
    game, events = first_out()
    place = next(place for place, event in enumerate(events) if event.type == "round-ended")
    table = fold(game, [seen_by(event, SPECTATOR) for event in events[:place]]).table
    hands = events[place].public["hands"]
    one, known = next((seat, CODES[card]) for seat, cards in enumerate(table.known) for card in cards)
    two, other = next(
        (seat, code)
        for seat, hand in enumerate(hands)
        for code in hand
        if seat != one and CARDS[code] not in table.known[seat]
    )
    hands[one] = sorted([*(code for code in hands[one] if code != known), other], key=CARDS.__getitem__)
    hands[two] = sorted([*(code for code in hands[two] if code != other), known], key=CARDS.__getitem__)
    report = verify(export_lines(game, [seen_by(event, SPECTATOR) for event in rechain(game, events)]))
    assert "not every seat lays open the hand it held" in [problem.what for problem in report.problems]


def test_a_report_counts_the_checks_of_a_beating_game() -> None:
    for log in LOGS.values():
        game, events = log()
        report = verify(export_lines(game, events), events[-1].digest)
        count = Counter(event.type for event in events)
        assert report.unchecked == []
        attacks = ("cards-led", "attack-played", "cards-thrown-in", "attack-turned-over", "attack-stopped")
        assert {kind: report.checked[kind] for kind in ("attacks", "defences", "draws", "trumps", "places", "bouts", "results")} == {
            "attacks": sum(count[kind] for kind in attacks), "draws": count["cards-drawn"], "trumps": count["trump-turned"],
            "defences": count["cards-beaten"] + count["take-declared"] + count["defence-ended"], "places": count["seat-out"],
            "bouts": count["bout-begun"], "results": count["round-ended"],
        }  # fmt: skip
