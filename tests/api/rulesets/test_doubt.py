"""Games of Doubt, one for each penalty, and one of Cheat, played to the end over HTTP, and their reviews."""

import re
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from api.cli.demo.cards import review_of
from api.cli.main import main
from api.representations.events import event_of
from domain.doubt.knowledge import possible
from domain.game.fold import apply, fold
from domain.log.events import seen_by
from domain.log.log_format import export
from domain.verification.verify import verify
from infra.accounts import accounts
from infra.event_store import store
from infra.settings import Settings
from prove.harness.application import Caller, House, Table
from prove.harness.views import actions_of
from tests.api.rulesets.doubt import KEY, Played, do, fits, hand_of, laid, lay, log_of, played, round_of
from tests.conftest import use_in_environment

GAMES: dict[str, dict[str, Any]] = {
    "pile": {"penalty": "pile"},
    "eliminate": {"penalty": "eliminate", "ranking": "by_hand_count"},
    "exchange_two": {"penalty": "exchange_two", "ranking": "by_hand_count", "rounds": 2},
    "cheat": {"variant": "cheat", "doubter_takes_turn": True},
    "two decks": {
        "penalty": "exchange_two", "decks": 2, "jokers_per_deck": 2, "max_cards_per_play": 4, "must_doubt_to_finish": True,
        "joker_may_finish": False, "resume_same_number": True,
    },
}  # fmt: skip

Frame = dict[str, Any]


@pytest.fixture(scope="module", params=GAMES)
def game(request: pytest.FixtureRequest, only_house: House) -> Played:
    """Right and wrong doubts, declines, and windows closed by all, by the next play and by the clock, in one game."""
    return played(only_house, **GAMES[request.param])


@pytest.fixture(scope="module")
def table(game: Played) -> Table:
    return game.table


@pytest.fixture
def root(house: House) -> Caller:
    player, name, token = accounts.create_admin(house.pool, "Root")
    return Caller(house.app, token, player, name)


def rounds_of(table: Table) -> range:
    return range(1, table.people[0].view(table.id)["round"]["number"] + 1)


@pytest.fixture(scope="module")
def frames(table: Table) -> list[Frame]:
    """The frames of all rounds, one after another."""
    found = list[Frame]()
    for number in rounds_of(table):
        found += review_of(lambda path: table.people[0].get(path).json, f"{table.path}/rounds/{number}/review")
    return found


def claims(table: Table) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = table.people[0].get(f"{table.path}/claims").json["claims"]
    return found


def of_type(log: list[dict[str, Any]], kind: str) -> list[dict[str, Any]]:
    return [event for event in log if event["type"] == kind]


# Reviews: was that a lie?


def test_the_review_shows_declared_and_actual_cards_of_every_play(table: Table, frames: list[Frame]) -> None:
    seen = {frame["version"]: frame["claim"] for frame in frames}
    plays = of_type(log_of(table), "cards-played")
    assert plays
    for play in plays:
        public = play["public"]
        cards = play["sealed"][str(public["seat"])]["cards"]
        claim = seen[play["version"]]
        said = {
            "seat": public["seat"],
            "number": public["number"],
            "count": public["count"],
            "version": play["version"],
        }
        assert {name: claim[name] for name in said} == said
        assert claim["cards"] == cards
        assert claim["lie"] == (not all(fits(code, public["number"]) for code in cards))


def test_the_frame_that_settles_a_play_gives_the_same_answer(table: Table, frames: list[Frame]) -> None:
    seen = {frame["version"]: frame for frame in frames}
    settled = [frame for frame in seen.values() if frame["event"]["type"] in ("doubt-called", "window-closed")]
    for frame in settled:
        play = seen[frame["event"]["public"]["on"]]["claim"]
        of_both = ("seat", "number", "count", "version", "cards", "lie")
        assert [frame["claim"][name] for name in of_both] == [play[name] for name in of_both]
    assert Counter(frame["event"]["type"] for frame in settled).keys() == {"doubt-called", "window-closed"}


def test_a_single_frame_of_a_play_equals_the_one_in_the_review(table: Table, frames: list[Frame]) -> None:
    for frame in frames[:40:7]:
        one = table.people[0].get(f"{table.path}/rounds/1/review/{frame['version']}")
        assert one.json == frame


