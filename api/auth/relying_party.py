"""Passkeys by Web Authentication (https://www.w3.org/TR/webauthn-3/): options for browsers, and checks of their answers.

Browsers keep each passkey for one domain, the id of the relying party. An answer counts if it comes from a page of that
domain, and signs a challenge that was given out for it.
"""

from collections.abc import Collection, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any
from uuid import UUID

import webauthn
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.rsa import RSAPublicKey
from flask import current_app, request
from webauthn.helpers import (
    decode_credential_public_key,
    decoded_public_key_to_cryptography,
    options_to_json_dict,
    parse_client_data_json,
    verify_signature,
)
from webauthn.helpers.base64url_to_bytes import base64url_to_bytes
from webauthn.helpers.bytes_to_base64url import bytes_to_base64url
from webauthn.helpers.structs import (
    AuthenticatorSelectionCriteria,
    PublicKeyCredentialDescriptor,
    ResidentKeyRequirement,
    UserVerificationRequirement,
)

from api.http.client_address import requested_host
from api.problems import Problem
from domain.log.errors import Refused
from infra.accounts.passkey_challenges import CHALLENGE_SECONDS
from infra.accounts.passkeys import Credential
from infra.settings import AndroidApp

EXTENSION = "dobon.relying_party"

LOCALHOST = "localhost"
"""The only domain that browsers trust without https."""

MIN_RSA_BITS = 2048
"""Minimum size of an RSA key, as NIST SP 800-131A requires since 2014."""

Options = dict[str, Any]
Answer = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class RelyingParty:
    """The domain for which browsers keep passkeys, and the origins of the pages that may use them."""

    domain: str
    origins: Sequence[str]

    @classmethod
    def of(cls, domain: str, origins: Collection[str], apps: Collection[AndroidApp] = ()) -> "RelyingParty":
        """Return the relying party of a domain, with its own page with https and those of `origins` that belong to it.

        An app of Apple's platforms has the origin of the domain, and one for Android that of its certificate.
        """
        own = f"https://{domain}"
        android = dict.fromkeys(_origin_of(app) for app in apps)
        return cls(domain, [own, *(one for one in origins if one != own and _belongs(one, domain)), *android])


def relying_party() -> RelyingParty:
    """Return the relying party for this request: that of the settings, or else `localhost` if the request names it.

    Raises `Problem("no-passkeys")`.
    """
    found = current_app.extensions.get(EXTENSION)
    if isinstance(found, RelyingParty):
        return found
    if requested_host().lower() == LOCALHOST:
        return RelyingParty(LOCALHOST, [f"{scheme}://{request.host.lower()}" for scheme in ("http", "https")])
    raise Problem(
        "no-passkeys",
        "This server has no domain for passkeys. On this machine open http://localhost; elsewhere its operator sets "
        "DOBON_PASSKEY_DOMAIN.",
    )


def registration_options(party: RelyingParty, challenge: bytes, player: str, name: str, known: list[bytes]) -> Options:
    """Return the options with which a browser makes a passkey other than the `known` ones."""
    return options_to_json_dict(
        webauthn.generate_registration_options(
            rp_id=party.domain,
            rp_name="Dobon",
            user_id=UUID(player).bytes,
            user_name=name,
            challenge=challenge,
            timeout=CHALLENGE_SECONDS * 1000,
            authenticator_selection=AuthenticatorSelectionCriteria(
                resident_key=ResidentKeyRequirement.REQUIRED,
                user_verification=UserVerificationRequirement.PREFERRED,
            ),
            exclude_credentials=[PublicKeyCredentialDescriptor(id=one) for one in known],
        )
    )


def sign_in_options(party: RelyingParty, challenge: bytes) -> Options:
    """Return the options with which a browser signs in by any passkey that it has for the domain."""
    return options_to_json_dict(
        webauthn.generate_authentication_options(
            rp_id=party.domain,
            challenge=challenge,
            timeout=CHALLENGE_SECONDS * 1000,
            user_verification=UserVerificationRequirement.PREFERRED,
        )
    )


def challenge_in(answer: Answer) -> bytes:
    """Return the challenge that a browser says it has answered; nothing is checked. Raises `Refused("bad-passkey")`."""
    try:
        return parse_client_data_json(base64url_to_bytes(answer["response"]["clientDataJSON"])).challenge
    except Exception as error:
        raise not_accepted() from error


def credential_in(answer: Answer) -> bytes:
    """Return the id of the passkey in an answer; nothing is checked. Raises `Refused("bad-passkey")`."""
    try:
        return base64url_to_bytes(answer["rawId"])
    except Exception as error:
        raise not_accepted() from error


def verify_registration(party: RelyingParty, answer: Answer, challenge: bytes) -> Credential:
    """Return the credential that a browser has made for this challenge. Raises `Refused("bad-passkey")`."""
    try:
        _check_own_page(answer)
        found = webauthn.verify_registration_response(
            credential=dict(answer),
            expected_challenge=challenge,
            expected_rp_id=party.domain,
            expected_origin=list(party.origins),
        )
        _check_key(found.credential_public_key)
    # The answer is an arbitrary structure of CBOR and certificates; whatever its parsers raise, it is not accepted.
    except Exception as error:
        raise not_accepted() from error
    return Credential(found.credential_id, found.credential_public_key, found.sign_count)


def verify_sign_in(party: RelyingParty, answer: Answer, challenge: bytes, public_key: bytes, count: int) -> int:
    """Return the new counter of a passkey that has signed this challenge. Raises `Refused("bad-passkey")`.

    A counter that has not grown is refused, because then two copies of the passkey's secret are in use. Authenticators
    that do not count always send 0.
    """
    try:
        _check_own_page(answer)
        found = webauthn.verify_authentication_response(
            credential=dict(answer),
            expected_challenge=challenge,
            expected_rp_id=party.domain,
            expected_origin=list(party.origins),
            credential_public_key=public_key,
            credential_current_sign_count=count,
        )
    except Exception as error:
        raise not_accepted() from error
    return found.new_sign_count


def _check_own_page(answer: Answer) -> None:
    """Raise `ValueError` for an answer from a frame in a page of another origin, which the library accepts."""
    if parse_client_data_json(base64url_to_bytes(answer["response"]["clientDataJSON"])).cross_origin:
        raise ValueError("the page is in a frame of another origin")


def _check_key(cose: bytes) -> None:
    """Raise an error for a key with which nobody could sign in, or that others could compute.

    Without an attestation the library does not look at the key before the first sign-in.
    """
    decoded = decode_credential_public_key(cose)
    key = decoded_public_key_to_cryptography(decoded)
    if isinstance(key, RSAPublicKey) and key.key_size < MIN_RSA_BITS:
        raise ValueError("the key is too short")
    with suppress(InvalidSignature):
        verify_signature(public_key=key, signature_alg=decoded.alg, signature=b"", data=b"")


def not_accepted() -> Refused:
    """Return the refusal of an answer of a browser, the same for every reason."""
    return Refused("bad-passkey", "The answer of the passkey is invalid: it must be signed by it for this page.")


def _origin_of(app: AndroidApp) -> str:
    return f"android:apk-key-hash:{bytes_to_base64url(bytes.fromhex(app.fingerprint.replace(':', '')))}"


def _belongs(origin: str, domain: str) -> bool:
    host = origin.removeprefix("https://").partition(":")[0]
    return origin.startswith("https://") and (host == domain or host.endswith(f".{domain}"))
