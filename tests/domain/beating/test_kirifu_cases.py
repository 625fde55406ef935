"""The rulebook's cases of Kirifu, with their numbers (5.3)."""

from typing import Any

import pytest

from tests.domain.beating.cases import Case, case, check
from tests.domain.beating.situations import Position

K1 = ("H9 D9 C4 S2 X1", "H10 D10 S1 C2 S9", "S3 S4 S5 S6 S7")
K2 = ("S2 S3 S4 S6 S7", "H10 D10 S1 C2 S9", "H3 H4 H5 H6 H7")
DIAMONDS = "D2 D3 D4 D6 D7 D8"


def kirifu(stock: str = DIAMONDS, **given: Any) -> dict[str, Any]:
    return {"trump": "C", "stock": stock, **({} if "defend" in given else {"lead": 0}), **given}


def beats(number: str, attack: str, card: str, fits: bool, **options: Any) -> Case:
    """P1, with a three besides, is to beat one card."""
    code = "" if fits else " -> cannot-beat"
    return case(
        number, ("S2", f"{card} H3", "C3"), kirifu(defend=1, table=attack, **options), f"P1 beats {attack}<-{card}{code}",
        stand=("leading" if fits else "defending", 1), gone=f"{attack} {card}" if fits else "", drawn=(),
        P1="H3" if fits else f"{card} H3", lies="" if fits else attack,
    )  # fmt: skip


THREE = kirifu(defend=1, table="H9 D9 C4")

