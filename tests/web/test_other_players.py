"""Other players: stamps, joining by a code, watching without a name, and shared replays."""

import re

import pytest
from playwright.sync_api import Position, expect

from prove.harness.application import House
from tests.web.conftest import Visit

RECORD_STAMPS = """() => {
    window.bubbles = [];
    const look = () => window.bubbles.push(...[...document.querySelectorAll('.seats .stamp-bubble')].map((node) => node.textContent));
    new MutationObserver(look).observe(document.body, {childList: true, subtree: true});
}"""
"""Makes the page record every stamp that other players show from now on."""


@pytest.mark.parametrize("key", ["Enter", "Space"])
def test_a_stamp_is_shown_at_the_seat_and_announced_in_each_language(visit: Visit, house: House, key: str) -> None:
    table = house.table(2, ruleset="durak")
    giver = visit(f"/table.html?game={table.id}", table.people[0], size="phone")
    other = visit(f"/table.html?game={table.id}", table.people[1], language="ja")
    expect(other.page.locator(".connection.live")).to_be_attached()
    other.page.evaluate(RECORD_STAMPS)
    giver.key("stamps").press("Enter")
    expect(giver.key("stamp-hello")).to_be_focused()
    giver.page.keyboard.press("ArrowRight")
    expect(giver.key("stamp-nice")).to_be_focused()
    giver.assert_accessible(".stamps")
    giver.page.keyboard.press(key)
    expect(giver.key("stamps")).to_be_focused()
    expect(giver.key("stamp-nice")).to_be_hidden()
    expect(other.page.locator("#announcements")).to_contain_text("Aoi「ナイス!」")
    other.wait_until(lambda: "ナイス!" in other.page.evaluate("window.bubbles"))
    expect(giver.page.locator("#announcements")).to_contain_text("Aoi: “Nice!”")


def test_escape_closes_the_stamp_menu_without_a_stamp(visit: Visit, house: House) -> None:
    table = house.table(2, ruleset="durak")
    here = visit(f"/table.html?game={table.id}", table.people[0])
    here.key("stamps").click()
    expect(here.key("stamp-hello")).to_be_focused()
    here.page.keyboard.press("Escape")
    expect(here.key("stamp-hello")).to_be_hidden()
    expect(here.key("stamps")).to_be_focused()
    assert table.people[1].get(f"{table.path}/stamps").json["stamps"] == []


@pytest.mark.parametrize("typed", ["{code}", " {spaced} "])
def test_a_newcomer_joins_by_the_code_alone(visit: Visit, house: House, typed: str) -> None:
    host = house.player("Ren")
    made = host.post("/v1/games", {"ruleset": "dobon-sato", "seats": 3}).json
    code = made["join_code"]
    newcomer = visit("/", language="ja", size="phone")
    newcomer.key("code").fill(typed.format(code=code, spaced="-".join((code[:3].lower(), code[3:]))))
    newcomer.key("join").click()
    newcomer.page.locator("#name").fill("みお")
    newcomer.page.keyboard.press("Enter")
    newcomer.page.wait_for_url(re.compile(f"table.html.*{made['id']}"))
    expect(newcomer.page.locator(".seat.own")).to_contain_text("みお")
    names = [player["name"] for player in host.get(f"/v1/games/{made['id']}").json["players"]]
    assert names == ["Ren", "みお"]


@pytest.mark.parametrize(("typed", "words"), [("ABCDEF", "code ABCDEF"), ("ABC", "six letters")])
def test_an_invalid_code_is_explained(visit: Visit, house: House, typed: str, words: str) -> None:
    here = visit("/", house.player("Aoi"))
    here.key("code").fill(typed)
    here.key("join").click()
    expect(here.page.locator(".toast")).to_contain_text(words)


def test_a_spectator_needs_a_name_only_to_sit_down(visit: Visit, house: House) -> None:
    host = house.player("Ren")
    made = host.post("/v1/games", {"ruleset": "durak", "seats": 2, "listed": True}).json
    here = visit(f"/table.html?game={made['id']}")
    expect(here.page.locator("#name")).to_be_focused()
    here.assert_accessible()
    here.key("watch").click()
    expect(here.page.locator(".table-title")).to_have_text("Durak")
    expect(here.page.locator(".chip.warn").first).to_have_text("You are watching")
    here.key("sit").click()
    here.page.locator("#name").fill("Mio")
    here.page.keyboard.press("Enter")
    expect(here.page.locator(".seat.own")).to_contain_text("Mio")
    expect(here.page.locator(".connection.live")).to_be_attached()
    assert [one["name"] for one in host.get(f"/v1/games/{made['id']}").json["players"]] == ["Ren", "Mio"]


def test_one_of_two_equal_cards_is_picked_and_played(visit: Visit, house: House) -> None:
    options = {"decks": 2, "max_cards_per_play": 4}
    # A hand of 52 cards from two decks nearly always has two equal cards, but not in every deal.
    table = house.table_where(
        lambda table: (
            len(set(hand := table.turn.view(table.id)["round"]["hands"][table.people.index(table.turn)])) < len(hand)
        ),
        players=2,
        ruleset="doubt",
        options=options,
    )
    player = table.turn
    seat = table.people.index(player)
    hand = player.view(table.id)["round"]["hands"][seat]
    twice = next(code for code in hand if hand.count(code) > 1)
    here = visit(f"/table.html?game={table.id}", player)
    both = [here.key(f"card-{twice}"), here.key(f"card-{twice}#2")]
    # The cards of a large hand overlap, so only their left edges are visible.
    edge: Position = {"x": 6, "y": 20}
    both[1].click(position=edge)
    expect(both[1]).to_have_attribute("aria-pressed", "true")
    expect(both[0]).to_have_attribute("aria-pressed", "false")
    expect(here.page.locator(".hand-card.picked")).to_have_count(1)
    both[0].click(position=edge)
    expect(here.page.locator(".hand-card.picked")).to_have_count(2)
    both[1].click(position=edge)
    expect(both[0]).to_have_attribute("aria-pressed", "true")
    here.key("play").click()
    expect(here.page.locator(".hand-card")).to_have_count(len(hand) - 1)
    left = player.view(table.id)["round"]["hands"][seat]
    assert left.count(twice) == hand.count(twice) - 1


def test_the_log_of_a_shared_replay_is_verified_without_an_account(visit: Visit, house: House) -> None:
    table = house.finished()
    token = table.people[0].post(f"{table.path}/shares").json["token"]
    here = visit(f"/replay.html?share={token}&round=1", language="ja")
    expect(here.page.locator("[data-testid=verification]")).to_have_attribute("data-phase", "good")
    expect(here.page.locator(".replay-verification")).to_contain_text("連鎖・封印・札に偽りはありません")


def test_the_table_stores_the_newest_digest_for_the_verification(visit: Visit, house: House) -> None:
    table = house.finished()
    here = visit(f"/table.html?game={table.id}", table.people[0])
    expect(here.page.locator(".result")).to_be_visible()
    head = table.people[0].get(table.path).json["head"]
    assert here.page.evaluate("game => localStorage.getItem(`dobon.head.${game}`)", table.id) == head
    # A stored digest that is not part of the log is kept, so that the verification finds it.
    here.page.evaluate("game => localStorage.setItem(`dobon.head.${game}`, '11'.repeat(32))", table.id)
    here.page.reload()
    expect(here.page.locator(".result")).to_be_visible()
    here.go(f"/replay.html?game={table.id}&round=1")
    expect(here.page.locator("[data-testid=verification]")).to_have_attribute("data-phase", "bad")
