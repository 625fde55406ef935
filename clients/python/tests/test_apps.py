"""An app gets permission by the functions of this client."""

import asyncio
from urllib.parse import parse_qsl, urlencode, urlsplit

import httpx
import pytest

from dobon_client import Dobon, DobonError, apps
from dobon_client.types import ServerMetadata

BACK = "http://127.0.0.1:49152/back?kept=1"
APP = {"client_id": "my-app", "redirect_uri": BACK}


def decided(player: Dobon, address: str, *, allow: bool) -> str:
    """Decide as the page does that the app has opened; return the address to which the player comes back."""
    asked = dict(parse_qsl(urlsplit(address).query))
    assert httpx.get(address).status_code == httpx.codes.OK
    answer = player.connection.request("POST", "/v1/authorization", body={**asked, "allow": allow})
    returned: str = answer.data["redirect"]
    return returned


def asked(metadata: ServerMetadata, state: str, verifier: str) -> str:
    challenge = apps.challenge_of(verifier)
    return apps.authorization_address(metadata, **APP, scope="games:read", state=state, challenge=challenge)


def changed(address: str, **parameters: str | None) -> str:
    """Return the address with other values; None removes a parameter."""
    found = {**dict(parse_qsl(urlsplit(address).query)), **parameters}
    return f"{BACK.partition('?')[0]}?{urlencode({name: one for name, one in found.items() if one is not None})}"


def test_the_challenge_is_that_of_the_example_of_rfc_7636() -> None:
    challenge = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM"
    assert apps.challenge_of("dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk") == challenge


def test_an_app_gets_a_token_once_plays_by_it_and_gives_it_back(base_url: str, first: Dobon) -> None:
    metadata, state, verifier = apps.read_metadata(f"{base_url}/"), apps.new_secret(), apps.new_secret()
    code = apps.read_redirect(metadata, decided(first, asked(metadata, state, verifier), allow=True), state)
    token = apps.exchange_code(metadata, **APP, code=code, verifier=verifier)
    assert token["scope"] == "games:read"
    with Dobon(base_url, token["access_token"]) as app:
        assert app.connection.request("GET", "/v1/games").status == httpx.codes.OK
        with pytest.raises(apps.AppProblem) as raised:
            apps.exchange_code(metadata, **APP, code="another", verifier=verifier)
        assert raised.value.code == "invalid_grant"
        apps.revoke_token(metadata, client_id="my-app", token=token["access_token"])
        with pytest.raises(DobonError) as refused:
            app.connection.request("GET", "/v1/games")
        assert refused.value.code == "unauthorized"


def test_a_code_is_refused_with_another_verifier(base_url: str, first: Dobon) -> None:
    metadata, state = apps.read_metadata(base_url), apps.new_secret()
    address = asked(metadata, state, apps.new_secret())
    code = apps.read_redirect(metadata, decided(first, address, allow=True), state)
    with pytest.raises(apps.AppProblem, match="invalid_grant: "):
        apps.exchange_code(metadata, **APP, code=code, verifier=apps.new_secret())


def test_an_app_learns_that_the_player_refused(base_url: str, first: Dobon) -> None:
    metadata, state = apps.read_metadata(base_url), apps.new_secret()
    returned = decided(first, asked(metadata, state, apps.new_secret()), allow=False)
    with pytest.raises(apps.AppProblem, match="did not allow") as raised:
        apps.read_redirect(metadata, returned, state)
    assert raised.value.code == "access_denied"


def test_an_answer_to_another_request_or_from_another_server_is_refused(base_url: str, first: Dobon) -> None:
    metadata, state = apps.read_metadata(base_url), apps.new_secret()
    returned = decided(first, asked(metadata, state, apps.new_secret()), allow=True)
    wrong = {
        "wrong-state": ({"state": "another"}, {"state": None}),
        "wrong-issuer": ({"iss": "https://other.example"}, {"iss": None}),
        "no-code": ({"code": None},),
    }
    for code, changes in wrong.items():
        for change in changes:
            with pytest.raises(apps.AppProblem) as raised:
                apps.read_redirect(metadata, changed(returned, **change), state)
            assert raised.value.code == code


def test_the_metadata_of_another_server_are_refused(base_url: str) -> None:
    with pytest.raises(apps.AppProblem) as raised:
        apps.read_metadata(base_url.replace("http://", "http://another@"))
    assert raised.value.code == "wrong-issuer"


def test_a_server_that_does_not_answer_is_named_so(base_url: str) -> None:
    with pytest.raises(DobonError, match="no-answer"):
        apps.read_metadata("http://127.0.0.1:1")
    with pytest.raises(apps.AppProblem, match="http-404"):
        apps.read_metadata(f"{base_url}/elsewhere")


def test_the_requests_are_asynchronous_under_other_names(base_url: str, first: Dobon) -> None:
    async def main() -> None:
        metadata, state, verifier = await apps.async_read_metadata(base_url), apps.new_secret(), apps.new_secret()
        code = apps.read_redirect(metadata, decided(first, asked(metadata, state, verifier), allow=True), state)
        token = await apps.async_exchange_code(metadata, **APP, code=code, verifier=verifier)
        await apps.async_revoke_token(metadata, client_id="my-app", token=token["access_token"])

    asyncio.run(main())
