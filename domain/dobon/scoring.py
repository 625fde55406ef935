"""The points of a round by the Kawagoe rules, with the arithmetic in words (rulebook 2.6). The ledger is zero-sum."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

from domain.ruleset.cards import CARDS, RANK

IPPATSU_BONUS = 4
"""2.6, clause 5: an ippatsu pays the number that was turned up, and this."""


@dataclass(frozen=True, slots=True)
class Score:
    """The payment of one payer, with its arithmetic."""

    addends: list[int]
    "The called card's number, then the numbers that are added to it, largest first."
    doublings: list[str]
    "The factors of two: the codes of the winner's 2s, `joker` for each joker, `counter`."
    payment: int
    "Points from each payer."
    arithmetic: str
    "The same as a line to follow: `(9 + 11 + 5) x 2 [H2] x 2 [joker] = 100`."

    def facts(self) -> dict[str, Any]:
        """Return the score as JSON values."""
        return asdict(self)


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


def transfers(payers: Sequence[int], winner: int, payment: int) -> list[dict[str, int]]:
    """Return the points that go from seat to seat."""
    return [{"from": payer, "to": winner, "points": payment} for payer in payers]


def points(seats: int, paid: Sequence[dict[str, int]]) -> list[int]:
    """Return the points of each seat from the transfers; their sum is 0."""
    found = [0] * seats
    for transfer in paid:
        found[transfer["from"]] -= transfer["points"]
        found[transfer["to"]] += transfer["points"]
    return found
