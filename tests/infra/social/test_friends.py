"""Follows and blocks."""

import uuid

import pytest

from infra.postgres.pool import Pool
from infra.social import friends


def account() -> str:
    return str(uuid.uuid4())


def test_players_are_listed_in_the_order_in_which_they_were_followed(pool: Pool) -> None:
    me, *others = (account() for _ in range(4))
    for other in [*others, others[0]]:
        assert friends.follow(pool, me, other)
    assert friends.followed(pool, me) == others
    friends.unfollow(pool, me, others[1])
    friends.unfollow(pool, me, others[1])
    assert friends.followed(pool, me) == [others[0], others[2]]
    assert friends.followed(pool, others[0]) == []


def test_a_block_ends_that_either_follows_the_other(pool: Pool) -> None:
    me, other = account(), account()
    friends.follow(pool, me, other)
    friends.follow(pool, other, me)
    assert friends.block(pool, me, other)
    assert friends.followed(pool, me) == friends.followed(pool, other) == []
    assert friends.blocked(pool, me) == [other]
    assert friends.blocked(pool, other) == []


def test_a_block_holds_for_both(pool: Pool) -> None:
    me, other, third = (account() for _ in range(3))
    friends.block(pool, me, other)
    assert friends.apart(pool, me, [other, third]) == {other}
    assert friends.apart(pool, other, [me, third]) == {me}
    friends.unblock(pool, me, other)
    assert friends.apart(pool, me, [other, third]) == set()


def test_the_number_of_followed_players_is_limited(pool: Pool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(friends, "MOST", 2)
    me, *others = (account() for _ in range(4))
    assert [friends.follow(pool, me, other) for other in others] == [True, True, False]
    assert friends.follow(pool, me, others[1]), "it is followed already"
    friends.unfollow(pool, me, others[0])
    assert friends.follow(pool, me, others[2])
