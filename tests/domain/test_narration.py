"""Events in words: every type has a sentence in both languages, and it names only cards that the reader may see."""

import re
from random import Random

import pytest

from domain.dobon.event_types import EVENTS
from domain.game.game_event_types import EVENTS as WHOLE_GAME
from domain.game.narration import narrate, seats_called
from domain.game.registry import ruleset
from domain.log.events import SPECTATOR, Event, seen_by
from domain.ruleset.cards import CARDS
from prove.harness.match import KAWAGOE, Match
from prove.harness.random_moves import wander
from tests.domain.dobon.situations import TWELVE, Situation
from tests.domain.made_events import made

RULES = ruleset("dobon-sato")
"""Both rulesets of Dobon describe events in the same words."""

CODE = re.compile(r"\b(?:[SCHD](?:1[0-3]|[1-9])|X[12])\b", re.ASCII)


def said(event: Event) -> tuple[str, str]:
    words = narrate(RULES, event)
    return words["ja"], words["en"]


def last(situation: Situation, *steps: str, kind: str | None = None) -> Event:
    """Return the newest event of the steps, or the newest of its kind."""
    situation.when(*steps)
    return [event for event in situation.events if kind in (None, event.type)][-1]


def test_the_sentence_of_a_play() -> None:
    event = last(Situation(["S4 C4 H4 D9", "C5"], "S3"), "P0 plays S4 C4 H4")
    assert said(event) == ("席0がS4・C4・H4を出した。次は席1。", "Seat 0 plays S4, C4, H4. Seat 1 is next.")


def test_an_8_names_its_suit() -> None:
    event = last(Situation(["S8 D9", "C5"], "S3"), "P0 plays S8 naming H")
    assert said(event) == (
        "席0がS8を出した。マークはハート。次は席1。",
        "Seat 0 plays S8. The suit is hearts. Seat 1 is next.",
    )


def test_the_sentences_of_a_2_and_a_13_name_the_next_answer() -> None:
    event = last(Situation(["S2 C2 D9", "C5"], "S3"), "P0 plays S2 C2")
    assert said(event)[1] == "Seat 0 plays S2, C2. Seat 1 draws 4 or passes it on with a 2."
    event = last(Situation(["S13 D9", "C5"], "S3"), "P0 plays S13")
    assert said(event)[0] == "席0がS13を出した。席1は手札を公開するか、13で次へ回す。"


def test_a_draw_names_its_cards_to_readers_who_may_open_it() -> None:
    event = last(Situation(["S4", "C5"], "S3", stock="H5 H6"), "P0 draws")
    assert said(event) == ("席0が1枚引いた(H5)。", "Seat 0 draws 1 card (H5).")
    assert said(seen_by(event, 1)) == ("席0が1枚引いた。", "Seat 0 draws 1 card.")


def test_taking_a_2_says_so() -> None:
    event = seen_by(last(Situation(["S2", "C5", "C6"], "S3"), "P0 plays S2", "P1 accepts"), SPECTATOR)
    assert said(event) == ("席1が2を受けて2枚引いた。", "Seat 1 draws 2 cards, taking the 2.")


def test_the_clock_is_named() -> None:
    situation = Situation(["S4", "C5"], "S3", turn_seconds=60)
    situation.when("P0 draws")
    assert said(seen_by(situation.wait(60)[0], SPECTATOR))[1] == "Time is up. Seat 1 draws 1 card."


def test_a_call_a_counter_and_a_false_call() -> None:
    situation = Situation(TWELVE, "S12")
    assert said(last(situation, "P0 plays D12", "P1 calls")) == (
        "席1がD12にドボンコール。手札はS5・S7。式は7+5。",
        "Seat 1 calls Dobon on D12. The hand: S5, S7. It makes 7+5.",
    )
    assert said(last(situation, "P2 calls")) == (
        "席2がD12にドボン返し。手札はS3・S4。式は4×3。",
        "Seat 2 counters on D12. The hand: S3, S4. It makes 4×3.",
    )
    assert said(last(situation, "P3 calls"))[1] == "Seat 3 counters on D12. The hand: C5, H5. It is a false call."
    situation.when("P0 declines")
    ended = next(event for event in situation.events if event.type == "round-ended")
    assert said(ended) == ("席2の勝ち、席1の負け。", "Seat 2 wins; Seat 1 loses.")


def test_a_false_call_that_is_not_shown_keeps_its_hand() -> None:
    event = last(Situation(TWELVE, "S12", false_claim="nothing"), "P0 plays D12", "P3 calls")
    assert said(event)[1] == "Seat 3 calls Dobon on D12. The hand: C5, H5. It is a false call."
    assert said(seen_by(event, 1)) == (
        "席3がD12にドボンコール。誤ドボン。",
        "Seat 3 calls Dobon on D12. It is a false call.",
    )


