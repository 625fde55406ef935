"""Names of players: text in which a reader can see every character."""

from itertools import groupby
from unicodedata import category

from marshmallow import ValidationError

MAX_MARKS = 4
"""The maximum number of combining characters in a row, as Unicode Technical Standard 39, section 5.4, advises."""

JOINERS = frozenset([0x200C, 0x200D, *range(0xFE00, 0xFE10), *range(0xE0100, 0xE01F0)])
"""Invisible characters that change the look of the character before them, such as variants of kanji and of emoji.

They count as combining characters.
"""

BLANK = frozenset([0x034F, 0x115F, 0x1160, 0x17B4, 0x17B5, 0x180B, 0x180C, 0x180D, 0x180F, 0x2800, 0x3164, 0xFFA0])
"""Characters that Unicode counts as letters, marks or symbols and that show nothing."""

HIDDEN = frozenset(["Cc", "Cf", "Co", "Cs", "Zl", "Zp"])
"""Categories of characters without a look of their own: controls, formats, private use, line breaks."""

NONCHARACTERS = frozenset(
    [*range(0xFDD0, 0xFDF0), *(plane + last for plane in range(0, 0x110000, 0x10000) for last in (0xFFFE, 0xFFFF))]
)
"""Code points that Unicode never assigns (section 23.7), so that no font shows them."""

INVISIBLE, MARK, SPACE, VISIBLE = "invisible", "mark", "space", "visible"


def readable(name: str) -> None:
    """Raise `ValidationError` unless a reader can see what the name is, with spaces around it removed."""
    kinds = [kind_of(character) for character in name.strip()]
    if INVISIBLE in kinds:
        raise ValidationError("Must be one line of text without control characters and invisible characters.")
    if not kinds or kinds[0] != VISIBLE:
        raise ValidationError("Must begin with a visible character, such as a letter.")
    if any(kind == MARK and len(list(run)) > MAX_MARKS for kind, run in groupby(kinds)):
        raise ValidationError(f"Must have at most {MAX_MARKS} combining characters in a row.")


def kind_of(character: str) -> str:
    """Return what a reader sees of a character. An unassigned one is visible, because new emoji are unassigned here."""
    found = category(character)
    if ord(character) in JOINERS or (found.startswith("M") and ord(character) not in BLANK):
        return MARK
    if ord(character) in BLANK or ord(character) in NONCHARACTERS or found in HIDDEN:
        return INVISIBLE
    return SPACE if found == "Zs" else VISIBLE
