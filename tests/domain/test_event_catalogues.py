"""Every event type is declared whole, and what is recorded is what is declared."""

import ast
import re
from collections.abc import Iterator
from dataclasses import fields
from inspect import cleandoc
from pathlib import Path
from typing import Any, Literal, get_args, get_origin, get_type_hints

import jsonschema_rs
import msgspec
import pytest

from domain.beating.event_types import EVENTS as BEATING
from domain.dobon.event_types import EVENTS as DOBON
from domain.doubt.event_types import EVENTS as DOUBT
from domain.game.fold import apply, fold
from domain.game.game_event_types import EVENTS as WHOLE_GAME
from domain.game.registry import RULESETS, ruleset
from domain.log.events import TABLE, LoggedEvent, Part
from domain.log.log_format import Export
from domain.ruleset.catalogue import (
    BY_STRATEGY,
    EVERY_SEAT,
    ROUND_DEALT,
    ROUND_ENDED,
    Catalogue,
    EventType,
    Role,
    is_part,
    schema,
)
from domain.ruleset.ruleset import OVER
from domain.running.self_play import PlayedRound
from tests.domain.made_events import made
from tests.golden.record import HERE, parsed, read

DOMAIN = Path(__file__).parents[2] / "domain"
CATALOGUES = {"": WHOLE_GAME, "dobon": DOBON, "doubt": DOUBT, "beating": BEATING}
TYPES = [(family, kind) for family, catalogue in CATALOGUES.items() for kind in catalogue]
LOGS = sorted(HERE.glob("*.jsonl"))

UNRECORDED = {
    ("game-created", "spectators delayed"): "test_spectators.py",
    ("game-created", "spectators off"): "test_spectators.py",
    ("game-created", "bot_accounts"): "test_bot_accounts.py",
    ("game-created", "spectator_delay"): "test_spectators.py",
    ("hand-opened", "by_clock"): "test_rounds.py",
    ("passed", "by_clock"): "test_rounds.py",
    ("pile-taken", "by_clock"): "test_endings.py",
    ("seat-taken", "bot_account"): "test_bot_accounts.py",
    ("round-dealt", "aces none"): "test_kirifu_cases.py",
    ("cards-led", "kind two-groups"): "test_kirifu_leads.py",
    ("trump-turned", "trump S"): "test_mustamaija_turns.py",
    ("trump-turned", "trump D"): "test_mustamaija_cases.py",
} | {(kind.name, BY_STRATEGY): "test_interrupted_bots.py" for _, kind in TYPES if kind.role is not Role.CONSEQUENCE}
"""Optional fields and choices that no recorded game has, with the tests that cover them."""


def name_of(value: object) -> str:
    return value.name if isinstance(value, EventType) else str(value)


def fields_of(part: type[Part]) -> set[str]:
    return {*part.__struct_fields__}


def declared(key: str, kind: str) -> EventType:
    """Return the declaration of an event in a game of the ruleset."""
    return WHOLE_GAME.get(kind) or ruleset(key).events[kind]


def recorded() -> Iterator[tuple[Export, LoggedEvent]]:
    for log in map(parsed, LOGS):
        for event in log.events:
            yield log, event


# Declarations


@pytest.mark.parametrize(("family", "kind"), TYPES, ids=name_of)
def test_every_type_is_declared_whole(family: str, kind: EventType) -> None:
    assert re.fullmatch("[a-z]+(-[a-z]+)*", kind.name)
    for part in (kind.public, *(sealed.payload for sealed in kind.sealed)):
        assert is_part(part)
        assert part.__doc__
        assert re.fullmatch(r"[A-Z`].*\.", cleandoc(part.__doc__), re.DOTALL)
        assert jsonschema_rs.Draft202012Validator(schema(part))
    for function in (kind.apply, kind.narrate):
        assert callable(function)
        assert not repr(function).startswith("<function <lambda>")
    assert {sealed.viewer for sealed in kind.sealed} <= {EVERY_SEAT, TABLE, *fields_of(kind.public)}
    assert kind.begins == (kind.name in ("game-created", ROUND_DEALT))


