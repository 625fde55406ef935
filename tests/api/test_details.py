"""Details of problems in Japanese."""

import ast
import inspect
import json
import pkgutil
import re
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from pathlib import Path
from string import Formatter
from typing import Any, NamedTuple

import pytest

from api import operations
from api.http.request_body import parse_json
from api.problems import Problem
from api.representations.fields import Body
from api.texts.details import DETAILS, in_japanese
from api.texts.details.requests import JSON_ERRORS
from domain.log.sentences import Sentence, either, series, together
from prove.harness.application import House

ROOT = Path(__file__).parents[2]
DETAIL = {"Refused": 1, "Problem": 1, "Refusal": 2, "ValidationError": 0, "require_seat": 1, "Sentence": 0}
"""Functions that take a detail or a template, and its position among their arguments."""

JAPANESE = re.compile(r"[ぁ-んァ-ヶ一-龠]")
JOINERS = ("{some}, {last}", "{some} {last}")
"""Templates without words."""


class Call(NamedTuple):
    """A call that takes a detail."""

    place: str
    function: str
    detail: ast.expr
    values: frozenset[str | None]


def sources() -> Iterator[tuple[Path, ast.Module]]:
    """Yield the modules that raise refusals."""
    for part in ("domain", "infra", "api"):
        for path in (ROOT / part).rglob("*.py"):
            if not path.is_relative_to(ROOT / "api" / "texts"):
                yield path, ast.parse(path.read_text(encoding="utf-8"))


@cache
def calls() -> list[Call]:
    """Return the calls that state a detail."""
    return [
        Call(f"{path}:{node.lineno}", name, node.args[DETAIL[name]], frozenset(value.arg for value in node.keywords))
        for path, module in sources()
        for node in ast.walk(module)
        if isinstance(node, ast.Call)
        and (name := node.func.id if isinstance(node.func, ast.Name) else getattr(node.func, "attr", "")) in DETAIL
        and len(node.args) > DETAIL[name]
    ]


def text(node: ast.expr) -> str | None:
    """Return a literal text; None for any other expression."""
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else None


@cache
def constants() -> frozenset[str]:
    """Return every literal text of the source."""
    return frozenset(
        node.value
        for _, module in sources()
        for node in ast.walk(module)
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    )


def named(template: str) -> set[str]:
    """Return the names of the values of a template."""
    return {name for _, name, _, _ in Formatter().parse(template) if name is not None}


def messages(field: Any) -> Iterator[str]:
    """Yield the messages of a field and its validators."""
    yield from field.error_messages.values()
    for validator in field.validators:
        assert "marshmallow" not in type(validator).__module__, "a validator whose messages lose their values"
        for name in dir(validator):
            text = getattr(validator, name)
            if (name.startswith("message_") and text.endswith(".")) or (name == "error" and text):
                yield text
    for inner in ("inner", "key_field", "value_field"):
        if getattr(field, inner, None) is not None:
            yield from messages(getattr(field, inner))


def schemas() -> Iterator[type[Body]]:
    for module in pkgutil.walk_packages(operations.__path__, "api.operations."):
        for _, found in inspect.getmembers(import_module(module.name), inspect.isclass):
            if issubclass(found, Body):
                yield found


def field_messages() -> set[str]:
    """Return the messages of the schemas of bodies, and of their fields."""
    made = [schema() for schema in schemas()]
    return {
        *(text for schema in made for text in schema.error_messages.values()),
        *(text for schema in made for field in schema.fields.values() for text in messages(field)),
    }


def test_each_stated_detail_has_a_japanese_one() -> None:
    found = {text(call.detail) for call in calls()} - {None, ""}
    assert len(found) > 150
    assert found - {*DETAILS} == set()


def test_each_message_of_a_field_has_a_japanese_one() -> None:
    found = field_messages()
    assert "Field may not be null." in found
    assert found - {*DETAILS} == set()


