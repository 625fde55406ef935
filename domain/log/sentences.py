"""Sentences for people: a template with its values, which a catalogue can say in another language."""

from collections.abc import Iterable, Mapping
from functools import reduce
from typing import Self


class Sentence(str):
    """English text made of a template and its values, which it keeps.

    A catalogue has the template in other languages. A value that is a sentence is said in the other language too; every
    other value stays as it is.
    """

    __slots__ = ("template", "values")

    template: str
    "The text with the names of values, such as `It is seat {turn}'s turn.`"
    values: Mapping[str, object]

    def __new__(cls, template: str, **values: object) -> Self:
        """Fill the template with the values; without values it stays as it is."""
        said = super().__new__(cls, str.format(template, **values) if values else template)
        said.template, said.values = template, values
        return said


def series(items: Iterable[str]) -> str:
    """Return the items as a series: `a, b, c`."""
    return _joined("{some}, {last}", items)


def either(items: Iterable[str]) -> str:
    """Return the items as a choice: `a or b`."""
    return _joined("{some} or {last}", items)


def together(sentences: Iterable[str]) -> str:
    """Return the sentences as one text."""
    return _joined("{some} {last}", sentences)


def _joined(template: str, items: Iterable[str]) -> str:
    first, *others = [*items] or [""]
    return reduce(lambda some, last: Sentence(template, some=some, last=last), others, first)