def test_certain_lies_of_a_seat_follow_from_its_own_view(house: House, table: Table, frames: list[Frame]) -> None:
    plays = {
        frame["version"]: frame
        for frame in frames
        if frame["event"]["type"] == "cards-played" and frame["event"]["public"]["asked"]
    }
    with house.pool.games.of(table.id).connection() as connection:
        created, *log = store.read(connection, table.id)
    views = [fold(table.id, [seen_by(created, seat)]) for seat in range(4)]
    for event in log:
        for seat, own in enumerate(views):
            apply(own, seen_by(event, seat))
        if event.version not in plays:
            continue
        frame = plays.pop(event.version)
        claim, out = frame["claim"], frame["board"]["out"]
        assert [known["seat"] for known in claim["known"]] == [
            seat for seat in range(4) if seat != claim["seat"] and seat not in out
        ]
        for known in claim["known"]:
            own = views[known["seat"]]
            assert known["possible"] == possible(own.table, known["seat"], claim["seat"], claim["number"])
            assert known["certain"] == (known["possible"] < claim["count"])
            assert claim["lie"] or not known["certain"]
            held = sum(fits(code, claim["number"]) for code in frame["hands"][known["seat"]])
            copies = own.options.get("decks", 1) * (4 + own.options.get("jokers_per_deck", 0))
            assert known["possible"] <= copies - held
    assert not plays


def test_only_a_safe_doubt_that_was_not_made_is_missed(table: Table, frames: list[Frame]) -> None:
    sure = dict[int, set[int]]()
    silent = set[int]()
    for frame in frames:
        event = frame["event"]
        expected = set[int]()
        if event["type"] == "cards-played" and event["public"]["asked"]:
            silent = {*event["public"]["asked"]}
            sure[event["version"]] = {known["seat"] for known in frame["claim"]["known"] if known["certain"]} & silent
        elif event["type"] == "doubt-declined":
            (seat,) = (int(part) for part, answer in event["sealed"].items() if answer["declined"])
            expected = sure[event["public"]["on"]] & {seat}
            silent -= {seat}
        elif event["type"] == "window-closed":
            expected = sure[event["public"]["on"]] & silent
        assert {missed["seat"] for missed in frame["missed"]} == expected
        assert {missed["on"] for missed in frame["missed"]} <= {event["public"].get("on")}


def test_every_frame_shows_every_hand_and_its_event_in_words(table: Table, frames: list[Frame]) -> None:
    seen = frames
    cards = sum(seen[0]["event"]["public"]["hands"])
    for frame in seen:
        assert "??" not in str(frame["hands"])
        assert all(frame["event"]["text"].values())
        if not frame["board"]["out"]:
            assert sum(map(len, frame["hands"])) + frame["board"]["pile"] == cards
    doubt = next(
        frame for frame in seen if frame["event"]["type"] == "doubt-called" and frame["event"]["public"]["valid"]
    )
    assert "It was a lie." in doubt["event"]["text"]["en"]
    assert "嘘だった。" in doubt["event"]["text"]["ja"]


def test_only_a_doubt_and_the_end_of_a_round_show_cards_publicly(table: Table) -> None:
    for event in log_of(table, seat=None):
        if event["type"] not in ("doubt-called", "round-ended"):
            assert not re.search(r"'(?:[SCHD]\d+|X[12])'", str(event["public"])), event


# Doubts are claims


def test_every_doubt_is_a_claim_and_passes_verification(table: Table, root: Caller) -> None:
    log = {event["version"]: event for event in log_of(table)}
    recorded = claims(table)
    assert [claim["version"] for claim in recorded] == [
        event["version"] for event in of_type([*log.values()], "doubt-called")
    ]
    for claim in recorded:
        play = log[claim["on"]]
        public = play["public"]
        cards = play["sealed"][str(public["seat"])]["cards"]
        assert claim["kind"] == table.people[0].view(table.id)["options"]["variant"]
        assert claim["claimed"] == {name: public[name] for name in ("seat", "number", "count")}
        assert claim["cards"] == cards
        assert claim["valid"] == (not all(fits(code, public["number"]) for code in cards))
        judged = root.get(f"/v1/admin/claims/{table.id}/{claim['version']}").json
        assert judged["agrees"]
        assert judged["recorded"] == claim
        assert {name: judged["judged"][name] for name in ("cards", "claimed", "valid", "on", "kind")} == {
            name: claim[name] for name in ("cards", "claimed", "valid", "on", "kind")
        }
    assert {claim["valid"] for claim in recorded} == {True, False}


def test_the_downloaded_log_passes_verification(table: Table) -> None:
    log = [event_of(event) for event in log_of(table, seat=None)]
    head = table.people[0].get(table.path).json["head"]
    report = verify(export(table.id, log[0], head, log), head)
    assert report.ok, report.problems
    assert not report.unchecked
    assert report.checked["deals"] == len(rounds_of(table))
    assert report.checked["decisions"] > len(claims(table))
    fairness = table.people[0].get(f"{table.path}/fairness").json["rounds"]
    assert [played["round"] for played in fairness] == [*rounds_of(table)]
    assert all(played["secret"] for played in fairness)


