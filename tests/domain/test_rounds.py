"""A whole game: dealing, the starting seat, several rounds, deadlines, leaving and coming back."""

from random import Random

import pytest

from domain.game.game import actions, view
from domain.game.registry import ruleset
from domain.log.chance import Chance
from domain.log.errors import Refused
from domain.log.events import TABLE
from domain.log.moments import later
from domain.ruleset.actions import Dobon, Draw, Pass, Play, Ready
from domain.ruleset.cards import CARDS, deck
from domain.ruleset.ruleset import RoundStart, check_options
from domain.running.commands import due
from prove.harness.match import EVENING, KAWAGOE, Match, lost_at_once, player_chain, refusal_code
from prove.harness.random_moves import wander
from prove.harness.views import actions_of
from tests.domain.dobon.situations import Situation, types

SATO = ruleset("dobon-sato")


# 1.1 Setup


@pytest.mark.parametrize("seats", range(2, 9))
def test_every_seat_gets_its_hand_one_card_lies_open_and_the_rest_is_the_stock(seats: int) -> None:
    match = Match(seats, bots=["novice"] * (seats - 1))
    dealt = next(event for event in match.log if event.type == "round-dealt")
    hands = [dealt.sealed[str(seat)].cards for seat in range(seats)]
    assert [len(hand) for hand in hands] == [5] * seats
    every = [*(card for hand in hands for card in hand), dealt.public.top, *dealt.sealed[TABLE].stock]
    assert sorted(CARDS[card] for card in every) == deck()
    assert dealt.public.stock == 51 - 5 * seats


def test_the_deal_is_that_of_the_design_card_by_card_from_seat_0() -> None:
    match = Match(3, bots=["novice"], turn_seconds=0)
    match.sit("player-1", contributes=True)
    match.ready(1)
    link = player_chain("player-1").link(1).hex()
    cards = deck()
    chance = Chance(match.chain.link(1), match.id, 1, ["", link, ""])
    chance.stream("deck").shuffle(cards)
    assert [match.game.cards(seat) for seat in range(3)] == [cards[0:15:3], cards[1:15:3], cards[2:15:3]]
    assert match.game.table.pile == [cards[15]]
    assert match.game.state.deck[::-1] == cards[16:]
    assert match.game.table.turn == chance.stream("first").below(3)


def test_the_first_top_has_no_owner_and_the_first_player_may_pass() -> None:
    match = Match(2, claim_grace_seconds=0)
    match.sit("player-1")
    turn = match.game.table.turn
    assert view(match.of(0), 0)["round"]["board"]["top"]["owner"] is None
    assert Pass() in actions(match.of(turn), turn)
    match.act(turn, Pass())
    assert match.game.table.turn == 1 - turn


def test_the_first_card_has_its_grace_too() -> None:
    match = Match(2, claim_grace_seconds=3, hand_size=10)
    match.sit("player-1")
    turn = match.game.table.turn
    play = next(action for action in actions(match.of(turn), turn) if isinstance(action, Play))
    assert refusal_code(lambda: match.act(turn, play)) == "too-early"
    match.wait(3_000)
    match.act(turn, play)


def test_in_ask_all_every_seat_is_asked_about_the_first_card() -> None:
    match = Match(3, bots=["novice"], claim_mode="ask_all", bot_delay_ms=60_000)
    match.sit("player-1")
    assert match.game.table.asked == [0, 1, 2]


def test_hands_too_large_for_one_deck_are_refused() -> None:
    with pytest.raises(Refused, match="at most 6 cards"):
        check_options(SATO, {"hand_size": 7}, 8)
    assert check_options(SATO, {"hand_size": 6}, 8)["hand_size"] == 6


@pytest.mark.parametrize("seats", [0, 1, 9])
def test_dobon_is_for_two_to_eight(seats: int) -> None:
    assert refusal_code(lambda: check_options(SATO, {}, seats)) == "bad-seat-count"


@pytest.mark.parametrize(
    ("option", "value"),
    [
        ("hand_size", 0), ("hand_size", 11), ("hand_size", "5"), ("hand_size", True), ("hand_size", 5.0), ("rounds", 0),
        ("false_claim", "shrug"), ("false_claim", None), ("claim_hints", 1), ("claim_hints", "yes"), ("turn_seconds", -1),
    ],
)  # fmt: skip
def test_an_invalid_option_value_is_refused(option: str, value: object) -> None:
    assert refusal_code(lambda: check_options(SATO, {option: value}, 2)) == "bad-option"


def test_an_unknown_option_is_refused() -> None:
    assert refusal_code(lambda: check_options(SATO, {"initial_card_effect": "apply"}, 2)) == "unknown-option"


# The starting seat


