"""The visitor notices errors of a page: a test of the tests."""

import re

import pytest

from tests.web.conftest import Visit

ERRORS = {
    "an uncaught error": ("setTimeout(() => { throw new Error('thrown') })", "not caught: .*thrown"),
    "an unhandled rejection": ("Promise.reject(new Error('promised'))", "not caught: .*promised"),
    "an error in the console": ("console.error('said')", "error: said"),
    "a warning in the console": ("console.warn('warned')", "warning: warned"),
    "a violation of the page's policy": (
        "document.body.append(Object.assign(document.createElement('img'), {src: 'https://away.example/'}))",
        "Content Security Policy",
    ),
    "a missing resource": ("fetch('/v1/away')", "status of 404"),
    "a token in an address": ("fetch('/healthz?token=dbn_secret')", "a token in an address"),
    "text set as markup": ("document.body.innerHTML = '<b>away</b>'", "TrustedHTML"),
}
"""Scripts, and the errors that the visitor records for them."""


def test_errors_of_a_page_are_noticed(visit: Visit) -> None:
    here = visit("/")
    for name, (script, error) in ERRORS.items():
        here.page.evaluate(f"() => {{ try {{ {script} }} catch (error) {{ console.error(error) }} }}")
        here.wait_until(
            lambda error=error: re.search(error, "\n".join(here.errors)),
            lambda name=name: f"{name} is not noticed",
        )
    with pytest.raises(AssertionError, match="thrown"):
        here.assert_no_errors()
    here.ignore_errors(".")


def test_axe_finds_unreadable_controls(visit: Visit) -> None:
    here = visit("/")
    here.page.evaluate("""() => {
        const wrong = document.createElement("button");
        wrong.style.color = "#fff8"; wrong.style.background = "#fff";
        document.querySelector("main, body").append(wrong, document.createElement("img"));
    }""")
    with pytest.raises(AssertionError, match="button-name"):
        here.assert_accessible()
    here.ignore_errors(".")
