"""`doubt`: every event in words of both languages, without cards hidden from the reader."""

import re
from typing import Any

import pytest

from domain.game.narration import narrate, seats_called
from domain.log.events import SPECTATOR, Event, seen_by
from domain.running.self_play import play
from tests.domain.doubt.situations import D1, D2, D3, RULES, THREE, Position
from tests.domain.made_events import made

CODE = re.compile(r"\b(?:[SCHD](?:1[0-3]|[1-9])|X[12])\b", re.ASCII)


def said(event: Event) -> tuple[str, str]:
    words = narrate(RULES, event)
    return words["ja"], words["en"]


def last(*steps: str, kind: str, hands: tuple[str, ...] = D1, number: int = 5, **given: Any) -> Event:
    position = Position(*hands, turn=1, number=number, **given)
    position.when(*steps)
    return position.last(kind)


def test_the_sentence_of_a_deal() -> None:
    event = made("round-dealt", {"round": 2, "turn": 1, "hands": [26, 26]}, family="doubt")
    assert said(event) == (
        "第2ラウンド。52枚をすべて配った。席1がAから始める。",
        "Round 2: all 52 cards are dealt. Seat 1 begins with A.",
    )


def test_a_play_names_its_cards_to_its_player_alone() -> None:
    event = last("P1 plays H9", kind="cards-played")
    assert said(event) == (
        "席1が「5」と言って1枚出した。伏せたのはH9。",
        "Seat 1 lays 1 card and says 5. Face down: H9.",
    )
    for viewer in (SPECTATOR, 0, 2):
        assert said(seen_by(event, viewer)) == ("席1が「5」と言って1枚出した。", "Seat 1 lays 1 card and says 5.")


def test_the_sentence_of_a_play_of_several_cards() -> None:
    event = last("P1 plays X1 C8", kind="cards-played", hands=D3, number=12, max_cards_per_play=2)
    assert said(seen_by(event, 1))[0] == "席1が「Q」と言って2枚出した。伏せたのはX1・C8。"
    assert said(seen_by(event, 0))[1] == "Seat 1 lays 2 cards and says Q."


@pytest.mark.parametrize(("number", "name"), [(1, "A"), (2, "2"), (10, "10"), (11, "J"), (12, "Q"), (13, "K")])
def test_numbers_have_their_spoken_names(number: int, name: str) -> None:
    event = seen_by(last("P1 plays H9", kind="cards-played", number=number), 0)
    assert said(event) == (f"席1が「{name}」と言って1枚出した。", f"Seat 1 lays 1 card and says {name}.")


def test_a_play_of_the_last_card_is_mentioned() -> None:
    event = seen_by(last("P1 plays H5", kind="cards-played", hands=D2), 0)
    assert said(event) == (
        "席1が「5」と言って1枚出した。手札がなくなった。",
        "Seat 1 lays 1 card and says 5. It was the last of the hand.",
    )


def test_only_the_reader_s_own_decline_names_a_seat() -> None:
    event = last("P1 plays H9", "P0 declines", kind="doubt-declined")
    assert said(seen_by(event, 0)) == ("席0はダウトしない。", "Seat 0 does not doubt it.")
    for viewer in (SPECTATOR, 1, 2):
        assert said(seen_by(event, viewer)) == (
            "誰かがダウトしないと答えた。", "Somebody answers that they do not doubt it.",
        )  # fmt: skip


def test_the_sentences_of_a_closed_window() -> None:
    event = last("P1 plays H9", "P0 declines", "P2 declines", kind="window-closed", number=13)
    assert said(event) == ("ダウトはなかった。次は席2、数字はA。", "Nobody has doubted it. Seat 2 is next, with A.")


def test_the_sentences_of_right_and_wrong_doubts() -> None:
    assert said(last("P1 plays H9", "P0 doubts", kind="doubt-called")) == (
        "席0が席1の5にダウト。カードはH9。嘘だった。", "Seat 0 doubts Seat 1's 5. It was H9. It was a lie.",
    )  # fmt: skip
    assert said(last("P1 plays H5", "P0 doubts", kind="doubt-called")) == (
        "席0が席1の5にダウト。カードはH5。本当だった。", "Seat 0 doubts Seat 1's 5. It was H5. It was true.",
    )  # fmt: skip


def test_cheat_has_its_own_word_for_the_call() -> None:
    assert said(last("P1 plays H9", "P2 doubts", kind="doubt-called", variant="cheat")) == (
        "席2が席1の5にチート。カードはH9。嘘だった。", "Seat 2 calls Cheat on Seat 1's 5. It was H9. It was a lie.",
    )  # fmt: skip


