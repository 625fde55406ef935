"""The events of a beating game in words, with the terms of the rule sheets."""

from msgspec import UNSET

from domain.beating.events import (
    AttackPlayed,
    AttackStopped,
    AttackTurnedOver,
    BoutBegun,
    CardsBeaten,
    CardsDrawn,
    CardsLed,
    CardsThrownIn,
    DefenceEnded,
    RoundDealt,
    RoundEnded,
    SeatOut,
    TakeDeclared,
    TrumpTurned,
)
from domain.log.events import Event
from domain.ruleset.wording import Text, Who, card_list, counted, opened

_SUITS = {
    "S": {"ja": "スペード", "en": "spades"}, "C": {"ja": "クラブ", "en": "clubs"},
    "H": {"ja": "ハート", "en": "hearts"}, "D": {"ja": "ダイヤ", "en": "diamonds"},
}  # fmt: skip


def with_asked(event: Event, said: Text, who: Who) -> Text:
    """Return the sentence, followed by what the event asks of which seat."""
    asked = event.public.get("asks")
    if asked is None:
        return said
    seat = who(asked.seat)
    ja, en = _ASKED[asked.phase]
    return {"ja": f"{said['ja']}{seat['ja']}{ja}", "en": f"{said['en']} {seat['en']} {en}"}


_ASKED = {
    "leading": ("がリードする。", "leads."),
    "defending": ("が防御する。", "is to beat it or take."),
    "attacking": ("に攻撃権がある。", "has the attack right."),
    "throwing-in": ("はスローインできる。", "may throw in."),
}


def round_dealt(event: Event[RoundDealt], who: Who) -> Text:
    """Tell how many cards were dealt, what is trump, and which seat begins."""
    public = event.public
    ja = f"第{public.round}ラウンド。{public.hands[0]}枚ずつ配り、山札は{public.stock}枚。"
    en = f"Round {public.round}: {counted(public.hands[0])} each, {public.stock} in the stock."
    if public.trump is None:
        ja, en = ja + "切り札はまだ決まっていない。", en + " Trump is not known yet."
    else:
        suit, card = _SUITS[public.trump], public.trump_card
        ja += f"切り札は{suit['ja']}" + (f"({card})。" if card else "。")
        en += f" Trump is {suit['en']}" + (f" ({card})." if card else ".")
    if public.decided_by and public.first is not UNSET:
        seat = who(public.first)
        ja += f"一番低い切り札{public.decided_by}を持つ{seat['ja']}から始める。"
        en += f" {seat['en']} holds the lowest trump, {public.decided_by}, and begins."
    return {"ja": ja, "en": en}


def bout_begun(event: Event[BoutBegun], who: Who) -> Text:
    """Tell the roles of a bout and its limit."""
    public = event.public
    attacker, defender = who(public.attacker), who(public.defender)
    guardians = [who(seat) for seat in public.team[1:]]
    ja = f"バウト{public.bout}。攻撃者は{attacker['ja']}、防御者は{defender['ja']}"
    en = f"Bout {public.bout}: {attacker['en']} attacks {defender['en']}"
    if guardians:
        ja += "、擁護者は" + "・".join(seat["ja"] for seat in guardians)
        en += f", guarded by {' and '.join(seat['en'] for seat in guardians)}"
    return {"ja": f"{ja}。攻撃は{public.limit}枚まで。", "en": f"{en}; at most {counted(public.limit)}."}


def cards_led(event: Event[CardsLed], who: Who) -> Text:
    """Tell which cards were led to which seat."""
    public = event.public
    seat, to, extra = who(public.seat), who(public.to), public.extra
    cards = public.cards[:-1] if extra else public.cards
    ja = f"{seat['ja']}が{to['ja']}に{card_list(cards, 'ja')}をリードした" + (f"(おつけ{extra})。" if extra else "。")
    en = (
        f"{seat['en']} leads {card_list(cards, 'en')}"
        + (f" with {extra} as extra" if extra else "")
        + f" to {to['en']}."
    )
    return {"ja": ja, "en": en}


def attack_played(event: Event[AttackPlayed], who: Who) -> Text:
    """Tell which cards attack."""
    seat, cards = who(event.public.seat), event.public.cards
    return {
        "ja": f"{seat['ja']}が{card_list(cards, 'ja')}で攻撃。",
        "en": f"{seat['en']} attacks with {card_list(cards, 'en')}.",
    }


def cards_thrown_in(event: Event[CardsThrownIn], who: Who) -> Text:
    """Tell which cards were thrown in."""
    seat, cards = who(event.public.seat), event.public.cards
    return {
        "ja": f"{seat['ja']}が{card_list(cards, 'ja')}をスローイン。",
        "en": f"{seat['en']} throws in {card_list(cards, 'en')}.",
    }


