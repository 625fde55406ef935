"""Webhooks and browsers of an account over HTTP; what is sent is tested in `tests/infra/delivery`."""

import uuid
from typing import Any

import pytest

from api.app import create_app
from api.operations.webhooks import LOCAL_WEBHOOKS
from domain.running.notifications import Notification
from infra.notifications import notifications, open_pages, webhooks
from prove.harness.application import Caller, House
from prove.harness.receivers import BROWSER, RECEIVER
from tests.api.conftest import refused

WEBHOOKS = "/v1/players/me/webhooks"
BROWSERS = "/v1/players/me/push-subscriptions"


def created(me: Caller) -> dict[str, Any]:
    made = me.post(WEBHOOKS, {"url": RECEIVER})
    assert made.status_code == 201, made.json
    found: dict[str, Any] = made.json
    return found


def test_the_secret_of_a_webhook_is_shown_once(house: House) -> None:
    me = house.player()
    made = created(me)
    assert made.pop("secret").startswith("whsec_")
    assert made | {"failing_since": None, "disabled_at": None} == made
    assert me.get(WEBHOOKS).json == {"webhooks": [made]}
    assert me.get(f"{WEBHOOKS}/{made['id']}").json == made


def test_a_repeated_request_gets_the_same_webhook_with_its_secret(house: House) -> None:
    me, key = house.player(), {"Idempotency-Key": "once"}
    first, second = (me.post(WEBHOOKS, {"url": RECEIVER}, headers=key) for _ in range(2))
    assert first.status_code == second.status_code == 201
    assert first.json == second.json
    assert len(me.get(WEBHOOKS).json["webhooks"]) == 1
    other = me.post(WEBHOOKS, {"url": "https://other.example.org/"}, headers=key)
    refused(other, 422, "key-reused")
    assert house.player().post(WEBHOOKS, {"url": RECEIVER}, headers=key).json["secret"] != first.json["secret"]


def test_a_webhook_is_changed_and_deleted(house: House) -> None:
    me = house.player()
    path = f"{WEBHOOKS}/{created(me)['id']}"
    changed = me.call("PATCH", path, json={"url": "https://other.example.org/", "enabled": False})
    assert (changed.json["url"], changed.json["enabled"]) == ("https://other.example.org/", False)
    assert me.call("PATCH", path, json={"enabled": True}).json["url"] == "https://other.example.org/"
    assert me.delete(path).status_code == 204
    refused(me.get(path), 404, "no-such-webhook")
    refused(me.delete(path), 404, "no-such-webhook")


def test_in_development_a_webhook_may_lead_to_this_machine_and_a_browser_never(house: House) -> None:
    app = create_app(house.pool, house.tables)
    app.config[LOCAL_WEBHOOKS] = True
    me, url = Caller(app, house.player().token), "http://127.0.0.1:5000/dobon"
    made = me.post(WEBHOOKS, {"url": url})
    assert (made.status_code, made.json["url"]) == (201, url)
    refused(me.post(WEBHOOKS, {"url": "http://10.0.0.1/"}), 422, "bad-body")
    refused(me.post(BROWSERS, BROWSER | {"endpoint": url}), 422, "bad-body")
    refused(house.player().post(WEBHOOKS, {"url": url}), 422, "bad-body")


@pytest.mark.parametrize(
    "url", ["http://example.org/", "https://127.0.0.1/", "https://[::ffff:10.0.0.1]/", "https://localhost/", "x", ""]
)
def test_an_address_that_is_not_public_is_refused(house: House, url: str) -> None:
    me = house.player()
    refused(me.post(WEBHOOKS, {"url": url}), 422, "bad-body")
    refused(me.call("PATCH", f"{WEBHOOKS}/{created(me)['id']}", json={"url": url}), 422, "bad-body")
    refused(me.post(BROWSERS, {**BROWSER, "endpoint": url}), 422, "bad-body")


@pytest.mark.parametrize(
    ("moment", "status"), [(None, 201), (1795230000000, 201), ({}, 422), ("soon", 422), (True, 422)]
)
def test_the_expiry_of_a_subscription_is_a_number(house: House, moment: object, status: int) -> None:
    assert house.player().post(BROWSERS, {**BROWSER, "expirationTime": moment}).status_code == status


def test_an_account_has_a_limit_of_webhooks(house: House) -> None:
    me = house.player()
    for _ in range(webhooks.MAX_WEBHOOKS):
        created(me)
    refused(me.post(WEBHOOKS, {"url": RECEIVER}), 409, "too-many-webhooks")


