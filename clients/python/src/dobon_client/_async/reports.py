"""The operations of `dobon.reports`."""

from dobon_client import types
from dobon_client._async.typed_requests import AsyncTypedRequests


class AsyncReports(AsyncTypedRequests):
    """Reports to the admins, and their verdicts."""

    async def create(self, report: types.NewReport, *, key: str | None = None) -> types.Report:
        """Report a comment, a name or a play to the admins."""
        return await self._send(types.Report, "POST", "/v1/reports", body=report, key=key)

    async def list(self, *, cursor: str | None = None, limit: int | None = None) -> types.ReportPage:
        """Return a page of my reports, newest first."""
        return await self._get(types.ReportPage, "/v1/reports", query={"cursor": cursor, "limit": limit})

    async def get(self, report: str) -> types.Report:
        """Return a report of mine."""
        return await self._get(types.Report, "/v1/reports/{report}", {"report": report})

    async def verdicts(self, *, cursor: str | None = None, limit: int | None = None) -> types.VerdictPage:
        """Return a page of the verdicts about me, newest first."""
        return await self._get(types.VerdictPage, "/v1/verdicts", query={"cursor": cursor, "limit": limit})
