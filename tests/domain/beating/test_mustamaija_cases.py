"""The rulebook's cases of Mustamaija, with their numbers (5.4)."""

from typing import Any

import pytest

from tests.domain.beating.cases import Case, case, check
from tests.domain.beating.situations import Position

M1 = ("S2 S9 S12 C5 D4", "S13 S11 H2 C12 D7", "C9 C11 H1 S3 D3")
M2 = ("S12 C5 D4 C3 D5", *M1[1:])


def mustamaija(stock: str = "D8 D9 D10 C2 H4", trump: str | None = "H", **given: Any) -> dict[str, Any]:
    return {"trump": trump, "stock": stock, **({} if "defend" in given else {"lead": 0}), **given}


MUSTAMAIJA = (
    case(
        "M02", M1, mustamaija(trump=None), "P0 leads S2 S9", stand=("defending", 1), trump="D", drawn=("P0 D9 D10",),
        stock="C2 H4 D8", lies="S2 S9", known=("", "", ""),
    ),
    case(
        "M03", M1, mustamaija("S4 S5 H7 D8 D9", trump=None), "P0 leads C5", stand=("defending", 1), trump="H",
        drawn=("P0 D8",), stock="S4 S5 D9 H7",
    ),
    case(
        "M05", ("S2 S9 S12", "H2 H3", "C9"), mustamaija(""), "P0 leads S2 S9 S12 -> too-many-cards", "P0 leads S2 S12",
        stand=("defending", 1), lies="S2 S12", P0="S9",
    ),
    case("M06", M1, mustamaija(), "P0 leads S2 S12", stand=("defending", 1), lies="S2 S12", drawn=("P0 D8 D9",)),
    case(
        "M07", M1, mustamaija(), "P0 leads S12", "P1 beats S12<-S13 -> cannot-beat", "P1 beats S12<-H2 -> cannot-beat",
        "P1 takes", stand=("leading", 2), P1="S12 S13 S11 H2 C12 D7", drawn=("P0 D8",), known=("", "S12", ""),
    ),
    case(
        "M09", M2, mustamaija(defend=1, table="S9"), "P1 beats S9<-H2", stand=("leading", 1), gone="S9 H2",
        drawn=("P1 D8",), roles="1 -> 2",
    ),
    case(
        "M10", M2, mustamaija(defend=1, table="S9"), "P1 beats S9<-C12 -> cannot-beat", "P1 beats S9<-S11",
        stand=("leading", 1), gone="S9 S11",
    ),
    case(
        "M11", M2, mustamaija(defend=2, table="H13"), "P2 beats H13<-C9 -> cannot-beat", "P2 beats H13<-H1",
        stand=("leading", 2), gone="H13 H1", drawn=("P2 D8",),
    ),
    case(
        "M13", M2, mustamaija(defend=1, table="S2 S9"), "P1 beats S9<-S13", "P1 takes", stand=("leading", 2),
        roles="2 -> 0", gone="S9 S13", P1="S2 S11 H2 C12 D7", drawn=(),
    ),
    case(
        "M14", M2, mustamaija(defend=1, table="S2 S9"), "P1 takes", stand=("leading", 2), P1="S2 S9 S13 S11 H2 C12 D7",
        gone="", drawn=(),
    ),
    case(
        "M15", ("S9 C5 D4 C3 D5", *M1[1:]), mustamaija(defend=1, table="S2 S12"), "P1 beats S2<-S11", "P1 takes",
        stand=("leading", 2), gone="S2 S11", P1="S12 S13 H2 C12 D7", drawn=(),
    ),
    case(
        "M17", ("S2 S9 S12 C5 D4 C6 C7", *M1[1:]), mustamaija(), "P0 leads C5", stand=("defending", 1), drawn=(),
        P0="S2 S9 S12 D4 C6 C7",
    ),
    case(
        "M18", M2, mustamaija(defend=1, table="S2"), "P1 leads D7 -> wrong-phase", "P0 takes -> not-your-turn",
        "P2 beats S2<-S3 -> not-your-turn", stand=("defending", 1), lies="S2",
    ),
    case(
        "M19", M2, mustamaija(defend=1, table="S2 S9"), "P1 beats S2<-S13, S9<-S13 -> duplicate-card",
        "P1 beats S5<-S13 -> no-such-attack", "P1 beats S2<-S13", "P1 beats S2<-S11 -> no-such-attack",
        stand=("defending", 1), lies="S2<-S13 S9",
    ),
    case(
        "M21", ("C5", "C12 S12", "C9"), mustamaija(""), "P0 leads C5", stand=("defending", 1), out=(0,), lies="C5",
        roles="0 -> 1",
    ),
    case(
        "M22", ("", "C12 S12", "C9 C10"), mustamaija("", defend=1, table="C5", out=[0]), "P1 takes", "P2 leads C9",
        stand=("defending", 1), lies="C9", P1="C5 C12 S12", asked=(2, 1),
    ),
    case(
        "M23", ("D4 S12", "C12", "C9"), mustamaija("", defend=1, table="C5"), "P1 beats C5<-C12", stand=("leading", 2),
        out=(1,), roles="2 -> 0", gone="C5 C12",
    ),
    case(
        "M25", ("S12", "C12 D2"), mustamaija(""), "P0 leads S12", stand="over", ended=("one-left", [1], [1, 2]),
        P1="S12 C12 D2", points=[0, -1], winner=0,
    ),
    case(
        "M26", ("D4 S12", "C12"), mustamaija("", defend=1, table="C5"), "P1 beats C5<-C12", stand="over",
        ended=("one-left", [0], [2, 1]), P0="S12 D4",
    ),
    case(
        "M27", ("D4 S12", "C12 C2"), mustamaija("", defend=1, table="C5"), "P1 takes", stand=("leading", 0),
        P1="C12 C2 C5", roles="0 -> 1",
    ),
    case(
        "M29", ("C2 C3 C4 C5 C6 C7 S12", "D2 D3 D4 D5 D6 D7", "H3"), mustamaija("", max_lead=5),
        "P0 leads C2 C3 C4 C5 C6 C7 -> too-many-cards", "P0 leads C2 C3 C4 C5 C6", stand=("defending", 1), P0="C7 S12",
        lies="C2 C3 C4 C5 C6",
    ),
    case(
        "M30", ("C5 C6 S2 S4 S5", *M1[1:]), mustamaija("C2 H4"), "P0 leads C5 C6", stand=("defending", 1),
        drawn=("P0 C2 H4",), stock="", known=("H4", "", ""), P0="S2 S4 S5 C2 H4",
    ),
    case(
        "M31", M1, mustamaija(), "P0 leads S12", "P1 takes", "P2 leads C9", "P0 beats C9<-D4 -> cannot-beat", "P0 takes",
        "P1 leads S12", stand=("defending", 2), lies="S12", asked=(1, 2, 0, 1, 2), known=("C9", "", ""),
    ),
)  # fmt: skip


@pytest.mark.parametrize("one", MUSTAMAIJA, ids=lambda one: one.number)
def test_a_case_of_mustamaija(one: Case) -> None:
    check("mustamaija", one)


def test_m01_a_deal_for_three() -> None:
    dealers = set()
    for seed in range(30):
        position = Position.dealt("mustamaija", 3, seed)
        dealer = position.opening[0].public.dealer
        assert (position.sizes, len(position.table.stock), position.trump) == ((5,) * 3, 37, None)
        assert position.stand == ("leading", (dealer + 1) % 3)
        dealers.add(dealer)
    assert dealers == {0, 1, 2}
