"""Codes that people write down or type: recovery codes and codes for the next device."""

import secrets

from infra.accounts.recovery_codes import bad_code
from infra.accounts.tokens import token_hash

ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
"""Crockford's Base32: without I, L, O and U, which are easily confused with others or make words."""

RECOVERY, DEVICE = (4, 5), (3, 4)
"""Groups of a recovery code and of a device code, and characters of a group; each character has 5 random bits."""

_TYPED = str.maketrans("ILO", "110", "- ")
"""Characters that look like others, as those, and separators as nothing."""


def new_code(form: tuple[int, int]) -> str:
    """Return a random code, such as `7Q2M-9KXD-4TZB`."""
    groups, characters = form
    return "-".join("".join(secrets.choice(ALPHABET) for _ in range(characters)) for _ in range(groups))


def code_hash(code: str, form: tuple[int, int]) -> bytes:
    """Return the SHA-256 of a code as it was typed, also with small letters or without hyphens.

    Raises `Refused("bad-code")`.
    """
    typed = code.upper().translate(_TYPED)
    if len(typed) != form[0] * form[1] or set(typed) - set(ALPHABET):
        raise bad_code()
    return token_hash(typed)
