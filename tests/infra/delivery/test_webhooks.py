"""Webhooks: signed deliveries, retried with growing pauses, until a webhook has failed for days."""

from typing import Any

import orjson
import pytest

from domain.log.errors import Refused
from domain.log.moments import Moment, later
from domain.running.notifications import Notification
from infra.accounts import accounts
from infra.delivery.senders import WebhookSender
from infra.delivery.webhook_signature import secret_text
from infra.notifications import notifications, webhook_outbox, webhooks
from infra.notifications.receivers import DUE_OF_ACCOUNT, PAUSES_SECONDS, Busy
from infra.notifications.webhook_outbox import BACK_OFF_SECONDS
from infra.postgres.pool import Pool
from prove.harness.service_games import START
from tests.infra.delivery.receivers import URL, Network, is_signed

DAY = 86_400
SECRET = bytes(range(32))


class Account:
    """An account with a webhook, and the sender; time moves only when the test says so."""

    def __init__(self, pool: Pool) -> None:
        self.pool = pool
        self.now: Moment = START
        self.network = Network()
        self.id, _, _ = accounts.create_player(pool, "Aoi")
        self.webhook = webhooks.create(pool, self.id, URL, SECRET, self.now)

    def is_told(self) -> None:
        with self.pool.connection() as conn, conn.transaction():
            told = Notification(self.id, "turn", self.now, self.webhook.id, 9, {"seat": 1})
            notifications.add(conn, [told], self.now)

    def send(self) -> int:
        """Make the attempts that are due, and return their number."""
        sender = WebhookSender(self.pool, self.network, lambda: self.now)  # type: ignore[arg-type]
        claimed = sender.claim(sender.due(Busy()))
        for attempt in claimed:
            sender.send(attempt)
        return len(claimed)

    def deliveries(self) -> list[webhooks.Delivery]:
        return webhooks.deliveries(self.pool, self.webhook.id, None, 100)

    def state(self) -> webhooks.Webhook:
        return webhooks.of_player(self.pool, self.id)[0]

    def passes(self, seconds: int) -> None:
        self.now = later(self.now, seconds=seconds)


def claim(me: Account) -> list[webhook_outbox.Attempt]:
    """Claim what is due, as a process does."""
    return webhook_outbox.claim(me.pool, me.now, webhook_outbox.due(me.pool, me.now, Busy()))


@pytest.fixture
def me(own: Pool) -> Account:
    return Account(own)


def test_a_notification_is_delivered_once_and_signed(me: Account):
    me.is_told()
    assert [me.send(), me.send()] == [1, 0]
    (request,) = me.network.requests
    (delivery,) = me.deliveries()
    assert request.url == URL
    assert is_signed(request, secret_text(SECRET))
    assert not is_signed(request, secret_text(bytes(32)))
    assert request.headers["webhook-id"] == delivery.id
    assert request.headers["webhook-timestamp"] == "1795230000"
    body = orjson.loads(request.body)
    assert (body["type"], body["timestamp"]) == ("turn", START)
    assert body["data"] == {
        "position": 1, "kind": "turn", "at": START, "game": me.webhook.id, "version": 9, "seat": 1,
    }  # fmt: skip
    assert (delivery.status, delivery.attempts, delivery.answer, delivery.due_at) == ("delivered", 1, 201, None)


def test_a_failed_delivery_is_repeated_with_growing_pauses_and_the_same_id(me: Account):
    me.network.answers = [500, "The receiver did not answer in time.", 302, *[503] * 20]
    me.is_told()
    assert me.send() == 1
    for pause in BACK_OFF_SECONDS:
        me.passes(pause - 1)
        assert me.send() == 0
        me.passes(1)
        assert me.send() == 1
    (delivery,) = me.deliveries()
    assert (delivery.status, delivery.attempts, delivery.answer) == ("failed", len(BACK_OFF_SECONDS) + 1, 503)
    assert delivery.ended_at == me.now
    me.passes(DAY)
    assert me.send() == 0
    assert {request.headers["webhook-id"] for request in me.network.requests} == {delivery.id}
    assert all(is_signed(request, secret_text(SECRET)) for request in me.network.requests)


def test_a_delivery_shows_why_it_failed(me: Account):
    me.network.answers = ["The host has no public address."]
    me.is_told()
    me.send()
    (delivery,) = me.deliveries()
    assert (delivery.status, delivery.answer) == ("pending", None)
    assert delivery.error == "The host has no public address."