KIRIFU = (
    case("K02", K1, kirifu(), "P0 leads S2", stand=("defending", 1), drawn=("P0 D2",), lies="S2", sizes=(5, 5, 5)),
    case(
        "K03", K1, kirifu(), "P0 leads H9 S2 -> bad-combination", "P0 leads H9 D9 C4 -> bad-combination",
        "P1 leads C2 -> not-your-turn", "P0 leads -> bad-arguments", stand=("leading", 0), P0=K1[0],
    ),
    case("K05", K1, kirifu(), "P0 leads H9 D9", stand=("defending", 1), lies="H9 D9", drawn=("P0 D2 D3",)),
    case(
        "K06", K1, kirifu(), "P0 leads S2 + C4 -> extra-not-allowed", "P2 leads S3 -> not-your-turn",
        stand=("leading", 0), P0=K1[0],
    ),
    case(
        "K07", K1, kirifu(lead=2), "P2 leads S3 S4 S5 + S7 -> extra-not-allowed", "P2 leads S3 S4 -> bad-combination",
        "P2 leads S3 S4 S6 -> bad-combination", "P2 leads S3 S4 S5 S6 S7", stand=("defending", 0), lies="S3 S4 S5 S6 S7",
        drawn=("P2 D2 D3 D4 D6 D7",),
    ),
    case(
        "K09", ("H13 H1 H2 H3 D12", "S9", "C3"), kirifu(), "P0 leads H13 H1 H2 -> bad-combination",
        "P0 leads H1 H2 H3 -> bad-combination", "P0 leads H13 H1 D12 -> bad-combination", stand=("leading", 0),
    ),
    case(
        "K10", ("S3 S4 S5 S6 S7 S8", "S9", "C3"), kirifu(), "P0 leads S3 S4 S5 S6 S7 S8 -> too-many-cards",
        stand=("leading", 0), limit=5,
    ),
    case(
        "K11", ("H9 D9 C9 S9 X1", "S8", "C3"), kirifu(), "P0 leads H9 D9 C9 S9 + X1", stand=("defending", 1),
        lies="H9 D9 C9 S9 X1", drawn=("P0 D2 D3 D4 D6 D7",),
    ),
    beats("K13", "H9", "D10", fits=True),
    beats("K14", "H9", "D9", fits=False),
    beats("K15", "H1", "C2", fits=True),
    beats("K17", "C1", "S1", fits=True),
    beats("K18", "S1", "C1", fits=False),
    beats("K19", "S1", "X1", fits=True),
    beats("K21", "C13", "H1", fits=True, ace_rule="all_aces"),
    beats("K22", "H1", "C2", fits=False, ace_rule="all_aces"),
    beats("K23", "H9", "D10", fits=False, plain_follow_suit=True),
    case(
        "K25", K2, THREE, "P1 beats H9<-H10", "P1 takes", stand=("leading", 2), P1="D10 S1 C2 S9 D9 C4", gone="H9 H10",
        drawn=(), lies="", roles="2 -> 0",
    ),
    case("K26", K2, THREE, "P1 takes", stand=("leading", 2), P1="H10 D10 S1 C2 S9 H9 D9 C4", gone="", drawn=()),
    case(
        "K27", K2, THREE, "P1 beats H9<-S1, D9<-S1 -> duplicate-card", "P1 beats S5<-S1 -> no-such-attack",
        "P1 beats H9<-C9 -> not-in-hand", "P2 takes -> not-your-turn", "P1 beats H9<-H10, D9<-S9 -> cannot-beat",
        stand=("defending", 1), lies="H9 D9 C4", P1=K2[1],
    ),
    case(
        "K29", ("S2", "H10 S5 S6 S8", "H3"), kirifu(defend=1, table="H9 D9"), "P1 beats H9<-H10", "P1 takes",
        stand=("leading", 2), P1="S5 S6 S8 D9 D2", drawn=("P1 D2",), gone="H9 H10",
    ),
    case(
        "K30", ("S2 H2 C9", "S9", "H3"), kirifu("D2"), "P0 leads S2 H2", stand=("defending", 1), P0="C9 D2", stock="",
        drawn=("P0 D2",), out=(),
    ),
    case("K31", ("S2", "S9 H9", "H3"), kirifu(""), "P0 leads S2", stand=("defending", 1), out=(0,), lies="S2"),
    case(
        "K33", ("S2", "S9"), kirifu(""), "P0 leads S2", stand="over", ended=("one-left", [1], [1, 2]), P1="S2 S9",
        points=[1, -1], winner=0,
    ),
    case(
        "K34", ("S2", "S9 H9", "H3"), kirifu("", finish="first_out"), "P0 leads S2", "P1 takes -> game-over", stand="over",
        ended=("first-out", [], [1, None, None]), points=[1, 0, 0], winner=0, P1="S9 H9",
    ),
    case(
        "K35", ("S2 H2 C9 C10", "S9", "H3"), kirifu(""), "P0 leads S2 H2 + C9", stand=("defending", 1), lies="S2 H2 C9",
        best=1,
    ),
    case(
        "K37", ("S9 H4", "H3 H5", "S8 D5"), kirifu("", stall_limit=2), "P0 leads S9", "P1 takes", "P2 leads S8", "P0 takes",
        stand="over", ended=("stalled", [], [1, 1, 1]), points=[0, 0, 0], winner=None,
    ),
    case(
        "K38", ("H9 D9 C4 S2 H4", "S9 H3", "C3"), kirifu("", two_groups=True), "P0 leads H9 D9 H4 C4 + S2",
        stand=("defending", 1), lies="H9 D9 H4 C4 S2", out=(0,),
    ),
    case(
        "K39", ("H9 D9 C4 S2 H4", "S9 H3", "C3"), kirifu(""), "P0 leads H9 D9 H4 C4 + S2 -> bad-combination",
        stand=("leading", 0),
    ),
)  # fmt: skip


@pytest.mark.parametrize("one", KIRIFU, ids=lambda one: one.number)
def test_a_case_of_kirifu(one: Case) -> None:
    check("kirifu", one)


def test_k01_a_deal_for_four() -> None:
    first = set()
    for seed in range(40):
        position = Position.dealt("kirifu", 4, seed)
        assert (position.sizes, len(position.table.stock), position.trump) == ((5,) * 4, 33, "C")
        phase, seat = position.stand
        assert (phase, position.lies) == ("leading", "")
        first.add(seat)
    assert first == {0, 1, 2, 3}
