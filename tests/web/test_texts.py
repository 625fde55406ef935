"""The texts of the pages: all keys in both languages, and a sentence for every event."""

import re
from pathlib import Path

import pytest

from domain.beating.events import EVENTS as BEATING
from domain.dobon.events import EVENTS as DOBON
from domain.doubt.events import EVENTS as DOUBT
from domain.game import game_events
from prove.harness.description import ROOT

WEB = ROOT / "api" / "web"
TEXT = WEB / "text"

EVENT_TEXTS = {
    "table": "table/events.js",
    "dobon": "boards/_dobon-events.js",
    "doubt": "boards/_doubt-events.js",
    "beating": "boards/_beating-events.js",
}
"""The module with the sentences for the events, by the namespace of its texts."""

CATALOGUES = {"table": game_events.EVENTS, "dobon": DOBON, "doubt": DOUBT, "beating": BEATING}
"""The declarations of the events, by the same namespaces."""

STORAGE_KEYS = {"dobon.admin", "dobon.language", "dobon.theme"}
"""Names in the browser's storage, which look like keys of texts."""


def keys(path: Path) -> list[str]:
    """Return the keys of a file of texts, in order."""
    return [line.split('"')[1] for line in path.read_text("utf-8").splitlines() if line.startswith('  "')]


def entries(module: str, name: str) -> dict[str, bool]:
    """Return the event types in an object of a module, and whether each has a value other than null."""
    block = (WEB / module).read_text("utf-8").partition(f"const {name} = {{\n")[2].partition("\n};")[0]
    return {kind: value != "null," for kind, value in re.findall(r'^  "([a-z-]+)": (\S+)', block, re.MULTILINE)}


@pytest.mark.parametrize("path", sorted(TEXT.glob("*.en.js")), ids=lambda path: path.name)
def test_both_languages_have_the_same_keys(path: Path) -> None:
    assert keys(path) == keys(path.with_name(path.name.replace(".en.", ".ja.")))


@pytest.mark.parametrize("language", ["en", "ja"])
@pytest.mark.parametrize("namespace", EVENT_TEXTS)
def test_exactly_the_events_with_a_sentence_have_texts(namespace: str, language: str) -> None:
    told = {kind for kind, sentence in entries(EVENT_TEXTS[namespace], "EVENT_TEXTS").items() if sentence}
    texts = [key.split(".") for key in keys(TEXT / f"{namespace}.{language}.js")]
    assert {parts[2] for parts in texts if parts[1] == "event"} == told


@pytest.mark.parametrize("namespace", EVENT_TEXTS)
def test_the_pages_know_exactly_the_events_of_the_catalogue(namespace: str) -> None:
    assert {*entries(EVENT_TEXTS[namespace], "EVENT_TEXTS")} == {*CATALOGUES[namespace].types}


def test_the_verification_knows_every_event() -> None:
    told = [kind for module in EVENT_TEXTS.values() for kind in entries(module, "EVENT_TEXTS")]
    assert set(entries("lib/verify/card-tracker.js", "CARD_MOVES")) == set(told)


def test_the_code_uses_exactly_the_keys_that_have_texts() -> None:
    code = "\n".join(path.read_text("utf-8") for path in WEB.rglob("*.js") if path.parent != TEXT)
    texts = {key for path in TEXT.glob("*.en.js") for key in keys(path)}
    namespaces = "|".join(sorted({key.split(".")[0] for key in texts}))
    named = set(re.findall(rf'"((?:{namespaces})\.[a-z0-9_.-]+)"', code)) - STORAGE_KEYS
    built = [
        re.compile(re.sub(r"\\\$\\\{[^}]*\\\}", r"[a-zA-Z0-9_.-]+", re.escape(template)))
        for template in re.findall(rf"`((?:{namespaces})\.[^`]*\$\{{[^`]*)`", code)
    ]
    assert named <= texts
    assert not {key for key in texts - named if not any(pattern.fullmatch(key) for pattern in built)}