def fail_for(me: Account, days: int) -> None:
    for _ in range(days * 4 + 1):
        me.is_told()
        me.network.answers = [500] * 100
        while me.send():
            pass
        me.passes(DAY // 4)


def test_a_webhook_is_disabled_after_days_of_failure_and_its_account_is_told(me: Account):
    fail_for(me, 3)
    state = me.state()
    assert not state.enabled
    assert state.disabled_at
    told = [one for _, one in notifications.after(me.pool, {me.id: 0}, 100)[me.id]]
    notices = [one for one in told if one.kind == "webhook-disabled"]
    assert [one.facts for one in notices] == [{"webhook": me.webhook.id}]
    assert {delivery.status for delivery in me.deliveries()} == {"failed"}
    requests = len(me.network.requests)
    me.is_told()
    me.passes(DAY)
    assert me.send() == 0
    assert len(me.network.requests) == requests


def test_one_success_in_between_keeps_a_webhook_enabled(me: Account):
    fail_for(me, 2)
    me.network.answers = []
    me.is_told()
    while me.send():
        pass
    assert me.state().failing_since is None
    fail_for(me, 2)
    assert me.state().enabled


def test_a_webhook_that_is_gone_is_disabled_at_once(me: Account):
    me.network.answers = [410]
    me.is_told()
    me.send()
    assert not me.state().enabled


def test_an_enabled_webhook_forgets_its_failures(me: Account):
    fail_for(me, 3)
    webhooks.change(me.pool, me.id, me.webhook.id, enabled=True)
    state = me.state()
    assert (state.enabled, state.failing_since, state.disabled_at) == (True, None, None)
    me.network.answers = []
    me.is_told()
    assert me.send() == 1
    assert me.deliveries()[0].status == "delivered"


def test_of_a_webhook_one_delivery_is_under_way_at_a_time_in_order(me: Account):
    for _ in range(3):
        me.is_told()
        me.passes(1)
    first = claim(me)
    assert [orjson.loads(one.body)["data"]["position"] for one in first] == [1]
    assert claim(me) == []
    webhook_outbox.record_success(me.pool, first[0], 200, me.now)
    second = claim(me)
    assert [orjson.loads(one.body)["data"]["position"] for one in second] == [2]


def test_a_slow_webhook_delays_no_other_account(me: Account):
    other = Account(me.pool)
    me.is_told()
    other.is_told()
    me.is_told()
    assert len(claim(me)) == 2


def test_an_attempt_whose_process_ends_is_made_by_another_one(me: Account):
    me.is_told()
    lost = claim(me)
    me.passes(61)
    assert me.send() == 1
    webhook_outbox.record_failure(me.pool, lost[0], 500, "late", me.now)
    assert me.deliveries()[0].status == "delivered"


def test_an_account_has_few_webhooks_and_only_its_own(me: Account):
    for _ in range(webhooks.MAX_WEBHOOKS - 1):
        webhooks.create(me.pool, me.id, URL, SECRET, me.now)
    with pytest.raises(Refused, match="at most"):
        webhooks.create(me.pool, me.id, URL, SECRET, me.now)
    other = Account(me.pool)
    assert webhooks.change(me.pool, other.id, me.webhook.id, url="https://other.example.org") is None
    assert not webhooks.remove(me.pool, other.id, me.webhook.id)
    other.is_told()
    assert other.send() == 1
    assert me.deliveries() == []


def test_old_deliveries_are_deleted(me: Account):
    me.is_told()
    me.send()
    with me.pool.connection() as conn:
        assert webhook_outbox.sweep(conn, later(me.now, seconds=6 * DAY)) == 0
        assert webhook_outbox.sweep(conn, later(me.now, seconds=8 * DAY)) == 1
    assert me.deliveries() == []


def test_a_webhook_that_does_not_answer_costs_one_attempt_in_each_pause(me: Account):
    for _ in range(30):
        me.is_told()
    me.network.answers = ["The receiver did not answer in time."] * 100
    assert me.send() == 1
    for pause in (*PAUSES_SECONDS, PAUSES_SECONDS[-1]):
        me.passes(pause - 1)
        me.is_told()
        assert me.send() == 0
        me.passes(1)
        assert me.send() == 1
        assert me.send() == 0


def test_a_webhook_that_refuses_one_delivery_gets_the_others_at_once(me: Account):
    me.network.answers = [400]
    me.is_told()
    me.is_told()
    assert [me.send(), me.send(), me.send()] == [1, 1, 0]


@pytest.mark.parametrize("change", [{"enabled": True}, {"url": "https://other.example.org/dobon"}])
def test_a_changed_webhook_does_not_rest(me: Account, change: dict[str, Any]):
    me.network.answers = ["The receiver did not answer in time."] * 2
    for pause in PAUSES_SECONDS[:2]:
        me.is_told()
        me.send()
        me.passes(pause)
    webhooks.change(me.pool, me.id, me.webhook.id, **change)
    me.is_told()
    assert me.send() == 1


def test_a_webhook_that_answers_again_gets_at_once_what_has_waited_for_it(me: Account):
    me.network.answers = ["The receiver did not answer in time."] * 2
    me.is_told()
    me.send()
    me.passes(5)
    me.send()
    for _ in range(3):
        me.is_told()
    assert me.send() == 0
    me.passes(60)
    assert [me.send() for _ in range(5)] == [1, 1, 1, 1, 0]


def test_deliveries_of_accounts_with_many_webhooks_leave_turns_to_others(me: Account):
    for number in range(webhooks.MAX_WEBHOOKS - 1):
        webhooks.create(me.pool, me.id, f"https://{number}.example.org/dobon", SECRET, me.now)
    for _ in range(4):
        me.is_told()
    me.passes(1)
    other = Account(me.pool)
    other.now = me.now
    other.is_told()
    due = webhook_outbox.due(me.pool, me.now, Busy())
    assert [one.account for one in due].count(me.id) == DUE_OF_ACCOUNT
    assert other.id in [one.account for one in due[:2]]
    assert {one.host for one in due if one.account == other.id} == {"receiver.example.org"}
    assert webhook_outbox.due(me.pool, me.now, Busy(accounts=[me.id, other.id])) == []
