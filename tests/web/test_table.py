"""The lobby and the table of Dobon: from an empty browser to a card on the pile, in both languages and sizes."""

import pytest
from playwright.sync_api import expect

from tests.web.conftest import Visit


@pytest.mark.parametrize(("language", "size", "theme"), [("en", "desktop", "light"), ("ja", "phone", "dark")])
@pytest.mark.parametrize("ruleset", ["dobon-sato", "dobon-kawagoe"])
def test_a_newcomer_gets_to_a_table_with_one_click_and_a_name(
    visit: Visit, ruleset: str, language: str, size: str, theme: str
) -> None:
    newcomer = visit("/", language=language, size=size, theme=theme)
    expect(newcomer.key(f"quick-{ruleset}")).to_be_visible()
    newcomer.accessible()
    newcomer.key(f"quick-{ruleset}").click()
    newcomer.page.locator("#name").fill("あおい")
    newcomer.page.keyboard.press("Enter")
    expect(newcomer.page.locator(".board-own .hand-card").first).to_be_visible()
    expect(newcomer.key("dobon")).to_be_visible()
    expect(newcomer.page.locator(".connection.live")).to_be_attached()
    newcomer.accessible()
