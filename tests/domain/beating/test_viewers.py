"""What a viewer knows of a beating game: the fold of the events that it sees is its part of the server's fold."""

from random import Random
from typing import Any

import pytest
from hypothesis import event, given, settings
from hypothesis import strategies as st

from domain.beating.hand import BeatingState
from domain.game.fold import apply, fold
from domain.game.game import FINISHED, Game, view
from domain.game.reading import read_log
from domain.log.events import SPECTATOR, Event, seen_by
from prove.harness.json_values import canonical_text
from prove.harness.match import BEATING, KIRIFU, Match
from prove.harness.random_moves import wander
from tests.domain.played_beating import LOGS
from tests.domain.ruleset_options import OPTIONS
from tests.domain.verify.log_mutations import Log

RULES = st.sampled_from(BEATING).flatmap(
    lambda key: OPTIONS[key].map(lambda options: {"ruleset": key, **options, "rounds": 2, "stall_limit": 10})
)


class FollowedMatch(Match):
    """A match that folds for every viewer what it sees, and compares that with the server's fold."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        self.followed: dict[int, Game] = {}
        super().__init__(*args, **kwargs)

    def observe(self, event: Event) -> None:
        """Compare the games of all viewers after the event."""
        for viewer in self.viewers():
            if viewer in self.followed:
                apply(self.followed[viewer], seen_by(event, viewer))
            else:
                self.followed[viewer] = fold(self.id, self.seen(viewer))
            compare(self.followed[viewer], self.game, viewer)


def compare(own: Game, server: Game, viewer: int) -> None:
    """Check that the fold of what a viewer sees is its part of the server's fold."""
    part = server.seen_by(viewer)
    assert own == part
    assert canonical_text(own.stored()) == canonical_text(part.stored())
    assert canonical_text(view(own, viewer)) == canonical_text(view(server, viewer))
    if own.state is not None:
        check_hidden(own.state, viewer)


def check_hidden(state: BeatingState, viewer: int) -> None:
    """Check that a viewer has its own hand alone, and of the stock what was turned up; all hands at the end."""
    table = state.table
    assert state.deck is None
    assert {card for card in table.stock if card is not None} == {*table.seen}
    known = {seat for seat, hand in enumerate(state.hands) if hand is not None}
    assert known == ({*range(len(state.hands))} if table.over else {viewer} - {-1})
    assert bool(table.laid_open) == table.over
    for seat in known:
        assert len(state.held(seat)) == table.sizes[seat]


@settings(deadline=None)
@given(seed=st.integers(0, 2**32), seats=st.integers(2, 6), size=st.sampled_from([5, 60, 300]), rules=RULES)
def test_a_viewer_s_fold_of_a_random_game_is_its_part_of_the_server_s(
    seed: int, seats: int, size: int, rules: dict[str, Any]
) -> None:
    seats = 4 if rules.get("teams") else max(seats, 3) if rules["ruleset"] == KIRIFU else seats
    match = FollowedMatch(seats, seed=seed, **rules | ({"turnover": False} if rules.get("teams") else {}))
    wander(match, Random(seed), seats + size)
    event(f"{rules['ruleset']}: {match.game.status}")
    assert match.followed


@pytest.mark.parametrize("log", LOGS.values(), ids=list(LOGS))
def test_a_viewer_s_fold_of_a_whole_log_is_its_part_of_the_server_s(log: Log) -> None:
    game, made = log()
    first, *events = read_log(made)
    server = fold(game, [first])
    folds = {viewer: fold(game, [seen_by(first, viewer)]) for viewer in range(SPECTATOR, first.public.seats)}
    for one in events:
        apply(server, one)
        for viewer, own in folds.items():
            apply(own, seen_by(one, viewer))
            compare(own, server, viewer)
    assert server.status == FINISHED
