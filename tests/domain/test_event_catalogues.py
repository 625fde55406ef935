"""Every event type is declared whole, and what is recorded is what is declared."""

import ast
import re
from collections.abc import Iterator
from dataclasses import fields
from inspect import cleandoc
from pathlib import Path
from typing import Any, get_args, get_origin, get_type_hints, is_typeddict

import jsonschema_rs
import pytest

from domain.beating.events import EVENTS as BEATING
from domain.dobon.events import EVENTS as DOBON
from domain.doubt.events import EVENTS as DOUBT
from domain.game import game_events
from domain.game.fold import apply, fold
from domain.game.registry import RULESETS, ruleset
from domain.log.events import TABLE, Event
from domain.log.log_format import Export
from domain.ruleset.catalogue import (
    BY_STRATEGY,
    EVERY_SEAT,
    ROUND_DEALT,
    ROUND_ENDED,
    Catalogue,
    EventType,
    Role,
    schema,
)
from domain.ruleset.ruleset import OVER
from domain.running.self_play import PlayedRound
from tests.golden.record import HERE, read

DOMAIN = Path(__file__).parents[2] / "domain"
CATALOGUES = {"": game_events.EVENTS, "dobon": DOBON, "doubt": DOUBT, "beating": BEATING}
TYPES = [(family, kind) for family, catalogue in CATALOGUES.items() for kind in catalogue]
LOGS = sorted(HERE.glob("*.jsonl"))

UNRECORDED = {
    ("game-created", "spectators delayed"): "test_spectators.py",
    ("game-created", "spectators off"): "test_spectators.py",
    ("game-created", "spectator_delay"): "test_spectators.py",
    ("hand-opened", "by_clock"): "test_rounds.py",
    ("passed", "by_clock"): "test_rounds.py",
    ("pile-taken", "by_clock"): "test_endings.py",
    ("round-dealt", "aces none"): "test_kirifu_cases.py",
    ("cards-led", "kind two-groups"): "test_kirifu_leads.py",
    ("trump-turned", "trump S"): "test_mustamaija_turns.py",
    ("trump-turned", "trump D"): "test_mustamaija_cases.py",
} | {(kind.name, BY_STRATEGY): "test_interrupted_bots.py" for _, kind in TYPES if kind.role is not Role.CONSEQUENCE}
"""Optional fields and choices that no recorded game has, with the tests that cover them."""


def name_of(value: object) -> str:
    return value.name if isinstance(value, EventType) else str(value)


def declared(key: str, kind: str) -> EventType:
    """Return the declaration of an event in a game of the ruleset."""
    return game_events.EVENTS.get(kind) or ruleset(key).events[kind]


def recorded() -> Iterator[tuple[Export, Event]]:
    for log in map(read, LOGS):
        for event in log.events:
            yield log, event


# Declarations


@pytest.mark.parametrize(("family", "kind"), TYPES, ids=name_of)
def test_every_type_is_declared_whole(family: str, kind: EventType) -> None:
    assert re.fullmatch("[a-z]+(-[a-z]+)*", kind.name)
    for part in (kind.public, *(sealed.payload for sealed in kind.sealed)):
        assert is_typeddict(part)
        assert part.__doc__
        assert re.fullmatch(r"[A-Z`].*\.", cleandoc(part.__doc__), re.DOTALL)
        assert jsonschema_rs.Draft202012Validator(schema(part))
    for function in (kind.apply, kind.narrate):
        assert callable(function)
        assert not repr(function).startswith("<function <lambda>")
    assert {sealed.viewer for sealed in kind.sealed} <= {EVERY_SEAT, TABLE, *kind.public.__annotations__}
    assert kind.begins == (kind.name in ("game-created", ROUND_DEALT))


@pytest.mark.parametrize(("family", "kind"), TYPES, ids=name_of)
def test_fields_that_a_declaration_names_are_among_its_fields(family: str, kind: EventType) -> None:
    assert {*kind.reveals} <= {*kind.public.__annotations__}
    assert not kind.lays or kind.lays in kind.reveals
    for sealed in kind.sealed:
        assert {*sealed.reveals} <= {*sealed.payload.__annotations__}
    assert kind.figure in {"", *(field.name for field in fields(PlayedRound))}
    assert kind.role is Role.CONSEQUENCE or family


def test_no_type_of_the_whole_game_is_declared_by_a_family() -> None:
    for family in ("dobon", "doubt", "beating"):
        assert not {*game_events.EVENTS.types} & {*CATALOGUES[family].types}
        assert {ROUND_DEALT, ROUND_ENDED} <= {*CATALOGUES[family].types}


def test_every_ruleset_has_the_catalogue_of_its_family() -> None:
    assert {(rules.family, id(rules.events)) for rules in RULESETS.values()} == {
        (family, id(catalogue)) for family, catalogue in CATALOGUES.items() if family
    }


