"""A review may begin at any frame of its round."""

import pytest

from domain.review.review import frames
from domain.running import self_play


@pytest.mark.parametrize(("ruleset", "seats"), [("dobon-sato", 3), ("doubt", 3), ("durak", 3)])
@pytest.mark.parametrize("seat", [None, 1])
def test_the_frames_from_a_number_on_are_the_end_of_the_whole_review(
    ruleset: str, seats: int, seat: int | None
) -> None:
    log, _ = self_play.play(ruleset, ["novice"] * seats, "ranges")
    whole = list(frames(self_play.GAME, log, 1, seat=seat))
    assert len(whole) > 5
    for first in (1, 2, 5, len(whole) - 1, len(whole), len(whole) + 1):
        assert list(frames(self_play.GAME, log, 1, seat=seat, first=first)) == whole[first - 1 :]