@pytest.mark.parametrize(
    ("rule", "winner", "losers", "starter"),
    [
        ("loser", 2, (1,), 1), ("winner", 2, (1,), 2), ("loser", None, (3,), 3),
        ("loser", 2, (), None), ("loser", 2, (0, 1, 3), None), ("winner", None, (), None), ("winner", None, (3,), None),
        ("random", 2, (1,), None),
    ],
)  # fmt: skip
def test_the_options_decide_the_starter_of_a_later_round(
    rule: str, winner: int | None, losers: tuple[int, ...], starter: int | None
) -> None:
    """None: chance decides, because the option says so or names no seat."""
    chance = Chance(b"\7" * 32, "game", 2, ["", "", "", ""])
    options = check_options(SATO, {"next_starter": rule}, 4)
    dealt = SATO.deal(RoundStart(2, 4, options, {"winner": winner, "losers": [*losers]}), EVENING, chance)[0]
    assert dealt.public.turn == (chance.stream("first").below(4) if starter is None else starter)


@pytest.mark.parametrize("rule", ["loser", "winner", "random"])
def test_the_first_round_starts_by_chance(rule: str) -> None:
    starters = set()
    for byte in range(20):
        chance = Chance(bytes([byte]) * 32, "game", 1, ["", ""])
        options = check_options(SATO, {"next_starter": rule}, 2)
        starters.add(SATO.deal(RoundStart(1, 2, options), EVENING, chance)[0].public.turn)
    assert starters == {0, 1}


# Rounds


def test_a_round_ends_with_its_secret_and_the_question_for_the_next() -> None:
    match = lost_at_once()
    assert types(match.log)[-4:] == ["dobon-called", "round-ended", "round-revealed", "readiness-asked"]
    assert match.log[-2].public.json() == {"round": 1, "secret": match.chain.link(1).hex()}
    assert match.log[-1].public.json() == {"round": 2, "unready": [0, 1], "ready_by": later(match.now, seconds=60)}
    assert (match.game.status, match.game.scores) == ("between-rounds", [0, -1])


def test_the_next_round_is_dealt_when_all_players_are_ready() -> None:
    match = lost_at_once()
    assert actions_of(view(match.of(0), 0)) == [{"type": "ready"}]
    assert view(match.of(0), 0)["next_round"]["waiting_for"] == [0, 1]
    assert [actions(match.of(seat), seat) for seat in range(2)] == [[Ready()], [Ready()]]
    match.act(0, Ready())
    assert [actions(match.of(seat), seat) for seat in range(2)] == [[], [Ready()]]
    assert refusal_code(lambda: match.act(0, Ready())) == "already-ready"
    assert refusal_code(lambda: match.act(1, Draw())) == "between-rounds"
    assert actions_of(view(match.of(0), 0)) == []
    match.act(1, Ready())
    assert (match.game.status, match.game.round) == ("playing", 2)
    assert match.game.table.turn == 1, "the loser of the previous round"


def test_ready_is_asked_for_between_rounds_only() -> None:
    match = lost_at_once()
    match.act(0, Ready())
    match.act(1, Ready())
    assert refusal_code(lambda: match.act(0, Ready())) == "not-now"


def test_a_silent_player_counts_as_ready_at_the_deadline() -> None:
    match = lost_at_once(turn_seconds=60)
    match.act(1, Ready())
    assert match.wait(59_999) == []
    events = match.wait(1)
    assert types(events) == ["seat-readied", "round-dealt"]
    assert events[0].public.json() == {"seat": 0, "link": None, "by_clock": True}


def test_without_a_limit_the_next_round_waits_for_all_players() -> None:
    match = lost_at_once(turn_seconds=0)
    assert match.wait(100_000_000) == []


def test_a_game_is_over_after_its_rounds_and_scores_add_up() -> None:
    match = lost_at_once()
    match.act(0, Ready())
    match.act(1, Ready())
    match.act(0, Dobon(match.game.table.top_version))
    if match.game.status == "playing":  # here seat 0 happened to hold a true call
        match.act(1, actions(match.of(1), 1)[-1])
    assert match.game.status == "finished"
    assert match.log[-1].public.json() == {"scores": match.game.scores}
    assert refusal_code(lambda: match.act(0, Draw())) == "game-over"
    assert refusal_code(lambda: match.leave(0)) == "game-over"
    assert actions_of(view(match.of(0), 0)) == []


def test_bots_alone_play_all_rounds_of_a_game() -> None:
    match = Match(3, bots=["novice", "novice"], rounds=3, bot_delay_ms=0)
    match.leave(0)
    match.wait(24 * 3_600_000)
    assert match.game.status == "finished"
    assert len(match.game.secrets) == 3


# Deadlines


def test_a_turn_that_runs_out_draws() -> None:
    situation = Situation(["S4", "C5"], "S3", turn_seconds=60)
    situation.when("P0 draws")
    assert situation.wait(59.9) == []
    events = situation.wait(0.1)
    assert (types(events), events[0].public.by_clock, situation.table.turn) == (["cards-drawn"], True, 0)


