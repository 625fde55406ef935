"""Signals of collusion and of help from a program, for admins.

Nothing is decided by a signal alone, and no player learns of one.
"""

from collections.abc import Sequence
from dataclasses import asdict
from typing import Any, get_args

from flask import Response
from marshmallow import fields

from api.auth.authentication import current_account
from api.dependencies import dependencies
from api.http.pagination import cursor_position, invalid_cursor, page_of
from api.http.responses import json_response
from api.operations.admin.actions import AdminAct, NewAct, act_json
from api.operations.admin.moderation import Person
from api.operations.operation import Blueprint
from api.problems import Problem
from api.representations import fields as f
from api.representations.actions import Action
from api.representations.components import Component
from domain.log.identifiers import is_uuid
from domain.signals import assistance, tells
from domain.signals.told import Against
from infra.accounts import admin_log
from infra.moderation import signals as store
from infra.moderation.signals import KINDS, OPEN, STATES
from infra.queries.signals import read_file

TELLS = (*tells.TELLS, *assistance.TELLS)
TELL = Component("Tell", "A kind of decision in which a player may favour another one, or have help from a program.")
KIND = Component("SignalKind", "What a signal is of: two players who help each other, or help from a program.")
STATE = Component("SignalState", "Whether admins still have to look at a signal.")

DECISIONS = {"note": (admin_log.NOTE_SIGNAL, None), "close": (admin_log.CLOSE_SIGNAL, store.CLOSED),
             "open": (admin_log.OPEN_SIGNAL, store.OPEN)}  # fmt: skip
"""By name: the act, and the state after it; None if it stays as it is."""


class SignalsQuery(f.Body):
    """The signals to list."""

    state = f.chosen(*STATES, load_default=OPEN, component=STATE)
    kind = f.chosen(*KINDS, component=KIND, note="Only those of this kind.")
    player = f.short("00000000-0000-4000-8000-000000000000", 1, 64, note="Id of the player, or of one of the pair.")
    since = f.since()
    until = f.until()
    cursor = f.cursor()
    limit = f.page_limit()


class Told(f.Answer):
    """Decisions of a player, beside those that they are compared with."""

    tell = f.chosen(*TELLS, required=True, component=TELL)
    by = f.uuid(required=True, allow_none=True, note="The player who decided; null for both together.")
    against = f.chosen(
        *get_args(Against),
        required=True,
        note="What they are compared with: decisions about other opponents, older ones, or those of other players.",
    )
    count = f.count(required=True, note="Decisions about the other player, or those of the newer rounds.")
    mean = fields.Float(required=True, metadata={"description": "The mean of their values."})
    others = fields.Float(required=True, metadata={"description": "That of the decisions they are compared with."})
    z = fields.Float(required=True, metadata={"description": "Standard deviations above what is expected."})
    p = f.share("The chance of so much, or more, without a difference between the two.")


class SignalEntry(f.Answer):
    """A pair of players, or one, and how unlikely it is that they play without help."""

    id = f.uuid(required=True)
    kind = f.chosen(*KINDS, required=True, component=KIND)
    players = fields.List(fields.Nested(Person), required=True, validate=f.Length(1, 2))
    state = f.chosen(*STATES, required=True, component=STATE)
    games = f.count(
        required=True, note="Games behind it: those that both have ended, or those of the player that were searched."
    )
    rounds = f.count(required=True, note="Rounds that the signal is computed from.")
    last_at = f.moment(required=True, note="The end of the last of these games.")
    computed_at = f.moment(required=True)
    strength = fields.Float(
        required=True, metadata={"description": "3 is one in 1,000 by chance, 4 one in 10,000, and so on."}
    )
    by_chance = fields.Float(
        required=True,
        metadata={"description": "The number of signals this strong to expect among all of the kind, by chance alone."},
    )
    told = fields.List(fields.Nested(Told), required=True, metadata={"description": "The least likely first."})


class SignalEntryPage(f.Answer):
    """A page of signals, the strongest first."""

    signals = fields.List(fields.Nested(SignalEntry), required=True)
    next = f.next_cursor()


class PairResults(f.Answer):
    """The results of one player of a pair with the other, and without."""

    player = f.uuid(required=True)
    rounds_together = f.count(required=True)
    points_together = fields.Integer(required=True)
    rounds_apart = f.count(required=True)
    points_apart = fields.Integer(required=True)


class EvidenceDecision(f.Answer):
    """A decision behind a signal."""

    game = f.uuid(required=True)
    ended_at = f.moment(required=True, note="The end of the game.")
    round = f.version(required=True)
    version = f.version(required=True)
    tell = f.chosen(*TELLS, required=True, component=TELL)
    by = f.uuid(required=True)
    value = fields.Float(required=True, metadata={"description": "1 for all that was possible."})
    usual = fields.Nested(
        Action,
        required=True,
        allow_none=True,
        metadata={"description": "What `careful` would have done where the player did what a search finds; null for "
                  "other tells."},
    )  # fmt: skip


