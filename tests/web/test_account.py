"""The page of the account: a player who loses the first browser is back by each way."""

import json
import re
from urllib.parse import urlencode

import pytest
from playwright.sync_api import CDPSession, expect

from prove.harness.application import Caller, House
from prove.harness.authorization import AUTHORIZATION, BACK, collect, returned
from tests.web.conftest import Visit
from tests.web.visitor import Visitor

AUTHENTICATOR = {
    "protocol": "ctap2",
    "transport": "internal",
    "hasResidentKey": True,
    "hasUserVerification": True,
    "isUserVerified": True,
    "automaticPresenceSimulation": True,
}


@pytest.fixture
def local(site: str) -> str:
    """The address of the site with a name, because browsers keep passkeys for no IP address."""
    return site.replace("127.0.0.1", "localhost")


def authenticator(here: Visitor) -> tuple[CDPSession, str]:
    """Give the browser a virtual authenticator."""
    session = here.context.new_cdp_session(here.page)
    session.send("WebAuthn.enable")
    made = session.send("WebAuthn.addVirtualAuthenticator", {"options": AUTHENTICATOR})
    return session, made["authenticatorId"]


def is_back(here: Visitor, player: Caller) -> None:
    expect(here.page.locator('[data-testid="me"]')).to_contain_text(player.name)
    expect(here.page.locator("#devices")).to_be_visible()
    assert json.loads(here.page.evaluate("localStorage['dobon.player']"))["id"] == player.id


def test_a_player_is_back_with_a_passkey(visit: Visit, house: House, local: str) -> None:
    player = house.player("Tamaki")
    first = visit(None, player, url=local)
    session, chosen = authenticator(first)
    first.go("/account.html")
    expect(first.page.locator('[data-testid="safe"]')).to_have_class("warning")
    first.key("add-passkey").click()
    expect(first.page.locator('[data-testid="safe"]')).to_have_class("muted")
    first.assert_accessible()
    (credential,) = session.send("WebAuthn.getCredentials", {"authenticatorId": chosen})["credentials"]
    first.context.close()

    second = visit(None, url=local)
    session, chosen = authenticator(second)
    session.send("WebAuthn.addCredential", {"authenticatorId": chosen, "credential": credential})
    second.go("/account.html")
    second.key("by-passkey").click()
    is_back(second, player)


def test_a_player_is_back_with_a_recovery_code(visit: Visit, house: House, local: str) -> None:
    player = house.player("Chihiro")
    first = visit("/account.html", player, url=local, size="phone")
    first.key("new-codes").click()
    shown = first.page.locator('[data-testid="codes"] li')
    expect(shown).to_have_count(10)
    codes = shown.all_inner_texts()
    first.assert_accessible("dialog")
    first.page.locator("dialog .primary").click()
    expect(first.page.locator('[data-testid="safe"]')).to_have_class("muted")
    first.context.close()

    second = visit("/account.html", url=local, size="phone")
    second.assert_accessible()
    second.ignore_errors("422")
    wrong = "00000-00000-00000-00000"
    for code in (wrong, codes[4].lower()):
        second.page.locator("#by-recovery").fill(code)
        second.key("by-recovery-go").click()
        if code == wrong:
            expect(second.page.get_by_role("alert").filter(has_text=re.compile("."))).to_be_visible()
    is_back(second, player)
    expect(second.page.get_by_text("9 codes left")).to_be_visible()


@pytest.mark.parametrize(("typed", "language"), [(True, "ja"), (False, "en")])
def test_a_second_device_is_signed_in_by_a_code(
    visit: Visit, house: House, local: str, typed: bool, language: str
) -> None:
    player = house.player("Asahi")
    first = visit("/account.html", player, url=local, language=language)
    first.key("new-link").click()
    code = first.page.locator('[data-testid="link-code"]').inner_text()
    expect(first.page.locator("svg.qr path")).to_be_visible()
    first.assert_accessible("dialog")
    if typed:
        second = visit("/account.html", url=local, language=language)
        second.page.locator("#by-device-link").fill(code)
        second.key("by-device-link-go").click()
    else:
        second = visit(f"/account.html#link={code}", house.player("Guest"), url=local, size="phone", theme="dark")
        expect(second.page.get_by_text("Guest").last).to_be_visible()
        second.assert_accessible()
        second.key("link-go").click()
    is_back(second, player)
    assert code not in second.page.url
    expect(first.page.locator('[data-testid="link-state"]')).to_contain_text("Chrome (Linux)")


