"""Danger beside people, who play in ways that nothing tells: it happens about as often as the analysis says."""

from math import fsum

import pytest

from bench.analysis.decisions import observe
from bench.analysis.players import OTHERS, PEOPLE

ERROR = 0.025
"""The difference between told and happened that a few hundred plays may have by chance."""


@pytest.mark.parametrize("name", OTHERS["dobon"])
def test_danger_is_right_beside_players_to_whom_nothing_was_fitted(name: str) -> None:
    found = observe(
        "dobon-sato", [PEOPLE["dobon"]["like careful"], *[OTHERS["dobon"][name]] * 3], range(500, 540)
    ).forecasts
    told, happened = fsum([one.chance for one in found]), sum(one.happened for one in found)
    assert len(found) > 300
    assert abs(told - happened) < ERROR * len(found)