def emitted(folder: str) -> set[str]:
    """Return the names of the events that the modules of a folder make."""
    found = set()
    for path in (DOMAIN / folder).glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and node.args and isinstance(node.args[0], ast.Constant):
                name = node.func.id if isinstance(node.func, ast.Name) else getattr(node.func, "attr", "")
                if name in ("Event", "happens"):
                    found.add(node.args[0].value)
    return found


@pytest.mark.parametrize("family", CATALOGUES)
def test_the_rules_make_exactly_the_events_that_are_declared(family: str) -> None:
    assert emitted(family or "running") == {*CATALOGUES[family].types}


# Recorded games


def test_every_recorded_event_fits_its_declaration() -> None:
    validators: dict[int, Any] = {}

    def check(part: Any, value: Any) -> None:
        validator = validators.get(id(part)) or jsonschema_rs.Draft202012Validator(schema(part))
        validators[id(part)] = validator
        validator.validate(value)

    for log, event in recorded():
        kind = declared(log.ruleset, event.type)
        check(kind.public, event.public)
        left = dict(event.sealed)
        for sealed in kind.sealed:
            keys = [key for key in event.sealed if sealed.covers(key, event)]
            seats = log.seats if sealed.viewer == EVERY_SEAT else 1
            assert len(keys) in ((0, seats) if sealed.optional else (seats,)), (log.game, event)
            for key in keys:
                check(sealed.payload, left.pop(key))
        assert not left, (log.game, event)


def test_every_optional_field_and_every_choice_is_recorded_or_covered_elsewhere() -> None:
    seen: dict[tuple[str, str], set[Any]] = {}
    for log, event in recorded():
        for name, value in event.public.items():
            values = seen.setdefault((log.ruleset, f"{event.type} {name}"), set())
            values.add(value if isinstance(value, str) else None)
    missing = set()
    for family, kind in TYPES:
        for name, hint in get_type_hints(kind.public).items():
            found = set[Any]().union(
                *(
                    values
                    for (key, field), values in seen.items()
                    if field == f"{kind.name} {name}" and family in ("", ruleset(key).family)
                )
            )
            if not found:
                missing.add((kind.name, name))
            if str(get_origin(hint)) == "typing.Literal" and all(isinstance(one, str) for one in get_args(hint)):
                missing |= {(kind.name, f"{name} {choice}") for choice in {*get_args(hint)} - found if found}
    assert sorted(missing) == sorted(UNRECORDED)
    tests = {path.name for path in Path(__file__).parents[1].rglob("test_*.py")}
    assert {*UNRECORDED.values()} <= tests


@pytest.mark.parametrize("path", LOGS, ids=lambda path: path.stem)
def test_phases_and_ends_are_those_that_the_ruleset_lists(path: Path) -> None:
    log = read(path)
    rules = ruleset(log.ruleset)
    game = fold(log.game, log.events[:1])
    for event in log.events[1:]:
        apply(game, event)
        if game.table is not None:
            assert rules.view(game.table)["phase"] in (*rules.phases, OVER)
        if event.type == ROUND_ENDED:
            assert event.public["reason"] in rules.end_reasons
        if event.type in rules.call_events:
            assert rules.calls is not None
            claim = rules.calls.claim(event)
            assert claim is not None
            assert claim["kind"] in rules.calls.call_kinds


def test_only_call_events_record_claims() -> None:
    for log, event in recorded():
        rules = ruleset(log.ruleset)
        claim = None if rules.calls is None else rules.calls.claim(event)
        assert (claim is not None) == (event.type in rules.call_events)
    assert {rules.family for rules in RULESETS.values() if rules.calls is None} == {"beating"}


# Pages


# The catalogue itself


def test_a_schema_allows_exactly_the_declared_fields() -> None:
    validator = jsonschema_rs.Draft202012Validator(schema(DOBON["passed"].public))
    fine = {"seat": 1, "turn": 2, "deadline": None}
    validator.validate(fine)
    for other in ({"seat": 1, "turn": 2}, {**fine, "suit": "S"}, {**fine, "seat": "1"}, {**fine, "deadline": 7}):
        assert not validator.is_valid(other)


def test_revealed_cards_are_those_of_the_named_fields() -> None:
    beaten = Event("cards-beaten", {"seat": 1, "pairs": [["H6", "H8"], ["S6", "D6"]]})
    assert BEATING["cards-beaten"].revealed(beaten) == ["H8", "D6"]
    given = Event("cards-exchanged", {"from": 0, "to": 2}, {"0": {"cards": ["S1"]}, "2": {"cards": ["S1"]}})
    assert dict(DOUBT["cards-exchanged"].learned(given)) == {"2": ["S1"]}
    catalogue: Catalogue = DOBON
    assert catalogue.having(Role.CALL) == ("dobon-called",)
    assert catalogue.choices(ROUND_ENDED, "reason") == ("dobon", "ippatsu", "false-call", "dead-end")