def test_deliveries_are_listed_in_pages_newest_first(house: House) -> None:
    me = house.player()
    path = f"{WEBHOOKS}/{created(me)['id']}"
    for number in range(3):
        house.time.passes(1)
        with house.pool.connection() as conn:
            notifications.add(conn, [Notification(me.id, f"kind-{number}", house.time.now)], house.time.now)
    first = me.get(f"{path}/deliveries?limit=2").json
    second = me.get(f"{path}/deliveries?limit=2&cursor={first['next']}").json
    assert [one["kind"] for one in first["deliveries"] + second["deliveries"]] == ["kind-2", "kind-1", "kind-0"]
    assert second["next"] is None
    assert {one["status"] for one in first["deliveries"]} == {"pending"}


def test_a_test_delivery_is_sent_to_its_webhook_alone_and_is_no_notification(house: House) -> None:
    me = house.player()
    tested, other = created(me), created(me)
    sent = me.post(f"{WEBHOOKS}/{tested['id']}/tests")
    assert (sent.status_code, sent.json["kind"], sent.json["status"]) == (202, "test", "pending")
    assert me.get(f"{WEBHOOKS}/{other['id']}/deliveries").json["deliveries"] == []
    assert notifications.newest_position(house.pool, me.id) == 0


def test_a_disabled_webhook_gets_no_delivery(house: House) -> None:
    me = house.player()
    path = f"{WEBHOOKS}/{created(me)['id']}"
    me.call("PATCH", path, json={"enabled": False})
    with house.pool.connection() as conn:
        notifications.add(conn, [Notification(me.id, "turn", house.time.now)], house.time.now)
    assert me.get(f"{path}/deliveries").json["deliveries"] == []
    refused(me.post(f"{path}/tests"), 409, "webhook-disabled")


def test_webhooks_of_another_account_do_not_exist(house: House) -> None:
    path = f"{WEBHOOKS}/{created(house.player())['id']}"
    other = house.player("Kai")
    for answer in (
        other.get(path),
        other.delete(path),
        other.call("PATCH", path, json={"enabled": False}),
        other.get(f"{path}/deliveries"),
        other.post(f"{path}/tests"),
    ):
        refused(answer, 404, "no-such-webhook")


def test_a_browser_is_added_listed_and_removed(house: House) -> None:
    me = house.player()
    made = me.post(BROWSERS, {**BROWSER, "language": "ja", "expirationTime": None})
    assert made.status_code == 201
    assert made.json["own"] is True
    assert made.json["host"] == "push.example.org"
    again = me.post(BROWSERS, BROWSER)
    assert again.json == {**made.json, "language": "en"}
    listed = me.get(BROWSERS).json
    assert listed["subscriptions"] == [again.json]
    assert len(listed["key"]) == 87
    assert me.delete(f"{BROWSERS}/{made.json['id']}").status_code == 204
    refused(me.delete(f"{BROWSERS}/{made.json['id']}"), 404, "no-such-subscription")


@pytest.mark.parametrize(("name", "value"), [("p256dh", "B" + "A" * 86), ("auth", "A" * 24), ("p256dh", "é" * 87)])
def test_invalid_keys_of_a_browser_are_refused(house: House, name: str, value: str) -> None:
    keys = {**BROWSER["keys"], name: value}  # type: ignore[dict-item]
    refused(house.player().post(BROWSERS, {**BROWSER, "keys": keys}), 422, "bad-body")


def test_a_page_tells_whether_it_is_visible(house: House) -> None:
    me, page = house.player(), str(uuid.uuid4())
    path = f"/v1/players/me/pages/{page}"
    assert me.call("PUT", path, json={"visible": True}).status_code == 204
    assert visible_until(house, me) == [open_pages.VISIBLE_SECONDS]
    assert me.call("PUT", path, json={"visible": False}).status_code == 204
    assert visible_until(house, me) == []
    refused(me.call("PUT", "/v1/players/me/pages/x", json={"visible": True}), 404, "not-found")


def visible_until(house: House, me: Caller) -> list[int]:
    """Return the seconds for which pages of the account count as visible."""
    with house.pool.connection() as conn:
        rows = conn.execute(
            "SELECT extract(epoch FROM until::timestamptz - %s::timestamptz)::int FROM dobon.open_pages WHERE player_id = %s",
            (house.time.now, me.id),
        )
        return [row[0] for row in rows]
