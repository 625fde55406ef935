"""Cards: each has its own drawing and its own name."""

import pytest

from domain.ruleset.cards import CODES, HIDDEN
from tests.web.conftest import Visit
from tests.web.visitor import MODULE

DRAW = f"""async ([codes, size]) => {{
    const {{card}} = await {MODULE.format("lib/cards.js")};"""
DRAW += """
    return codes.map((code) => {
        const made = card(code, {size});
        document.querySelector("main").append(made);
        const drawing = document.querySelector(made.querySelector("use").getAttribute("href"));
        return [made.getAttribute("aria-label"), drawing.textContent + drawing.outerHTML.replace(/ id="[^"]*"/, "")];
    });
}"""


@pytest.mark.parametrize("language", ["ja", "en"])
@pytest.mark.parametrize("size", ["xs", "m"])
def test_every_card_has_its_own_drawing_and_name(visit: Visit, language: str, size: str) -> None:
    here = visit("/audit.html", language=language)
    here.page.locator("body[data-ready]").wait_for()
    drawn = here.page.evaluate(DRAW, [[*CODES, HIDDEN], size])
    assert len({name for name, _ in drawn}) == len({picture for _, picture in drawn}) == len(CODES) + 1
    assert not [name for name, _ in drawn if "cards." in name]


def test_suits_differ_without_colours(visit: Visit) -> None:
    here = visit("/audit.html")
    here.page.locator("body[data-ready]").wait_for()
    shapes = here.page.evaluate(f"async () => Object.values((await {MODULE.format('lib/card-glyphs.js')}).SUITS)")
    assert len(set(shapes)) == 4