@pytest.mark.parametrize(("family", "kind"), TYPES, ids=name_of)
def test_fields_that_a_declaration_names_are_among_its_fields(family: str, kind: EventType) -> None:
    assert {*kind.reveals} <= fields_of(kind.public)
    assert not kind.lays or kind.lays in kind.reveals
    for sealed in kind.sealed:
        assert {*sealed.reveals} <= fields_of(sealed.payload)
    assert kind.figure in {"", *(field.name for field in fields(PlayedRound))}
    assert kind.role is Role.CONSEQUENCE or family


def test_no_type_of_the_whole_game_is_declared_by_a_family() -> None:
    for family in ("dobon", "doubt", "beating"):
        assert not {*WHOLE_GAME.types} & {*CATALOGUES[family].types}
        assert {ROUND_DEALT, ROUND_ENDED} <= {*CATALOGUES[family].types}


def test_every_ruleset_has_the_catalogue_of_its_family() -> None:
    assert {(rules.family, id(rules.events)) for rules in RULESETS.values()} == {
        (family, id(catalogue)) for family, catalogue in CATALOGUES.items() if family
    }


def emitted(folder: str, names: set[str]) -> set[str]:
    """Return those of the classes that the modules of a folder make."""
    found = set()
    for path in (DOMAIN / folder).glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in names:
                found.add(node.func.id)
    return found


@pytest.mark.parametrize("family", CATALOGUES)
def test_the_rules_make_exactly_the_events_that_are_declared(family: str) -> None:
    declared = {kind.public.__name__ for kind in CATALOGUES[family]}
    assert emitted(family or "running", declared) == declared


# Recorded games


def test_every_recorded_event_fits_its_declaration() -> None:
    validators: dict[int, Any] = {}

    def check(part: Any, value: Any) -> None:
        validator = validators.get(id(part)) or jsonschema_rs.Draft202012Validator(schema(part))
        validators[id(part)] = validator
        validator.validate(value)

    for log, event in recorded():
        kind = declared(log.ruleset, event.type)
        read_event = kind.read(event)
        check(kind.public, event.public)
        left = dict(event.sealed)
        for sealed in kind.sealed:
            keys = [key for key in event.sealed if sealed.covers(key, read_event)]
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
        hints = get_type_hints(kind.public)
        for field in msgspec.structs.fields(kind.public):
            name, hint = field.encode_name, hints[field.name]
            hint = next((one for one in get_args(hint) if get_origin(one) is Literal), hint)
            found = set[Any]().union(
                *(
                    values
                    for (key, seen_field), values in seen.items()
                    if seen_field == f"{kind.name} {name}" and family in ("", ruleset(key).family)
                )
            )
            if not found:
                missing.add((kind.name, name))
            if get_origin(hint) is Literal and all(isinstance(one, str) for one in get_args(hint)):
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
            assert rules.view(game.state)["phase"] in (*rules.phases, OVER)
        if event.type == ROUND_ENDED:
            assert event.public.reason in rules.end_reasons
        if event.type in rules.call_events:
            assert rules.calls is not None
            claim = rules.calls.claim(event)
            assert claim is not None
            assert claim["kind"] in rules.calls.call_kinds


def test_only_call_events_record_claims() -> None:
    for log, event in recorded():
        rules = ruleset(log.ruleset)
        claim = None if rules.calls is None else rules.calls.claim(declared(log.ruleset, event.type).read(event))
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
    beaten = made("cards-beaten", {"seat": 1, "pairs": [["H6", "H8"], ["S6", "D6"]]}, family="beating")
    assert BEATING["cards-beaten"].revealed(beaten) == ["H8", "D6"]
    given = made(
        "cards-exchanged", {"from": 0, "to": 2}, {"0": {"cards": ["S1"]}, "2": {"cards": ["S1"]}}, family="doubt"
    )
    assert dict(DOUBT["cards-exchanged"].learned(given)) == {"2": ["S1"]}
    catalogue: Catalogue = DOBON
    assert catalogue.having(Role.CALL) == ("dobon-called",)
    assert catalogue.choices(ROUND_ENDED, "reason") == ("dobon", "ippatsu", "false-call", "dead-end")
