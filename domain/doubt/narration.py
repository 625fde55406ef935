"""The events of a round of Doubt in words, with the terms of the rule sheets."""

from collections.abc import Callable, Sequence
from typing import Any

from domain.events import Event
from domain.ruleset import Text, Who

_NUMBERS = {1: "A", 11: "J", 12: "Q", 13: "K"}


def narrate(event: Event, who: Who) -> Text:
    """The event in words. Raises KeyError for a type that Doubt does not have."""
    said = _SAY[event.type](event, who)
    if event.public.get("by_clock"):
        return {"ja": "時間切れ。" + said["ja"], "en": "Time is up. " + said["en"]}
    return said


def _number(number: int) -> str:
    return _NUMBERS.get(number, str(number))


def _cards(codes: Sequence[str], language: str) -> str:
    return ("・" if language == "ja" else ", ").join(codes)


def _count(count: int) -> str:
    return "1 card" if count == 1 else f"{count} cards"


def _opened(event: Event, seat: int) -> list[str]:
    """Cards of the seat's sealed part where the reader may open it."""
    codes: list[str] = event.sealed.get(str(seat), {}).get("cards", [])
    return codes


def _next(public: dict[str, Any], who: Who) -> Text:
    turn, number = who(public["turn"]), _number(public["number"])
    return {"ja": f"次は{turn['ja']}、数字は{number}。", "en": f"{turn['en']} is next, with {number}."}


def _round_dealt(event: Event, who: Who) -> Text:
    public, first = event.public, who(event.public["turn"])
    total = sum(public["hands"])
    return {
        "ja": f"第{public['round']}ラウンド。{total}枚をすべて配った。{first['ja']}がAから始める。",
        "en": f"Round {public['round']}: all {total} cards are dealt. {first['en']} begins with A.",
    }


def _cards_played(event: Event, who: Who) -> Text:
    public = event.public
    seat, number, cards = who(public["seat"]), _number(public["number"]), _opened(event, public["seat"])
    ja = f"{seat['ja']}が「{number}」と言って{public['count']}枚出した。"
    en = f"{seat['en']} lays {_count(public['count'])} and says {number}."
    if cards:
        ja += f"伏せたのは{_cards(cards, 'ja')}。"
        en += f" Face down: {_cards(cards, 'en')}."
    if public["finishing"] and public["asked"]:
        ja += "手札がなくなった。"
        en += " It was the last of the hand."
    return {"ja": ja, "en": en}


def _doubt_declined(event: Event, who: Who) -> Text:
    declined = [int(part) for part, answer in event.sealed.items() if answer["declined"]]
    if not declined:
        return {"ja": "誰かがダウトしないと答えた。", "en": "Somebody answers that they do not doubt it."}
    seat = who(declined[0])
    return {"ja": f"{seat['ja']}はダウトしない。", "en": f"{seat['en']} does not doubt it."}


def _window_closed(event: Event, who: Who) -> Text:
    following = _next(event.public, who)
    return {"ja": f"ダウトはなかった。{following['ja']}", "en": f"Nobody has doubted it. {following['en']}"}


def _doubt_called(event: Event, who: Who) -> Text:
    public = event.public
    caller, player = who(public["seat"]), who(public["claimed"]["seat"])
    number = _number(public["claimed"]["number"])
    call = {"doubt": "ダウト", "cheat": "チート"}[public["kind"]]
    verb = {"doubt": "doubts", "cheat": "calls Cheat on"}[public["kind"]]
    ja = f"{caller['ja']}が{player['ja']}の{number}に{call}。カードは{_cards(public['cards'], 'ja')}。"
    en = f"{caller['en']} {verb} {player['en']}'s {number}. It was {_cards(public['cards'], 'en')}."
    if public["valid"]:
        return {"ja": ja + "嘘だった。", "en": en + " It was a lie."}
    return {"ja": ja + "本当だった。", "en": en + " It was true."}


def _pile_taken(event: Event, who: Who) -> Text:
    public = event.public
    seat, following = who(public["seat"]), _next(public, who)
    cards = _opened(event, public["seat"])
    ja = f"({_cards(cards, 'ja')})" if cards else ""
    en = f" ({_cards(cards, 'en')})" if cards else ""
    why_ja, why_en = ("はまだ上がれず、", " may not finish yet and") if public["why"] == "finish" else ("が", "")
    return {
        "ja": f"{seat['ja']}{why_ja}場の{public['count']}枚を引き取った{ja}。{following['ja']}",
        "en": f"{seat['en']}{why_en} takes up {_count(public['count'])}{en}. {following['en']}",
    }


def _seat_eliminated(event: Event, who: Who) -> Text:
    seat, following = who(event.public["seat"]), _next(event.public, who)
    return {"ja": f"{seat['ja']}は脱落。{following['ja']}", "en": f"{seat['en']} is out. {following['en']}"}


def _cards_exchanged(event: Event, who: Who) -> Text:
    public = event.public
    giver, taker, following = who(public["from"]), who(public["to"]), _next(public, who)
    if not public["count"]:
        return {
            "ja": f"{giver['ja']}には引かれる手札がない。{following['ja']}",
            "en": f"{giver['en']} has no card left to be drawn. {following['en']}",
        }
    cards = _opened(event, public["from"]) or _opened(event, public["to"])
    ja = f"({_cards(cards, 'ja')})" if cards else ""
    en = f" ({_cards(cards, 'en')})" if cards else ""
    return {
        "ja": f"{taker['ja']}が{giver['ja']}の手札から{public['count']}枚引いた{ja}。{following['ja']}",
        "en": f"{taker['en']} draws {_count(public['count'])}{en} from {giver['en']}'s hand. {following['en']}",
    }


def _round_ended(event: Event, who: Who) -> Text:
    public = event.public
    if public["winner"] is None:
        return {"ja": "出せる回数の上限に達した。勝者なし。", "en": "The limit of plays is reached. Nobody wins."}
    winner = who(public["winner"])
    if public["reason"] == "last-in":
        return {"ja": f"{winner['ja']}が最後に残って勝ち。", "en": f"{winner['en']} is the last one in and wins."}
    return {"ja": f"{winner['ja']}の上がり。", "en": f"{winner['en']} has no card left and wins."}


_SAY: dict[str, Callable[[Event, Who], Text]] = {
    "round-dealt": _round_dealt,
    "cards-played": _cards_played,
    "doubt-declined": _doubt_declined,
    "window-closed": _window_closed,
    "doubt-called": _doubt_called,
    "pile-taken": _pile_taken,
    "seat-eliminated": _seat_eliminated,
    "cards-exchanged": _cards_exchanged,
    "round-ended": _round_ended,
}
