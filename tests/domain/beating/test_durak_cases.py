"""The rulebook's cases of Durak, with their numbers (5.2)."""

from typing import Any

import pytest

from tests.domain.beating.cases import Case, case, check
from tests.domain.beating.facts import cards, named
from tests.domain.beating.situations import Position

U1 = ("H6 S6 C9 H10 S13 C1", "H8 S9 C11 D6 D10 H12")
U2 = ("H6 S9 C13 S10 D7 C6", "H9 S8 C11 D6 D10 H12", "C9 H11 S7 C1 D8 H13")
U3 = ("H6 S6 S7 C7 D7 D8 S1", "H7 H8 S8 C8 C10 D10 D11 D12")
U4 = ("H7 S9 C13 S10", "S7 S8 C11 D6", "C7 H11 H1 C1")
U5 = ("H6 S6", "H9 S8 C11", "C8 H13", "C6 S9", "D7 D9")


def durak(stock: str = "", lead: int = 0, **given: Any) -> dict[str, Any]:
    return {"trump": "D", "stock": stock, "lead": lead, **given}


ON_U1 = durak("S7 S8 C6 C7 H1 H13 D1")
ON_U2 = durak("C7 C8 C10 H1 H7 H8 D1")
ON_U3 = durak("H9 S9 C9 H1 D1")
TURNING = durak("C6 C8 C10 H1 H13 S13 D1", turnover=True)
ON_U4 = durak("C6 C8 C10 H8 H13 S13 D1", turnover=True)
H6_BEATEN = ("P0 attacks H6", "P1 beats H6<-H8")
TO_P2 = ("P0 attacks H6", "P1 beats H6<-H9", "P0 stops")
C9_BEATEN = (*TO_P2, "P2 attacks C9", "P1 beats C9<-C11")
TURNED = ("P0 attacks H7", "P1 turns-over S7")

