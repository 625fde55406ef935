"""The API's narration as the pages show it."""

import re

NAMES = {
    "en": {"careful": "Careful", "expert": "Expert", "novice": "Novice"},
    "ja": {"careful": "慎重", "expert": "上級", "novice": "初級"},
}
GAP = {"en": " ", "ja": ""}
SIGNS = dict(zip("SCHD", "♠♣♥♦", strict=True))
LETTERS = {"1": "A", "11": "J", "12": "Q", "13": "K"}
SUITS = dict(zip(SIGNS.values(), ("スペード", "クラブ", "ハート", "ダイヤ"), strict=True))
RANKS = {"A": "エース", "J": "ジャック", "Q": "クイーン", "K": "キング"}


def shown_narration(text: str, language: str) -> str:
    """Return a sentence of the API as the page shows it: cards as symbols, bots by their names in that language."""

    def bot(found: re.Match[str]) -> str:
        number = found[2]
        return NAMES[language][found[1]] + (GAP[language] + number if number else "")

    def card(found: re.Match[str]) -> str:
        return SIGNS[found[1]] + LETTERS.get(found[2], found[2])

    text = re.sub(r"\b(careful|novice)(?: (\d+)\b)?", bot, text, flags=re.ASCII)
    text = re.sub(r"\b([SCHD])(1[0-3]|[1-9])\b", card, text, flags=re.ASCII)
    text = re.sub(r"\bX[12]\b", "★", text, flags=re.ASCII)
    return re.sub(r"(?<=\d)-(?=\d)", "−", text)


def spoken_narration(shown: str) -> str:
    """Return a sentence that a page shows in Japanese as a screen reader gets it: cards in words."""
    return re.sub(r"([♠♣♥♦])([AJQK]|\d+)", lambda card: f"{SUITS[card[1]]}の{RANKS.get(card[2], card[2])}", shown)
