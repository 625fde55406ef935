"""Names of devices from the header `User-Agent`."""

import pytest

from api.http.devices import device_label

CHROME = "Mozilla/5.0 ({}) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36{}"


@pytest.mark.parametrize(
    ("user_agent", "label"),
    [
        ("Mozilla/5.0 (Android 15; Mobile; rv:144.0) Gecko/144.0 Firefox/144.0", "Firefox (Android)"),
        (CHROME.format("Windows NT 10.0; Win64; x64", ""), "Chrome (Windows)"),
        (CHROME.format("Windows NT 10.0; Win64; x64", " Edg/142.0.0.0"), "Edge (Windows)"),
        (CHROME.format("X11; CrOS x86_64 14541.0.0", ""), "Chrome (ChromeOS)"),
        (CHROME.format("X11; Linux x86_64", ""), "Chrome (Linux)"),
        ("Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) Version/18.1 Safari/604.1", "Safari (iPhone)"),
        ("curl/8.5.0", "curl"),
        ("python-requests/2.32", "python-requests"),
        ("", ""),
        ("<script>", ""),
        ("a" * 500, "a" * 40),
    ],
)
def test_a_device_is_named_by_its_browser_and_system(user_agent: str, label: str) -> None:
    assert device_label(user_agent) == label