def test_the_command_line_exports_and_verifies_it(
    table: Table,
    settings: Settings,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    use_in_environment(settings, monkeypatch)
    file = tmp_path / "game.jsonl"
    assert main(["export", table.id, "-o", str(file)]) == 0
    assert main(["verify", str(file), "--head", table.log()[2]]) == 0
    assert "The log is whole and true." in capsys.readouterr().out
    text = file.read_text()
    lie = text.replace('"valid":false', '"valid":true', 1)
    assert lie != text
    file.write_text(lie)
    assert main(["verify", str(file)]) == 1


# The end


def test_the_result_names_winner_and_places(table: Table) -> None:
    view = table.people[0].view(table.id)
    found = view["result"]
    log = log_of(table)
    ended = of_type(log, "round-ended")[-1]["public"]
    dealt = of_type(log, "round-dealt")[-1]["version"]
    assert (view["status"], view["round"]["phase"], actions_of(view)) == ("finished", "over", [])
    assert found == {"round": rounds_of(table)[-1], **{name: value for name, value in ended.items() if name != "hands"}}
    winner, left = found["winner"], [len(hand) for hand in ended["hands"]]
    assert found["points"] == [int(seat == winner) for seat in range(4)]
    assert found["ranks"][winner] == 1
    out = [event["public"]["seat"] for event in of_type(log, "seat-eliminated") if event["version"] > dealt]
    assert found["losers"] == sorted(out)
    if view["options"]["ranking"] == "winner_only":
        assert found["ranks"] == [1 if seat == winner else None for seat in range(4)]
    elif view["options"]["penalty"] != "eliminate":
        others = [seat for seat in range(4) if seat != winner]
        assert [found["ranks"][seat] for seat in others] == [
            2 + sum(left[other] < left[seat] for other in others) for seat in others
        ]
    assert found["reason"] == "last-in" or left[winner] == 0


def test_the_ledger_has_a_line_for_each_round(table: Table) -> None:
    found = table.people[0].get(f"{table.path}/rounds").json
    log = {event["version"]: event["public"] for event in log_of(table)}
    assert [line["round"] for line in found["rounds"]] == [*rounds_of(table)]
    standing = [0] * 4
    for line in found["rounds"]:
        said = {name: value for name, value in log[line["version"]].items() if name != "hands"}
        standing = [score + points for score, points in zip(standing, line["points"], strict=True)]
        assert line == {"round": line["round"], "version": line["version"], "scores": standing, **said}
    assert found["scores"] == standing


def test_a_line_of_the_ledger_holds_no_card(table: Table) -> None:
    text = table.people[0].get(f"{table.path}/rounds").text
    assert "hands" not in text
    assert not [
        code
        for event in of_type(log_of(table), "round-dealt")
        for code in event["sealed"]["0"]["cards"]
        if f'"{code}"' in text
    ]


# During the game


def names(found: list[dict[str, Any]], kind: str) -> list[dict[str, Any]]:
    return [action for action in found if action["type"] == kind]


def test_only_the_player_of_a_face_down_play_sees_its_cards(house: House) -> None:
    table = house.table(3, ruleset=KEY, listed=True)
    seat = round_of(table)["turn"]
    code = hand_of(table, seat)[0]
    on = lay(table, code)
    for reader in (*range(3), None):
        play = log_of(table, reader)[-1]
        assert play["sealed"] == ({str(seat): {"cards": [code]}} if reader == seat else {})
        view = (house.player("Kai") if reader is None else table.people[reader]).view(table.id)
        assert view["round"]["board"]["pile"] == 1
        assert view["round"]["board"]["claim"] == {"seat": seat, "number": 1, "count": 1, "version": on}
        assert code not in str(view["round"]["board"])
        able = [] if reader in (seat, None) else [{"type": kind, "on": on} for kind in ("doubt", "decline")]
        assert [action for action in actions_of(view) if "on" in action] == able


def test_declines_are_hidden_until_the_window_closes(house: House) -> None:
    table = house.table(4, ruleset=KEY)
    player = round_of(table)["turn"]
    on = lay(table)
    first, second, third = ((player + step) % 4 for step in (2, 1, 3))
    said = do(table, first, "decline", on=on)["events"][0]
    assert (said["type"], said["public"], set(said["seals"])) == ("doubt-declined", {"on": on}, {"0", "1", "2", "3"})
    assert said["sealed"] == {str(first): {"declined": True}}
    for seat in range(4):
        asked = sorted({0, 1, 2, 3} - {player} - ({first} if seat == first else set()))
        assert round_of(table, seat)["waiting_for"] == asked
        event = log_of(table, seat)[-1]
        assert event["sealed"] == {str(seat): {"declined": seat == first}}
        assert set(event["public"]) == {"on"}
    do(table, second, "decline", on=on)
    closed = do(table, third, "decline", on=on)["events"]
    assert [event["type"] for event in closed] == ["doubt-declined", "window-closed"]
    assert closed[1]["public"]["by"] == "all"
    assert round_of(table)["board"]["pile"] == 1, "no card is shown, and the pile stays"


def test_a_caught_lie_is_shown_and_the_liar_takes_the_pile(house: House) -> None:
    table = house.table(3, ruleset=KEY)
    player, caller = round_of(table)["turn"], (round_of(table)["turn"] + 2) % 3
    lie = next(code for code in hand_of(table, player) if not fits(code, 1))
    on = lay(table, lie)
    said = do(table, caller, "doubt", on=on)
    assert [event["type"] for event in said["events"]] == ["doubt-called", "pile-taken"]
    assert said["events"][0]["public"] == {
        "seat": caller, "on": on, "kind": "doubt", "valid": True, "cards": [lie],
        "claimed": {"seat": player, "number": 1, "count": 1},
    }  # fmt: skip
    assert (said["events"][1]["public"]["seat"], said["events"][1]["public"]["count"]) == (player, 1)
    assert said["view"]["round"]["board"]["success"] == [int(seat == caller) for seat in range(3)]
    assert lie in hand_of(table, player)


@pytest.mark.parametrize("variant", ["doubt", "cheat"])
def test_cheat_accepts_its_own_word_for_a_doubt(house: House, variant: str) -> None:
    for word in ("doubt", "cheat"):
        table = house.table(3, ruleset=KEY, options={"variant": variant})
        player = round_of(table)["turn"]
        on, cards = lay(table), laid(table)[1]
        said = do(table, (player + 1) % 3, word, on=on)["events"][0]["public"]
        assert (said["kind"], said["valid"], said["cards"]) == (variant, not fits(cards[0], 1), cards)


def test_with_two_decks_a_card_code_may_occur_twice(house: House) -> None:
    options = {"decks": 2, "max_cards_per_play": 2}

    def twins(table: Table) -> list[str]:
        hand = Counter(hand_of(table, round_of(table)["turn"]))
        return [code for code, count in hand.items() if count == 2 and not fits(code, 1)]

    table = house.table_where(lambda table: bool(twins(table)), players=3, ruleset=KEY, options=options)
    player, code = round_of(table)["turn"], twins(table)[0]
    listed = names(actions_of(table.people[player].view(table.id)), "play")
    assert listed.count({"type": "play", "cards": [code]}) == 1, "two copies cannot be told apart"
    on = lay(table, code, code)
    assert code not in hand_of(table, player)
    assert round_of(table)["board"]["claim"]["count"] == 2
    said = do(table, (player + 1) % 3, "doubt", on=on)
    assert said["events"][0]["public"]["cards"] == [code, code]
    assert hand_of(table, player).count(code) == 2


def test_jokers_count_as_any_number(house: House) -> None:
    def jokers(table: Table) -> list[str]:
        return [code for code in hand_of(table, round_of(table)["turn"]) if code[0] == "X"]

    options = {"jokers_per_deck": 2, "max_cards_per_play": 2}
    table = house.table_where(lambda table: len(jokers(table)) == 2, players=2, ruleset=KEY, options=options)
    player = round_of(table)["turn"]
    on = lay(table, *jokers(table))
    said = do(table, 1 - player, "doubt", on=on)["events"][0]["public"]
    assert (said["valid"], sorted(said["cards"])) == (False, ["X1", "X2"])


def test_the_rulesets_declare_their_options(house: House) -> None:
    found = house.nobody.get("/v1/rulesets/doubt").json
    assert found == next(rules for rules in house.nobody.get("/v1/rulesets").json["rulesets"] if rules["key"] == KEY)
    assert (found["title"], found["seats"]) == ({"ja": "ダウト", "en": "Doubt"}, {"min": 2, "max": 10})
    options = {option["name"]: option for option in found["options"]}
    assert options["penalty"]["values"] == ["pile", "eliminate", "exchange_two"]
    assert options["variant"]["default"] == "doubt"
    assert (options["decks"]["schema"]["minimum"], options["decks"]["schema"]["maximum"]) == (1, 4)
    assert all(option["title"]["ja"] and option["title"]["en"] for option in found["options"])
