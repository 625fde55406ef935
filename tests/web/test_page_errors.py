"""What goes wrong on a page is noticed: a test of the tests."""

import re

import pytest

from tests.web.conftest import Visit

SAID = {
    "an error that nobody caught": ("setTimeout(() => { throw new Error('thrown') })", "not caught: .*thrown"),
    "a promise that nobody caught": ("Promise.reject(new Error('promised'))", "not caught: .*promised"),
    "an error in the console": ("console.error('said')", "error: said"),
    "a warning in the console": ("console.warn('warned')", "warning: warned"),
    "what the page's policy forbids": (
        "document.body.append(Object.assign(document.createElement('img'), {src: 'https://away.example/'}))",
        "Content Security Policy",
    ),
    "what is not there": ("fetch('/v1/away')", "status of 404"),
    "a token in an address": ("fetch('/healthz?token=dbn_secret')", "a token in an address"),
    "markup made of text": ("document.body.innerHTML = '<b>away</b>'", "TrustedHTML"),
}
"""Scripts, and what is complained about."""


def test_what_goes_wrong_on_a_page_is_noticed(visit: Visit) -> None:
    here = visit("/")
    for name, (script, complaint) in SAID.items():
        here.page.evaluate(f"() => {{ try {{ {script} }} catch (error) {{ console.error(error) }} }}")
        here.until(
            lambda complaint=complaint: re.search(complaint, "\n".join(here.complaints)),
            lambda name=name: f"{name} is not noticed",
        )
    with pytest.raises(AssertionError, match="thrown"):
        here.check()
    here.expects(".")


def test_axe_finds_what_nobody_can_read(visit: Visit) -> None:
    here = visit("/")
    here.page.evaluate("""() => {
        const wrong = document.createElement("button");
        wrong.style.color = "#fff8"; wrong.style.background = "#fff";
        document.querySelector("main, body").append(wrong, document.createElement("img"));
    }""")
    with pytest.raises(AssertionError, match="button-name"):
        here.accessible()
    here.expects(".")