def test_each_message_of_the_json_parser_has_a_japanese_one() -> None:
    found = set()
    for wrong in ("", "1 2", "[1 2]", '{"a" 1}', "{1: 2}", '"a', '"\n"', r'"\q"', r'"\u12"'):
        with pytest.raises(json.JSONDecodeError) as caught:
            json.loads(wrong)
        found.add(caught.value.msg)
    assert found == {*JSON_ERRORS}


def test_each_detail_of_the_tables_is_stated() -> None:
    assert {*DETAILS} - constants() - field_messages() - {*JSON_ERRORS} == set()


def test_details_are_literal_or_made_of_templates() -> None:
    """Without a template the values of a detail cannot be told apart in the other language."""
    assert [call.place for call in calls() if isinstance(call.detail, ast.JoinedStr | ast.BinOp)] == []
    assert [call.place for call in calls() if "{" in (text(call.detail) or "") and call.function != "Sentence"] == []


def test_each_template_is_given_exactly_its_values() -> None:
    found = [call for call in calls() if call.function == "Sentence" and text(call.detail) is not None]
    assert [call.place for call in found if call.values != named(text(call.detail) or "")] == []


@pytest.mark.parametrize(("english", "japanese"), DETAILS.items())
def test_a_translation_is_japanese_and_keeps_every_value(english: str, japanese: str) -> None:
    assert JAPANESE.search(japanese) or english in JOINERS
    assert named(japanese) == named(english)


@pytest.mark.parametrize(
    ("english", "japanese"),
    [
        (Sentence("It is seat {turn}'s turn.", turn=3), "席3の番です。"),
        (
            Sentence("The limit is {limit}: retry in {seconds} s.", limit="5 per 1 minute", seconds=12),
            "上限は5 per 1 minuteです。12秒後にもう一度送ってください。",
        ),
        (
            Sentence(
                "Version {version} can no longer be called: {reason}.",
                version=7,
                reason=Sentence("the call of version {version} stands", version=9),
            ),
            "版7にはもうドボンできません。版9のドボンが成立しています。",
        ),
        (
            together(
                [
                    Sentence(
                        "{card} does not beat {attack}; it takes {ways}.",
                        card="H7",
                        attack="S9",
                        ways=either(
                            [
                                Sentence("a higher {suit}", suit=Sentence("spade")),
                                Sentence("a {suit} (trump)", suit=Sentence("heart")),
                            ]
                        ),
                    ),
                    Sentence("{card} does not beat {attack}; nothing does.", card="H7", attack="S12"),
                ]
            ),
            "H7ではS9を撃退できません。より強いスペードかいずれかのハート(切り札)が必要です。H7ではS12を撃退できません。撃退できるカードはありません。",
        ),
        (
            Sentence("{cards}: play cards of your own hand.", cards=series(["H7", "S3", "C1"])),
            "H7、S3、C1は手札にありません。自分の手札から出してください。",
        ),
        ("The round is over.", "ラウンドは終わっています。"),
    ],
)
def test_values_stand_in_the_japanese_sentence(english: str, japanese: str) -> None:
    assert in_japanese(english) == japanese


def test_a_value_that_a_client_has_sent_stays_as_it_is() -> None:
    sent = Sentence(
        "Repeated query parameter {name}: send each parameter once.", name="'spade, {x} or The round is over.'"
    )
    assert in_japanese(sent) == "クエリの'spade, {x} or The round is over.'が二度あります。一度だけ送ってください。"


def test_an_unknown_detail_stays_english() -> None:
    assert in_japanese("Something or other is new.") == "Something or other is new."
    assert in_japanese(Sentence("Something {new} is new.", new=1)) == "Something 1 is new."


def test_a_fault_of_json_is_named_in_japanese() -> None:
    with pytest.raises(Problem) as caught:
        parse_json(b"[1 2]")
    assert in_japanese(caught.value.detail) == "1行目の4文字目でJSONが正しくありません(,が必要です)。"


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
