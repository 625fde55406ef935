"""The events of a round of Dobon in words, with the terms of the rule sheets."""

from msgspec import UNSET

from domain.dobon.events import (
    CallDeclined,
    CardFlipped,
    CardsDrawn,
    CardsPlayed,
    DobonCalled,
    FlipAnswered,
    HandOpened,
    Passed,
    RoundDealt,
    RoundEnded,
    Score,
    StockReshuffled,
    WindowClosed,
)
from domain.log.events import Event
from domain.ruleset.windows import declined_by
from domain.ruleset.wording import Text, Who, card_list, counted, opened

_SUIT: dict[str, Text] = {
    "S": {"ja": "スペード", "en": "spades"},
    "C": {"ja": "クローバー", "en": "clubs"},
    "H": {"ja": "ハート", "en": "hearts"},
    "D": {"ja": "ダイヤ", "en": "diamonds"},
}


def round_dealt(event: Event[RoundDealt], who: Who) -> Text:
    """Tell how many cards were dealt and which seat begins."""
    public, first = event.public, who(event.public.turn)
    if public.dealer is not UNSET:
        return {
            "ja": f"第{public.round}ラウンド。{public.hand_size}枚ずつ配った。ディーラーは{first['ja']}。",
            "en": f"Round {public.round}: {counted(public.hand_size)} each. {first['en']} is the dealer.",
        }
    return {
        "ja": f"第{public.round}ラウンド。{public.hand_size}枚ずつ配り、場は{public.top}。{first['ja']}から始める。",
        "en": f"Round {public.round}: {counted(public.hand_size)} each, {public.top} on the table. "
        f"{first['en']} begins.",
    }


def card_flipped(event: Event[CardFlipped], who: Who) -> Text:
    """Tell which card the dealer turned up."""
    dealer, card = who(event.public.seat), event.public.card
    if not event.public.asked:
        return {
            "ja": f"{dealer['ja']}が{card}をめくった。もう一枚。",
            "en": f"{dealer['en']} turns up {card}, and goes on.",
        }
    return {"ja": f"{dealer['ja']}が{card}をめくった。", "en": f"{dealer['en']} turns up {card}."}


def flip_answered(event: Event[FlipAnswered], who: Who) -> Text:
    """Tell what a seat answered, if the reader may know it."""
    for part, answer in event.sealed.items():
        if not answer.answered:
            continue
        seat, cards = who(int(part)), answer.cards
        if cards is None:
            return {"ja": f"{seat['ja']}は出さない。", "en": f"{seat['en']} does not open."}
        return {
            "ja": f"{seat['ja']}は{card_list(cards, 'ja')}で始めようとする。",
            "en": f"{seat['en']} would open with {card_list(cards, 'en')}.",
        }
    return {"ja": "誰かがめくられたカードに答えた。", "en": "Somebody answers the card turned up."}


_HOW: dict[str, Text] = {
    "turn": {"ja": "が{}を出した。", "en": "plays"},
    "opening": {"ja": "が{}を出して始めた。", "en": "opens with"},
    "jump-in": {"ja": "が順番を飛ばして{}を出した。", "en": "jumps in with"},
}


def cards_played(event: Event[CardsPlayed], who: Who) -> Text:
    """Tell which cards were played, and what they ask of the next seat."""
    public = event.public
    seat, turn, pending = who(public.seat), who(public.turn), public.pending
    how = _HOW[public.how or "turn"]
    ja = seat["ja"] + how["ja"].format(card_list(public.cards, "ja"))
    en = f"{seat['en']} {how['en']} {card_list(public.cards, 'en')}."
    if public.cards[-1][0] != public.suit or public.cards[-1][1:] == "8":
        suit = _SUIT[public.suit]
        ja += f"マークは{suit['ja']}。"
        en += f" The suit is {suit['en']}."
    if pending is None:
        return {"ja": f"{ja}次は{turn['ja']}。", "en": f"{en} {turn['en']} is next."}
    if pending.draw:
        return {
            "ja": f"{ja}{turn['ja']}は{pending.draw}枚引くか、{pending.rank}で次へ回す。",
            "en": f"{en} {turn['en']} draws {pending.draw} or passes it on with a {pending.rank}.",
        }
    return {
        "ja": f"{ja}{turn['ja']}は手札を公開するか、{pending.rank}で次へ回す。",
        "en": f"{en} {turn['en']} opens the hand or passes it on with a {pending.rank}.",
    }


_WHY: dict[str, Text] = {
    "turn": {"ja": "", "en": ""},
    "accept": {"ja": "2を受けて", "en": ", taking the 2"},
    "false-call": {"ja": "誤ドボンの罰で", "en": " for the false call"},
}


def cards_drawn(event: Event[CardsDrawn], who: Who) -> Text:
    """Tell how many cards were drawn and why; name them if the reader may know them."""
    public = event.public
    seat, why = who(public.seat), _WHY[public.why]
    if not public.count:
        return {
            "ja": f"{seat['ja']}は{why['ja']}引こうとしたが、山札がない。",
            "en": f"{seat['en']} finds nothing to draw{why['en']}.",
        }
    drawn = opened(event, public.seat, "cards")
    ja = f"({card_list(drawn, 'ja')})" if drawn else ""
    en = f" ({card_list(drawn, 'en')})" if drawn else ""
    return {
        "ja": f"{seat['ja']}が{why['ja']}{public.count}枚引いた{ja}。",
        "en": f"{seat['en']} draws {counted(public.count)}{en}{why['en']}.",
    }