def attack_stopped(event: Event[AttackStopped], who: Who) -> Text:
    """Tell which seat stopped."""
    seat = who(event.public.seat)
    return {"ja": f"{seat['ja']}は止まる。", "en": f"{seat['en']} stops."}


def attack_turned_over(event: Event[AttackTurnedOver], who: Who) -> Text:
    """Tell which card turned the attack over to which seat."""
    public = event.public
    seat, to = who(public.seat), who(public.defender)
    return {
        "ja": f"{seat['ja']}が{public.card}でターンオーバー。防御者は{to['ja']}になる。",
        "en": f"{seat['en']} turns the attack over to {to['en']} with {public.card}.",
    }


def cards_beaten(event: Event[CardsBeaten], who: Who) -> Text:
    """Tell which card beat which."""
    seat, pairs = who(event.public.seat), event.public.pairs
    ja = "、".join(f"{attack}を{card}で" for attack, card in pairs)
    en = " and ".join(f"{attack} with {card}" for attack, card in pairs)
    return {"ja": f"{seat['ja']}が{ja}撃退。", "en": f"{seat['en']} beats {en}."}


def take_declared(event: Event[TakeDeclared], who: Who) -> Text:
    """Tell which seat takes."""
    seat = who(event.public.seat)
    return {"ja": f"{seat['ja']}は引き取る。", "en": f"{seat['en']} takes."}


def defence_ended(event: Event[DefenceEnded], who: Who) -> Text:
    """Tell how the defence ended and which cards were taken up."""
    public = event.public
    seat, taken = who(public.seat), public.taken
    if public.how == "beaten":
        return {"ja": f"{seat['ja']}の完全防御。", "en": f"{seat['en']} has beaten everything."}
    gone = counted(len(public.discarded))
    ja = f"{seat['ja']}が{card_list(taken, 'ja')}を引き取った。"
    en = f"{seat['en']} takes up {card_list(taken, 'en')}."
    if public.discarded:
        ja, en = ja + f"{len(public.discarded)}枚は流れた。", en + f" {gone} are out of play."
    return {"ja": ja, "en": en}


def cards_drawn(event: Event[CardsDrawn], who: Who) -> Text:
    """Tell how many cards were drawn; name those that the reader may know."""
    public = event.public
    seat, count, left = who(public.seat), public.count, public.stock
    cards = opened(event, public.seat) or public.shown
    ja = f"({card_list(cards, 'ja')})" if cards else ""
    en = f" ({card_list(cards, 'en')})" if cards else ""
    return {
        "ja": f"{seat['ja']}が{count}枚引いた{ja}。残り{left}枚。",
        "en": f"{seat['en']} draws {counted(count)}{en}; {left} left.",
    }


def trump_turned(event: Event[TrumpTurned], _: Who) -> Text:
    """Tell which card decided the trump."""
    public = event.public
    suit = _SUITS[public.trump]
    ja, en = (
        f"{public.card}がめくられ、切り札は{suit['ja']}。",
        f"{public.card} is turned: trump is {suit['en']}.",
    )
    if public.skipped:
        ja += f"飛ばした{card_list(public.skipped, 'ja')}は山札の中ほどへ。"
        en += f" {card_list(public.skipped, 'en')} before it go into the middle of the stock."
    return {"ja": ja, "en": en}


def seat_out(event: Event[SeatOut], who: Who) -> Text:
    """Tell which seat is out and in which place."""
    seat, place = who(event.public.seat), event.public.place
    return {"ja": f"{seat['ja']}が{place}番目に上がり。", "en": f"{seat['en']} is done, as number {place}."}


def round_ended(event: Event[RoundEnded], who: Who) -> Text:
    """Tell which seats lost, or why none did."""
    public = event.public
    losers = [who(seat) for seat in public.losers]
    if losers:
        ja, en = "・".join(seat["ja"] for seat in losers), " and ".join(seat["en"] for seat in losers)
        return {"ja": f"{ja}の負け。", "en": f"{en} {'lose' if len(losers) > 1 else 'loses'}."}
    if public.reason == "first-out":
        assert public.winner is not None
        winner = who(public.winner)
        return {"ja": f"{winner['ja']}の勝ち。", "en": f"{winner['en']} wins."}
    if public.reason == "stalled":
        return {
            "ja": "引き取りが続いたので終わり。敗者なし。",
            "en": "Takes have come to nothing for too long. Nobody loses.",
        }
    return {"ja": "引き分け。敗者なし。", "en": "A draw: nobody loses."}
