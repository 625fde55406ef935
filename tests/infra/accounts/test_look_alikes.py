"""Names that look alike, by Unicode's table of confusable characters."""

import re
from unicodedata import normalize

import pytest
from confusable_homoglyphs.confusables import confusables_data

from domain.bots import NAMES
from infra.accounts.look_alikes import looks_like_a_bot, skeleton
from prove.harness.description import ROOT


@pytest.mark.parametrize(
    ("one", "other"),
    [
        pytest.param("Aoi", "Аоі", id="cyrillic"),
        pytest.param("Aoi", "A\u200boi", id="zero-width-space"),
        pytest.param("Aoi", "Aoi\u200d", id="zero-width-joiner"),
        pytest.param("Aoi", "\u3164Aoi", id="hangul-filler"),
        pytest.param("Aoi", "Ａｏｉ", id="full-width"),
        pytest.param("Aoi", "𝓐𝓸𝓲", id="mathematical"),
        pytest.param("Aoi Ren", "Aoi\u2009Ren", id="thin-space"),
        pytest.param("Yumi", "Yurni", id="two-characters-for-one"),
        pytest.param("Al", "AI", id="capital-i-for-l"),
        pytest.param("José", "Jose\u0301", id="composed"),
        pytest.param("ニコ", "二コ", id="kanji-for-katakana"),
        pytest.param("ロビン", "口ビン", id="mouth-for-ro"),
        pytest.param("ユーリ", "ユ一リ", id="one-for-long-vowel"),
        pytest.param("へいた", "ヘいた", id="katakana-for-hiragana"),
        pytest.param("ガク", "ｶﾞｸ", id="half-width"),
        pytest.param("葛", "葛\U000e0100", id="variant-of-kanji"),
    ],
)
def test_names_that_look_alike_have_one_skeleton(one: str, other: str) -> None:
    assert skeleton(one) == skeleton(other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Aoi", "aoi"),
        ("Aoi", "Aoii"),
        ("ハナ", "バナ"),
        ("パパ", "ババ"),
        ("はな", "ハナ"),
        ("美咲", "美桜"),
        ("一", "二"),
    ],
)
def test_names_that_can_be_told_apart_have_two_skeletons(one: str, other: str) -> None:
    assert skeleton(one) != skeleton(other)


def test_every_row_of_the_table_is_an_equality() -> None:
    """The library holds each row in both directions. Rows of composed characters have no effect in the standard."""
    rows = [(text, found["c"]) for text in confusables_data for found in confusables_data[text]]
    applied = [row for row in rows if all(normalize("NFD", text) == text for text in row)]
    assert len(applied) > 10_000
    assert [row for row in applied if skeleton(row[0]) != skeleton(row[1])] == []


@pytest.mark.parametrize(
    "name", ["careful", "Careful", "CAREFUL 2", "Сareful", "Novice１", "慎重", "慎重3", "ボット", "Bot 7"]
)
def test_a_name_that_a_bot_could_have_looks_like_a_bot(name: str) -> None:
    assert looks_like_a_bot(name)


@pytest.mark.parametrize("name", ["Careless", "Botan", "慎二", "ボンド", "初", "7", "Novice 65"])
def test_other_names_do_not_look_like_a_bot(name: str) -> None:
    assert not looks_like_a_bot(name)


def test_every_name_of_a_bot_on_the_pages_is_known() -> None:
    texts = [
        found
        for language in ("en", "ja")
        for found in re.findall(
            r'"table\.bot(?:\.\S+)?": "(.+)"', (ROOT / f"api/web/text/table.{language}.js").read_text()
        )
    ]
    assert len(texts) == 2 * (1 + 2 * len(NAMES))
    assert [text for text in texts if not looks_like_a_bot(text.replace("{number}", "2"))] == []
