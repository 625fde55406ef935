"""One plain reason for a mark, in Japanese and English, from what the seat could know.

The first that explains the loss is given: a card that another seat probably waits for, a hand that waits for fewer
numbers, or else how the playouts ended.
"""

from collections.abc import Sequence
from typing import Any

from domain.analysis.decisions import Decision
from domain.analysis.losses import Loss
from domain.dobon.waits import HELD
from domain.ruleset.actions import (
    Accept,
    Action,
    Attack,
    Beat,
    Decline,
    Dobon,
    Doubt,
    Draw,
    Flip,
    Lead,
    Pass,
    Play,
    Stop,
    Take,
    ThrowIn,
    TurnOver,
)
from domain.ruleset.cards import RANK, codes
from domain.ruleset.wording import Text, card_list

EXPLAINS = 1 / 3
"""The part of a loss that a difference of danger has to reach to be its reason."""

EVEN = 0.5

_SUITS: tuple[Text, ...] = (
    {"ja": "スペード", "en": "spades"}, {"ja": "クローバー", "en": "clubs"}, {"ja": "ハート", "en": "hearts"},
    {"ja": "ダイヤ", "en": "diamonds"},
)  # fmt: skip

_PLAIN: dict[type[Any], Text] = {
    Draw: {"ja": "引く", "en": "drawing"},
    Accept: {"ja": "受ける", "en": "accepting"},
    Pass: {"ja": "パス", "en": "passing"},
    Dobon: {"ja": "ドボンする", "en": "calling"},
    Doubt: {"ja": "ダウトする", "en": "doubting"},
    Decline: {"ja": "見送る", "en": "letting it pass"},
    Flip: {"ja": "めくる", "en": "turning up a card"},
    Take: {"ja": "取る", "en": "taking"},
    Stop: {"ja": "止める", "en": "stopping"},
    type(None): {"ja": "見送る", "en": "letting it pass"},
}


def reason(decision: Decision, loss: Loss) -> Text:
    """Return why the best action is better than the chosen one."""
    found: Text | None = None
    if decision.game.ruleset.family == "dobon" and isinstance(decision.chosen, Play):
        found = _danger(decision, loss) or _waits(decision, loss)
    elif isinstance(decision.chosen, Dobon):
        found = _false_call(decision)
    elif isinstance(decision.chosen, Doubt) or isinstance(loss.best, Doubt):
        found = _lie(decision)
        if found and not _is_explained(decision, loss):
            ends = _ends(decision, loss)
            return {"ja": found["ja"] + ends["ja"], "en": f"{found['en']} {ends['en']}"}
    return found or _ends(decision, loss)


def named(action: Action | None) -> Text:
    """Return an action in a word or two."""
    if type(action) in _PLAIN:
        return _PLAIN[type(action)]
    laid = named_cards(action)
    ja, en = card_list(laid, "ja"), card_list(laid, "en")
    if not isinstance(action, Play) or action.suit is None:
        return {"ja": ja, "en": en}
    suit = _SUITS[action.suit]
    return {"ja": f"{ja}({suit['ja']})", "en": f"{en} ({suit['en']})"}


def named_cards(action: Action | None) -> list[str]:
    """Return the codes of the cards that an action uses."""
    if isinstance(action, Beat):
        return codes(card for _, card in action.pairs)
    if isinstance(action, TurnOver):
        return codes([action.card])
    if isinstance(action, Lead):
        return codes([*action.cards, *([] if action.extra is None else [action.extra])])
    return codes(action.cards) if isinstance(action, Play | Attack | ThrowIn) else []


# Danger and lies


def _false_call(decision: Decision) -> Text | None:
    """Return that the own hand does not make the number, if that is so."""
    calls = decision.game.ruleset.calls
    if calls is None or calls.is_true(decision.game.state, decision.seat):
        return None
    return {"ja": "手札からその数字は作れない。", "en": "The hand does not make the number."}


