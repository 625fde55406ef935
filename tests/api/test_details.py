"""Details of problems in Japanese."""

import ast
import inspect
import pkgutil
import re
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from api import operations
from api.representations.fields import Body
from api.texts.details import DETAILS, PARTS, in_japanese, translated
from prove.harness.application import House

ROOT = Path(__file__).parents[2]
DETAIL = {"Refused": 1, "Problem": 1, "Refusal": 2, "ValidationError": 0, "require_seat": 1}
"""Functions that take a detail, and its position among their arguments."""

JAPANESE = re.compile(r"[ぁ-んァ-ヶ一-龠]")


def template(node: ast.expr) -> str | None:
    """Return a literal text with `{}` for its values; None for any other expression."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return node.value
    if isinstance(node, ast.JoinedStr):
        return "".join(str(part.value) if isinstance(part, ast.Constant) else "{}" for part in node.values)
    return None


def stated() -> Iterator[str]:
    """Yield each detail that the source states literally."""
    for part in ("domain", "infra", "api"):
        for path in (ROOT / part).rglob("*.py"):
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                if isinstance(node, ast.Call):
                    name = node.func.id if isinstance(node.func, ast.Name) else getattr(node.func, "attr", "")
                    place = DETAIL.get(name)
                    if place is not None and len(node.args) > place and (text := template(node.args[place])):
                        yield text


def messages(field: Any) -> Iterator[str]:
    """Yield the messages of a field and its validators, with `{}` for values."""
    for name, text in field.error_messages.items():
        if name != "validator_failed":
            yield re.sub(r"\{\w+\}", "{}", str(text))
    for validator in field.validators:
        for name, text in vars(validator).items():
            if ("message" in name or name == "error") and text:
                yield re.sub(r"\{\w+\}", "{}", str(text))
    for inner in ("inner", "key_field", "value_field"):
        if getattr(field, inner, None) is not None:
            yield from messages(getattr(field, inner))


def schemas() -> Iterator[type[Body]]:
    for module in pkgutil.walk_packages(operations.__path__, "api.operations."):
        for _, found in inspect.getmembers(import_module(module.name), inspect.isclass):
            if issubclass(found, Body):
                yield found


def test_each_stated_detail_has_a_japanese_one() -> None:
    found = set(stated())
    assert len(found) > 100
    assert sorted(found - set(DETAILS)) == []


def test_each_message_of_a_field_has_a_japanese_one() -> None:
    found = {text for schema in schemas() for field in schema().fields.values() for text in messages(field)}
    assert "Field may not be null." in found
    assert sorted(text for text in found if translated(text) is None) == []


@pytest.mark.parametrize(("english", "japanese"), [*DETAILS.items(), *PARTS.items()])
def test_a_translation_is_japanese_and_keeps_every_value(english: str, japanese: str) -> None:
    assert JAPANESE.search(japanese) or english == "{}, {}"
    assert {int(place) for place in re.findall(r"\{([0-9])\}", japanese)} == set(range(english.count("{}")))


@pytest.mark.parametrize(
    ("english", "japanese"),
    [
        ("It is seat 3's turn.", "席3の番です。"),
        ("The limit is 5 per 1 minute: retry in 12 s.", "上限は5 per 1 minuteです。12秒後にもう一度送ってください。"),
        (
            "Version 7 can no longer be called: the call of version 9 stands.",
            "版7にはもうドボンできません。版9のドボンが成立しています。",
        ),
        (
            "H7 does not beat S9; it takes a higher spade or a heart (trump). H7 does not beat H9; it takes a higher heart.",
            "H7ではS9を撃退できません。より強いスペードかいずれかのハート(切り札)が必要です。H7ではH9を撃退できません。より強いハートが必要です。",
        ),
        ("H7, S3: play cards of your own hand.", "H7、S3は手札にありません。自分の手札から出してください。"),
    ],
)
def test_values_stand_in_the_japanese_sentence(english: str, japanese: str) -> None:
    assert in_japanese(english) == japanese


def test_an_unknown_detail_stays_english() -> None:
    assert in_japanese("Something or other is new.") == "Something or other is new."
    assert translated("Something or other is new.") is None


def test_a_problem_follows_the_language_of_the_client(house: House) -> None:
    found = {}
    for language in ("ja", "en", "fr", "ja;q=0.5, en"):
        answer = house.nobody.get("/v1/players/me", headers={"Accept-Language": language})
        assert "Accept-Language" in answer.vary
        found[language] = answer.headers["Content-Language"], answer.get_json(force=True)["detail"]
    assert found["ja"] == ("ja", in_japanese(found["en"][1]))
    assert found["en"][0] == "en"
    assert found["en"] == found["fr"] == found["ja;q=0.5, en"]


def test_the_faults_of_a_body_follow_the_language_of_the_client(house: House) -> None:
    sent = {"Accept-Language": "ja"}
    answer = house.nobody.post("/v1/players", {"name": 1, "a": 1, "b": 1, "c": 1}, headers=sent)
    body = answer.get_json(force=True)
    assert {error["detail"] for error in body["errors"]} == {"文字列にしてください。", "この項目はありません。"}
    assert body["detail"].endswith("ほか1件")
