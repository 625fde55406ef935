"""Words of the pages."""

from pathlib import Path

import pytest

WORDS = Path(__file__).parents[2] / "api" / "web" / "text"


def keys(path: Path) -> list[str]:
    """The keys of a file of words, in its order."""
    return [line.split('"')[1] for line in path.read_text("utf-8").splitlines() if line.startswith('  "')]


@pytest.mark.parametrize("path", sorted(WORDS.glob("*.en.js")), ids=lambda path: path.name)
def test_both_languages_have_the_same_keys(path: Path) -> None:
    assert keys(path) == keys(path.with_name(path.name.replace(".en.", ".ja.")))
