"""The operations of `dobon.challenges`."""

from dobon_client import types
from dobon_client._async.typed_requests import AsyncTypedRequests

CHALLENGES = "/v1/challenges"
CHALLENGE = f"{CHALLENGES}/{{challenge}}"


class AsyncChallenges(AsyncTypedRequests):
    """Games that players propose to each other."""

    async def create(self, proposal: types.NewChallenge) -> types.Challenge:
        """Challenge a player to a game."""
        return await self._seat(types.Challenge, CHALLENGES, body=proposal)

    async def list(
        self, *, only_open: bool | None = None, cursor: str | None = None, limit: int | None = None
    ) -> types.ChallengePage:
        """Return a page of the challenges by me and to me, newest first."""
        query = {"open": only_open, "cursor": cursor, "limit": limit}
        return await self._get(types.ChallengePage, CHALLENGES, query=query)

    async def get(self, challenge: str) -> types.Challenge:
        """Return a challenge by me or to me."""
        return await self._get(types.Challenge, CHALLENGE, {"challenge": challenge})

    async def accept(self, challenge: str, *, anchor: str | None = None) -> types.Challenge:
        """Accept a challenge to me, and return it with its game."""
        body: types.Acceptance = {} if anchor is None else {"anchor": anchor}
        return await self._seat(types.Challenge, f"{CHALLENGE}/accept", {"challenge": challenge}, body)

    async def decline(self, challenge: str, reason: types.ChallengeReason | None = None) -> types.Challenge:
        """Decline a challenge to me."""
        body: types.Refusal = {} if reason is None else {"reason": reason}
        return await self._send(types.Challenge, "POST", f"{CHALLENGE}/decline", {"challenge": challenge}, body=body)

    async def withdraw(self, challenge: str) -> types.Challenge:
        """Withdraw a challenge by me."""
        return await self._send(types.Challenge, "DELETE", CHALLENGE, {"challenge": challenge})
