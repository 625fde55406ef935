"""The export of an account."""

from typing import Any

from marshmallow import fields

from api.schemas import fields as f
from api.schemas.leaderboard import Statistics


def rows(note: str) -> fields.List[Any]:
    """Return a field for rows as the database holds them."""
    return fields.List(fields.Dict(keys=fields.String()), required=True, metadata={"description": note})


class AccountExport(f.Answer):
    """Everything about an account. The fields of a row may grow with later versions."""

    account = fields.Dict(keys=fields.String(), required=True, metadata={"description": "Id, name and creation."})
    reserved_names = rows("An earlier name that is reserved, in the form in which names are compared.")
    names = rows("My names: the present one, and up to 19 earlier ones.")
    barred_names = rows("Names that an admin has reset, in the form in which names are compared.")
    sessions = rows("All sessions, with those that have ended.")
    passkeys = rows("Passkeys, without their public keys.")
    recovery_codes = rows("When each code was made and used; the codes themselves are not stored.")
    games = rows("Games with a seat of mine, each with links to its log and to its replay.")
    history = rows("Finished games with my ratings before and after, in millionths.")
    calls = rows("Calls, counters and doubts in rounds that are over, with their verdicts.")
    comments = rows("Comments on rounds.")
    shares = rows("Links to replays; the links themselves are not stored.")
    stamps = rows("Stamps that have not been deleted yet.")
    drills = rows("Drills from my games, with my first answers.")
    daily_drills = rows("My first answers to the drills of the days.")
    follows = rows("Players whom I follow.")
    blocks = rows("Players whom I block.")
    browsers = rows("Browsers that get web pushes, without their keys.")
    webhooks = rows("Webhooks, without their secrets.")
    reports = rows("What I have reported to the admins, and the verdicts.")
    verdicts = rows("Verdicts about comments, the name and plays of mine.")
    acts_on_me = rows("What admins did with the account, and why.")
    statistics = fields.List(fields.Nested(Statistics), required=True, metadata={"description": "By ruleset."})
