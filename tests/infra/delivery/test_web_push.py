"""Web push: the encryption of RFC 8291, and the token of RFC 8292."""

from infra.delivery.web_push import encrypt, from_base64, headers, to_base64
from infra.notifications.push_subscriptions import PushKey
from infra.signatures import new_p256_pair
from tests.infra.delivery.receivers import Browser, Request, vapid_claims

SERVER_SECRET = "yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"
BROWSER_SECRET = "q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94"
AUTH = "BTBZMqHH6r4Tts7J_aSIgg"
SALT = "DGv6ra1nlYgDCS1FRnbzlw"
ENCRYPTED = (
    "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_y"
    "l95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
)
MESSAGE = b"When I grow up, I want to be a watermelon"


def test_a_message_is_encrypted_as_in_the_example_of_rfc_8291():
    browser = Browser(secret=from_base64(BROWSER_SECRET), auth=from_base64(AUTH))
    found = encrypt(MESSAGE, browser.public, browser.auth, from_base64(SALT), from_base64(SERVER_SECRET))
    assert to_base64(found) == ENCRYPTED


def test_only_its_browser_reads_a_message_and_no_two_messages_are_alike():
    browser = Browser()
    first, second = (encrypt(b"{}", browser.public, browser.auth) for _ in range(2))
    assert browser.decrypt(first) == browser.decrypt(second) == b"{}"
    assert first != second


def test_the_server_identifies_itself_to_the_push_service():
    key = PushKey(*new_p256_pair())
    sent = headers("https://push.example.org:444/send/1?x", key, "mailto:a@example.org", 1_000, 60, "topic")
    claims = vapid_claims(Request("", b"", sent), key.public)
    assert claims == {"aud": "https://push.example.org:444", "exp": 1_000 + 12 * 3_600, "sub": "mailto:a@example.org"}
    assert sent["TTL"] == "60"
    assert len(sent["Topic"]) == 32, "push services accept at most 32 characters"