DURAK = (
    case(
        "U02", U1, ON_U1, "P0 attacks H6 S6 -> one-card-only", "P0 stops -> must-lead", "P1 attacks H8 -> not-your-turn",
        stand=("leading", 0), lies="", P0=U1[0], P1=U1[1], roles="0 -> 1", limit=6,
    ),
    case("U03", U1, ON_U1, *H6_BEATEN, stand=("attacking", 0), right=0, lies="H6<-H8", sizes=(5, 5), drawn=()),
    case("U05", U1, ON_U1, "P0 attacks C1", "P1 beats C1<-D6", stand=("attacking", 0), lies="C1<-D6"),
    case(
        "U06", ("D8 S6", "H1 D7 D9"), durak("S7 S8 C6"), "P0 attacks D8", "P1 beats D8<-H1 -> cannot-beat",
        "P1 beats D8<-D7 -> cannot-beat", "P1 beats D8<-D9", stand=("attacking", 0), lies="D8<-D9", limit=3,
    ),
    case(
        "U07", U1, ON_U1, *H6_BEATEN, "P0 attacks C9 -> rank-not-on-table", "P0 attacks S6", stand=("defending", 1),
        lies="H6<-H8 S6",
    ),
    case(
        "U09", U1, ON_U1, "P0 attacks H6", "P0 attacks S6 -> wrong-phase", "P1 attacks H8 -> wrong-phase",
        "P0 takes -> not-your-turn", stand=("defending", 1), lies="H6", right=0,
    ),
    case(
        "U10", U1, ON_U1, *H6_BEATEN, "P1 takes -> wrong-phase", "P1 stops -> not-your-turn", stand=("attacking", 0),
        lies="H6<-H8",
    ),
    case(
        "U11", U1, ON_U1, *H6_BEATEN, "P0 attacks S6", "P1 takes", stand=("leading", 0), roles="0 -> 1", limit=6,
        P1="H6 H8 S6 S9 C11 D6 D10 H12", P0="C9 H10 S13 C1 S7 S8", drawn=("P0 S7 S8",), stock="C6 C7 H1 H13 D1", gone="",
        lies="", known=("", "S6 H6 H8"),
    ),
    case(
        "U13", U1, durak("D1"), *H6_BEATEN, "P0 stops", stand=("leading", 1), roles="1 -> 0", drawn=("P0 D1",), stock="",
        P0="S6 C9 H10 S13 C1 D1", P1="S9 C11 D6 D10 H12", gone="H6 H8", known=("D1", ""),
    ),
    case(
        "U14", (U1[0], "H8 S9"), ON_U1, *H6_BEATEN, "P0 attacks S6", "P1 beats S6<-S9", stand=("leading", 1),
        drawn=("P0 S7 S8", "P1 C6 C7 H1 H13 D1"), gone="H6 H8 S6 S9", roles="1 -> 0", stock="",
    ),
    case(
        "U15", U3, ON_U3, "P0 attacks H6", "P1 beats H6<-H7", "P0 attacks S7", "P1 beats S7<-S8", "P0 attacks C7",
        "P1 beats C7<-C8", "P0 attacks D7", "P1 beats D7<-D10", "P0 attacks D8", "P1 beats D8<-D11", "P0 attacks S6",
        "P1 beats S6<-D12", stand=("leading", 1), drawn=("P0 H9 S9 C9 H1 D1",), P1="H8 C10", P0="S1 H9 S9 C9 H1 D1",
    ),
    case(
        "U17", ("H8", "H7"), durak(), "P0 attacks H8", "P1 takes", stand="over", ended=("one-left", [1], [1, 2]), P1="H7 H8",
        points=[0, -1], winner=0,
    ),
    case(
        "U18", ("H6 S9", "H7"), durak(), "P0 attacks H6", "P1 beats H6<-H7", stand="over", ended=("one-left", [0], [2, 1]),
        P0="S9", points=[-1, 0],
    ),
    case(
        "U19", ("H6", "H7 S9"), durak(), "P0 attacks H6", "P1 beats H6<-H7", stand="over", ended=("one-left", [1], [1, 2]),
        P1="S9", gone="H6 H7",
    ),
    case(
        "U21", U2, ON_U2, *C9_BEATEN, "P0 attacks S9 -> not-your-turn", "P2 attacks H11", stand=("defending", 1), right=2,
        lies="H6<-H9 C9<-C11 H11", roles="0 -> 1, 2",
    ),
    case(
        "U22", U2, ON_U2, *C9_BEATEN, "P2 stops", "P0 attacks S9", "P1 beats S9<-D6", "P0 attacks C6",
        stand=("defending", 1), right=0, lies="H6<-H9 C9<-C11 S9<-D6 C6",
    ),
    case(
        "U23", U2, ON_U2, *TO_P2, "P2 stops", stand=("leading", 1), drawn=("P0 C7", "P1 C8"), roles="1 -> 2, 0",
        gone="H6 H9", sizes=(6, 6, 6),
    ),
    case(
        "U25", U2, ON_U2, *C9_BEATEN, "P2 stops", "P0 stops", stand=("leading", 1),
        drawn=("P0 C7", "P2 C8", "P1 C10 H1"), gone="H6 H9 C9 C11", roles="1 -> 2, 0",
    ),
    case(
        "U26", U5, durak(), *TO_P2, "P2 stops", stand=("leading", 1), gone="H6 H9", roles="1 -> 2, 3", drawn=(),
        asked=(1, 0, 2, 1),
    ),
    case(
        "U27", U5, durak(guardian_scope="all"), *TO_P2, "P2 stops", "P3 attacks C6", stand=("defending", 1), right=3,
        lies="H6<-H9 C6", roles="0 -> 1, 2, 3, 4",
    ),
    case(
        "U29", ("H6 S6 C9 H10 S13 C6", U1[1]), durak("S7 S8 C7 H1 H13 D1", throw_in=True), "P0 attacks H6", "P1 takes",
        "P0 throws-in C9 -> rank-not-on-table", "P0 throws-in S6 C6", "P0 stops", stand=("leading", 0),
        P1="H6 S6 C6 H8 S9 C11 D6 D10 H12", drawn=("P0 S7 S8 C7",), P0="C9 H10 S13 S7 S8 C7",
    ),
    case(
        "U30", ("H6 S6 C6", "H8 S9"), durak(throw_in=True), "P0 attacks H6", "P1 takes",
        "P0 throws-in S6 C6 -> limit-reached", "P0 throws-in S6", stand=("leading", 0), P0="C6", P1="H6 S6 H8 S9",
        roles="0 -> 1", limit=4,
    ),
    case(
        "U31", U1, ON_U1 | {"throw_in": True}, "P0 throws-in H6 -> wrong-phase", "P0 attacks H6",
        "P0 throws-in S6 -> wrong-phase", stand=("defending", 1), lies="H6",
    ),
    case(
        "U33", ("H7 C7 S9", "S7 S8 H9"), TURNING | {"turnover": False}, "P0 attacks H7", "P1 turns-over S7 -> option-off",
        stand=("defending", 1), lies="H7",
    ),
    case(
        "U34", ("H7 C7 S9", "S7 S8 H9 C1"), TURNING, *TURNED, stand=("defending", 0), lies="H7 S7", roles="1 -> 0", limit=2,
        right=1,
    ),
    case(
        "U35", ("H7 C7 S9", "S7 S8 H9 C1"), TURNING, *TURNED, "P0 turns-over C7", stand=("defending", 1), lies="H7 S7 C7",
        roles="0 -> 1", limit=3, right=0, sizes=(1, 3),
    ),
    case(
        "U37", ("H7 C9", "S7 S8 H9"), durak(turnover=True), "P0 attacks H7", "P1 turns-over S7 -> limit-reached",
        stand=("defending", 1), lies="H7", roles="0 -> 1",
    ),
    case(
        "U38", ("H7 C7 S9", "S7 H8 H9 C1"), TURNING, "P0 attacks H7", "P1 turns-over H8 -> rank-mismatch",
        "P1 beats H7<-H8", "P0 attacks C7", "P1 turns-over S7 -> already-beaten", stand=("defending", 1),
        lies="H7<-H8 C7",
    ),
    case(
        "U39", ("H7 S9 H8", "S7 S8 H9 C1"), TURNING, *TURNED, "P0 beats S7<-S9", "P1 attacks H9 -> wrong-phase",
        "P0 beats H7<-H8", stand=("leading", 0), drawn=("P0 C6 C8 C10 H1 H13 S13", "P1 D1"), gone="H7 S7 S9 H8",
        roles="0 -> 1", asked=(1, 0, 0, 0),
    ),
    case(
        "U41", U4, ON_U4, *TURNED, "P2 turns-over C7", stand=("defending", 0), roles="2 -> 0, 1", lies="H7 S7 C7", limit=3,
        right=2,
    ),
    case(
        "U42", U4, ON_U4, *TURNED, "P2 takes", stand=("leading", 0), roles="0 -> 1, 2",
        drawn=("P0 C6 C8 C10", "P1 H8 H13 S13"), P2="C7 H11 H1 C1 H7 S7",
    ),
    case(
        "U43", U4, ON_U4, *TURNED, "P2 turns-over C7", "P0 takes", stand=("leading", 1), roles="1 -> 2, 0",
        drawn=("P1 C6 C8 C10", "P2 H8 H13 S13"), P0="S9 C13 S10 H7 S7 C7",
    ),
    case(
        "U45", ("H8", "H9 S9", "", "C6"), durak(teams=True, out=[2]), "P0 attacks H8", "P1 beats H8<-H9", stand="over",
        ended=("team-out", [1, 3], [1, 3, 1, 3]), out=(2, 0), points=[0, -1, 0, -1], winner=None,
    ),
    case(
        "U46", ("H8 S6", "H9 S9", "", "C6 D8"), durak(lead=1, teams=True, out=[2]), "P1 attacks H9", "P0 takes",
        stand=("leading", 1), roles="1 -> 0, 3", P0="H8 S6 H9", asked=(0, 1),
    ),
    case(
        "U49", ("H6 S9", "H7", "C7 C8"), durak(), "P0 attacks H6", "P1 beats H6<-H7", stand=("leading", 2), out=(1,),
        roles="2 -> 0", gone="H6 H7",
    ),
    case(
        "U50", U3, ON_U3 | {"first_bout_limit": 5}, "P0 attacks H6", "P1 beats H6<-H7", "P0 attacks S7", limit=5,
        stand=("defending", 1), lies="H6<-H7 S7",
    ),
    case(
        "U51", (*U3, "C12"), ON_U3, "P0 attacks H6", "P1 beats H6<-H7", "P2 attacks S7 -> not-your-turn",
        "P0 attacks C12 -> not-in-hand", "P0 attacks -> bad-arguments", "P0 attacks S6 S6 -> duplicate-card",
        stand=("attacking", 0), lies="H6<-H7",
    ),
)  # fmt: skip


