"""The vectors of the public log that programs in other languages read."""

import json

from tests.domain.transparency.vectors import PATH, made


def test_the_vectors_are_those_of_this_program() -> None:
    assert json.loads(PATH.read_text("utf-8")) == made(), "run python -m tests.domain.transparency.vectors"