def test_the_taker_of_the_pile_reads_its_cards() -> None:
    event = last("P1 plays H9", "P0 doubts", kind="pile-taken", pile=THREE)
    assert said(seen_by(event, 1)) == (
        "席1が場の4枚を引き取った(S2・S3・S4・H9)。次は席2、数字は6。",
        "Seat 1 takes up 4 cards (S2, S3, S4, H9). Seat 2 is next, with 6.",
    )
    assert said(seen_by(event, 0)) == (
        "席1が場の4枚を引き取った。次は席2、数字は6。", "Seat 1 takes up 4 cards. Seat 2 is next, with 6.",
    )  # fmt: skip


def test_a_forced_pick_up_names_its_reason() -> None:
    event = last("P1 plays H5", kind="pile-taken", hands=D2, must_doubt_to_finish=True)
    assert said(seen_by(event, 0)) == (
        "席1はまだ上がれず、場の1枚を引き取った。次は席2、数字は6。",
        "Seat 1 may not finish yet and takes up 1 card. Seat 2 is next, with 6.",
    )


def test_the_sentence_of_an_elimination() -> None:
    event = last("P1 plays H9", "P0 doubts", kind="seat-eliminated", penalty="eliminate")
    assert said(event) == ("席1は脱落。次は席2、数字は6。", "Seat 1 is out. Seat 2 is next, with 6.")


def test_an_exchange_names_its_cards_to_both_ends() -> None:
    event = last("P1 plays H9", "P0 doubts", kind="cards-exchanged", penalty="exchange_two")
    drawn = event.sealed["0"].cards
    for viewer in (0, 1):
        assert said(seen_by(event, viewer)) == (
            f"席1が席0の手札から2枚引いた({'・'.join(drawn)})。次は席2、数字は6。",
            f"Seat 1 draws 2 cards ({', '.join(drawn)}) from Seat 0's hand. Seat 2 is next, with 6.",
        )
    assert said(seen_by(event, 2)) == (
        "席1が席0の手札から2枚引いた。次は席2、数字は6。",
        "Seat 1 draws 2 cards from Seat 0's hand. Seat 2 is next, with 6.",
    )


def test_the_sentence_of_an_exchange_without_cards() -> None:
    event = last("P1 plays H5", "P2 doubts", kind="cards-exchanged", hands=D2, penalty="exchange_two")
    assert said(event) == (
        "席1には引かれる手札がない。次は席2、数字は6。",
        "Seat 1 has no card left to be drawn. Seat 2 is next, with 6.",
    )


def test_the_sentences_of_the_ends_of_a_round() -> None:
    declined = ("P0 declines", "P2 declines")
    assert said(last("P1 plays H5", *declined, kind="round-ended", hands=D2)) == (
        "席1の上がり。", "Seat 1 has no card left and wins.",
    )  # fmt: skip
    event = last("P1 plays H9", "P0 doubts", kind="round-ended", hands=D1[:2], penalty="eliminate")
    assert said(event) == ("席0が最後に残って勝ち。", "Seat 0 is the last one in and wins.")
    assert said(last("P1 plays H9", *declined, kind="round-ended", max_plays=1)) == (
        "出せる回数の上限に達した。勝者なし。", "The limit of plays is reached. Nobody wins.",
    )  # fmt: skip


def test_actions_of_the_clock_are_marked_as_such() -> None:
    event = seen_by(last("at 60", kind="cards-played", deadline=60), 0)
    assert said(event) == (
        "時間切れ。席1が「5」と言って1枚出した。", "Time is up. Seat 1 lays 1 card and says 5.",
    )  # fmt: skip


def test_seats_can_be_named_instead_of_numbered() -> None:
    event = last("P1 plays H9", "P0 doubts", kind="doubt-called")
    words = narrate(RULES, event, seats_called({0: "Aoi", 1: "Ren"}))
    assert words == {
        "ja": "AoiがRenの5にダウト。カードはH9。嘘だった。", "en": "Aoi doubts Ren's 5. It was H9. It was a lie.",
    }  # fmt: skip


@pytest.mark.parametrize("options", [{}, {"penalty": "eliminate"}, {"penalty": "exchange_two"}, {"variant": "cheat"}])
def test_sentences_name_only_cards_the_reader_may_see(options: dict[str, str]) -> None:
    log, _ = play("doubt", ["novice"] * 4, "words", {"max_plays": 80, "must_doubt_to_finish": True, **options})
    for event in log:
        for viewer in range(SPECTATOR, 4):
            seen = seen_by(event, viewer)
            open_to = {*CODE.findall(str(seen.public)), *CODE.findall(str(seen.sealed))}
            for text in said(seen):
                assert text
                assert {*CODE.findall(text)} <= open_to
