"""The steps of `docs/fairness.md` in the browser, and the warnings that the player sees."""

import json
from typing import Any

from playwright.sync_api import Request, Route, expect

from prove.harness.application import House
from tests.web.conftest import Visit
from tests.web.visitor import MODULE, Visitor

OPEN = f"""async (body) => {{
    const {{ requestSeat }} = await {MODULE.format("lib/hash-chain.js")};
    return (await requestSeat("/v1/games", body, ({{ id }}) => id)).data.id;
}}"""
READY_TWICE = f"""async () => {{
    const {{ TableSession }} = await {MODULE.format("table/session.js")};
    const sent = [];
    const waiting = [];
    const session = Object.assign(Object.create(TableSession.prototype), {{
        view: {{ next_round: {{ number: 1 }}, actions: [{{ action: {{ type: "ready" }} }}] }},
        cut: {{ prepare: () => new Promise((done) => waiting.push(done)) }},
        busy: false,
        act: async (action) => {{
            sent.push(action);
            session.view = {{ next_round: {{ number: 1 }}, actions: [] }};
        }},
    }});
    const first = session.cutFirst();
    const second = session.cutFirst();
    waiting[0]("00");
    await first;
    waiting[1]("00");
    await second;
    return sent;
}}"""
"""Two views ask for the link; the second one's receipt arrives when the first has sent it."""
GAME = {
    "ruleset": "dobon-sato",
    "seats": 2,
    "bots": ["careful"],
    "options": {"bot_delay_ms": 60_000, "rounds": 1, "turn_seconds": 0},
}
MISSING = {"en": "Your cut is not in this deck", "ja": "あなたのカットはこの山札に入っていません"}


def opened(here: Visitor, **more: Any) -> str:
    """Open a game on this page, which waits for the cut of its player."""
    game: str = here.page.evaluate(OPEN, {**GAME, **more})
    return game


def kept_of(here: Visitor, game: str) -> dict[str, Any]:
    """Return what the browser keeps of its part in the shuffles of the game."""
    kept: dict[str, Any] = json.loads(here.page.evaluate("game => localStorage.getItem(`dobon.cut.${game}`)", game))
    return kept


def without_link(route: Route) -> None:
    """Drop the link of an action, as a proxy or a server could."""
    action = json.loads(route.request.post_data or "{}")
    action.pop("link", None)
    route.continue_(post_data=json.dumps(action))


def test_the_link_follows_a_receipt_and_is_checked_in_another_one(visit: Visit, house: House) -> None:
    here = visit("/", house.player())
    game = opened(here)
    asked: list[str] = []

    def on_request(request: Request) -> None:
        path = request.url.partition("?")[0].rpartition("/")[2]
        if path in ("receipt", "actions"):
            asked.append(path)

    here.page.on("request", on_request)
    here.go(f"/table.html?game={game}")
    chip = here.page.locator(".chip.cut")
    expect(chip).to_contain_text("Your cut is in this deck")
    assert asked[: asked.index("actions") + 1][-2:] == ["receipt", "actions"]
    # The stream may show the deal before the answer to the link arrives.
    here.wait_until(lambda: kept_of(here, game)["links"] == kept_of(here, game)["sent"] != {})
    kept = kept_of(here, game)
    assert len(kept["receipts"]) >= 2
    assert kept["told"] == []


def test_a_link_is_sent_once_though_two_views_ask_for_it(visit: Visit) -> None:
    here = visit("/")
    assert here.page.evaluate(READY_TWICE) == [{"type": "ready", "link": "00"}]


def test_a_player_is_told_in_plain_words_that_a_proxy_has_dropped_the_cut(visit: Visit, house: House) -> None:
    here = visit("/", house.player())
    game = opened(here)
    here.page.route("**/actions**", without_link)
    here.go(f"/table.html?game={game}")
    expect(here.page.locator(".toast.bad")).to_contain_text(MISSING["en"])
    chip = here.page.locator(".chip.bad.cut")
    expect(chip).to_contain_text(MISSING["en"])
    assert "ready without a cut" in (chip.get_attribute("title") or "")
    here.assert_accessible()
    here.page.reload()
    expect(chip).to_contain_text(MISSING["en"])
    expect(here.page.locator(".toast.bad")).to_have_count(0)


def test_the_words_are_japanese_on_a_japanese_page(visit: Visit, house: House) -> None:
    here = visit("/", house.player(), language="ja")
    game = opened(here)
    here.page.route("**/actions**", without_link)
    here.go(f"/table.html?game={game}")
    expect(here.page.locator(".chip.bad.cut")).to_contain_text(MISSING["ja"])


def test_a_cut_that_never_arrives_is_missing_by_the_clock(visit: Visit, house: House) -> None:
    here = visit("/", house.player())
    here.ignore_errors("Failed to load|net::ERR_FAILED")
    game = opened(here, options={**GAME["options"], "turn_seconds": 5})  # type: ignore[dict-item]
    here.page.route("**/actions**", lambda route: route.abort())
    here.go(f"/table.html?game={game}")
    chip = here.page.locator(".chip.bad.cut")
    expect(chip).to_contain_text(MISSING["en"])
    assert "time was up" in (chip.get_attribute("title") or "")


def test_no_link_is_sent_to_a_server_that_has_changed_its_anchor(visit: Visit, house: House) -> None:
    here = visit("/", house.player())
    game = opened(here)
    sent: list[str] = []
    here.page.on("request", lambda request: "/actions" in request.url and sent.append(request.url))

    def another_anchor(route: Route) -> None:
        events = route.fetch().json()
        for event in events["events"]:
            if event["type"] == "game-created":
                event["public"]["anchor"] = "00" * 32
        route.fulfill(json=events)

    # The browser knows the log up to its first event, as it was.
    kept = {
        "version": 1, "head": "11" * 32, "serverAnchor": "22" * 32, "ownAnchor": None, "dealt": 0, "running": False,
        "links": {}, "sent": {}, "told": [], "receipts": [],
    }  # fmt: skip
    here.page.evaluate(
        "([game, kept]) => localStorage.setItem(`dobon.cut.${game}`, JSON.stringify(kept))", [game, kept]
    )
    here.page.route("**/events?**", another_anchor)
    here.go(f"/table.html?game={game}")
    words = "The server has changed its anchor"
    expect(here.page.locator(".chip.bad.cut")).to_contain_text(words)
    here.page.reload()
    expect(here.page.locator(".chip.bad.cut")).to_contain_text(words)
    assert sent == []
    # The player may continue, and then without a link.
    here.key("ready").click()
    expect(here.page.locator(".table-bar")).to_contain_text(words)
    here.wait_until(lambda: bool(sent))
    here.page.unroute_all(behavior="wait")
