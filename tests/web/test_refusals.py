"""Every refusal that the API has is explained in the words of the pages, in both languages."""

import re

import pytest

from api.problems import PROBLEMS
from prove.harness.description import ROOT

TEXT = ROOT / "api" / "web" / "text"

OF_THE_PAGES = {"offline", "unknown"}
"""No answer at all, and a code that is newer than the page."""


def explained(language: str) -> dict[str, str]:
    """The words for each code."""
    text = (TEXT / f"refused.{language}.js").read_text("utf-8")
    return dict(re.findall(r'^  "refused\.([a-z-]+)": "(.+)",$', text, re.MULTILINE))


@pytest.mark.parametrize("language", ["en", "ja"])
def test_every_refusal_has_words_and_there_are_no_others(language: str) -> None:
    assert set(explained(language)) == set(PROBLEMS) | OF_THE_PAGES


def test_the_words_are_of_their_language() -> None:
    kana = re.compile(r"[\u3040-\u30ff]")
    assert all(kana.search(words) for words in explained("ja").values())
    assert not any(kana.search(words) for words in explained("en").values())