class SignalFile(f.Answer):
    """A signal with its evidence."""

    signal = fields.Nested(SignalEntry, required=True)
    results = fields.List(fields.Nested(PairResults), required=True, metadata={"description": "Those of a pair."})
    evidence = fields.List(
        fields.Nested(EvidenceDecision),
        required=True,
        metadata={"description": "The strongest first; for help from a program the newest first."},
    )
    acts = fields.List(fields.Nested(AdminAct), required=True, metadata={"description": "On the signal, newest first."})


class NewSignalDecision(NewAct):
    """What an admin decides about a signal, and why."""

    decision = f.chosen(
        *DECISIONS, required=True, note="`note` only adds the reason, `close` says that nothing is left to look at."
    )


class DecidedSignal(f.Answer):
    """A signal after an act."""

    signal = f.uuid(required=True)
    state = f.chosen(*STATES, required=True, component=STATE)
    act = fields.Nested(AdminAct, required=True)


blueprint = Blueprint("signals", __name__, url_prefix="/v1/admin", description="Signals for admins.")


@blueprint.operation("GET", "/signals", SignalEntryPage, access="admin", query=SignalsQuery)
def list_signals(query: dict[str, Any]) -> Response:
    """List players who may help each other, or have help from a program, the strongest signal first.

    Only finished games count, and only what people decided themselves. A signal of a pair says how unlikely its
    decisions are if both treat all opponents alike; that of one player, how unlikely its decisions are beside its older
    ones and beside those of other players. It does not say why, so nothing is decided by it alone.
    """
    limit, player = query["limit"], query.get("player")
    if player is not None and not is_uuid(player):
        return json_response({"signals": [], "next": None})
    after, pool = cursor_position(query, (float, str)), dependencies().pool
    if after is not None and not is_uuid(after[1]):
        raise invalid_cursor()
    wanted = store.Filter(query["state"], query.get("kind"), player, query.get("since"), query.get("until"))
    rows = store.list_signals(pool, wanted, None if after is None else (after[0], after[1]), limit + 1)
    page = page_of(rows, limit, lambda one: [one.strength, one.id])
    return page.response(signals=entries_json(page.rows))


@blueprint.operation(
    "GET",
    "/signals/<id:signal>",
    SignalFile,
    access="admin",
    problems=["no-such-signal", "newer-event", "damaged-game"],
    reading=admin_log.READ_SIGNAL,
)
def get_signal(signal: str) -> Response:
    """Get a signal with its evidence.

    The evidence of a pair are decisions from the games in which there is most of it, and that of one player its newest
    decisions that only a search finds. Each has the version at which the replay shows it. One of them proves nothing:
    an honest player often feeds another one, too, and finds a good action.
    """
    found, pool = existing_signal(signal), dependencies().pool
    results, evidence = read_file(pool, found)
    return json_response(
        {
            "signal": entries_json([found])[0],
            "results": [asdict(one) for one in results],
            "evidence": [asdict(one) for one in evidence],
            "acts": [
                act_json(act) for act in admin_log.list_acts(pool, limit=20, subject=signal, kinds=admin_log.CHANGES)
            ],
        }
    )  # fmt: skip


@blueprint.operation(
    "POST",
    "/signals/<id:signal>/decision",
    DecidedSignal,
    status=201,
    access="admin",
    body=NewSignalDecision,
    examples={"close": {"value": {"decision": "close", "reason": "two friends who play alike; nothing found"}}},
    problems=["no-such-signal"],
)
def decide_signal(body: dict[str, Any], signal: str) -> Response:
    """Note something about a signal, close it, or open it again.

    Each decision is recorded as an act with the reason. A closed signal opens again by itself once it has become ten
    times less likely. Measures against a player are taken by the operations for players, with a reason of their own.
    """
    found, (kind, state) = existing_signal(signal), DECISIONS[body["decision"]]
    act = admin_log.new_act(current_account().id, kind, found.id, body["reason"].strip())
    store.decide(dependencies().pool, found.id, state, act)
    return json_response({"signal": found.id, "state": state or found.state, "act": act_json(act)}, 201)


def existing_signal(signal: str) -> store.Found:
    """Return a signal. Raises `Problem("no-such-signal")`."""
    found = store.find_signal(dependencies().pool, signal) if is_uuid(signal) else None
    if found is None:
        raise Problem("no-such-signal", "There is no signal with this id: GET /v1/admin/signals lists them.")
    return found


def entries_json(found: Sequence[store.Found]) -> list[dict[str, Any]]:
    """Return signals with the present names of their players."""
    names = dependencies().names.of({player for one in found for player in one.players})
    counted = store.count_signals(dependencies().pool) if found else {}
    shown = ("id", "kind", "state", "games", "rounds", "last_at", "computed_at", "strength", "told")
    return [
        {
            **{name: getattr(one, name) for name in shown},
            "players": [{"id": player, "name": names[player]} for player in one.players],
            "by_chance": counted[one.kind] * 10**-one.strength,
        }
        for one in found
    ]