@pytest.mark.parametrize("one", DURAK, ids=lambda one: one.number)
def test_a_case_of_durak(one: Case) -> None:
    check("durak", one)


TRUMPS = {suit: cards(" ".join(f"{suit}{rank}" for rank in (6, 7, 8, 9, 10, 11, 12, 13, 1))) for suit in "SCHD"}
"""Trumps of Durak, lowest first."""


def test_u01_a_deal_for_two() -> None:
    for seed in range(20):
        position = Position.dealt("durak", 2, seed)
        deal = position.opening[0].public
        assert (position.sizes, len(position.table.stock), position.lies) == ((6, 6), 24, "")
        assert position.stock.split()[-1] == deal.trump_card, "the last card of the stock shows the trump"
        assert position.of(1).table.stock[0] == position.of(-1).table.stock[0] == cards(deal.trump_card)[0], (
            "every viewer sees it"
        )
        assert position.trump == deal.trump_card[0]
        assert position.stand == ("leading", deal.first)
        held = {card: seat for seat, hand in enumerate(position.hands) for card in hand}
        trumps = [card for card in TRUMPS[position.trump] if card in held]
        assert deal.decided_by == (named(trumps[:1]) or None)
        if trumps:
            assert deal.first == held[trumps[0]]
            assert [one.json() for one in deal.shown] == [{"seat": deal.first, "card": deal.decided_by}], (
                "the deciding card is public"
            )


def test_u47_a_deal_for_six() -> None:
    for seed in range(20):
        position = Position.dealt("durak", 6, seed)
        deal = position.opening[0].public
        assert position.sizes == (6,) * 6
        assert position.stock == ""
        assert deal.trump_card == position.opening[0].sealed["5"].cards[-1]
        assert position.trump == deal.trump_card[0]
        assert deal.trump_card in position.fact("P5").split()
        assert deal.trump_card in position.known[5].split()
