"""Reports and verdicts as JSON, for players."""

from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from infra.moderation.reports import Report
from infra.moderation.verdicts import Verdict, verdicts_of
from infra.postgres.pool import Pool


def reports_json(pool: Pool, found: Sequence[Report]) -> list[dict[str, Any]]:
    """Return reports with the notes of their verdicts, for their reporter."""
    decided = verdicts_of(pool, [one.verdict for one in found if one.verdict is not None])
    return [_report_json(one, decided.get(one.verdict or "")) for one in found]


def _report_json(report: Report, verdict: Verdict | None) -> dict[str, Any]:
    names = ("id", "at", "kind", "game", "version", "comment", "name", "reason", "text", "status")
    return {
        **{name: getattr(report, name) for name in names},
        "player": report.reported,
        "decided_at": verdict.at if verdict else None,
        "note": verdict.note if verdict else "",
    }


def verdict_json(verdict: Verdict) -> dict[str, Any]:
    """Return a verdict for the reported player."""
    return {name: value for name, value in asdict(verdict).items() if name != "reported"}
