"""The points of a round by the Kawagoe rules, with the arithmetic in words (rulebook 2.6). The ledger is zero-sum."""

from collections.abc import Sequence

from domain.dobon.events import Score, Transfer
from domain.ruleset.cards import CARDS, RANK

IPPATSU_BONUS = 4
"""2.6, clause 5: an ippatsu pays the number that was turned up, and this."""


def called(number: int, counted: Sequence[str], winner: Sequence[str], *, counter: bool) -> Score:
    """Clauses 1 to 4: return the score of a call on a card of that number.

    `counted` are the cards added to it, `winner` those of the caller; both are codes. A joker adds nothing to the sum.
    Each 2 and each joker of the winner doubles it, and so does a counter [ドボン返し].
    """
    addends = [number, *sorted((RANK[CARDS[code]] for code in counted if RANK[CARDS[code]]), reverse=True)]
    doublings = [code for code in winner if RANK[CARDS[code]] == 2]
    doublings += ["joker" for code in winner if not RANK[CARDS[code]]]
    doublings += ["counter"] if counter else []
    payment = sum(addends) << len(doublings)
    total = " + ".join(map(str, addends))
    if doublings:
        total = f"({total})" if len(addends) > 1 else total
        total += "".join(f" x 2 [{doubling}]" for doubling in doublings)
    arithmetic = total if total == str(payment) else f"{total} = {payment}"
    return Score(addends, doublings, payment, arithmetic)


def ippatsu(number: int, payers: int) -> Score:
    """Clause 5: return the score of an ippatsu-dobon [一発ドボン], which every other player pays; nothing doubles it."""
    payment = number + IPPATSU_BONUS
    arithmetic = f"{number} + {IPPATSU_BONUS} = {payment}"
    if payers > 1:
        arithmetic += f" each, {payment} x {payers} [players] = {payment * payers}"
    return Score([number, IPPATSU_BONUS], [], payment, arithmetic)


def next_dealer(rule: str, dealer: int, winner: int, seats: int) -> int:
    """K-02, option `dealer_after_ippatsu`: return the next dealer if no seat lost alone."""
    return {"same": dealer, "winner": winner, "left": (dealer + 1) % seats}[rule]


def transfers(payers: Sequence[int], winner: int, payment: int) -> list[Transfer]:
    """Return the points that go from seat to seat."""
    return [Transfer(giver=payer, to=winner, points=payment) for payer in payers]


def points(seats: int, paid: Sequence[Transfer]) -> list[int]:
    """Return the points of each seat from the transfers; their sum is 0."""
    found = [0] * seats
    for transfer in paid:
        found[transfer.giver] -= transfer.points
        found[transfer.to] += transfer.points
    return found
