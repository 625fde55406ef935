"""Pictures of the pages, for people to look at: `make screenshots` leaves them in `screenshots/`."""

import pytest

from domain.rulesets import RULESETS
from domain.selfplay import at_once
from tests.api.conftest import ROOT, House
from tests.web.conftest import Deals, Visit
from tests.web.playing import shown

FOLDER = ROOT / "screenshots"
LOOKS = [("en", "desktop", "light"), ("ja", "phone", "dark")]


@pytest.mark.parametrize(("language", "size", "theme"), LOOKS)
def test_the_lobby(visit: Visit, house: House, language: str, size: str, theme: str) -> None:
    here = visit("/", house.player("Aoi"), language=language, size=size, theme=theme)
    here.page.wait_for_load_state("networkidle")
    here.page.screenshot(path=FOLDER / f"lobby-{language}-{size}-{theme}.png")


@pytest.mark.parametrize(("language", "size", "theme"), LOOKS)
@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_table(visit: Visit, house: House, deals: Deals, ruleset: str, language: str, size: str, theme: str) -> None:
    me = house.player("Aoi")
    deals.seed(f"picture {ruleset}")
    body = {"ruleset": ruleset, "seats": 3, "bots": ["careful", "novice"], "options": at_once(ruleset)}
    game = me.post("/v1/games", body).json["id"]
    deals.seed(None)
    here = visit(f"/table.html?game={game}", me, language=language, size=size, theme=theme)
    shown(here, me, game)
    here.page.screenshot(path=FOLDER / f"table-{ruleset}-{language}-{size}-{theme}.png")
