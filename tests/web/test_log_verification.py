"""The verification of a log in the browser: it accepts every recorded game and detects every forgery."""

from collections.abc import Callable
from typing import Any

import pytest

from domain.log.events import LoggedEvent
from domain.log.log_format import Export
from prove.harness.random_games import reseal
from tests.golden.record import HERE, parsed
from tests.web.conftest import Visit
from tests.web.visitor import MODULE, Visitor

LOGS = sorted(HERE.glob("*.jsonl"))
VERIFY = f"async (log) => (await {MODULE.format('lib/client/verify/log.js')}).verifyLog(log)"


def verified(here: Visitor, log: Export, **more: Any) -> dict[str, Any]:
    """Return the browser's report on a log."""
    events = [event.json() for event in log.events]
    found: dict[str, Any] = here.page.evaluate(VERIFY, {"game": log.game, "events": events, "head": log.head, **more})
    return found


def codes(found: dict[str, Any]) -> set[str]:
    return {problem["code"] for problem in found["problems"]}


def test_every_recorded_game_is_whole_and_fully_verified(visit: Visit) -> None:
    here = visit("/audit.html")
    for path in LOGS:
        log = parsed(path)
        found = verified(here, log)
        assert (found["problems"], found["verdict"]) == ([], "whole"), path.stem
        of = {kind: sum(event.type == kind for event in log.events) for kind in ("round-dealt", "stock-reshuffled")}
        sealed = sum(len(event.sealed) for event in log.events)
        counted = found["checked"]
        assert (counted["digests"], counted["seals"]) == (len(log.events), sealed), path.stem
        assert counted["secrets"] == counted["deals"] == of["round-dealt"], path.stem
        assert counted["reshuffles"] == of["stock-reshuffled"], path.stem


def secret_of(log: Export, event: LoggedEvent) -> bytes:
    """Return the secret of the round that an event belongs to."""
    revealed = next(one for one in log.events if one.type == "round-revealed" and one.version >= event.version)
    return bytes.fromhex(revealed.public["secret"])


def rewritten(log: Export) -> Export:
    """Return the log with new seals and digests, as a forger with all secrets would make them."""
    head = ""
    for event in log.events:
        head = reseal(log.game, head, event, secret_of(log, event) if event.sealed else b"")
    log.head = head
    return log


def first(log: Export, kind: str) -> LoggedEvent:
    return next(event for event in log.events if event.type == kind)


def swap_dealt(log: Export) -> None:
    one, other = (first(log, "round-dealt").sealed[part]["cards"] for part in "01")
    one[0], other[0] = other[0], one[0]


def swap_stock(log: Export) -> None:
    stock = first(log, "round-dealt").sealed["table"]["stock"]
    stock[0], stock[1] = stock[1], stock[0]


def change_starter(log: Export) -> None:
    public = first(log, "round-dealt").public
    public["turn"] = (public["turn"] + 1) % log.seats


def draw_another(log: Export) -> None:
    drawn = first(log, "cards-drawn")
    hand = first(log, "round-dealt").sealed["table"]["stock"]
    drawn.sealed[str(drawn.public["seat"])]["cards"] = [hand[-1]]


def shuffle_otherwise(log: Export) -> None:
    first(log, "stock-reshuffled").sealed["table"]["cards"].reverse()


def play_a_card_that_is_not_held(log: Export) -> None:
    played = first(log, "cards-played")
    played.public["cards"] = [first(log, "round-dealt").sealed["table"]["stock"][-1]]


def change_link(log: Export) -> None:
    readied = next(event for event in log.events if event.public.get("link"))
    readied.public["link"] = "00" * 32


def leave_out_a_link(log: Export) -> None:
    readied = next(event for event in log.events if event.public.get("link"))
    readied.public["link"] = None


def change_anchor(log: Export) -> None:
    log.events[0].public["anchor"] = "00" * 32


def change_secret(log: Export) -> None:
    first(log, "round-revealed").public["secret"] = "00" * 32


def show_another_hand(log: Export) -> None:
    hands = first(log, "round-ended").public["hands"]
    hands[0], hands[1] = hands[1], hands[0]


REWRITTEN: list[tuple[Callable[[Export], None], str]] = [
    (swap_dealt, "deal"),
    (swap_stock, "deal"),
    (change_starter, "deal"),
    (draw_another, "not-next"),
    (shuffle_otherwise, "reshuffle"),
    (play_a_card_that_is_not_held, "not-held"),
    (change_link, "link"),
    (leave_out_a_link, "withheld"),
    (change_anchor, "secret"),
    (change_secret, "secret"),
    (show_another_hand, "hand-at-end"),
]


def test_a_log_rewritten_with_all_secrets_is_detected(visit: Visit) -> None:
    here = visit("/audit.html")
    for forge, code in REWRITTEN:
        log = parsed(HERE / "three-rounds-of-four.jsonl")
        head = log.head
        forge(log)
        found = verified(here, rewritten(log), kept=head)
        assert {code, "kept-head"} <= codes(found), forge.__name__
        assert not codes(found) & {"digest", "head", "malformed"}, forge.__name__


