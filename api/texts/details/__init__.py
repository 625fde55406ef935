"""The details of problems in Japanese.

A refusal states its detail in English where it is made. The tables of this package give the Japanese sentence by the
English one, in which `{}` stands for a value; `{0}` is the first value in the Japanese sentence. Imported by problems;
imports nothing.
"""

import re
from functools import cache, lru_cache

from api.texts.details import accounts, requests, rules

DETAILS = {**rules.DETAILS, **requests.DETAILS, **accounts.DETAILS}
PARTS = {**rules.PARTS, **requests.JSON_ERRORS}

_SENTENCE_END = re.compile(r"(?<=\.) (?=[A-Z])")
_ANY = r"((?:(?!\. [A-Z]).)+?)"
"""A value: text within one sentence."""

_VALUE = re.compile(r"\{([0-9])\}")


def in_japanese(detail: str) -> str:
    """Return a detail in Japanese; an unknown one unchanged."""
    return translated(detail) or detail


@lru_cache(maxsize=1024)
def translated(detail: str) -> str | None:
    """Return a detail in Japanese, or None if no table has it. Values that are sentences are translated as well."""
    found = _by_pattern(detail)
    if found is not None:
        return found
    parts = [_by_pattern(part) for part in _SENTENCE_END.split(detail)]
    return "".join(part or "" for part in parts) if len(parts) > 1 and None not in parts else None


def _by_pattern(text: str, *, part: bool = False) -> str | None:
    """Return a sentence in Japanese, or with `part` a part of one; None for an unknown one."""
    table = PARTS if part else DETAILS
    if text in table:
        return table[text]
    for pattern, japanese in _patterns(part):
        match = pattern.fullmatch(text)
        if match is not None:
            values = [_by_pattern(value, part=True) or value for value in match.groups()]
            return _filled(japanese, values)
    return None


def _filled(japanese: str, values: list[str]) -> str:
    return _VALUE.sub(lambda place: values[int(place[1])], japanese)


@cache
def _patterns(part: bool) -> list[tuple[re.Pattern[str], str]]:
    """Return the patterns of texts with values: sentences by the length of their text, parts in their own order."""
    table = PARTS if part else DETAILS
    with_values = [text for text in table if "{}" in text]
    if not part:
        with_values.sort(key=len, reverse=True)
    return [
        (re.compile(_ANY.join(re.escape(fixed) for fixed in text.split("{}")), re.DOTALL), table[text])
        for text in with_values
    ]