def test_a_sign_in_leads_back_to_the_page_that_asked_for_it(visit: Visit, house: House, local: str) -> None:
    player = house.player("Kaoru")
    code = player.post("/v1/players/me/device-links").json["code"]
    table = house.player("Ren").post("/v1/games", {"ruleset": "dobon-sato", "seats": 2}).json
    here = visit(f"/table.html?game={table['id']}&code={table['join_code']}", url=local)
    here.key("have-account").click()
    here.page.locator("#by-device-link").fill(code)
    here.key("by-device-link-go").click()
    here.page.wait_for_url(re.compile(r"/table\.html\?game="))
    expect(here.page.locator(".board-own .hand-card").first).to_be_visible()


def test_a_foreign_address_is_no_page_to_go_back_to(visit: Visit, house: House, local: str) -> None:
    player = house.player("Kaoru")
    code = player.post("/v1/players/me/device-links").json["code"]
    here = visit("/account.html?back=//away.example/", url=local)
    here.page.locator("#by-device-link").fill(code)
    here.key("by-device-link-go").click()
    is_back(here, player)
    assert here.page.url == f"{local}/account.html"


def test_other_devices_are_signed_out(visit: Visit, house: House, local: str) -> None:
    player = house.player("Minori")
    code = player.post("/v1/players/me/device-links").json["code"]
    house.nobody.post("/v1/sessions/device-link", {"code": code, "label": "Old phone"})
    here = visit("/account.html", player, url=local, language="ja", size="phone", theme="dark")
    here.assert_accessible()
    expect(here.page.get_by_text("Old phone")).to_be_visible()
    here.key("end-others").click()
    expect(here.page.get_by_text("Old phone")).to_have_count(0)
    expect(here.key("sign-out")).to_have_count(1)


def test_the_last_way_in_is_removed_only_after_a_warning(visit: Visit, house: House, local: str) -> None:
    player = house.player("Natsuki")
    here = visit("/account.html", player, url=local)
    here.ignore_errors("409")
    here.key("sign-out").click()
    here.page.locator("dialog .danger").click()
    expect(here.page.locator("dialog h2")).to_have_text("The last way in")
    here.page.locator("dialog .dialog-actions button").first.click()
    expect(here.page.locator("dialog")).to_have_count(0)
    assert here.page.evaluate("localStorage['dobon.token']") == player.token
    here.key("sign-out").click()
    for _ in range(2):
        here.page.locator("dialog .danger").click()
    expect(here.key("by-device-link")).to_be_visible()
    assert player.get("/v1/players/me").status_code == 401


def test_a_name_is_changed(visit: Visit, house: House, local: str) -> None:
    player = house.player("Shinobu")
    here = visit("/account.html", player, url=local)
    here.page.locator("#name").fill("Akira")
    here.key("rename").click()
    expect(here.page.locator('[data-testid="me"]')).to_contain_text("Akira")
    assert player.get("/v1/players/me").json["name"] == "Akira"


def test_a_guest_who_takes_a_name_stays_the_same_player(visit: Visit, house: House, site: str) -> None:
    guest = house.player("Guest")
    here = visit("/")
    here.page.evaluate(
        "([token, id]) => { localStorage['dobon.token'] = token;"
        " localStorage['dobon.player'] = JSON.stringify({id, name: 'Guest', guest: true}) }",
        [guest.token, guest.id],
    )
    here.go("/")
    here.key("new-durak").click()
    here.page.locator("#name").fill("Madoka")
    here.page.keyboard.press("Enter")
    expect(here.page.locator('[data-testid="me"]')).to_contain_text("Madoka")
    assert guest.get("/v1/players/me").json["name"] == "Madoka"


