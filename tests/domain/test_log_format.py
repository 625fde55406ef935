"""Seals, digests and the log file: the fixed vectors, and detection of every change."""

import json
import re
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.log.chance import Chance, link_before
from domain.log.events import LoggedEvent
from domain.log.log_format import BadLog, canonical, chain, digest, export, genesis, parse, salt, same, seal
from domain.ruleset.cards import codes, deck
from prove.harness.random_games import reseal
from tests.golden.record import HERE, Log, parsed, read

ROOT = Path(__file__).parents[2]
VECTORS = json.loads((ROOT / "tests" / "vectors" / "log.json").read_text(encoding="utf-8"))
RECEIPTS = json.loads((ROOT / "tests" / "vectors" / "receipts.json").read_text(encoding="utf-8"))
DOCUMENT = (ROOT / "docs" / "log-format.md").read_text(encoding="utf-8")
SECRET = bytes.fromhex(VECTORS["secret"])
GAME = VECTORS["seed"]["game"]

JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**53), 2**53) | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=12,
)


def chance() -> Chance:
    seed = VECTORS["seed"]
    return Chance(SECRET, GAME, seed["round"], seed["links"])


def recorded() -> list[LoggedEvent]:
    """Return the three events of the vectors, with the vectors' seals and digests."""
    events, head = [LoggedEvent(**deepcopy(link["event"])) for link in VECTORS["chain"]], ""
    for event in events:
        head = reseal(GAME, head, event, SECRET)
    return events


def played() -> tuple[Log, bytes]:
    """Return a game of one round, without seals and digests, and the secret of that round."""
    log = read(HERE / "dead-end.jsonl")
    secret = next(event.public.secret for event in log.events if event.type == "round-revealed")
    for event in log.events:
        event.seals, event.digest = {}, ""
    return log, bytes.fromhex(secret)


def lines() -> list[str]:
    events = recorded()
    return list(export(GAME, events[0], events[-1].digest, events))


def strings(value: Any) -> list[str]:
    """Return every string in a JSON value."""
    if isinstance(value, str):
        return [value]
    inner = value.values() if isinstance(value, dict) else value if isinstance(value, list) else []
    return [text for part in inner for text in strings(part)]


# The vectors


def test_link_and_seed_are_those_of_the_vectors() -> None:
    assert link_before(SECRET).hex() == VECTORS["link_before"]
    assert chance().seed.hex() == VECTORS["seed"]["seed"]


def test_the_words_of_a_stream_are_those_of_the_vectors() -> None:
    stream = chance().stream(VECTORS["words"]["label"])
    assert [f"{stream.word():016x}" for _ in VECTORS["words"]["words"]] == VECTORS["words"]["words"]


@pytest.mark.parametrize("case", VECTORS["numbers"], ids=lambda case: case["below"])
def test_the_numbers_below_a_bound_are_those_of_the_vectors(case: dict[str, Any]) -> None:
    stream = chance().stream(case["label"])
    assert [str(stream.below(int(case["below"]))) for _ in case["numbers"]] == case["numbers"]


def test_the_shuffled_deck_is_that_of_the_vectors() -> None:
    cards = deck()
    chance().stream(VECTORS["shuffle"]["label"]).shuffle(cards)
    assert codes(cards) == VECTORS["shuffle"]["deck"]


@pytest.mark.parametrize("case", VECTORS["seals"], ids=lambda case: case["part"])
def test_a_seal_is_that_of_the_vectors(case: dict[str, Any]) -> None:
    assert canonical(case["payload"]).decode() == case["canonical"]
    assert salt(SECRET, case["version"], case["part"]).hex() == case["salt"]
    assert seal(SECRET, case["version"], case["part"], case["payload"]) == case["seal"]


def test_the_digests_are_those_of_the_vectors() -> None:
    assert genesis(GAME) == VECTORS["genesis"]
    assert [event.digest for event in recorded()] == [link["digest"] for link in VECTORS["chain"]]


def test_the_canonical_bytes_hashed_into_a_digest_are_those_of_the_vectors() -> None:
    for event, link in zip(recorded(), VECTORS["chain"], strict=True):
        names = ("version", "type", "schema", "at", "public", "seals")
        hashed = {"game": GAME} | {name: getattr(event, name) for name in names}
        assert canonical(hashed).decode() == link["canonical"]


