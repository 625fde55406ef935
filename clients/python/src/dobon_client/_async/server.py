"""The operations of `dobon.server`."""

from dobon_client import types
from dobon_client._async.typed_requests import AsyncTypedRequests


class AsyncServer(AsyncTypedRequests):
    """What the server tells everybody."""

    async def rulesets(self) -> types.RulesetList:
        """Return all rulesets."""
        return await self._get(types.RulesetList, "/v1/rulesets")

    async def ruleset(self, key: str) -> types.Ruleset:
        """Return a ruleset."""
        return await self._get(types.Ruleset, "/v1/rulesets/{key}", {"key": key})

    async def keys(self) -> types.KeySet:
        """Return the public keys that sign receipts."""
        return await self._get(types.KeySet, "/v1/keys")

    async def fairness_rates(self) -> types.FairnessRates:
        """Return how often games were abandoned, and links withheld."""
        return await self._get(types.FairnessRates, "/v1/fairness")

    async def scopes(self) -> types.ScopeList:
        """Return all scopes, in words."""
        return await self._get(types.ScopeList, "/v1/scopes")
