"""Logs with withheld parts: those of a revealed round are recovered, and the others are reported."""

from collections.abc import Callable

import pytest

from domain.doubt import replay
from domain.game.fold import fold
from domain.game.reading import read_log
from domain.log.conclusions import Conclusion, Verification
from domain.log.events import SERVER, SPECTATOR, LoggedEvent, seen_by
from domain.ruleset.cards import CARDS, CODES
from domain.verification.verify import verify
from prove.harness.random_games import export_lines, first_event, rechain, rich_game
from tests.domain import played_doubt
from tests.domain.played_beating import bouts, first_out, mustamaija
from tests.domain.verify.log_mutations import Log
from tests.domain.verify.logs import LOGS


def report_to(viewer: int, game: str, events: list[LoggedEvent]) -> Verification:
    """Verify a log as that viewer sees it."""
    return verify(export_lines(game, [seen_by(event, viewer) for event in events]), events[-1].digest)


def forged(log: Log, viewer: int, change: Callable[[list[LoggedEvent]], object]) -> Verification:
    """Verify the log as the viewer sees it, after a change, sealed and chained again."""
    game, events = log()
    change(events)
    return report_to(viewer, game, rechain(game, events))


@pytest.mark.parametrize("viewer", [SPECTATOR, 0, 1])
@pytest.mark.parametrize("log", LOGS.values(), ids=list(LOGS))
def test_every_withheld_part_of_a_revealed_round_is_recovered(log: Log, viewer: int) -> None:
    game, events = log()
    seen = [seen_by(event, viewer) for event in events]
    report, whole = report_to(viewer, game, events), verify(export_lines(game, events), events[-1].digest)
    assert (report.problems, report.conclusion) == ([], Conclusion.SEEN)
    withheld = sum(len(event.seals) - len(event.sealed) for event in seen)
    assert report.checked["withheld parts"] == withheld
    assert report.checked["seals"] == whole.checked["seals"] - withheld
    assert report.checked["decisions"] == whole.checked["decisions"] > 0
    hidden = [what for what in report.unchecked if "sealed parts are withheld" in what]
    assert len(hidden) == sum(event.type == "round-dealt" for event in events)
    assert all("and of 0 only the seals" in what for what in hidden)


