"""The operations of a player on the own account, each as one method with the types of `openapi.yaml`."""

from collections.abc import Mapping

from dobon_client import types
from dobon_client._async.typed_requests import AsyncTypedRequests

ME = "/v1/players/me"
SESSION = f"{ME}/sessions/{{session}}"
PASSKEY = f"{ME}/passkeys/{{passkey}}"
WEBHOOK = f"{ME}/webhooks/{{webhook}}"


class AsyncAccountOperations(AsyncTypedRequests):
    """The account: name, sessions, ways to sign in, and where notifications go."""

    async def me(self) -> types.Profile:
        """Return my profile."""
        return await self._get(types.Profile, ME)

    async def change_name(self, name: str) -> types.Player:
        """Change my name."""
        return await self._send(types.Player, "PATCH", ME, body={"name": name})

    async def export_account(self) -> types.AccountExport:
        """Return everything about me."""
        return await self._get(types.AccountExport, f"{ME}/export")

    async def erase_account(self, *, confirm: bool = False) -> None:
        """Erase my account, which has to be confirmed."""
        await self.connection.request("DELETE", ME, query={"confirm": confirm})

    # Sessions

    async def revoke_token(self) -> None:
        """Revoke my token."""
        await self.connection.request("DELETE", f"{ME}/token")
        self.connection.token = None

    async def rotate_token(self, *, key: str | None = None) -> types.FreshToken:
        """Replace the token of this session, and use the new one from now on."""
        fresh = await self._send(types.FreshToken, "POST", f"{ME}/token", key=key)
        self.connection.token = fresh["token"]
        return fresh

    async def sessions(self) -> types.SessionList:
        """Return my sessions."""
        return await self._get(types.SessionList, f"{ME}/sessions")

    async def label_session(self, session: str, label: str) -> None:
        """Name the device of a session."""
        await self.connection.request("PATCH", SESSION, values={"session": session}, body={"label": label})

    async def end_session(self, session: str, *, confirm: bool = False) -> None:
        """End a session; that of this client, if it is the last way in, has to be confirmed."""
        await self.connection.request("DELETE", SESSION, values={"session": session}, query={"confirm": confirm})

    async def end_other_sessions(self) -> None:
        """End all other sessions."""
        await self.connection.request("DELETE", f"{ME}/sessions")

    # Tokens of programs

    async def scopes(self) -> types.ScopeList:
        """Return all scopes, in words."""
        return await self._get(types.ScopeList, "/v1/scopes")

    async def personal_tokens(self) -> types.PersonalTokenList:
        """Return my personal tokens, oldest first."""
        return await self._get(types.PersonalTokenList, f"{ME}/personal-tokens")

    async def create_personal_token(
        self, token: types.NewPersonalToken, *, key: str | None = None
    ) -> types.FreshPersonalToken:
        """Create a token for a program; it is shown this once."""
        return await self._send(types.FreshPersonalToken, "POST", f"{ME}/personal-tokens", body=token, key=key)

    async def end_personal_token(self, token: str) -> None:
        """End a personal token."""
        await self.connection.request(
            "DELETE", f"{ME}/personal-tokens/{{personal_token}}", values={"personal_token": token}
        )

    async def authorization_request(self, asked: Mapping[str, str]) -> types.AuthorizationRequest:
        """Return what an app asks for; `asked` are the parameters with which it has opened the page."""
        return await self._get(types.AuthorizationRequest, "/v1/authorization", query=dict(asked))

    async def decide_authorization(self, decision: types.AuthorizationDecision) -> types.AuthorizationResponse:
        """Give an app the permission that it asks for, or refuse it; return the address that tells the app."""
        return await self._send(types.AuthorizationResponse, "POST", "/v1/authorization", body=decision)

    # Ways to sign in. The answers of authenticators are JSON objects, which browsers make.

    async def sign_in_options(self) -> types.PasskeyOptions:
        """Return the options with which a browser signs in by a passkey."""
        return await self._send(types.PasskeyOptions, "POST", "/v1/sessions/passkey-options")

    async def sign_in_by_passkey(self, answer: types.PasskeySignIn, *, key: str | None = None) -> types.FreshSession:
        """Sign in by a passkey, and use the new token from now on."""
        return await self._sign_in("passkey", answer, key)

    async def sign_in_by_recovery_code(self, code: types.CodeSignIn, *, key: str | None = None) -> types.FreshSession:
        """Sign in by a recovery code, and use the new token from now on."""
        return await self._sign_in("recovery", code, key)

    async def sign_in_by_device_link(self, code: types.CodeSignIn, *, key: str | None = None) -> types.FreshSession:
        """Sign in by a code from another device, and use the new token from now on."""
        return await self._sign_in("device-link", code, key)

    async def _sign_in(self, way: str, body: object, key: str | None) -> types.FreshSession:
        fresh = await self._send(types.FreshSession, "POST", f"/v1/sessions/{way}", body=body, key=key)
        self.connection.token = fresh["token"]
        return fresh

    async def passkey_options(self) -> types.PasskeyOptions:
        """Return the options with which a browser makes a passkey."""
        return await self._send(types.PasskeyOptions, "POST", f"{ME}/passkey-options")

    async def add_passkey(self, passkey: types.NewPasskey) -> types.PasskeyEntry:
        """Add a passkey."""
        return await self._send(types.PasskeyEntry, "POST", f"{ME}/passkeys", body=passkey)

    async def passkeys(self) -> types.PasskeyList:
        """Return my passkeys."""
        return await self._get(types.PasskeyList, f"{ME}/passkeys")

    async def rename_passkey(self, passkey: str, name: str) -> None:
        """Name a passkey."""
        await self.connection.request("PATCH", PASSKEY, values={"passkey": passkey}, body={"name": name})

    async def remove_passkey(self, passkey: str, *, confirm: bool = False) -> None:
        """Remove a passkey; the last way in has to be confirmed."""
        await self.connection.request("DELETE", PASSKEY, values={"passkey": passkey}, query={"confirm": confirm})

    async def recovery_codes_left(self) -> types.CodesLeft:
        """Return how many of my recovery codes are unused."""
        return await self._get(types.CodesLeft, f"{ME}/recovery-codes")

    async def create_recovery_codes(self) -> types.FreshCodes:
        """Return ten new recovery codes, which replace the old ones."""
        return await self._send(types.FreshCodes, "POST", f"{ME}/recovery-codes")

    async def create_device_link(self) -> types.FreshDeviceLink:
        """Return a code that signs in my next device."""
        return await self._send(types.FreshDeviceLink, "POST", f"{ME}/device-links")

    async def device_link(self, link: str) -> types.DeviceLinkEntry:
        """Return the state of a code for my next device."""
        return await self._get(types.DeviceLinkEntry, f"{ME}/device-links/{{link}}", {"link": link})

    # Reports to the admins, and their verdicts

    async def create_report(self, report: types.NewReport, *, key: str | None = None) -> types.Report:
        """Report a comment, a name or a play to the admins."""
        return await self._send(types.Report, "POST", "/v1/reports", body=report, key=key)

    async def reports(self, *, cursor: str | None = None, limit: int | None = None) -> types.ReportPage:
        """Return a page of my reports, newest first."""
        return await self._get(types.ReportPage, "/v1/reports", query={"cursor": cursor, "limit": limit})

    async def report(self, report: str) -> types.Report:
        """Return a report of mine."""
        return await self._get(types.Report, "/v1/reports/{report}", {"report": report})

    async def verdicts(self, *, cursor: str | None = None, limit: int | None = None) -> types.VerdictPage:
        """Return a page of the verdicts about me, newest first."""
        return await self._get(types.VerdictPage, "/v1/verdicts", query={"cursor": cursor, "limit": limit})

    # Notifications; see also `notifications` of the client

    async def create_account_ticket(self, *, key: str | None = None) -> types.StreamTicket:
        """Create a ticket, which opens my stream once in place of my token."""
        return await self._send(types.StreamTicket, "POST", f"{ME}/tickets", key=key)

    async def set_page(self, page: str, visible: bool) -> None:
        """Tell whether I can see a page of a client, whose random UUID the client has chosen."""
        await self.connection.request("PUT", f"{ME}/pages/{{page}}", values={"page": page}, body={"visible": visible})

    async def push_subscriptions(self) -> types.PushSubscriptionList:
        """Return the browsers that get web pushes, and the server's key for new subscriptions."""
        return await self._get(types.PushSubscriptionList, f"{ME}/push-subscriptions")

    async def add_push_subscription(self, subscription: types.NewPushSubscription) -> types.PushSubscription:
        """Send web pushes to a browser."""
        return await self._send(types.PushSubscription, "POST", f"{ME}/push-subscriptions", body=subscription)

    async def remove_push_subscription(self, subscription: str) -> None:
        """Send no more web pushes to a browser."""
        values = {"subscription": subscription}
        await self.connection.request("DELETE", f"{ME}/push-subscriptions/{{subscription}}", values=values)

    async def create_webhook(self, webhook: types.NewWebhook, *, key: str | None = None) -> types.FreshWebhook:
        """Create a webhook; its secret is shown this once."""
        return await self._send(types.FreshWebhook, "POST", f"{ME}/webhooks", body=webhook, key=key)

    async def webhooks(self) -> types.WebhookList:
        """Return my webhooks, oldest first."""
        return await self._get(types.WebhookList, f"{ME}/webhooks")

    async def webhook(self, webhook: str) -> types.Webhook:
        """Return a webhook."""
        return await self._get(types.Webhook, WEBHOOK, {"webhook": webhook})

    async def change_webhook(self, webhook: str, change: types.ChangedWebhook) -> types.Webhook:
        """Change the address of a webhook, or enable or disable it."""
        return await self._send(types.Webhook, "PATCH", WEBHOOK, {"webhook": webhook}, change)

    async def remove_webhook(self, webhook: str) -> None:
        """Delete a webhook."""
        await self.connection.request("DELETE", WEBHOOK, values={"webhook": webhook})

    async def deliveries(
        self, webhook: str, *, cursor: str | None = None, limit: int | None = None
    ) -> types.DeliveryPage:
        """Return a page of the deliveries of a webhook, newest first."""
        query = {"cursor": cursor, "limit": limit}
        return await self._get(types.DeliveryPage, f"{WEBHOOK}/deliveries", {"webhook": webhook}, query)

    async def test_webhook(self, webhook: str) -> types.Delivery:
        """Send a notification of the kind `test` to a webhook."""
        return await self._send(types.Delivery, "POST", f"{WEBHOOK}/tests", {"webhook": webhook})