def test_the_file_is_that_of_the_vectors() -> None:
    assert lines() == VECTORS["file"]


def test_the_format_documentation_prints_every_vector() -> None:
    flat = " ".join(DOCUMENT.split())
    runs = [VECTORS["words"]["words"], VECTORS["shuffle"]["deck"], *(case["numbers"] for case in VECTORS["numbers"])]
    assert [run for run in runs if " ".join(run) not in flat] == []
    whole = {name: part for name, part in VECTORS.items() if name not in ("words", "shuffle", "numbers", "chain")}
    texts = [*strings(whole), *(link[name] for link in VECTORS["chain"] for name in ("canonical", "digest"))]
    assert [text for text in texts if text not in DOCUMENT] == []


def test_the_format_documentation_prints_only_hashes_of_the_vectors() -> None:
    known = " ".join([*strings(VECTORS), *strings(RECEIPTS)])
    assert [value for value in re.findall(r"\b[0-9a-f]{16,}\b", DOCUMENT) if value not in known] == []


# Canonical JSON


@given(JSON)
def test_canonical_json_reads_back_and_is_spelt_the_same_again(value: Any) -> None:
    assert json.loads(canonical(value)) == value
    assert canonical(json.loads(canonical(value))) == canonical(value)


SMALL = st.recursive(
    st.none() | st.booleans() | st.integers(0, 1) | st.sampled_from(["", "0"]),
    lambda inner: st.lists(inner, max_size=2) | st.dictionaries(st.sampled_from("ab"), inner, max_size=2),
    max_leaves=3,
)
"""Values of which two are often the same, or differ only in their types."""


@given(SMALL, SMALL)
def test_values_are_the_same_if_their_encoding_is(one: Any, other: Any) -> None:
    assert same(one, other) == (canonical(one) == canonical(other))
    assert same([one], (one,))


@pytest.mark.parametrize(
    ("one", "other"), [(1, True), (0, False), ([0], [False]), ({"a": 1}, {"a": True}), ([], {}), (None, 0), ("1", 1)]
)
def test_values_of_different_types_are_not_the_same(one: Any, other: Any) -> None:
    assert not same(one, other)
    assert not same({"b": [one]}, {"b": [other]})


def test_canonical_json_does_not_depend_on_the_order_of_keys() -> None:
    assert canonical({"b": 1, "a": [{"d": 2, "c": 3}]}) == canonical({"a": [{"c": 3, "d": 2}], "b": 1})


def test_canonical_json_keeps_strings_unchanged() -> None:
    assert canonical({"t": "ドボン\n\x1f\x7f/🂡"}) == '{"t":"ドボン\\n\\u001f\x7f/🂡"}'.encode()


@pytest.mark.parametrize(
    "value",
    [
        1.0,
        {"a": 0.5},
        [[1.5]],
        {"a": [{"b": 1e300}]},
        float("nan"),
        {1: "a"},
        {"a": {None: 1}},
        {"a": {True: 1}},
        {1, 2},
    ],
)
def test_values_that_other_languages_spell_differently_are_not_canonical_json(value: Any) -> None:
    with pytest.raises(TypeError):
        canonical(value)


# Seals and digests


def test_seals_of_the_same_payload_differ_by_version_part_and_secret() -> None:
    payload = {"cards": ["H7"]}
    seals = {
        seal(SECRET, 3, "0", payload),
        seal(SECRET, 4, "0", payload),
        seal(SECRET, 3, "1", payload),
        seal(SECRET[::-1], 3, "0", payload),
        seal(SECRET, 3, "0", {"cards": ["H8"]}),
    }
    assert len(seals) == 5


def test_a_chain_continues_from_any_head() -> None:
    log, secret = played()
    head = ""
    for event in log.events:
        head = chain(log.game, head, [event], secret)
    assert head == log.head
    recorded = parsed(HERE / "dead-end.jsonl").events
    assert [(event.seals, event.digest) for event in log.events] == [(one.seals, one.digest) for one in recorded]


def test_a_digest_needs_no_open_envelope() -> None:
    *_, before, last = recorded()
    assert digest(before.digest, GAME, last.opening({})) == last.digest


