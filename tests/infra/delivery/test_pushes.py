"""Pushes: one for each turn, none while a page is visible, none lost, and no card in any."""

import threading
import uuid
from collections.abc import Callable, Mapping

import pytest

from domain.log.moments import Moment, later
from domain.running.notifications import Notification
from domain.running.self_play import at_once
from infra.accounts import accounts, suspensions
from infra.accounts.tokens import token_hash
from infra.delivery.quotas import Limits
from infra.delivery.requests import NotSent
from infra.delivery.senders import Outbox, PushSender
from infra.notifications import notifications, open_pages, push_subscriptions, pushes
from infra.notifications.receivers import DUE_OF_ACCOUNT, PAUSES_SECONDS, Busy
from infra.postgres.pool import Pool
from infra.projections.notifications import NotificationProjector
from prove.harness.service_games import START, Stage
from tests.infra.delivery.receivers import Browser, Network, Request, vapid_claims

GAME = str(uuid.uuid4())


class Account:
    """An account with a browser, and the sender of pushes; time moves only when the test says so."""

    def __init__(self, pool: Pool) -> None:
        self.pool = pool
        self.now: Moment = START
        self.network = Network()
        self.browser = Browser(f"https://push.example.org/send/{uuid.uuid4()}")
        self.id, _, self.token = accounts.create_player(pool, "Aoi")
        self.subscribe(self.browser)

    def subscribe(self, browser: Browser) -> str:
        token = token_hash(self.token)
        return push_subscriptions.add(
            self.pool, self.id, token, browser.endpoint, browser.public, browser.auth, "en", self.now
        )

    def is_told(self, kind: str = "turn", game: str = GAME, **facts: object) -> None:
        with self.pool.connection() as conn, conn.transaction():
            notifications.add(conn, [Notification(self.id, kind, self.now, game, 9, dict(facts))], self.now)

    def sender(self) -> PushSender:
        """Return a sender like that of another process."""
        return PushSender(self.pool, self.network, lambda: self.now, "mailto:a@example.org")  # type: ignore[arg-type]

    def send(self) -> list[str]:
        """Send what is due, and return the kinds of the messages that arrived."""
        before, sender = len(self.network.requests), self.sender()
        for push in claim(sender):
            sender.send(push)
        return [self.browser.read(request)["kind"] for request in self.network.requests[before:]]

    def passes(self, seconds: int) -> None:
        self.now = later(self.now, seconds=seconds)


def claim(sender: PushSender) -> list[pushes.Push]:
    """Claim what is due, as a process does."""
    return sender.claim(sender.due(Busy()))


@pytest.fixture
def me(own: Pool) -> Account:
    return Account(own)


def test_a_turn_is_pushed_once_without_a_card(me: Account):
    stage = Stage(me.pool)
    made = stage.tables.create(me.id, "dobon-sato", at_once("dobon-sato"), 2, ["novice"])
    NotificationProjector(me.pool).run(me.now)
    me.passes(1)
    assert len(me.send()) == 1
    message = me.browser.read(me.network.requests[0])
    assert message.pop("kind") in ("turn", "question")
    assert message == {
        "game": made.game.id, "ruleset": "dobon-sato", "deadline": None, "language": "en", "waiting": 1,
    }  # fmt: skip
    key = push_subscriptions.push_key(me.pool).public
    assert vapid_claims(me.network.requests[0], key)["aud"] == "https://push.example.org"
    assert me.send() == []


def test_two_senders_push_a_turn_once(me: Account):
    me.is_told()
    first, second = claim(me.sender()), claim(me.sender())
    assert (len(first), len(second)) == (1, 0)


def test_a_push_whose_process_ends_is_sent_by_another_one(me: Account):
    me.is_told()
    assert claim(me.sender())
    assert me.send() == []
    me.passes(61)
    assert me.send() == ["turn"]


@pytest.mark.parametrize("when", ["before the turn", "before the push"])
def test_nothing_is_pushed_while_a_page_is_visible(me: Account, when: str):
    steps: list[Callable[[], None]] = [lambda: open_pages.show(me.pool, me.id, GAME, me.now), me.is_told]
    for step in steps if when == "before the turn" else steps[::-1]:
        step()
    assert me.send() == []
    open_pages.hide(me.pool, me.id, GAME)
    me.passes(3_600)
    assert me.send() == [], "the page has shown it"
    me.is_told()
    assert me.send() == ["turn"]


