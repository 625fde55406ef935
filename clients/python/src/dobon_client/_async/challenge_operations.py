"""Challenges, the search of players, and bot accounts, each operation as one method."""

from typing import cast

from dobon_client import types
from dobon_client._async.typed_requests import AsyncTypedRequests

CHALLENGES = "/v1/challenges"
CHALLENGE = f"{CHALLENGES}/{{challenge}}"


class AsyncChallengeOperations(AsyncTypedRequests):
    """Games that players propose to each other."""

    async def find_players(self, name: str, *, cursor: str | None = None, limit: int | None = None) -> types.PlayerPage:
        """Return a page of the players whose name begins so."""
        return await self._get(types.PlayerPage, "/v1/players", query={"name": name, "cursor": cursor, "limit": limit})

    async def become_bot(self, *, confirm: bool = False) -> types.Player:
        """Make my account a bot account, permanently, which has to be confirmed."""
        answer = await self.connection.request("PUT", "/v1/players/me/bot", query={"confirm": confirm})
        return cast("types.Player", answer.data)

    async def challenge(self, proposal: types.NewChallenge) -> types.Challenge:
        """Challenge a player to a game."""
        return await self._send(types.Challenge, "POST", CHALLENGES, body=proposal)

    async def challenges(
        self, *, only_open: bool | None = None, cursor: str | None = None, limit: int | None = None
    ) -> types.ChallengePage:
        """Return a page of the challenges by me and to me, newest first."""
        query = {"open": only_open, "cursor": cursor, "limit": limit}
        return await self._get(types.ChallengePage, CHALLENGES, query=query)

    async def challenge_by_id(self, challenge: str) -> types.Challenge:
        """Return a challenge by me or to me."""
        return await self._get(types.Challenge, CHALLENGE, {"challenge": challenge})

    async def accept_challenge(self, challenge: str, *, anchor: str | None = None) -> types.Challenge:
        """Accept a challenge to me, and return it with its game."""
        body: types.Acceptance = {} if anchor is None else {"anchor": anchor}
        return await self._send(types.Challenge, "POST", f"{CHALLENGE}/accept", {"challenge": challenge}, body=body)

    async def decline_challenge(self, challenge: str, reason: types.ChallengeReason | None = None) -> types.Challenge:
        """Decline a challenge to me."""
        body: types.Refusal = {} if reason is None else {"reason": reason}
        return await self._send(types.Challenge, "POST", f"{CHALLENGE}/decline", {"challenge": challenge}, body=body)

    async def withdraw_challenge(self, challenge: str) -> types.Challenge:
        """Withdraw a challenge by me."""
        return await self._send(types.Challenge, "DELETE", CHALLENGE, {"challenge": challenge})