def test_sealing_needs_a_secret() -> None:
    log, _ = played()
    dealt = next(place for place, event in enumerate(log.events) if event.type == "round-dealt")
    with pytest.raises(ValueError, match="no secret"):
        chain(log.game, "", log.events[: dealt + 1], None)
    assert chain(log.game, "", log.events[:dealt], None) == parsed(HERE / "dead-end.jsonl").events[dealt - 1].digest


def changed(event: LoggedEvent, name: str) -> LoggedEvent:
    """Return the event with another value in that field."""
    value = getattr(event, name)
    if isinstance(value, dict):
        other: Any = {**value, "more": "x"}
    else:
        other = value + 1 if isinstance(value, int) else value + "0"
    fields = {
        field: getattr(event, field) for field in ("type", "public", "sealed", "schema", "version", "at", "seals")
    }
    return LoggedEvent(**{**fields, name: other})


@pytest.mark.parametrize("name", ["version", "type", "schema", "at", "public", "seals"])
def test_every_field_of_an_event_is_in_its_digest(name: str) -> None:
    before = genesis(GAME)
    for event in recorded():
        assert digest(before, GAME, changed(event, name)) != event.digest
        before = event.digest


def test_a_digest_depends_on_the_game_and_on_everything_before() -> None:
    first = recorded()[0]
    assert digest(genesis(GAME), "another", first) != first.digest
    assert digest(genesis("another"), GAME, first) != first.digest


# The file


def test_a_file_reads_back_as_the_exported_log() -> None:
    log = parse(f"{line}\n" for line in lines())
    assert (log.game, log.ruleset, log.seats, log.head) == (GAME, "dobon-sato", 2, recorded()[-1].digest)
    assert log.options == recorded()[0].public["options"]
    assert log.events == recorded()


def test_changing_any_byte_of_a_file_changes_the_log() -> None:
    whole = parse(lines())
    data = "\n".join(lines()).encode()
    for place, byte in enumerate(data):
        tampered = data[:place] + bytes([byte ^ 1]) + data[place + 1 :]
        try:
            log = parse(tampered.decode(errors="surrogateescape").split("\n"))
        except BadLog:
            continue
        assert log != whole, place


@pytest.mark.parametrize(
    ("number", "line", "why"),
    [
        (1, "", "not canonical JSON"),
        (1, "[]", "the fields have to be"),
        (2, "{}", "the fields have to be"),
        (2, '"text"', "the fields have to be"),
        (3, "{", "not canonical JSON"),
        (3, "null ", "another spelling"),
        (4, '{"a":1,"a":1}', "another spelling"),
        (4, '{"a":1.0}', "floats"),
        (4, '{"a":NaN}', "floats"),
        (4, '"\\ud800"', "not UTF-8"),
        (4, "[" * 100_000, "not canonical JSON"),
        (4, "9" * 10_000, "not canonical JSON"),
    ],
)
def test_an_invalid_log_is_refused_with_the_number_of_the_line(number: int, line: str, why: str) -> None:
    every = lines()
    every[number - 1] = line
    with pytest.raises(BadLog, match=why) as bad:
        parse(every)
    assert bad.value.line == number
    assert str(bad.value).startswith(f"line {number}: ")


@pytest.mark.parametrize(
    ("number", "old", "new", "why"),
    [
        (1, "dobon-log/1", "dobon-log/2", "the format is not"),
        (1, '"seats":2', '"seats":true', "seats has to be of type int"),
        (1, '"options":{', '"options":{"a":1},"other":{', "the fields have to be"),
        (2, '"version":1', '"version":"1"', "version has to be of type int"),
        (2, '"seals":{}', '"seals":[]', "seals has to be of type dict"),
        (4, '"sealed":{"0":{"cards":["H7"]}', '"sealed":{"0":["H7"]', "a sealed part has to be"),
        (3, '"seals":{}', '"seals":{"0":1}', "a seal has to be"),
    ],
)
def test_a_field_of_the_wrong_type_is_refused(number: int, old: str, new: str, why: str) -> None:
    every = lines()
    assert old in every[number - 1]
    every[number - 1] = every[number - 1].replace(old, new)
    with pytest.raises(BadLog, match=why) as bad:
        parse(every)
    assert bad.value.line == number


def test_an_empty_file_is_not_a_log() -> None:
    with pytest.raises(BadLog, match="the file is empty"):
        parse([])
