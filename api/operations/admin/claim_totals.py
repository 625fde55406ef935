"""Totals of the calls of all games, for admins. Calls of running rounds are not counted."""

from collections import defaultdict
from dataclasses import replace
from datetime import date, timedelta
from typing import Any

from flask import Response
from marshmallow import fields

from api.dependencies import dependencies
from api.http.responses import json_response
from api.operations.admin.queries import ClaimsFilter, blueprint, claim_filter
from api.problems import Problem
from api.representations import fields as f
from domain.log.moments import Moment, instant, midnight, monday, mondays
from domain.log.sentences import Sentence
from infra.queries import claims

WEEKS = 26
"""Weeks of a period without a start."""


MOST_WEEKS = 53
"""The longest period."""


class ClaimTotal(f.Answer):
    """The calls of a week that have the same ruleset, kind and verdict."""

    ruleset = f.ruleset_key(required=True)
    kind = f.call_kind(required=True)
    valid = fields.Boolean(required=True, metadata={"description": "Whether the calls were correct."})
    calls = f.count(required=True)


class ClaimWeek(f.Answer):
    """The calls of a week."""

    monday = f.text("2026-11-16", "The day on which the week begins, at 00:00 UTC.", required=True)
    totals = fields.List(
        fields.Nested(ClaimTotal),
        required=True,
        metadata={"description": "By ruleset, kind and verdict; without those that no call has."},
    )


class ClaimTotals(f.Answer):
    """The calls of a period, counted by week."""

    since = f.moment(required=True, note="Start of the period, included.")
    until = f.moment(required=True, note="End of the period, excluded.")
    weeks = fields.List(
        fields.Nested(ClaimWeek),
        required=True,
        metadata={"description": "All weeks of the period, the first one first."},
    )


@blueprint.operation("GET", "/claims/totals", ClaimTotals, access="admin", query=ClaimsFilter)
def total_claims(query: dict[str, Any]) -> Response:
    """Count calls of finished rounds of all games by week, ruleset, kind and verdict.

    The filters can be combined. A period has at most 53 weeks. Without `since` it has 26 whole weeks, and without
    `until` it ends with the present week. Calls of running rounds are left out.
    """
    since, until = period(query.get("since"), query.get("until"))
    chosen = replace(claim_filter(query), since=since, until=until)
    weeks = defaultdict[date, list[dict[str, Any]]](list)
    for group, calls in claims.claim_totals(dependencies().pool, chosen):
        weeks[group.week].append({"ruleset": group.ruleset, "kind": group.kind, "valid": group.valid, "calls": calls})
    shown = [{"monday": str(day), "totals": weeks[day]} for day in mondays(since, until)]
    return json_response({"since": since, "until": until, "weeks": shown})


def period(since: Moment | None, until: Moment | None) -> tuple[Moment, Moment]:
    """Return the period to count. Raises `Problem("bad-parameter")` for one that is too long or ends too early."""
    if until is None:
        until = midnight(monday(dependencies().games.now()) + timedelta(weeks=1))
    if since is None:
        since = midnight(date.fromordinal(max(1, monday(until).toordinal() - 7 * WEEKS)))
    if since > until:
        raise Problem("bad-parameter", "Invalid `since`: send a time before `until`.")
    if instant(until) - instant(since) > timedelta(weeks=MOST_WEEKS):
        raise Problem("bad-parameter", Sentence("Invalid period: send one of at most {most} weeks.", most=MOST_WEEKS))
    return since, until
