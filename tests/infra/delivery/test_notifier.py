"""The notifier: its steps make notifications of new events, push them and deliver them."""

import uuid

import orjson
import pytest

from domain.running.notifications import KINDS, TEST, WEBHOOK_DISABLED, Notification
from infra.accounts import accounts
from infra.accounts.tokens import token_hash
from infra.delivery import notifier as notifier_module
from infra.delivery.notifier import LISTENED_SECONDS, QUIET_SECONDS, SEND_SECONDS, SWEEP_SECONDS, Notifier
from infra.delivery.requests import system_sender
from infra.delivery.senders import PushSender, WebhookSender
from infra.notifications import listeners, notifications, push_subscriptions, webhooks
from infra.postgres.pool import Pool
from prove.harness.description import schema_validator
from prove.harness.service_games import Stage
from tests.infra.delivery.receivers import URL, Browser, Network


class Steady:
    """A clock of seconds that moves only when the test says so."""

    def __init__(self) -> None:
        self.seconds = 0.0

    def __call__(self) -> float:
        return self.seconds


def notifier(pool: Pool, stage: Stage, network: Network, steady: Steady) -> Notifier:
    return Notifier(pool, "mailto:a@example.org", network, lambda: stage.at, steady)  # type: ignore[arg-type]


def test_a_turn_is_pushed_and_delivered_within_two_seconds_of_steps(own: Pool):
    stage, network, steady, browser = Stage(own), Network(), Steady(), Browser()
    me, _, token = accounts.create_player(own, "Aoi")
    push_subscriptions.add(own, me, token_hash(token), browser.endpoint, browser.public, browser.auth, "ja", stage.at)
    webhooks.create(own, me, URL, bytes(32), stage.at)
    made = notifier(own, stage, network, steady)
    made.step()
    game = stage.tables.create(me, "dobon-sato", {}, 2, ["novice"]).game
    while steady.seconds < 2 and len(network.requests) < 2:
        steady.seconds += made.step()
        made.finish()
    assert steady.seconds < 2
    pushed = next(request for request in network.requests if request.url == browser.endpoint)
    assert browser.read(pushed)["game"] == game.id
    assert browser.read(pushed)["kind"] in KINDS
    assert {request.url for request in network.requests} == {browser.endpoint, URL}
    made.close()


def test_pushes_and_deliveries_are_those_that_the_description_declares(own: Pool):
    stage, network, steady, browser = Stage(own), Network(), Steady(), Browser()
    me, _, token = accounts.create_player(own, "Aoi")
    push_subscriptions.add(own, me, token_hash(token), browser.endpoint, browser.public, browser.auth, "ja", stage.at)
    webhook = webhooks.create(own, me, URL, bytes(32), stage.at)
    made = notifier(own, stage, network, steady)
    made.step()
    stage.tables.create(me, "dobon-sato", {}, 2, ["novice"])
    webhooks.send_test(own, webhook.id, stage.at)
    with own.connection() as conn, conn.transaction():
        disabled = Notification(me, WEBHOOK_DISABLED, stage.at, facts={"webhook": webhook.id})
        notifications.add(conn, [disabled], stage.at)
    while steady.seconds < 2:
        steady.seconds += made.step()
        made.finish()
    made.close()
    pushed = [browser.read(one) for one in network.requests if one.url == browser.endpoint]
    delivered = [orjson.loads(one.body) for one in network.requests if one.url == URL]
    assert {WEBHOOK_DISABLED} < {one["kind"] for one in pushed}
    assert {WEBHOOK_DISABLED, TEST} < {one["type"] for one in delivered}
    for message, name in [*((one, "PushMessage") for one in pushed), *((one, "WebhookMessage") for one in delivered)]:
        schema_validator(name).validate(message)


@pytest.mark.parametrize(("listened", "pause"), [(True, LISTENED_SECONDS), (False, QUIET_SECONDS)])
def test_the_log_is_read_at_once_only_while_an_account_listens(own: Pool, listened: bool, pause: float):
    stage = Stage(own)
    if listened:
        listeners.listen(own, str(uuid.uuid4()), stage.at)
    made = notifier(own, stage, Network(), Steady())
    assert made.step() == pause
    made.close()


def test_a_process_that_listens_no_more_is_forgotten(own: Pool):
    stage, steady = Stage(own), Steady()
    listeners.listen(own, str(uuid.uuid4()), stage.at)
    made = notifier(own, stage, Network(), steady)
    assert made.step() == LISTENED_SECONDS
    stage.wait(seconds=listeners.LISTENING_SECONDS)
    steady.seconds += QUIET_SECONDS
    assert made.step() == QUIET_SECONDS
    made.close()


def test_old_notifications_are_swept_now_and_then(own: Pool):
    stage, steady = Stage(own), Steady()
    table = stage.open()
    made = notifier(own, stage, Network(), steady)
    made.step()
    stage.wait(seconds=8 * 86_400)
    steady.seconds += SEND_SECONDS
    made.step()
    assert notifications.after(own, {table.players[0]: 0}, 10)
    steady.seconds += SWEEP_SECONDS
    made.step()
    assert notifications.after(own, {table.players[0]: 0}, 10) == {}
    made.close()


def test_everything_that_an_account_was_told_is_erased(own: Pool):
    stage, browser = Stage(own), Browser()
    me, other = (accounts.create_player(own, name)[0] for name in ("Aoi", "Ren"))
    stage.tables.sit(stage.tables.create(me, "dobon-sato", {}, 2, []).game.id, other)
    push_subscriptions.add(own, me, bytes(32), browser.endpoint, browser.public, browser.auth, "en", stage.at)
    webhooks.create(own, me, URL, bytes(32), stage.at)
    made = notifier(own, stage, Network(), Steady())
    made.step()
    made.finish()
    made.close()
    with own.connection() as conn, conn.transaction():
        notifications.erase(conn, me)
    assert notifications.after(own, {me: 0, other: 0}, 10).keys() == {other}
    assert push_subscriptions.of_player(own, me) == []
    assert webhooks.of_player(own, me) == []


@pytest.mark.parametrize("local", [False, True])
def test_in_development_webhooks_alone_may_lead_to_this_machine(
    own: Pool, local: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(notifier_module, "system_sender", system_sender)  # a proof replaces it for its own server
    made = Notifier(own, "mailto:a@example.org", local_webhooks=local)
    senders = [outbox._sender for outbox in made._outboxes]
    assert {type(one): one._sender.local for one in senders} == {PushSender: False, WebhookSender: local}
    made.close()
