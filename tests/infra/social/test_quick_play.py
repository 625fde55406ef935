"""The queue of quick play: who goes together, and that nobody is taken twice."""

import uuid
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import pytest

from domain.log.moments import Moment, later
from infra.postgres.pool import Pool
from infra.social import quick_play
from infra.social.quick_play import LAPSE_SECONDS, Match, Place, Wish, choose

AT: Moment = "2026-11-21T03:24:00.000000Z"
ANY = Wish("durak", 3, None, None, None)


def place(name: str, seconds: int = 0, rating: int = 0, wish: Wish = ANY) -> Place:
    return Place(name, wish, rating, later(AT, seconds=seconds), None, None)


def chosen(waiting: list[Place], asking: str = "a", seconds: int = 100, apart: tuple[str, ...] = ()) -> str:
    found = choose(waiting, {frozenset(pair) for pair in apart}, asking, later(AT, seconds=seconds))
    return "".join(one.account for one in found)


def test_the_longest_waiting_players_make_a_table() -> None:
    waiting = [place(name, second) for second, name in enumerate("abcd")]
    assert chosen(waiting[:2]) == ""
    assert chosen(waiting) == "abc"


def test_ratings_have_to_be_near_enough_for_both() -> None:
    near = replace(ANY, within=5)
    assert chosen([place("a", rating=0), place("b", 1, rating=6, wish=near), place("c", 2, rating=1)]) == ""
    assert chosen([place("a"), place("b", 1, rating=6, wish=near), place("c", 2, rating=1), place("d", 3)]) == "acd"
    assert chosen([place("a"), place("b", 1, rating=5, wish=near), place("c", 2, rating=1)]) == "abc"


def test_players_who_block_each_other_do_not_meet() -> None:
    waiting = [place(name, second) for second, name in enumerate("abcd")]
    assert chosen(waiting, apart=("ab",)) == "acd"
    assert chosen(waiting, apart=("ab", "cd")) == ""


def test_bots_take_the_seats_that_are_left_after_the_chosen_time() -> None:
    patient = replace(ANY, bots_after=30)
    waiting = [place("a", wish=patient), place("b", 10)]
    assert chosen(waiting, seconds=29) == ""
    assert chosen(waiting, seconds=30) == "ab"
    assert chosen(waiting, asking="b", seconds=300) == "", "b waits for people alone"


@pytest.fixture
def empty(pool: Pool) -> None:
    with pool.connection() as connection:
        connection.execute("DELETE FROM dobon.queue")
        connection.execute("DELETE FROM dobon.matches")


def joined(pool: Pool, at: Moment = AT) -> Place:
    return quick_play.join(pool, str(uuid.uuid4()), ANY, 0, at)


@pytest.mark.usefixtures("empty")
def test_a_place_lapses_when_its_player_asks_no_more(pool: Pool) -> None:
    first, *_ = [joined(pool) for _ in range(3)]
    after = later(AT, seconds=LAPSE_SECONDS)
    assert quick_play.make_match(pool, first, after) is None
    quick_play.ask(pool, first.account, after)
    others = [joined(pool, after) for _ in range(2)]
    found = quick_play.make_match(pool, first, after)
    assert found is not None
    assert {account for account, _ in found.players} == {one.account for one in (first, *others)}


@pytest.mark.usefixtures("empty")
def test_a_player_in_a_match_can_neither_leave_nor_join_until_its_game_is_open(pool: Pool) -> None:
    first, *_ = [joined(pool) for _ in range(3)]
    found = quick_play.make_match(pool, first, AT)
    assert found is not None
    assert not quick_play.leave(pool, first.account)
    assert quick_play.join(pool, first.account, ANY, 0, AT).match == found.id
    assert quick_play.match(pool, found.id) == found
    game = str(uuid.uuid4())
    quick_play.opened(pool, found.id, game)
    assert quick_play.match(pool, found.id) is None
    asked = quick_play.ask(pool, first.account, AT)
    assert asked is not None
    assert asked.game == game
    assert quick_play.join(pool, first.account, ANY, 0, AT).match is None


@pytest.mark.usefixtures("empty")
def test_nobody_is_in_two_matches_when_all_ask_at_the_same_time(pool: Pool) -> None:
    def play(_: int) -> list[Match]:
        place, found = joined(pool), list[Match]()
        while (match := quick_play.make_match(pool, place, AT)) is not None:
            found.append(match)
        return found

    with ThreadPoolExecutor(8) as threads:
        matches = [match for found in threads.map(play, range(60)) for match in found] + play(0)
    players = [account for match in matches for account, _ in match.players]
    assert len(players) == len(set(players)) == 60
