"""Sounds, vibration, and cards that move: what is heard and seen of an event, and the switches for both."""

from typing import Any

import pytest
from playwright.sync_api import expect

from prove.harness.application import House
from tests.web.conftest import Deals, Visit
from tests.web.dobon_deal import can_call
from tests.web.table_controls import wait_for_change, wait_for_view
from tests.web.test_dobon import has_a_match, of_same_suit, top_of
from tests.web.visitor import MODULE, Visitor

RENDER = f"""async () => {{
    const {{SOUNDS, renderSound}} = await {MODULE.format("lib/sounds.js")};"""
RENDER += """
    const found = {};
    for (const name of Object.keys(SOUNDS)) {
        const audio = new OfflineAudioContext(1, 44100 * 2, 44100);
        renderSound(audio, name, 0);
        const samples = (await audio.startRendering()).getChannelData(0);
        let [peak, energy, last] = [0, 0, 0];
        samples.forEach((sample, at) => {
            peak = Math.max(peak, Math.abs(sample));
            energy += sample * sample / 44100;
            if (Math.abs(sample) > 0.005) last = at / 44100;
        });
        found[name] = {peak, energy, seconds: last};
    }
    return found;
}"""
"""Renders each sound; returns its loudest sample, its energy and its length in seconds."""

SOUND_OF = f"""async (events) => {{
    const {{mostImportant, soundOf}} = await {MODULE.format("table/event-sounds.js")};
    const ctx = {{seat: 0, isYou: (seat) => seat === 0}};
    return mostImportant(events.map((event) => soundOf(event, ctx)));
}}"""

RECORD = """
    window.heard = [];
    window.vibrations = [];
    window.moves = [];
    const start = AudioScheduledSourceNode.prototype.start;
    AudioScheduledSourceNode.prototype.start = function (...times) { window.heard.push(1); return start.apply(this, times); };
    navigator.vibrate = (pattern) => { window.vibrations.push(pattern); return true; };
    const animate = Element.prototype.animate;
    Element.prototype.animate = function (frames, options) {
        const made = animate.call(this, frames, {...options, duration: 600_000, delay: 0});
        window.moves.push({code: this.dataset.code, to: this.closest(".top-card, .hand-card, .flying-card")?.className});
        return made;
    };
"""
"""Records sounds, vibrations and moving cards; a move takes ten minutes, so that it is seen by every check."""


def call(kind: str, valid: bool = True) -> dict[str, Any]:
    return {"type": "dobon-called", "public": {"seat": 1, "kind": kind, "valid": valid}}


def ended(winner: int | None, *losers: int) -> dict[str, Any]:
    return {"type": "round-ended", "public": {"winner": winner, "losers": losers}}


def test_every_sound_can_be_heard_and_none_is_distorted(visit: Visit) -> None:
    found = visit("/audit.html").page.evaluate(RENDER)
    assert all(0.05 < one["peak"] < 1 and one["seconds"] < 1.5 for one in found.values()), found
    others = [one for name, one in found.items() if name not in ("dobon", "counter")]
    for name in ("dobon", "counter"):
        assert found[name]["seconds"] > 0.6
        assert found[name]["energy"] > max(one["energy"] for one in others)


@pytest.mark.parametrize(
    ("events", "sound"),
    [
        ([{"type": "cards-played", "public": {}}], "play"),
        ([{"type": "cards-drawn", "public": {}}, {"type": "cards-played", "public": {}}], "play"),
        ([{"type": "cards-played", "public": {}}, call("call")], "dobon"),
        ([call("call"), call("counter")], "counter"),
        ([call("ippatsu")], "dobon"),
        ([call("call", valid=False)], "wrong"),
        ([ended(0, 1)], "win"),
        ([ended(1, 0)], "lose"),
        ([ended(1, 2)], None),
        ([{"type": "passed", "public": {}}], None),
    ],
)
def test_events_that_arrive_together_have_the_sound_of_the_most_important_one(
    visit: Visit, events: list[dict[str, Any]], sound: str | None
) -> None:
    assert visit("/audit.html").page.evaluate(SOUND_OF, events) == sound


