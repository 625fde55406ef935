"""Permission of a player for an app, by OAuth 2.1 with PKCE (`docs/accounts.md` of the server, "Apps").

>>> metadata, verifier, state = read_metadata("https://dobon.example"), new_secret(), new_secret()
>>> address = authorization_address(
...     metadata, client_id="my-app", redirect_uri="http://127.0.0.1:4915/back", scope="games:read", state=state,
...     challenge=challenge_of(verifier),
... )
... # The player opens the address, and comes back to `returned`.
>>> code = read_redirect(metadata, returned, state)
>>> token = exchange_code(
...     metadata, client_id="my-app", redirect_uri="http://127.0.0.1:4915/back", code=code, verifier=verifier
... )
"""

from dobon_client._async.apps import exchange_code as async_exchange_code
from dobon_client._async.apps import read_metadata as async_read_metadata
from dobon_client._async.apps import revoke_token as async_revoke_token
from dobon_client._sync.apps import exchange_code, read_metadata, revoke_token
from dobon_client.oauth import AppProblem, authorization_address, challenge_of, new_secret, read_redirect

__all__ = [
    "AppProblem",
    "async_exchange_code",
    "async_read_metadata",
    "async_revoke_token",
    "authorization_address",
    "challenge_of",
    "exchange_code",
    "new_secret",
    "read_metadata",
    "read_redirect",
    "revoke_token",
]