@pytest.mark.parametrize("log", played_doubt.LOGS.values(), ids=list(played_doubt.LOGS))
def test_more_cards_than_can_be_tried_stay_unknown(log: Log, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(replay, "MOST_PAYLOADS", 0)
    game, events = log()
    report = report_to(0, game, events)
    assert (report.problems, report.conclusion) == ([], Conclusion.SEEN)
    assert any("and of 0 only the seals" not in what for what in report.unchecked if "are withheld" in what)
    assert report.checked["decisions"] == verify(export_lines(game, events)).checked["decisions"]


def another_winner(events: list[LoggedEvent]) -> None:
    public = first_event(events, "round-ended").public
    public["winner"] = (public["winner"] + 1) % 3


def another_hand_at_the_end(events: list[LoggedEvent]) -> None:
    hands = first_event(events, "round-ended").public["hands"]
    hands.append(hands.pop(0))


def the_player_is_asked(events: list[LoggedEvent]) -> None:
    """For a joker that may not be last, or another card, all seats or none may be asked, but never the player."""
    played = first_event(events, "cards-played", lambda event: event.public["finishing"])
    played.public["asked"] = [played.public["seat"]]


@pytest.mark.parametrize(
    ("log", "forge", "at"),
    [
        (played_doubt.piles, another_winner, "round-ended"),
        (played_doubt.piles, another_hand_at_the_end, "round-ended"),
        (played_doubt.cheats, the_player_is_asked, "cards-played"),
    ],
)
def test_a_forgery_is_found_where_cards_stay_unknown(
    log: Log, forge: Callable[[list[LoggedEvent]], object], at: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(replay, "MOST_PAYLOADS", 0)
    report = forged(log, SPECTATOR, forge)
    _, events = log()
    assert report.conclusion is Conclusion.FALSE
    assert events[min(problem.version for problem in report.problems) - 1].type == at


def one_card_more(events: list[LoggedEvent]) -> None:
    first_event(events, "cards-drawn").public["count"] += 1


def another_defender(events: list[LoggedEvent]) -> None:
    first_event(events, "attack-played").public["asks"]["seat"] += 1


def the_attack_beats(events: list[LoggedEvent]) -> None:
    beaten = first_event(events, "cards-beaten", lambda event: len(event.public["pairs"]) == 1)
    beaten.public["pairs"][0] = beaten.public["pairs"][0][::-1]


@pytest.mark.parametrize("viewer", [SPECTATOR, 0, 1, 2])
@pytest.mark.parametrize(
    ("log", "forge"),
    [
        (bouts, one_card_more),
        (bouts, another_defender),
        (mustamaija, the_attack_beats),
        (bouts, another_hand_at_the_end),
        (rich_game, another_hand_at_the_end),
    ],
)
def test_public_parts_are_compared_where_hands_are_withheld(
    log: Log, forge: Callable[[list[LoggedEvent]], object], viewer: int
) -> None:
    """The log breaks off at the forged event, so that no secret opens the hands."""
    (game, events), (_, true) = log(), log()
    forge(events)
    rechain(game, events)
    changed = next(place for place, event in enumerate(events) if event.digest != true[place].digest)
    report = report_to(viewer, game, events[: changed + 1])
    assert [problem.version for problem in report.problems] == [changed + 1] * len(report.problems)
    assert report.conclusion is Conclusion.FALSE


def a_shown_card_is_missing_in_the_pile(events: list[LoggedEvent]) -> None:
    """Replace a card that the doubt has just shown by one that lies nowhere near."""
    taken = first_event(events, "pile-taken", lambda event: event.public["why"] == "doubt")
    (cards,) = (payload["cards"] for payload in taken.sealed.values())
    shown = first_event(events, "doubt-called").public["cards"]
    cards.remove(shown[0])
    cards.insert(0, next(code for code in CARDS if code not in cards and code != shown[0]))


def both_seats_see_another_order(events: list[LoggedEvent]) -> None:
    exchanged = first_event(events, "cards-exchanged")
    seat = str(exchanged.public["to"])
    exchanged.sealed[seat] = {"cards": exchanged.sealed[seat]["cards"][::-1]}


def fewer_cards_are_taken_than_counted(events: list[LoggedEvent]) -> None:
    exchanged = first_event(events, "cards-exchanged")
    exchanged.sealed = {part: {"cards": payload["cards"][:-1]} for part, payload in exchanged.sealed.items()}


@pytest.mark.parametrize(
    ("log", "forge", "of"),
    [
        (played_doubt.piles, a_shown_card_is_missing_in_the_pile, "seat"),
        (played_doubt.exchanges, both_seats_see_another_order, None),
        (played_doubt.exchanges, fewer_cards_are_taken_than_counted, "to"),
    ],
)
def test_sealed_cards_are_compared_with_what_is_known_in_a_running_round(
    log: Log, forge: Callable[[list[LoggedEvent]], object], of: str | None
) -> None:
    """The log is that of a seat which the event names, or the server's own, and breaks off there."""
    (game, events), (_, true) = log(), log()
    forge(events)
    rechain(game, events)
    changed = next(place for place, event in enumerate(events) if event.digest != true[place].digest)
    viewer = SERVER if of is None else events[changed].public[of]
    assert report_to(viewer, game, true[: changed + 1]).problems == []
    report = report_to(viewer, game, events[: changed + 1])
    assert {problem.version for problem in report.problems} == {changed + 1}


def test_a_card_taken_up_face_up_is_shown_by_its_taker_at_the_end() -> None:
    """Swap two cards in the result.

    A viewer who saw neither of them could not tell, but one was taken up face up.
    """
    game, events = first_out()
    place = next(place for place, event in enumerate(events) if event.type == "round-ended")
    table = fold(game, read_log(seen_by(event, SPECTATOR) for event in events[:place])).table
    hands = events[place].public["hands"]
    one, known = next((seat, CODES[card]) for seat, cards in enumerate(table.known) for card in cards)
    two, other = next(
        (seat, code)
        for seat, hand in enumerate(hands)
        for code in hand
        if seat != one and CARDS[code] not in table.known[seat]
    )
    hands[one] = sorted([*(code for code in hands[one] if code != known), other], key=CARDS.__getitem__)
    hands[two] = sorted([*(code for code in hands[two] if code != other), known], key=CARDS.__getitem__)
    report = report_to(SPECTATOR, game, rechain(game, events)[: place + 1])
    assert f"seat {one} does not lay open the hand it held" in [problem.what for problem in report.problems]


def test_a_call_of_a_running_round_cannot_be_judged_from_the_log_of_spectators() -> None:
    game, events = rich_game()
    call = events.index(first_event(events, "dobon-called"))
    report = report_to(SPECTATOR, game, events[: call + 1])
    assert report.conclusion is Conclusion.SEEN
    assert any("the cards it is judged by are withheld" in what for what in report.unchecked)


def test_a_log_of_a_running_round_says_that_its_secret_is_not_known() -> None:
    game, events = rich_game()
    running = events[: events.index(first_event(events, "round-ended"))]
    report = verify(export_lines(game, running), running[-1].digest)
    assert report.problems == []
    assert [what for what in report.unchecked if "Round 1 is not revealed" in what]
    assert "deals" not in report.checked
    assert "seals" not in report.checked
