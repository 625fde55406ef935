"""One plain reason for a mark, in Japanese and English, from what the seat could know.

The first that explains the loss is given: a card that another seat probably waits for, a hand that waits for fewer
numbers, or else how the playouts ended.
"""

from collections.abc import Sequence
from typing import Any

from domain.actions import Accept, Action, Decline, Dobon, Doubt, Draw, Pass, Play
from domain.analysis.decisions import Decision
from domain.analysis.losses import Loss
from domain.cards import RANK, codes
from domain.chance import RandomStream
from domain.playouts.comparison import Result
from domain.playouts.worlds import sample_worlds
from domain.wording import Text, card_list

WORLDS = 400
"""Number of worlds from which the chances of waits are counted."""

EXPLAINS = 1 / 3
"""The part of a loss that a difference of danger has to reach to be its reason."""

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
    type(None): {"ja": "見送る", "en": "letting it pass"},
}


def reason(decision: Decision, loss: Loss, stream: RandomStream) -> Text:
    """Return why the best action is better than the chosen one."""
    if hasattr(decision.game.table, "stock") and isinstance(decision.chosen, Play):
        return _danger(decision, loss, stream) or _waits(decision, loss) or _ends(decision, loss)
    return _ends(decision, loss)


def named(action: Action | None) -> Text:
    """Return an action in a word or two."""
    if not isinstance(action, Play):
        return _PLAIN[type(action)]
    laid = codes(action.cards)
    ja, en = card_list(laid, "ja"), card_list(laid, "en")
    if action.suit is None:
        return {"ja": ja, "en": en}
    suit = _SUITS[action.suit]
    return {"ja": f"{ja}({suit['ja']})", "en": f"{en} ({suit['en']})"}


# Danger


def waiting_for(decision: Decision, numbers: Sequence[int], stream: RandomStream) -> list[list[float]]:
    """Return for each number the chance that each seat's hand makes it; 0 for the seat itself."""
    game, seat = decision.game, decision.seat
    rules: Any = game.ruleset
    count = len(game.table.hands)
    found = [[0] * count for _ in numbers]
    for world in sample_worlds(rules.key, game.table, seat, WORLDS, stream):
        for other in range(count):
            if other != seat:
                made = rules.waits(world, other)
                for place, number in enumerate(numbers):
                    found[place][other] += number in made
    return [[share / WORLDS for share in shares] for shares in found]


def _danger(decision: Decision, loss: Loss, stream: RandomStream) -> Text | None:
    """Return the chance that a seat waits for the number that was laid, if it explains the loss."""
    assert isinstance(decision.chosen, Play)
    laid = RANK[decision.chosen.cards[-1]]
    instead = RANK[loss.best.cards[-1]] if isinstance(loss.best, Play) else 0
    ours, theirs = waiting_for(decision, (laid, instead), stream)
    if sum(ours) - sum(theirs) < EXPLAINS * loss.loss or laid == instead:
        return None
    seat = max(range(len(ours)), key=lambda other: ours[other])
    ja, en = (
        f"席{seat}が{laid}を待っている確率は{_percent(ours[seat])}",
        f"Seat {seat} waits for {laid}: {_percent(ours[seat])}",
    )
    if not instead:
        return {"ja": f"{ja}。", "en": f"{en}."}
    return {
        "ja": f"{ja}。{instead}なら{_percent(theirs[seat])}。",
        "en": f"{en}; for {instead}: {_percent(theirs[seat])}.",
    }


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
    table, seat = decision.game.table.copy(), decision.seat
    for cards in (table.hands[seat], table.shown[seat]):
        cards[:] = [card for card in cards if card not in play.cards]
    rules: Any = decision.game.ruleset
    return [*rules.waits(table, seat)]


def _numbers(numbers: Sequence[int], language: str) -> str:
    if not numbers:
        return "なし" if language == "ja" else "none"
    return ("・" if language == "ja" else ", ").join(map(str, numbers))


# Ends


def _ends(decision: Decision, loss: Loss) -> Text:
    """Return how many of the playouts the seat won and lost after each of the two actions."""
    chosen, best = named(decision.chosen), named(loss.best)
    won, lost = shares(loss.best_results, decision.seat)
    ours_won, ours_lost = shares(loss.chosen_results, decision.seat)
    return {
        "ja": f"{best['ja']}:勝ち{_percent(won)}・負け{_percent(lost)}。"
        f"{chosen['ja']}:勝ち{_percent(ours_won)}・負け{_percent(ours_lost)}。",
        "en": f"{_capital(best['en'])} wins {_percent(won)} and loses {_percent(lost)}; "
        f"{chosen['en']} wins {_percent(ours_won)} and loses {_percent(ours_lost)}.",
    }


def shares(results: Sequence[Result], seat: int) -> tuple[float, float]:
    """Return the shares of results that the seat won and lost."""
    won = sum(result.winner == seat for result in results)
    lost = sum(seat in result.losers for result in results)
    return won / len(results), lost / len(results)


def _percent(share: float) -> str:
    return f"{round(100 * share)} %"


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
