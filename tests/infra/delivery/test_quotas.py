"""Quotas of the threads that send: of each account, each host and all accounts with failing receivers."""

from itertools import count

import pytest

from infra.delivery.quotas import Limits, Quotas
from infra.notifications.receivers import Due

LIMITS = Limits(threads=8, account=3, failing=1, host=4, suspects=5)
numbers = count()


def message(account: str, host: str = "", *, failing: bool = False, suspect: bool = False) -> Due:
    return Due((str(next(numbers)),), account, host or f"{account}.example.org", failing, suspect or failing)


def accounts(found: list[Due]) -> list[str]:
    return [one.account for one in found]


def test_an_account_holds_at_most_its_share_of_the_threads():
    quotas = Quotas(LIMITS)
    assert accounts(quotas.choose([message("a") for _ in range(20)])) == ["a", "a", "a"]
    assert quotas.busy().accounts == ["a"]
    assert accounts(quotas.choose([message("a"), message("b")])) == ["b"]


def test_a_host_holds_at_most_its_share_whatever_its_accounts():
    quotas = Quotas(LIMITS)
    chosen = quotas.choose([message(account, "push.example.org") for account in "abcdefgh"])
    assert accounts(chosen) == ["a", "b", "c", "d"]
    assert quotas.busy().hosts == ["push.example.org"]
    assert accounts(quotas.choose([message("i", "push.example.org"), message("j")])) == ["j"]


def test_the_failing_receivers_of_an_account_get_one_thread_and_the_others_the_rest():
    quotas = Quotas(LIMITS)
    due = [
        message("a", failing=True),
        message("a", failing=True),
        message("a", suspect=True),
        message("a", suspect=True),
    ]
    chosen = quotas.choose(due)
    assert [one.is_failing for one in chosen] == [True, False, False]


def test_accounts_with_failing_receivers_cannot_hold_all_threads_however_many_they_are():
    quotas = Quotas(LIMITS)
    suspects = [message(str(number), suspect=True) for number in range(50)]
    assert len(quotas.choose(suspects)) == 5
    assert quotas.busy().suspects
    assert accounts(quotas.choose([*suspects[10:], message("a")])) == ["a"]


def test_no_more_is_chosen_than_there_are_threads():
    quotas = Quotas(LIMITS)
    due = [message(str(number)) for number in range(20)]
    chosen = quotas.choose(due)
    assert len(chosen) == 8
    assert quotas.choose(due[8:]) == []
    quotas.end(chosen[0], 0.1)
    assert len(quotas.choose(due[8:])) == 1


def test_accounts_take_turns_by_the_time_that_they_have_used():
    quotas = Quotas(Limits(threads=1, account=1))
    for one in quotas.choose([message("slow")]):
        quotas.end(one, 9.0)
    for one in quotas.choose([message("fast")]):
        quotas.end(one, 0.1)
    assert accounts(quotas.choose([message("slow"), message("fast")])) == ["fast"]


@pytest.mark.parametrize("one", [message("a"), message("a", failing=True)])
def test_a_message_that_has_ended_holds_nothing(one: Due):
    quotas = Quotas(LIMITS)
    for _ in range(10):
        assert quotas.choose([one]) == [one]
        quotas.end(one, 0.0)
    assert quotas.busy() == Quotas(LIMITS).busy()