def passed(event: Event[Passed], who: Who) -> Text:
    """Tell which seat passed."""
    seat = who(event.public.seat)
    return {"ja": f"{seat['ja']}がパス。", "en": f"{seat['en']} passes."}


def hand_opened(event: Event[HandOpened], who: Who) -> Text:
    """Tell which hand was opened."""
    seat, cards = who(event.public.seat), event.public.cards
    if not cards:
        return {"ja": f"{seat['ja']}には公開する手札がない。", "en": f"{seat['en']} has no card left to open."}
    return {
        "ja": f"{seat['ja']}が手札を公開した({card_list(cards, 'ja')})。",
        "en": f"{seat['en']} opens the hand: {card_list(cards, 'en')}.",
    }


def stock_reshuffled(event: Event[StockReshuffled], _: Who) -> Text:
    """Tell how many cards were shuffled."""
    count = event.public.count
    return {
        "ja": f"場札の下の{count}枚を切り混ぜて山札にした。",
        "en": f"{counted(count)} from below the top of the pile, shuffled, go under the stock.",
    }


_KIND: dict[str, Text] = {
    "call": {"ja": "ドボンコール", "en": "calls Dobon on"},
    "counter": {"ja": "ドボン返し", "en": "counters on"},
    "ippatsu": {"ja": "一発ドボン", "en": "calls ippatsu-dobon on"},
}


def dobon_called(event: Event[DobonCalled], who: Who) -> Text:
    """Tell what was called, with which hand, and whether it was true."""
    public = event.public
    seat, card, kind = who(public.seat), public.card, _KIND[public.kind]
    ja = f"{seat['ja']}が{card}に{kind['ja']}。"
    en = f"{seat['en']} {kind['en']} {card}."
    hand: list[str] = public.hand or opened(event, public.seat, "hand")
    if hand:
        ja += f"手札は{card_list(hand, 'ja')}。"
        en += f" The hand: {card_list(hand, 'en')}."
    if public.valid:
        return {
            "ja": f"{ja}式は{'、'.join(public.formulas)}。",
            "en": f"{en} It makes {', '.join(public.formulas)}.",
        }
    return {"ja": f"{ja}誤ドボン。", "en": f"{en} It is a false call."}


def call_declined(event: Event[CallDeclined], who: Who) -> Text:
    """Tell which seat declined, if the reader may know it."""
    declined = declined_by(event)
    if not declined:
        return {"ja": "誰かがドボンしないと答えた。", "en": "Somebody answers that they do not call."}
    seat = who(declined[0])
    return {"ja": f"{seat['ja']}はドボンしない。", "en": f"{seat['en']} does not call."}


def window_closed(event: Event[WindowClosed], __: Who) -> Text:
    """Tell that no call was made."""
    if event.public.calls_open is not UNSET:
        return {"ja": "めくられたカードへの答えを締め切った。", "en": "No more answers to the card turned up."}
    return {"ja": "誰もドボンしなかった。", "en": "Nobody has called."}


def round_ended(event: Event[RoundEnded], who: Who) -> Text:
    """Tell which seats won and lost, and the points that were paid."""
    public = event.public
    losers = [who(seat) for seat in public.losers]
    ja = "、".join(loser["ja"] for loser in losers)
    en = ", ".join(loser["en"] for loser in losers)
    if public.reason == "dead-end":
        return {"ja": "誰も動けない。勝者なし。", "en": "Nobody can move any more. Nobody wins."}
    if public.reason == "false-call":
        return {"ja": f"誤ドボンで{ja}の負け。勝者なし。", "en": f"{en} loses by a false call. Nobody wins."}
    assert public.winner is not None
    winner = who(public.winner)
    if public.score:
        return _paid(public.score, winner, ja, en, len(losers))
    if not losers:
        return {"ja": f"{winner['ja']}の勝ち。敗者なし。", "en": f"{winner['en']} wins. Nobody loses."}
    return {
        "ja": f"{winner['ja']}の勝ち、{ja}の負け。",
        "en": f"{winner['en']} wins; {en} {_verb('lose', len(losers))}.",
    }


def _paid(score: Score, winner: Text, ja: str, en: str, payers: int) -> Text:
    """Tell the payment of each loser, with the arithmetic."""
    payment, arithmetic = score.payment, score.arithmetic
    each = {"ja": f"{payment}点", "en": str(payment)}
    if payers > 1:
        each = {"ja": f"それぞれ{payment}点", "en": f"{payment} each"}
    return {
        "ja": f"{winner['ja']}の勝ち。{ja}が{each['ja']}を払う。{_in_japanese(arithmetic)}。",
        "en": f"{winner['en']} wins; {en} {_verb('pay', payers)} {each['en']}: {arithmetic}.",
    }


_TERMS = {" x ": " × ", "[joker]": "[ジョーカー]", "[counter]": "[ドボン返し]", " each, ": "ずつ、", " [players]": "人"}
"""Words and signs in the arithmetic of a score, in Japanese."""


def _in_japanese(arithmetic: str) -> str:
    for term, said in _TERMS.items():
        arithmetic = arithmetic.replace(term, said)
    return arithmetic


def _verb(stem: str, subjects: int) -> str:
    return stem if subjects > 1 else f"{stem}s"
