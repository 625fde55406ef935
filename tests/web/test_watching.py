"""What goes wrong on a page is noticed: a test of the tests."""

import pytest

from tests.web.conftest import Visit

SAID = {
    "an error that nobody caught": "setTimeout(() => { throw new Error('away') })",
    "a promise that nobody caught": "Promise.reject(new Error('away'))",
    "an error in the console": "console.error('away')",
    "what the page's policy forbids": "document.body.append(Object.assign(document.createElement('img'), {src: 'https://away.example/'}))",
    "what is not there": "fetch('/v1/away')",
    "a token in an address": "fetch('/healthz?token=dbn_secret')",
    "markup made of text": "document.body.innerHTML = '<b>away</b>'",
}


@pytest.mark.parametrize("script", SAID.values(), ids=SAID.keys())
def test_what_goes_wrong_on_a_page_is_noticed(visit: Visit, script: str) -> None:
    here = visit("/")
    here.page.evaluate(f"() => {{ try {{ {script} }} catch (error) {{ console.error(error) }} }}")
    here.until(lambda: here.complaints)
    with pytest.raises(AssertionError):
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
