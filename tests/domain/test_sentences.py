import copy
import pickle

import pytest

from domain.log.errors import Refused
from domain.log.sentences import Sentence, either, series, together


def test_a_sentence_is_its_english_text_and_keeps_template_and_values() -> None:
    said = Sentence("It is seat {turn}'s turn.", turn=3)
    assert said == "It is seat 3's turn."
    assert (said.template, said.values) == ("It is seat {turn}'s turn.", {"turn": 3})


def test_a_value_is_never_read_as_a_template() -> None:
    assert Sentence("{text} is not JSON.", text="{0} {name}") == "{0} {name} is not JSON."
    assert Sentence("Plain {braces}.") == "Plain {braces}."


def test_a_missing_value_is_an_error() -> None:
    with pytest.raises(KeyError, match="seat"):
        Sentence("Seat {seat} of {seats}.", seats=4)


def test_items_are_joined_in_english() -> None:
    assert series(["a", "b", "c"]) == "a, b, c"
    assert either([series(["a", "b"]), "c"]) == "a, b or c"
    assert together(["One.", "Two."]) == "One. Two."
    assert (series([]), series(["a"])) == ("", "a")


def test_a_sentence_survives_a_copy_and_another_process() -> None:
    refused = Refused("not-your-turn", Sentence("It is seat {turn}'s turn of {n}.", turn=3, n="{x}"), turn=3)
    for other in (copy.deepcopy(refused.detail), pickle.loads(pickle.dumps(refused)).detail):
        assert isinstance(other, Sentence)
        assert (other, other.template, other.values) == (
            refused.detail,
            "It is seat {turn}'s turn of {n}.",
            {"turn": 3, "n": "{x}"},
        )
