"""The events of a round of Doubt in words, with the terms of the rule sheets."""

from domain.doubt.events import (
    CardsExchanged,
    CardsPlayed,
    DoubtCalled,
    DoubtDeclined,
    PileTaken,
    RoundDealt,
    RoundEnded,
    SeatEliminated,
    Settled,
    WindowClosed,
)
from domain.log.events import Event
from domain.ruleset.windows import declined_by
from domain.ruleset.wording import Text, Who, card_list, counted, opened

_NUMBERS = {1: "A", 11: "J", 12: "Q", 13: "K"}


def _number(number: int) -> str:
    return _NUMBERS.get(number, str(number))


def _next(public: Settled, who: Who) -> Text:
    turn, number = who(public.turn), _number(public.number)
    return {"ja": f"次は{turn['ja']}、数字は{number}。", "en": f"{turn['en']} is next, with {number}."}


def round_dealt(event: Event[RoundDealt], who: Who) -> Text:
    """Tell how many cards were dealt and which seat begins."""
    public, first = event.public, who(event.public.turn)
    total = sum(public.hands)
    return {
        "ja": f"第{public.round}ラウンド。{total}枚をすべて配った。{first['ja']}がAから始める。",
        "en": f"Round {public.round}: all {total} cards are dealt. {first['en']} begins with A.",
    }


def cards_played(event: Event[CardsPlayed], who: Who) -> Text:
    """Tell how many cards were laid under which number; name them if the reader may know them."""
    public = event.public
    seat, number, cards = who(public.seat), _number(public.number), opened(event, public.seat)
    ja = f"{seat['ja']}が「{number}」と言って{public.count}枚出した。"
    en = f"{seat['en']} lays {counted(public.count)} and says {number}."
    if cards:
        ja += f"伏せたのは{card_list(cards, 'ja')}。"
        en += f" Face down: {card_list(cards, 'en')}."
    if public.finishing and public.asked:
        ja += "手札がなくなった。"
        en += " It was the last of the hand."
    return {"ja": ja, "en": en}


def doubt_declined(event: Event[DoubtDeclined], who: Who) -> Text:
    """Tell which seat declined, if the reader may know it."""
    declined = declined_by(event)
    if not declined:
        return {"ja": "誰かがダウトしないと答えた。", "en": "Somebody answers that they do not doubt it."}
    seat = who(declined[0])
    return {"ja": f"{seat['ja']}はダウトしない。", "en": f"{seat['en']} does not doubt it."}


def window_closed(event: Event[WindowClosed], who: Who) -> Text:
    """Tell that the play was not doubted, and whose turn it is."""
    following = _next(event.public, who)
    return {"ja": f"ダウトはなかった。{following['ja']}", "en": f"Nobody has doubted it. {following['en']}"}


def doubt_called(event: Event[DoubtCalled], who: Who) -> Text:
    """Tell which play was doubted, which cards it had, and whether it was a lie."""
    public = event.public
    caller, player = who(public.seat), who(public.claimed.seat)
    number = _number(public.claimed.number)
    call = {"doubt": "ダウト", "cheat": "チート"}[public.kind]
    verb = {"doubt": "doubts", "cheat": "calls Cheat on"}[public.kind]
    ja = f"{caller['ja']}が{player['ja']}の{number}に{call}。カードは{card_list(public.cards, 'ja')}。"
    en = f"{caller['en']} {verb} {player['en']}'s {number}. It was {card_list(public.cards, 'en')}."
    if public.valid:
        return {"ja": ja + "嘘だった。", "en": en + " It was a lie."}
    return {"ja": ja + "本当だった。", "en": en + " It was true."}


def pile_taken(event: Event[PileTaken], who: Who) -> Text:
    """Tell which seat took up the pile and why."""
    public = event.public
    seat, following = who(public.seat), _next(public, who)
    cards = opened(event, public.seat)
    ja = f"({card_list(cards, 'ja')})" if cards else ""
    en = f" ({card_list(cards, 'en')})" if cards else ""
    why_ja, why_en = ("はまだ上がれず、", " may not finish yet and") if public.why == "finish" else ("が", "")
    return {
        "ja": f"{seat['ja']}{why_ja}場の{public.count}枚を引き取った{ja}。{following['ja']}",
        "en": f"{seat['en']}{why_en} takes up {counted(public.count)}{en}. {following['en']}",
    }


def seat_eliminated(event: Event[SeatEliminated], who: Who) -> Text:
    """Tell which seat was eliminated."""
    seat, following = who(event.public.seat), _next(event.public, who)
    return {"ja": f"{seat['ja']}は脱落。{following['ja']}", "en": f"{seat['en']} is out. {following['en']}"}


def cards_exchanged(event: Event[CardsExchanged], who: Who) -> Text:
    """Tell how many cards were drawn from which hand."""
    public = event.public
    giver, taker, following = who(public.giver), who(public.to), _next(public, who)
    if not public.count:
        return {
            "ja": f"{giver['ja']}には引かれる手札がない。{following['ja']}",
            "en": f"{giver['en']} has no card left to be drawn. {following['en']}",
        }
    cards = opened(event, public.giver) or opened(event, public.to)
    ja = f"({card_list(cards, 'ja')})" if cards else ""
    en = f" ({card_list(cards, 'en')})" if cards else ""
    return {
        "ja": f"{taker['ja']}が{giver['ja']}の手札から{public.count}枚引いた{ja}。{following['ja']}",
        "en": f"{taker['en']} draws {counted(public.count)}{en} from {giver['en']}'s hand. {following['en']}",
    }


def round_ended(event: Event[RoundEnded], who: Who) -> Text:
    """Tell which seat won and how."""
    public = event.public
    if public.winner is None:
        return {"ja": "出せる回数の上限に達した。勝者なし。", "en": "The limit of plays is reached. Nobody wins."}
    winner = who(public.winner)
    if public.reason == "last-in":
        return {"ja": f"{winner['ja']}が最後に残って勝ち。", "en": f"{winner['en']} is the last one in and wins."}
    return {"ja": f"{winner['ja']}の上がり。", "en": f"{winner['en']} has no card left and wins."}
