"""The form of the rulebook's cases of the beating games."""

from dataclasses import dataclass
from typing import Any

from tests.domain.beating.facts import cards, named
from tests.domain.beating.situations import Position


@dataclass(frozen=True)
class Case:
    """A position with the options of its game, what is done, and what must hold afterwards."""

    number: str
    hands: tuple[str, ...]
    given: dict[str, Any]
    do: tuple[str, ...]
    then: dict[str, Any]
    "Facts of `Position`; hands in any order."


def case(number: str, hands: tuple[str, ...], given: dict[str, Any], *do: str, **then: Any) -> Case:
    return Case(number, hands, given, do, then)


def check(key: str, one: Case) -> None:
    position = Position(key, *one.hands, **one.given)
    position.when(*one.do)
    for name, expected in one.then.items():
        is_a_set = name.startswith("P") or name == "gone"
        assert position.fact(name) == (named(cards(expected)) if is_a_set else expected), (one.number, name)