def test_a_changed_event_is_named(visit: Visit) -> None:
    here = visit("/audit.html")
    log = parsed(HERE / "two-players.jsonl")
    for event in log.events[:: len(log.events) // 12]:
        true, event.public = event.public, {**event.public, "more": 1}
        found = verified(here, log)
        event.public = true
        assert (event.version, "digest") in {(one["version"], one["code"]) for one in found["problems"]}


def test_exchanged_envelopes_do_not_match_their_seals(visit: Visit) -> None:
    here = visit("/audit.html")
    log = parsed(HERE / "two-players.jsonl")
    dealt = first(log, "round-dealt")
    dealt.sealed["0"], dealt.sealed["1"] = dealt.sealed["1"], dealt.sealed["0"]
    assert "seal" in codes(verified(here, log))


def test_a_log_without_its_end_or_middle_is_detected(visit: Visit) -> None:
    here = visit("/audit.html")
    log = parsed(HERE / "two-players.jsonl")
    whole = log.events
    log.events = whole[:-3]
    assert codes(verified(here, log, kept=log.head)) == {"head", "kept-head"}
    log.events = [*whole[:40], *whole[41:]]
    assert {"version", "digest"} <= codes(verified(here, log))


def test_the_seals_of_a_running_round_are_no_problem(visit: Visit) -> None:
    here = visit("/audit.html")
    log = parsed(HERE / "two-players.jsonl")
    dealt = first(log, "round-dealt")
    log.events = log.events[: dealt.version + 3]
    for event in log.events:
        event.sealed = {}
    log.head = log.events[-1].digest
    found = verified(here, log)
    assert (found["problems"], found["closed"]) == ([], 1)


# Verdicts


def hidden(log: Export) -> Export:
    """Return the log as spectators may see it."""
    for event in log.events:
        event.sealed = {}
    return log


def test_a_log_with_hidden_envelopes_is_true_as_far_as_it_can_be_seen(visit: Visit) -> None:
    here = visit("/audit.html")
    for path in LOGS:
        found = verified(here, hidden(parsed(path)))
        assert found["problems"] == [], path.stem
        assert found["verdict"] == ("seen" if found["withheld"] else "whole"), path.stem


def test_every_hidden_envelope_is_computed_or_found_by_trying(visit: Visit) -> None:
    here = visit("/audit.html")
    for name in ("durak-two", "everybody-is-asked", "kawagoe-four-rounds", "doubt-exchanges", "doubt-the-pile"):
        found = verified(here, hidden(parsed(HERE / f"{name}.jsonl")))
        assert found["derived"] == found["withheld"] > 0, name


def test_a_running_log_is_true_as_far_as_it_can_be_seen(visit: Visit) -> None:
    here = visit("/audit.html")
    log = parsed(HERE / "two-players.jsonl")
    log.events = log.events[: first(log, "round-ended").version - 1]
    log.head = log.events[-1].digest
    assert (verified(here, log)["verdict"], codes(verified(here, log))) == ("seen", set())


HIDDEN = (swap_dealt, swap_stock, draw_another, shuffle_otherwise)


def test_a_forged_card_is_found_although_it_is_hidden(visit: Visit) -> None:
    here = visit("/audit.html")
    for forge in HIDDEN:
        log = parsed(HERE / "three-rounds-of-four.jsonl")
        forge(log)
        found = verified(here, hidden(rewritten(log)))
        assert (found["verdict"], codes(found)) == ("false", {"derived"}), forge.__name__


def decline_in_another_form(log: Export) -> None:
    kinds = ("call-declined", "flip-answered", "doubt-declined")
    answer = next(event for event in log.events if event.type in kinds)
    answer.sealed["0"] = {"declined": "perhaps"}


def lay_a_card_of_nobody(log: Export) -> None:
    played = first(log, "cards-played")
    played.sealed[str(played.public["seat"])] = {"cards": ["X9"]}


@pytest.mark.parametrize(
    ("name", "forge"),
    [
        ("everybody-is-asked", decline_in_another_form),
        ("kawagoe-four-rounds", decline_in_another_form),
        ("doubt-exchanges", decline_in_another_form),
        ("doubt-exchanges", lay_a_card_of_nobody),
    ],
)
def test_a_forged_choice_is_found_although_it_is_hidden(
    visit: Visit, name: str, forge: Callable[[Export], None]
) -> None:
    here = visit("/audit.html")
    log = parsed(HERE / f"{name}.jsonl")
    forge(log)
    found = verified(here, hidden(rewritten(log)))
    assert found["verdict"] == "false"
    assert "derived" in codes(found)


def end_after_round_1(log: Export) -> None:
    place = first(log, "round-revealed").version
    ended = first(log, "round-ended")
    last = LoggedEvent("game-ended", {"scores": ended.public["points"]}, version=place + 1, at=ended.at)
    log.events[place:] = [last]


def reveal_early(log: Export) -> None:
    ended, revealed = first(log, "round-ended"), first(log, "round-revealed")
    ended.version, revealed.version = revealed.version, ended.version
    log.events.sort(key=lambda event: event.version)


def go_on_after_the_end(log: Export) -> None:
    last = log.events[-1]
    log.events.append(LoggedEvent("game-abandoned", {"reason": "admin"}, version=last.version + 1, at=last.at))


def make_a_person_a_bot(log: Export) -> None:
    first(log, "seat-taken").public.update({"player": None, "bot": "careful", "bot_version": 1, "anchor": "00" * 32})


DISORDERLY: list[tuple[Callable[[Export], None], str]] = [
    (end_after_round_1, "order"),
    (reveal_early, "order"),
    (go_on_after_the_end, "after-end"),
    (make_a_person_a_bot, "seat"),
]


def test_a_log_out_of_order_is_false(visit: Visit) -> None:
    here = visit("/audit.html")
    for forge, code in DISORDERLY:
        log = parsed(HERE / "three-rounds-of-four.jsonl")
        forge(log)
        found = verified(here, rewritten(log))
        assert code in codes(found), forge.__name__
        assert found["verdict"] == "false", forge.__name__
