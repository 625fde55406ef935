"""The texts of the pages: all keys in both languages; and the types of events that the pages name."""

import re
from pathlib import Path

import pytest

from api.texts.messages import messages
from domain.beating.event_types import EVENTS as BEATING
from domain.dobon.event_types import EVENTS as DOBON
from domain.doubt.event_types import EVENTS as DOUBT
from domain.game.game_event_types import EVENTS as WHOLE_GAME
from prove.harness.description import ROOT

WEB = ROOT / "api" / "web"
TEXT = WEB / "text"

EVENTS = {kind for catalogue in (WHOLE_GAME, DOBON, DOUBT, BEATING) for kind in catalogue.types}
"""The types of all events."""

STORAGE_KEYS = {"dobon.admin", "dobon.language", "dobon.theme"}
"""Names in the browser's storage, which look like keys of texts."""


def keys(path: Path) -> list[str]:
    """Return the keys of a file of texts, in order."""
    return [line.split('"')[1] for line in path.read_text("utf-8").splitlines() if line.startswith('  "')]


@pytest.mark.parametrize("path", sorted(TEXT.glob("*.en.js")), ids=lambda path: path.name)
def test_both_languages_have_the_same_keys(path: Path) -> None:
    assert keys(path) == keys(path.with_name(path.name.replace(".en.", ".ja.")))


def test_the_verification_knows_every_event() -> None:
    source = (WEB / "lib" / "client" / "verify" / "card-tracker.js").read_text("utf-8")
    block = source.partition("const CARD_MOVES = {\n")[2].partition("\n};")[0]
    assert {*re.findall(r'^    "([a-z-]+)": ', block, re.MULTILINE)} == EVENTS


def test_the_events_without_a_line_are_events() -> None:
    [named] = re.findall(r"WITHOUT_LINE = new Set\(\[(.+)\]\)", (WEB / "table" / "events.js").read_text("utf-8"))
    assert {name.strip(' "') for name in named.split(",")} < EVENTS


def test_the_code_uses_exactly_the_keys_that_have_texts() -> None:
    code = "\n".join(path.read_text("utf-8") for path in WEB.rglob("*.js") if path.parent != TEXT)
    texts = {key for path in TEXT.glob("*.en.js") for key in keys(path)} | {
        f"refused.{code}" for code in messages()["en"]
    }
    namespaces = "|".join(sorted({key.split(".")[0] for key in texts}))
    named = set(re.findall(rf'"((?:{namespaces})\.[a-z0-9_.-]+)"', code)) - STORAGE_KEYS
    built = [
        re.compile(re.sub(r"\\\$\\\{[^}]*\\\}", r"[a-zA-Z0-9_.-]+", re.escape(template)))
        for template in re.findall(rf"`((?:{namespaces})\.[^`]*\$\{{[^`]*)`", code)
    ]
    assert named <= texts
    assert not {key for key in texts - named if not any(pattern.fullmatch(key) for pattern in built)}