def test_a_page_that_no_longer_tells_that_it_is_visible_hides_no_push(me: Account):
    open_pages.show(me.pool, me.id, GAME, me.now)
    me.passes(59)
    me.is_told()
    assert me.send() == []
    me.passes(2)
    me.is_told()
    assert me.send() == ["turn"]


def test_the_page_of_another_account_hides_no_push(me: Account):
    open_pages.show(me.pool, str(uuid.uuid4()), GAME, me.now)
    me.is_told()
    assert me.send() == ["turn"]


@pytest.mark.parametrize("status", [404, 410])
def test_a_dead_subscription_is_dropped(me: Account, status: int):
    me.network.answers = [status]
    me.is_told()
    me.send()
    assert push_subscriptions.of_player(me.pool, me.id) == []
    me.is_told()
    assert me.send() == []


@pytest.mark.parametrize("answer", [429, 500, 503, "no connection"])
def test_a_push_that_was_not_taken_is_tried_again_later(me: Account, answer: int | str):
    me.network.answers = [answer]
    me.is_told()
    assert me.send() == ["turn"]
    assert me.send() == []
    me.passes(5)
    assert me.send() == ["turn"]
    me.passes(3_600)
    assert me.send() == []


def test_a_push_is_given_up_after_some_attempts(me: Account):
    me.network.answers = [503] * 20
    me.is_told()
    sent = 0
    for _ in range(20):
        sent += len(me.send())
        me.passes(1_800)
    assert sent == 6


def test_a_refused_push_is_not_repeated(me: Account):
    me.network.answers = [400]
    me.is_told()
    assert me.send() == ["turn"]
    me.passes(3_600)
    assert me.send() == []
    assert push_subscriptions.of_player(me.pool, me.id)


def test_a_newer_push_about_a_game_replaces_a_waiting_one(me: Account):
    me.is_told("turn")
    me.is_told("ended")
    me.is_told("turn", game=str(uuid.uuid4()))
    assert sorted(me.send()) == ["ended", "turn"]


def test_a_newer_push_is_sent_although_the_older_one_is_under_way(me: Account):
    me.is_told("turn")
    sender = me.sender()
    (under_way,) = claim(sender)
    me.is_told("ended")
    sender.send(under_way)
    assert me.send() == ["ended"]


def test_a_push_is_not_sent_after_its_turn(me: Account):
    me.is_told(deadline=later(me.now, seconds=30))
    me.passes(31)
    assert me.send() == []


@pytest.mark.parametrize(("seconds", "pushed"), [(10, []), (59, []), (60, ["question"]), (None, ["question"])])
def test_a_question_is_pushed_only_if_there_is_time_to_answer(me: Account, seconds: int | None, pushed: list[str]):
    me.is_told("question", deadline=None if seconds is None else later(me.now, seconds=seconds))
    assert me.send() == pushed


def test_a_browser_gets_no_push_after_its_token_has_ended(me: Account):
    me.is_told()
    accounts.revoke(me.pool, me.token)
    assert me.send() == []


def test_a_suspended_account_gets_no_push(me: Account):
    me.is_told()
    suspensions.suspend(me.pool, str(uuid.uuid4()), me.id, "a trial")
    assert me.send() == []


def test_a_new_browser_beyond_the_limit_replaces_the_oldest(me: Account):
    for number in range(push_subscriptions.MAX_SUBSCRIPTIONS + 2):
        me.passes(1)
        me.subscribe(Browser(f"https://push.example.org/send/{me.id}/{number}"))
    found = push_subscriptions.of_player(me.pool, me.id)
    assert len(found) == push_subscriptions.MAX_SUBSCRIPTIONS
    assert found[-1].endpoint.endswith(f"/{number}")


def test_all_processes_have_one_key(own: Pool):
    assert push_subscriptions.push_key(own) == push_subscriptions.push_key(own)


def test_an_outbox_sends_what_is_due_in_its_threads(me: Account):
    for _ in range(5):
        me.is_told(game=str(uuid.uuid4()))
    outbox = Outbox(me.sender(), Limits(threads=2))
    begun = []
    while found := outbox.step():
        begun.append(found)
        outbox.finish()
    outbox.close()
    assert begun == [2, 2, 1]
    assert len(me.network.requests) == 5


