"""The icons of the installed app: `make icons` draws `api/web/icons/*.png` from the SVG files of the web client."""

from pathlib import Path

import pytest
from playwright.sync_api import Browser

from api.middleware.static_files import WEB

ICONS = {
    "icon-192": ("icon.svg", 192),
    "icon-512": ("icon.svg", 512),
    "maskable-192": ("icons/maskable.svg", 192),
    "maskable-512": ("icons/maskable.svg", 512),
}
"""The drawing and the size in pixels of each PNG."""


def draw(browser: Browser, drawing: Path, size: int, target: Path) -> None:
    """Draw an SVG file as a PNG with a transparent ground."""
    page = browser.new_page(viewport={"width": size, "height": size})
    page.set_content(f"<style>body {{ margin: 0 }} svg {{ display: block }}</style>{drawing.read_text('utf-8')}")
    page.screenshot(path=target, omit_background=True)
    page.close()


@pytest.mark.parametrize("name", ICONS)
def test_draw_an_icon(browser: Browser, name: str) -> None:
    drawing, size = ICONS[name]
    draw(browser, WEB / drawing, size, WEB / "icons" / f"{name}.png")