def test_an_answer_is_told_to_the_seat_that_gave_it() -> None:
    event = last(Situation(TWELVE, "S12"), "P0 plays D12", "P1 calls", "P2 declines")
    for reader in (SPECTATOR, 0, 1, 3):
        assert said(seen_by(event, reader)) == (
            "誰かがドボンしないと答えた。",
            "Somebody answers that they do not call.",
        )
    assert said(seen_by(event, 2)) == said(event) == ("席2はドボンしない。", "Seat 2 does not call.")


@pytest.mark.parametrize(
    ("public", "ja", "en"),
    [
        ({"winner": 0, "losers": [1], "reason": "dobon"}, "席0の勝ち、席1の負け。", "Seat 0 wins; Seat 1 loses."),
        ({"winner": 0, "losers": [], "reason": "dobon"}, "席0の勝ち。敗者なし。", "Seat 0 wins. Nobody loses."),
        (
            {"winner": 0, "losers": [1, 2], "reason": "dobon"},
            "席0の勝ち、席1、席2の負け。",
            "Seat 0 wins; Seat 1, Seat 2 lose.",
        ),
        (
            {"winner": None, "losers": [], "reason": "dead-end"},
            "誰も動けない。勝者なし。",
            "Nobody can move any more. Nobody wins.",
        ),
        (
            {"winner": None, "losers": [2], "reason": "false-call"},
            "誤ドボンで席2の負け。勝者なし。",
            "Seat 2 loses by a false call. Nobody wins.",
        ),
    ],
)
def test_the_sentences_of_the_end_of_a_round(public: dict[str, object], ja: str, en: str) -> None:
    assert said(made("round-ended", public)) == (ja, en)


# Events that only Kawagoe has


FOUR = {"hand_size": 4, "round": 1, "dealer": 2, "turn": 2, "stock": 38, "deadline": None}
FLIP = {"seat": 2, "card": "H8", "stock": 37, "asked": [0, 1, 2, 3], "calls_open": True, "deadline": None}
PLAY = {"seat": 1, "cards": ["C4"], "suit": "C", "turn": 2, "direction": 1, "pending": None}
CALL = {"seat": 0, "on": 9, "card": "H8", "asked": [], "deadline": None}
ENDED = {"winner": 0, "losers": [1], "reason": "dobon"}


def score(payment: int, arithmetic: str) -> dict[str, object]:
    return {"addends": [], "doublings": [], "payment": payment, "arithmetic": arithmetic}


@pytest.mark.parametrize(
    ("event", "ja", "en"),
    [
        (
            made("round-dealt", FOUR),
            "第1ラウンド。4枚ずつ配った。ディーラーは席2。",
            "Round 1: 4 cards each. Seat 2 is the dealer.",
        ),
        (made("card-flipped", FLIP), "席2がH8をめくった。", "Seat 2 turns up H8."),
        (
            made("card-flipped", FLIP | {"by_clock": True}),
            "時間切れ。席2がH8をめくった。",
            "Time is up. Seat 2 turns up H8.",
        ),
        (
            made("card-flipped", FLIP | {"card": "X1", "asked": [], "calls_open": False}),
            "席2がX1をめくった。もう一枚。",
            "Seat 2 turns up X1, and goes on.",
        ),
        (
            made("window-closed", {"on": 9, "calls_open": False, "deadline": None}),
            "めくられたカードへの答えを締め切った。",
            "No more answers to the card turned up.",
        ),
        (
            made("cards-played", PLAY | {"how": "opening"}),
            "席1がC4を出して始めた。次は席2。",
            "Seat 1 opens with C4. Seat 2 is next.",
        ),
        (
            made("cards-played", PLAY | {"how": "jump-in", "cards": ["C4", "D4"], "suit": "D"}),
            "席1が順番を飛ばしてC4・D4を出した。次は席2。",
            "Seat 1 jumps in with C4, D4. Seat 2 is next.",
        ),
        (
            made("cards-played", PLAY | {"how": "opening", "cards": ["C2"], "pending": {"rank": 2, "draw": 2}}),
            "席1がC2を出して始めた。席2は2枚引くか、2で次へ回す。",
            "Seat 1 opens with C2. Seat 2 draws 2 or passes it on with a 2.",
        ),
        (
            made("dobon-called", CALL | {"kind": "ippatsu", "hand": ["S3", "S5", "X1"], "formulas": ["5+3"], "valid": True}),
            "席0がH8に一発ドボン。手札はS3・S5・X1。式は5+3。",
            "Seat 0 calls ippatsu-dobon on H8. The hand: S3, S5, X1. It makes 5+3.",
        ),
        (
            made("dobon-called", CALL | {"kind": "ippatsu", "hand": ["S3"], "formulas": [], "valid": False}),
            "席0がH8に一発ドボン。手札はS3。誤ドボン。",
            "Seat 0 calls ippatsu-dobon on H8. The hand: S3. It is a false call.",
        ),
        (
            made("round-ended", ENDED | {"score": score(100, "(9 + 11 + 5) x 2 [H2] x 2 [joker] = 100")}),
            "席0の勝ち。席1が100点を払う。(9 + 11 + 5) × 2 [H2] × 2 [ジョーカー] = 100。",
            "Seat 0 wins; Seat 1 pays 100: (9 + 11 + 5) x 2 [H2] x 2 [joker] = 100.",
        ),
        (
            made("round-ended", ENDED | {"score": score(48, "(12 + 9 + 3) x 2 [counter] = 48")}),
            "席0の勝ち。席1が48点を払う。(12 + 9 + 3) × 2 [ドボン返し] = 48。",
            "Seat 0 wins; Seat 1 pays 48: (12 + 9 + 3) x 2 [counter] = 48.",
        ),
        (
            made(
                "round-ended",
                {"winner": 0, "losers": [1, 2], "reason": "ippatsu", "score": score(14, "10 + 4 = 14 each, 14 x 2 [players] = 28")},
            ),
            "席0の勝ち。席1、席2がそれぞれ14点を払う。10 + 4 = 14ずつ、14 × 2人 = 28。",
            "Seat 0 wins; Seat 1, Seat 2 pay 14 each: 10 + 4 = 14 each, 14 x 2 [players] = 28.",
        ),
        (
            made("round-ended", ENDED | {"reason": "ippatsu", "score": score(15, "11 + 4 = 15")}),
            "席0の勝ち。席1が15点を払う。11 + 4 = 15。",
            "Seat 0 wins; Seat 1 pays 15: 11 + 4 = 15.",
        ),
    ],
)  # fmt: skip
def test_events_that_only_kawagoe_has(event: Event, ja: str, en: str) -> None:
    assert said(event) == (ja, en)


