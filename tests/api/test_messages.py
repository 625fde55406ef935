"""The messages of the web client for refusals, which the server makes from the table of codes."""

import json
import re

import pytest

from api.texts.codes import PROBLEMS
from api.texts.messages import messages
from prove.harness.application import House


def served(house: House, language: str) -> dict[str, str]:
    """Return the texts of the module that the pages load."""
    version = re.search("/static/([0-9a-f]{16})/", house.nobody.get("/").text)
    assert version
    answer = house.nobody.get(f"/static/{version[1]}/text/refused.{language}.js")
    assert answer.headers["Content-Type"] == "text/javascript; charset=utf-8"
    assert "immutable" in answer.headers["Cache-Control"]
    before, _, texts = answer.text.partition("{")
    assert before == "export default "
    found: dict[str, str] = json.loads("{" + texts.removesuffix(";\n"))
    return found


@pytest.mark.parametrize("language", ["en", "ja"])
def test_the_pages_get_a_message_for_every_code(house: House, language: str) -> None:
    codes = {*PROBLEMS, "no-answer", "unknown"}
    assert served(house, language) == {f"refused.{code}": messages()[language][code] for code in codes}


def test_the_worker_of_the_pages_keeps_the_messages(house: House) -> None:
    worker = house.nobody.get("/service-worker.js").text
    assert '"text/refused.en.js", "text/refused.ja.js"' in worker


def test_the_messages_are_in_their_language() -> None:
    kana = re.compile(r"[\u3040-\u30ff]")
    assert all(kana.search(words) for words in messages()["ja"].values())
    assert not any(kana.search(words) for words in messages()["en"].values())
    assert all(words.endswith((".", "。")) for texts in messages().values() for words in texts.values())
