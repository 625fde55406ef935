"""Every error code of the API has a message in both languages."""

import re

import pytest

from api.problems import PROBLEMS
from prove.harness.description import ROOT

TEXT = ROOT / "api" / "web" / "text"

CODES_OF_THE_PAGE = {"no-answer", "unknown"}
"""Codes that only the page uses: no answer, and an unknown code."""


def texts(language: str) -> dict[str, str]:
    """Return the text of each code."""
    text = (TEXT / f"refused.{language}.js").read_text("utf-8")
    return dict(re.findall(r'^  "refused\.([a-z-]+)": "(.+)",$', text, re.MULTILINE))


@pytest.mark.parametrize("language", ["en", "ja"])
def test_every_error_code_has_a_text_and_every_text_a_code(language: str) -> None:
    assert set(texts(language)) == set(PROBLEMS) | CODES_OF_THE_PAGE


def test_the_texts_are_in_their_language() -> None:
    kana = re.compile(r"[\u3040-\u30ff]")
    assert all(kana.search(words) for words in texts("ja").values())
    assert not any(kana.search(words) for words in texts("en").values())
