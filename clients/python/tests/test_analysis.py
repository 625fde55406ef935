import httpx
import pytest

from connections import Intercepting
from dobon_client import Dobon, ServerClock

PROGRESS = httpx.Response(202, json={"done": 3, "total": 9}, headers={"Retry-After": "2"})


def waited(answers: list[httpx.Response], within: float) -> tuple[list[float], object]:
    """Wait for an analysis; return the pauses between the questions, and the analysis or the error."""
    slept: list[float] = []
    clock = ServerClock(lambda: sum(slept), slept.append)
    transport = Intercepting(lambda _, sent: answers[len(sent) - 1])
    with Dobon("http://test", "t", transport=transport, clock=clock) as client:
        try:
            return slept, client.rounds.wait_for_analysis("g", 1, within=within)
        except TimeoutError as error:
            return slept, str(error)


def test_waiting_returns_the_analysis_as_soon_as_it_is_computed() -> None:
    analysis = httpx.Response(200, json={"round": 1})
    assert waited([PROGRESS, PROGRESS, analysis], within=60) == ([2, 2], {"round": 1})


@pytest.mark.parametrize(("within", "pauses"), [(0, []), (7, [2, 2, 2])])
def test_waiting_for_an_analysis_ends_before_its_time_limit(within: float, pauses: list[float]) -> None:
    assert waited([PROGRESS] * 9, within) == (pauses, "3 of 9 decisions are judged")
