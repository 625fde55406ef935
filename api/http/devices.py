"""Names of devices, from the header `User-Agent`: short, for the player who looks for a device in a list."""

import re

BROWSERS = (
    ("Edge", r"Edg(?:e|A|iOS)?/"),
    ("Opera", r"OPR/|Opera"),
    ("Samsung Internet", r"SamsungBrowser/"),
    ("Firefox", r"Firefox/|FxiOS/"),
    ("Chrome", r"Chrome/|CriOS/|Chromium/"),
    ("Safari", r"Safari/"),
)
"""Browsers, and how they name themselves. Many also name others, so the first match counts."""


SYSTEMS = (
    ("Android", r"Android"),
    ("iPhone", r"iPhone"),
    ("iPad", r"iPad"),
    ("Windows", r"Windows"),
    ("macOS", r"Mac OS X|Macintosh"),
    ("ChromeOS", r"CrOS"),
    ("Linux", r"Linux|X11"),
)


_PRODUCT = re.compile(r"[A-Za-z][A-Za-z0-9._-]{0,39}")


def device_label(user_agent: str) -> str:
    """Return the name of a device, such as `Firefox (Android)` or `curl`; empty for an unknown one."""
    browser = _first(BROWSERS, user_agent)
    system = _first(SYSTEMS, user_agent)
    if browser:
        return f"{browser} ({system})" if system else browser
    product = _PRODUCT.match(user_agent)
    return product[0] if product else ""


def _first(names: tuple[tuple[str, str], ...], text: str) -> str:
    return next((name for name, pattern in names if re.search(pattern, text)), "")