def _danger(decision: Decision, loss: Loss) -> Text | None:
    """Return the chance that a seat waits for the number that was laid, if it explains the loss."""
    plays = [action.cards for action in (decision.chosen, loss.best) if isinstance(action, Play)]
    dangers = decision.beliefs.dangers(decision.game, plays)
    if not dangers or not dangers[0].callers:
        return None
    ours, instead = dangers[0], dangers[1] if len(dangers) > 1 else None
    laid, other = RANK[ours.cards[-1]], RANK[instead.cards[-1]] if instead else 0
    if ours.chance - (instead.chance if instead else 0.0) < EXPLAINS * loss.loss or laid == other:
        return None
    seat, chance = ours.callers[0].seat, ours.callers[0].chance
    ja = f"席{seat}が{laid}を待っている確率は{_percent(chance)}"
    en = f"Seat {seat} waits for {laid}: {_percent(chance)}"
    if instead is None:
        return {"ja": f"{ja}。", "en": f"{en}."}
    less = _percent(next((caller.chance for caller in instead.callers if caller.seat == seat), 0.0))
    return {"ja": f"{ja}。{other}なら{less}。", "en": f"{en}; for {other}: {less}."}


def _lie(decision: Decision) -> Text | None:
    """Return the chance that the play which could be doubted was a lie."""
    told = decision.beliefs.lie(decision.game)
    if told is None:
        return None
    chance = _percent(told.chance)
    return {
        "ja": f"席{told.seat}の{told.number}が嘘である確率は{chance}。",
        "en": f"The {told.number} of seat {told.seat} is a lie: {chance}.",
    }


def _is_explained(decision: Decision, loss: Loss) -> bool:
    """Tell whether the likelier one of lie and truth speaks for the best action."""
    told = decision.beliefs.lie(decision.game)
    return told is not None and (told.chance > EVEN) == isinstance(loss.best, Doubt)


# Waits


def _waits(decision: Decision, loss: Loss) -> Text | None:
    """Return what the own hand waits for after each of the two plays, if the best one leaves more waits."""
    if not isinstance(decision.chosen, Play) or not isinstance(loss.best, Play):
        return None
    ours, theirs = waits_after(decision, decision.chosen), waits_after(decision, loss.best)
    if len(theirs) <= len(ours):
        return None
    chosen, best = named(decision.chosen), named(loss.best)
    return {
        "ja": f"{best['ja']}なら待ちは{_numbers(theirs, 'ja')}、{chosen['ja']}だと{_numbers(ours, 'ja')}。",
        "en": f"After {best['en']} the hand waits for {_numbers(theirs, 'en')}; "
        f"after {chosen['en']} for {_numbers(ours, 'en')}.",
    }


def waits_after(decision: Decision, play: Play) -> list[int]:
    """Return the numbers that the seat's hand makes after a play."""
    state, seat = decision.game.state.copy(), decision.seat
    hand, opened = state.hands[seat], state.table.shown[seat]
    for card in play.cards:
        if card in opened:
            opened.remove(card)
            state.table.opened[seat] -= HELD[card]
        else:
            hand.lay(card)
    rules: Any = decision.game.ruleset
    return [*rules.waits(state, seat)]


def _numbers(numbers: Sequence[int], language: str) -> str:
    if not numbers:
        return "なし" if language == "ja" else "nothing"
    return ("・" if language == "ja" else ", ").join(map(str, numbers))


# Ends


def _ends(decision: Decision, loss: Loss) -> Text:
    """Return how likely the seat wins and loses the round after each of the two actions."""
    pair = (loss.best, loss.best_ends), (decision.chosen, loss.chosen_ends)
    losable = any(ends.lost for _, ends in pair)
    japanese, english = [], []
    for action, ends in pair:
        name, won, lost = named(action), _percent(ends.won), _percent(ends.lost)
        japanese.append(f"{name['ja']}:勝ち{won}" + (f"・負け{lost}" if losable else ""))
        english.append(f"{name['en']}: {won} won" + (f", {lost} lost" if losable else ""))
    return {"ja": "。".join(japanese) + "。", "en": _capital("; ".join(english)) + "."}


def _percent(share: float) -> str:
    return f"{round(100 * share)} %"


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
