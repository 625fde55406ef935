"""Names that look alike, by the skeletons of Unicode Technical Standard 39: names with the same skeleton look alike."""

import re
from functools import cache, lru_cache
from unicodedata import normalize

from domain.bots import NAMES

BOTS_ON_PAGES = (
    *("慎重", "初級", "上級", "bot", "ボット"),
    *("careful bot", "novice bot", "expert bot", "ボット・慎重", "ボット・初級", "ボット・上級"),
)
"""What pages call bots, besides the names of strategies. The numbers that they add are in `_bot_skeletons`."""


RESERVED = (
    "-",  # an erased player, `infra.postgres.functions.reads`
    *("admin", "admins", "administrator", "mod", "moderator", "official", "operator", "root", "server", "staff"),
    *("support", "system", "dobon admin", "dobon official", "dobon staff", "dobon support"),
    *("管理者", "管理人", "運営", "運営者", "運営チーム", "公式", "サーバー", "システム", "サポート", "モデレーター"),
)
"""Names that players would take for the server, its operators or an erased player."""


NUMBERED = ("player", "プレイヤー", "プレーヤー")
"""Names that end with a number in the same way as those that admins give (`player_names.generated_name`)."""


MAX_BOTS = 64


_INVISIBLE = [
    *(0x00AD, 0x034F, 0x061C, 0x115F, 0x1160, 0x17B4, 0x17B5, 0x2800, 0x3164, 0xFEFF, 0xFFA0),
    *range(0x180B, 0x1810), *range(0x200B, 0x2010), *range(0x202A, 0x202F), *range(0x2060, 0x2070),
    *range(0xFE00, 0xFE10), *range(0xFFF0, 0xFFF9), *range(0x1BCA0, 0x1BCA4), *range(0x1D173, 0x1D17B),
    *range(0xE0000, 0xE1000),
]  # fmt: skip


_DROPPED = dict.fromkeys(_INVISIBLE)
"""Unicode's Default_Ignorable_Code_Point and the blank Braille pattern, for `str.translate`."""


@lru_cache(maxsize=20_000)
def skeleton(text: str) -> str:
    """Return the skeleton of a string. It is for comparisons only, never for display.

    Beyond the standard, compatible forms (half and full width) and texts that differ only in spaces look alike.
    """
    return standard_skeleton("".join(normalize("NFKD", standard_skeleton(text)).split()))


def standard_skeleton(text: str) -> str:
    """Return the skeleton of a string as the standard defines it, in section 4."""
    found = normalize("NFD", text).translate(_DROPPED)
    # A prototype of several characters may contain one whose prototype was chosen here, hence twice.
    for _ in range(2):
        found = normalize("NFD", found.translate(_prototypes()))
    return found


def looks_like_a_bot(name: str) -> bool:
    """Return whether the API or a page may show a bot by such a name, in any case of letters."""
    return skeleton(name.casefold()) in _bot_skeletons()


def is_reserved(name: str) -> bool:
    """Return whether players would take such a name for one of the server's own, in any case of letters."""
    text = normalize("NFKC", name).casefold()
    unnumbered = re.sub(r"[\s#]*\d+$", "", text.strip())
    if unnumbered != text.strip() and skeleton(unnumbered) in _skeletons(NUMBERED):
        return True
    return skeleton(text) in _skeletons(RESERVED)


@cache
def _skeletons(names: tuple[str, ...]) -> frozenset[str]:
    return frozenset(skeleton(name) for name in names)


@cache
def _bot_skeletons() -> frozenset[str]:
    return frozenset(
        skeleton(f"{name}{number}") for name in (*NAMES, *BOTS_ON_PAGES) for number in ("", *range(1, MAX_BOTS + 1))
    )


@cache
def _prototypes() -> dict[int, str]:
    """Return the prototype of each character that has one.

    The library has Unicode's table in both directions: each prototype beside all characters that look like it. A pair
    without further look-alikes has its lesser member as prototype here, which gives the same equalities.
    """
    from confusable_homoglyphs.confusables import confusables_data  # type: ignore[import-untyped]  # late, because reading it takes a while

    mark = "\u200e"  # set around characters that are written from right to left
    alike = {
        text.strip(mark): {found["c"].strip(mark) for found in others} for text, others in confusables_data.items()
    }
    prototypes = {}
    for text, others in alike.items():
        other = min(others)
        if len(text) == len(others) == 1 and (len(other) > 1 or len(alike[other]) > 1 or other < text):
            prototypes[ord(text)] = other
    return prototypes