class HangingNetwork(Network):
    """A network in which some hosts do not answer before the test ends."""

    def __init__(self, hangs: str) -> None:
        super().__init__()
        self.hangs = hangs
        self.ended = threading.Event()
        self.held = threading.Semaphore(0)
        "Counts the requests that have hung."

    def post(self, url: str, body: bytes, headers: Mapping[str, str]) -> int:
        if self.hangs in url:
            self.requests.append(Request(url, body, headers))
            self.held.release()
            self.ended.wait()
            raise NotSent("The receiver did not answer in time.")
        return super().post(url, body, headers)


def test_hanging_browsers_of_one_account_delay_no_push_of_another(me: Account):
    """They have more pushes than there are threads, and theirs are older."""
    other = Account(me.pool)
    me.network = network = HangingNetwork("hangs")
    for number in range(push_subscriptions.MAX_SUBSCRIPTIONS):
        me.subscribe(Browser(f"https://{number}.hangs.example.org/send/{me.id}"))
    for _ in range(10):
        me.is_told(game=str(uuid.uuid4()))
    me.passes(1)
    other.now = me.now
    outbox = Outbox(me.sender())
    begun = outbox.step()
    assert begun == Limits().account, "an account has its share of the threads"
    other.is_told()
    assert outbox.step() == 1
    while other.browser.endpoint not in [request.url for request in network.requests]:
        network.held.acquire(timeout=1)
    network.ended.set()
    outbox.finish()
    outbox.close()


def test_a_browser_that_does_not_answer_costs_one_attempt_in_each_pause(me: Account):
    for _ in range(30):
        me.is_told(game=str(uuid.uuid4()))
    me.network.answers = ["no answer"] * 1_000
    assert len(me.send()) == DUE_OF_ACCOUNT, "nothing is known of it yet"
    for pause in (*PAUSES_SECONDS, PAUSES_SECONDS[-1]):
        me.passes(pause - 1)
        me.is_told(game=str(uuid.uuid4()))
        assert send_in_shares(me) == 0
        me.passes(1)
        assert send_in_shares(me) == 1


def send_in_shares(me: Account) -> int:
    """Send what the shares of the threads allow, until nothing is due, and return how much."""
    outbox, sent = Outbox(me.sender()), 0
    while found := outbox.step():
        sent += found
        outbox.finish()
    outbox.close()
    return sent


def test_a_browser_that_answers_again_gets_at_once_what_has_waited_for_it(me: Account):
    me.network.answers = ["no answer"] * 2
    me.is_told()
    me.send()
    me.passes(5)
    me.send()
    for _ in range(3):
        me.is_told(game=str(uuid.uuid4()))
    assert send_in_shares(me) == 0
    me.passes(60)
    assert send_in_shares(me) == 4


def test_the_answering_browsers_of_an_account_come_before_the_failing_ones(me: Account):
    slow = Browser(f"https://slow.example.org/{me.id}")
    me.subscribe(slow)
    me.is_told()
    sender = me.sender()
    (down,) = [push for push in claim(sender) if push.endpoint == slow.endpoint]
    pushes.retry(me.pool, down, me.now)
    me.passes(60)
    me.is_told()
    due = sender.due(Busy())
    assert [(one.is_failing, one.is_suspect) for one in due] == [(False, True), (True, True)]


def test_what_is_busy_is_not_looked_for(me: Account):
    other = Account(me.pool)
    other.now = me.now
    for account in (me, other):
        account.is_told()
    sender = me.sender()
    assert {one.account for one in sender.due(Busy())} == {me.id, other.id}
    assert {one.account for one in sender.due(Busy(accounts=[me.id]))} == {other.id}
    assert sender.due(Busy(hosts=["push.example.org"])) == []
    assert len(sender.due(Busy(suspects=True))) == 2
    pushes.retry(me.pool, next(one for one in claim(sender) if one.endpoint == me.browser.endpoint), me.now)
    me.passes(5)
    assert {one.account for one in sender.due(Busy())} == {me.id}
    assert {one.account for one in sender.due(Busy(suspects=True))} == set()