def open_table(visit: Visit, who: Any, game: str, motion: str, **more: Any) -> Visitor:
    here = visit(None, who, **more)
    here.page.emulate_media(reduced_motion=motion)  # type: ignore[arg-type]
    here.context.add_init_script(RECORD)
    return here.go(f"/table.html?game={game}")


def choose_sound(here: Visitor, mode: str) -> None:
    here.page.locator(".settings > summary").click()
    here.page.locator(f'input[name="sound"][value="{mode}"]').check(force=True)
    here.page.keyboard.press("Escape")


@pytest.mark.parametrize(
    ("mode", "heard", "felt"), [("on", True, True), ("vibration", False, True), ("off", False, False)]
)
def test_a_call_is_heard_and_felt_as_the_remembered_switch_says(
    visit: Visit, house: House, deals: Deals, mode: str, heard: bool, felt: bool
) -> None:
    deals.seed_where(lambda chance: can_call(chance, 1, 3, 2), 3)
    table = house.table(3, options={"hand_size": 2})
    here = open_table(visit, table.people[0], table.id, "reduce")
    view = wait_for_view(here, table.people[0], table.id)
    choose_sound(here, "off")
    choose_sound(here, mode)
    here.page.reload()
    wait_for_view(here, table.people[0], table.id)
    here.page.locator(".settings > summary").click()
    expect(here.page.locator(f'input[name="sound"][value="{mode}"]')).to_be_checked()
    here.assert_accessible()
    assert here.page.evaluate("[heard.length, vibrations.length]") == [0, 0]
    assert table.people[1].act(table.id, "dobon", on=top_of(view)["version"]).status_code == 200
    wait_for_change(here, view)
    here.wait_until(lambda: bool(here.page.evaluate("heard.length")) == heard)
    assert bool(here.page.evaluate("vibrations.length")) == felt


@pytest.mark.parametrize("motion", ["no-preference", "reduce"])
def test_cards_move_unless_motion_is_reduced_and_no_control_waits(
    visit: Visit, house: House, deals: Deals, motion: str
) -> None:
    deals.seed_where(has_a_match, 2)
    table = house.table(2)
    me, other = table.people
    here = open_table(visit, me, table.id, motion)
    view = wait_for_view(here, me, table.id)
    code = of_same_suit(view["round"]["hands"][0], top_of(view)["card"])[0]
    here.key(f"card-{code}").click()
    here.key("play").click()
    wait_for_change(here, view)
    view = wait_for_view(here, me, table.id)
    moved = here.page.evaluate("moves")
    assert bool(moved) == (motion == "no-preference")
    if moved:
        assert {"code": code, "to": "top-card"} in moved
    assert other.act(table.id, "draw").status_code == 200
    wait_for_change(here, view)
    view = wait_for_view(here, me, table.id)
    flying = here.page.locator(".flying-card")
    expect(flying).to_have_count(1 if motion == "no-preference" else 0)
    # The stock can be pressed although cards are still moving.
    here.key("stock").click()
    wait_for_change(here, view)
    drawn = wait_for_view(here, me, table.id)["round"]["hands"][0]
    new = next(card for card in drawn if card not in view["round"]["hands"][0])
    expect(here.key(f"card-{new}")).to_be_visible()
    assert any(one["code"] == new for one in here.page.evaluate("moves")) == (motion == "no-preference")
    reached = """(key) => {
        const button = document.querySelector(`[data-key="${key}"]`);
        const {left, top, width, height} = button.getBoundingClientRect();
        return document.elementFromPoint(left + width / 2, top + height / 2).closest("[data-key]") === button;
    }"""
    assert here.page.evaluate(reached, f"card-{new}")
