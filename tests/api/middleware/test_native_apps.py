"""Native apps that may use the passkeys of a site."""

import hashlib
from base64 import urlsafe_b64encode

import pytest

from api.app import create_app
from api.auth.relying_party import RelyingParty
from infra.settings import AndroidApp
from prove.harness.application import Caller, House
from tests.api.conftest import refused

ANDROID, APPLE = "/.well-known/assetlinks.json", "/.well-known/apple-app-site-association"
CERTIFICATES = [hashlib.sha256(name).digest() for name in (b"store", b"developer")]
STORE, DEVELOPER = (one.hex(":").upper() for one in CERTIFICATES)
APPS = [
    AndroidApp("org.example.dobon", STORE),
    AndroidApp("org.example.other", STORE),
    AndroidApp("org.example.dobon", DEVELOPER),
]


def test_android_finds_the_apps_of_a_site_with_all_their_certificates(house: House) -> None:
    answer = Caller(create_app(house.pool, house.tables, android_apps=APPS)).get(ANDROID)
    assert (answer.status_code, answer.mimetype) == (200, "application/json")
    targets = [("org.example.dobon", sorted([STORE, DEVELOPER])), ("org.example.other", [STORE])]
    assert answer.json == [
        {
            "relation": ["delegate_permission/common.get_login_creds"],
            "target": {"namespace": "android_app", "package_name": name, "sha256_cert_fingerprints": certificates},
        }
        for name, certificates in targets
    ]


def test_apple_finds_the_apps_of_a_site(house: House) -> None:
    app = create_app(house.pool, house.tables, apple_apps=["ABCDE12345.org.example.dobon"])
    answer = Caller(app).get(APPLE)
    assert (answer.status_code, answer.mimetype) == (200, "application/json")
    assert answer.json == {"webcredentials": {"apps": ["ABCDE12345.org.example.dobon"]}}
    refused(Caller(app).get(ANDROID), 404, "not-found")


@pytest.mark.parametrize("path", [ANDROID, APPLE])
def test_a_server_without_apps_has_no_files_for_them(house: House, path: str) -> None:
    refused(house.nobody.get(path), 404, "not-found")


def test_an_app_for_android_has_the_origin_of_its_certificate() -> None:
    found = RelyingParty.of("play.example", [], APPS)
    origins = [f"android:apk-key-hash:{urlsafe_b64encode(one).decode().rstrip('=')}" for one in CERTIFICATES]
    assert found.origins == ["https://play.example", *origins]