def test_everything_is_downloaded_and_erased(visit: Visit, house: House, local: str) -> None:
    player = house.player("Hikaru")
    here = visit("/account.html", player, url=local, accept_downloads=True)
    with here.page.expect_download() as download:
        here.key("export").click()
    found = json.loads(download.value.path().read_text())
    assert found["account"]["name"] == "Hikaru"
    here.key("erase").click()
    here.assert_accessible("dialog")
    here.page.locator("dialog .danger").click()
    expect(here.key("by-device-link")).to_be_visible()
    assert here.page.evaluate("localStorage['dobon.token'] ?? null") is None
    assert house.player().get(f"/v1/players/{player.id}").json["name"] == "-"


def test_an_address_leads_to_localhost_in_place_of_passkeys(visit: Visit, house: House, local: str) -> None:
    here = visit("/account.html", house.player("Kei"))
    expect(here.key("localhost")).to_have_attribute("href", f"{local}/account.html")
    expect(here.key("add-passkey")).to_have_count(0)
    here.assert_accessible()


def test_a_player_signs_in_with_a_passkey_at_localhost(visit: Visit, local: str) -> None:
    here = visit("/account.html", size="phone")
    expect(here.key("by-passkey")).to_have_count(0)
    here.assert_accessible()
    here.key("localhost").click()
    expect(here.key("by-passkey")).to_be_visible()
    assert here.page.url == f"{local}/account.html"


@pytest.mark.parametrize(("language", "size"), [("en", "desktop"), ("ja", "phone")])
def test_a_program_gets_a_token_with_chosen_permissions_until_it_is_ended(
    visit: Visit, house: House, language: str, size: str
) -> None:
    player = house.player("Otoha")
    here = visit("/account.html", player, language=language, size=size)
    here.key("new-token").click()
    here.page.locator("#program-name").fill("My bot")
    here.key("create-token").click()
    expect(here.page.locator("dialog [role=alert]")).not_to_be_empty()
    here.page.locator('dialog input[value="games:read"]').check()
    here.assert_accessible()
    here.key("create-token").click()
    token = here.page.locator('[data-testid="token"]').inner_text()
    program = Caller(house.app, token)
    assert program.get("/v1/games").status_code == 200
    assert program.post("/v1/games", {"ruleset": "dobon-sato", "seats": 2}).json["scope"] == "games:play"
    here.page.locator("dialog .dialog-actions button").click()
    expect(here.page.locator("#programs ~ ul")).to_contain_text("My bot")
    here.assert_accessible()
    (made,) = player.get("/v1/players/me/personal-tokens").json["tokens"]
    here.key(f"end-token-{made['id']}").click()
    here.page.locator("dialog .dialog-actions button.danger").click()
    expect(here.page.get_by_text("My bot")).to_have_count(0)
    assert program.get("/v1/games").status_code == 401


@pytest.mark.parametrize(("language", "size"), [("en", "desktop"), ("ja", "phone")])
def test_an_app_gets_permission_by_the_page_and_is_told(visit: Visit, house: House, language: str, size: str) -> None:
    here = visit(f"/authorize.html?{urlencode(AUTHORIZATION)}", house.player("Otoha"), language=language, size=size)
    expect(here.page.locator("#app")).to_have_text("app.example")
    expect(here.page.locator(".permissions li")).to_have_count(2)
    here.assert_accessible()
    opened: list[str] = []
    here.page.route("https://app.example/**", lambda route: (opened.append(route.request.url), route.fulfill(body="")))
    here.key("allow").click()
    here.page.wait_for_url("https://app.example/**")
    assert collect(house.app, returned(opened[0])["code"]).status_code == 200


def test_an_app_without_a_valid_address_gets_nothing(visit: Visit, house: House) -> None:
    asked = urlencode({**AUTHORIZATION, "redirect_uri": "http://app.example/back"})
    here = visit(None, house.player("Otoha"))
    here.ignore_errors("status of 400")
    here.go(f"/authorize.html?{asked}")
    expect(here.page.locator("[role=alert]")).not_to_be_empty()
    expect(here.page.locator("[data-key=allow]")).to_have_count(0)
    here.page.goto(here.page.url + "&" + urlencode({"redirect_uri": BACK}))
    expect(here.page.locator("[role=alert]")).not_to_be_empty()