def test_a_turn_that_runs_out_takes_the_pending_cards() -> None:
    situation = Situation(["S2 S13", "C5 D7"], "S3", turn_seconds=60)
    situation.when("P0 plays S2")
    assert situation.wait(60)[0].public.count == 2
    situation.when("P0 plays S13")
    assert types(situation.wait(60)) == ["hand-opened"]
    assert situation.table.turn == 1, "opening the hand does not end the turn, and its time starts again"
    assert types(situation.wait(60)) == ["cards-drawn"]


def test_a_turn_that_runs_out_after_a_draw_passes() -> None:
    situation = Situation(["S4", "C5"], "S3", turn_seconds=60, play_after_draw=True)
    situation.when("P0 draws")
    [passed] = situation.wait(60)
    assert (passed.type, passed.public.by_clock) == ("passed", True)
    assert situation.table.turn == 1


def test_the_grace_is_added_to_the_time_of_a_turn() -> None:
    situation = Situation(["S4", "C5"], "S3", turn_seconds=60, claim_grace_seconds=3)
    situation.when("P0 plays S4")
    assert situation.wait(62.9) == []
    assert types(situation.wait(0.1)) == ["cards-drawn"]


def test_without_a_limit_a_turn_lasts() -> None:
    situation = Situation(["S4", "C5"], "S3")
    situation.when("P0 draws")
    assert situation.wait(1_000_000) == []


def test_the_deadline_of_a_round_moves_with_its_deal() -> None:
    match = Match(2, turn_seconds=60, claim_grace_seconds=3)
    match.wait(500)
    match.sit("player-1")
    assert due(match.game) == later(EVENING, ms=63_500)


# Kawagoe


@pytest.mark.parametrize("seats", range(2, 9))
def test_in_kawagoe_every_seat_gets_its_hand_and_the_rest_is_face_down(seats: int) -> None:
    match = Match(seats, ruleset=KAWAGOE, bots=["novice"] * (seats - 1))
    dealt = next(event for event in match.log if event.type == "round-dealt")
    hands = [dealt.sealed[str(seat)].cards for seat in range(seats)]
    assert [len(hand) for hand in hands] == [4] * seats
    every = [*(card for hand in hands for card in hand), *dealt.sealed[TABLE].stock]
    assert sorted(CARDS[card] for card in every) == deck(jokers=2)
    assert dealt.public.json() == {
        "round": 1, "withheld": [], "hand_size": 4, "dealer": dealt.public.dealer, "turn": dealt.public.dealer, "stock": 54 - 4 * seats,
        "deadline": later(EVENING, seconds=60),
    }  # fmt: skip


def test_the_deal_of_kawagoe_is_that_of_the_design_card_by_card_from_seat_0() -> None:
    match = Match(3, ruleset=KAWAGOE, bots=["novice"], turn_seconds=0, bot_delay_ms=60_000)
    match.sit("player-1", contributes=True)
    match.ready(1)
    link = player_chain("player-1").link(1).hex()
    cards = deck(jokers=2)
    chance = Chance(match.chain.link(1), match.id, 1, ["", link, ""])
    chance.stream("deck").shuffle(cards)
    assert [match.game.cards(seat) for seat in range(3)] == [cards[0:12:3], cards[1:12:3], cards[2:12:3]]
    assert match.game.state.deck[::-1] == cards[12:]
    assert match.game.table.pile == []
    assert match.game.table.dealer == match.game.table.turn == chance.stream("first").below(3)


def test_a_match_of_kawagoe_has_four_rounds_and_the_loser_deals_next() -> None:
    for seed in range(12):
        match = Match(3, ruleset=KAWAGOE, seed=seed, hand_size=2, dealer_after_ippatsu="winner")
        wander(match, Random(seed), 2_000, restless=0)
        assert match.game.status == "finished"
        dealers = [event.public.dealer for event in match.log if event.type == "round-dealt"]
        ends = [event.public for event in match.log if event.type == "round-ended"]
        assert len(dealers) == len(ends) == 4
        for dealer, end, following in zip(dealers[:-1], ends[:-1], dealers[1:], strict=True):
            alone = end.losers[0] if end.losers else dealer
            assert following == (end.winner if end.reason == "ippatsu" else alone)
        assert match.log[-1].public.scores == [sum(end.points[seat] for end in ends) for seat in range(3)]
        assert sum(match.log[-1].public.scores) == 0


def test_kawagoe_reveals_the_secret_of_a_round_before_the_first_player_is_ready_for_the_next() -> None:
    match = Match(2, ruleset=KAWAGOE, hand_size=2, contributes=True)
    wander(match, Random(1), 1_000, restless=0)
    kinds = [event.type for event in match.log]
    committed = [place for place, kind in enumerate(kinds) if kind == "readiness-asked"]
    assert len(committed) == 4
    for place in committed[1:]:
        assert kinds[place - 2 : place] == ["round-ended", "round-revealed"]
        assert kinds[place + 1 : place + 4] == ["seat-readied", "seat-readied", "round-dealt"]