def test_an_answer_to_a_flip_is_told_to_the_seat_that_gave_it() -> None:
    other = {"answered": False, "cards": None, "suit": None}
    opens = {"answered": True, "cards": ["C8"], "suit": "H"}
    laid = made("flip-answered", {"on": 9}, {"0": other, "1": opens, "2": other})
    quiet = made("flip-answered", {"on": 9}, {"0": other, "1": opens | {"cards": None, "suit": None}, "2": other})
    for event in (laid, quiet):
        for reader in (SPECTATOR, 0, 2):
            assert said(seen_by(event, reader)) == (
                "誰かがめくられたカードに答えた。",
                "Somebody answers the card turned up.",
            )
    assert said(seen_by(laid, 1)) == said(laid) == ("席1はC8で始めようとする。", "Seat 1 would open with C8.")
    assert said(seen_by(quiet, 1)) == said(quiet) == ("席1は出さない。", "Seat 1 does not open.")


def test_seats_can_have_names() -> None:
    event = last(Situation(["S4 D9", "C5"], "S3"), "P0 plays S4")
    words = narrate(RULES, event, seats_called({0: "Aoi"}))
    assert words == {"ja": "AoiがS4を出した。次は席1。", "en": "Aoi plays S4. Seat 1 is next."}


def every_event() -> list[Event]:
    """Return events of every type."""
    log: list[Event] = []
    for seed, false_claim in enumerate(("expose", "nothing", "draw_2", "lose")):
        match = Match(
            4, bots=["novice"], seed=seed, rounds=2, false_claim=false_claim, claim_mode="ask_all", bot_delay_ms=0, turn_seconds=60
        )  # fmt: skip
        match.sit("player-1")
        match.leave(1)
        match.sit("player-1")
        match.sit("player-2")
        match.leave(1)
        match.leave(2)
        match.sit("player-2")
        match.wait(24 * 3_600_000)
        log += match.log
        kawagoe = Match(4, ruleset=KAWAGOE, seed=seed, hand_size=2, rounds=2, false_claim=false_claim)
        wander(kawagoe, Random(seed), 200)
        log += kawagoe.log
    abandoned = Match(2)
    abandoned.leave(0)
    situation = Situation(["S13", "C5"], "S3", first_turn=True, stock="H5")
    situation.when("P0 passes", "P1 draws", "P0 plays S13", "P1 accepts", "P1 draws")
    return [*log, *abandoned.log, *situation.events]


def test_every_type_of_event_has_words_in_both_languages_and_they_tell_no_hidden_card() -> None:
    types = set()
    for event in every_event():
        types.add(event.type)
        for reader in range(SPECTATOR, 4):
            seen = seen_by(event, reader)
            held = {*CODE.findall(str(seen.public)), *CODE.findall(str(seen.sealed))}
            for text in said(seen):
                assert text.endswith(("。", "."))
                assert set(CODE.findall(text)) <= held
    assert types == {*WHOLE_GAME.types, *EVENTS.types}


def test_card_codes_are_found_in_sentences() -> None:
    assert set(CODE.findall("S4, C13, X2 and 10. H1X D0 X3")) == {"S4", "C13", "X2"}
    assert all(CODE.fullmatch(code) for code in CARDS)
