"""Players: create, look up, rename, export and erase a player, revoke a token."""

from itertools import groupby
from typing import Any
from unicodedata import category

from flask import Response, request
from marshmallow import ValidationError, fields

from api.auth.authentication import current_account
from api.auth.idempotency import keyed_player
from api.auth.scopes import ANY, SESSION
from api.dependencies import dependencies
from api.http.devices import device_label
from api.http.headers import bearer_token
from api.http.pagination import cursor_position, invalid_cursor, page_of
from api.http.responses import json_response
from api.middleware.rate_limit import charge
from api.operations.leaderboard import Statistics, statistics_json
from api.operations.operation import Blueprint
from api.operations.sessions import Confirmation
from api.problems import Problem
from api.representations import fields as f
from domain.log.identifiers import is_uuid
from domain.log.sentences import Sentence
from infra.accounts import accounts, bot_accounts, known_names, player_names
from infra.accounts.look_alikes import is_reserved
from infra.accounts.name_cache import player_json
from infra.commands.erasure import erase
from infra.queries.account_export import read_account
from infra.queries.leaderboard import standings_of

MAX_MARKS = 4
"""The maximum number of combining characters in a row, as Unicode Technical Standard 39, section 5.4, advises."""


JOINERS = frozenset([0x200C, 0x200D, *range(0xFE00, 0xFE10), *range(0xE0100, 0xE01F0)])
"""Invisible characters that change the look of the character before them, such as variants of kanji and of emoji.

They count as combining characters.
"""


BLANK = frozenset([0x034F, 0x115F, 0x1160, 0x17B4, 0x17B5, 0x180B, 0x180C, 0x180D, 0x180F, 0x2800, 0x3164, 0xFFA0])
"""Characters that Unicode counts as letters, marks or symbols and that show nothing."""


HIDDEN = frozenset(["Cc", "Cf", "Co", "Cs", "Zl", "Zp"])
"""Categories of characters without a look of their own: controls, formats, private use, line breaks."""


NONCHARACTERS = frozenset(
    [*range(0xFDD0, 0xFDF0), *(plane + last for plane in range(0, 0x110000, 0x10000) for last in (0xFFFE, 0xFFFF))]
)
"""Code points that Unicode never assigns (section 23.7), so that no font shows them."""


INVISIBLE, MARK, SPACE, VISIBLE = "invisible", "mark", "space", "visible"


def readable(name: str) -> None:
    """Raise `ValidationError` unless a reader can see what the name is, with spaces around it removed."""
    kinds = [kind_of(character) for character in name.strip()]
    if INVISIBLE in kinds:
        raise ValidationError("Must be one line of text without control characters and invisible characters.")
    if not kinds or kinds[0] != VISIBLE:
        raise ValidationError("Must begin with a visible character, such as a letter.")
    if any(kind == MARK and len(list(run)) > MAX_MARKS for kind, run in groupby(kinds)):
        raise ValidationError(Sentence("Must have at most {most} combining characters in a row.", most=MAX_MARKS))


def kind_of(character: str) -> str:
    """Return what a reader sees of a character. An unassigned one is visible, because new emoji are unassigned here."""
    found = category(character)
    if ord(character) in JOINERS or (found.startswith("M") and ord(character) not in BLANK):
        return MARK
    if ord(character) in BLANK or ord(character) in NONCHARACTERS or found in HIDDEN:
        return INVISIBLE
    return SPACE if found == "Zs" else VISIBLE


class NewPlayer(f.Body):
    """A player to create."""

    name = fields.String(
        required=True,
        validate=[
            f.Length(1, 40),
            f.Pattern(f.NAME, error=f.NOT_A_LINE),
            readable,
        ],
        metadata={
            "description": "Begins with a visible character, without invisible ones. Other players may have the same name.",
            "examples": ["Aoi"],
        },
    )


class Player(f.Answer):
    """A player."""

    id = f.uuid(required=True)
    name = f.text("Aoi", required=True)
    kind = f.seat_kind(required=True, note="`bot` for a bot account, which a program plays.")


class PlayerPage(f.Answer):
    """A page of players, by name."""

    players = fields.List(fields.Nested(Player), required=True)
    next = f.next_cursor()


class PlayersQuery(f.Body):
    """The players to find."""

    name = f.short("Aoi", 1, 40, note="The beginning of a name, in any case and width of letters.", required=True)
    cursor = f.cursor()
    limit = f.page_limit()


class FreshPlayer(Player):
    """A new player with its token. This response alone shows the token; the server stores only its hash."""

    token = f.text("dbn_mU4rPCyEo6nHLqS8eL3Vw0yvQn5t2dXkZb7aJgR1hFs", required=True)


class Profile(Player):
    """A player and the statistics of finished rounds."""

    statistics = fields.List(fields.Nested(Statistics), required=True, metadata={"description": "By ruleset."})


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
    programs = rows("Tokens of programs and apps, with those that have ended.")
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
    challenges = rows("Challenges that I have made and that were made to me, of the last days.")
    follows = rows("Players whom I follow.")
    blocks = rows("Players whom I block.")
    browsers = rows("Browsers that get web pushes, without their keys.")
    webhooks = rows("Webhooks, without their secrets.")
    reports = rows("What I have reported to the admins, and the verdicts.")
    verdicts = rows("Verdicts about comments, the name and plays of mine.")
    acts_on_me = rows("What admins did with the account, and why.")
    statistics = fields.List(fields.Nested(Statistics), required=True, metadata={"description": "By ruleset."})


blueprint = Blueprint("players", __name__, url_prefix="/v1", description="Players and their tokens.")


@blueprint.operation(
    "POST",
    "/players",
    FreshPlayer,
    status=201,
    access="open",
    allowances=["players"],
    body=NewPlayer,
    headers=["Idempotency-Key: UUID"],
    problems=["key-reused", "name-not-allowed", "name-reserved"],
    gives_headers=["Location"],
)
def create_player(body: dict[str, Any]) -> Response:
    """Create a player.

    This response alone shows the token. With a key, a repeated request gets the same player and token, so the key is
    as secret as the token.
    """
    pool, name = dependencies().pool, name_in(body)
    player_names.check_free(pool, name, dependencies().games.now())
    token, keyed = keyed_player(accounts.PLAYER_PREFIX, body)
    label = device_label(request.user_agent.string)
    player, name, token = accounts.create_player(pool, name, token, keyed, label)
    shown = player_json(player, accounts.Named(name, bot_account=False))
    return json_response({**shown, "token": token}, 201, {"Location": f"/v1/players/{player}"})


@blueprint.operation("GET", "/players/me", Profile, scope="account:read")
def get_me() -> Response:
    """Get the account of the token, with its statistics.

    The statistics count finished rounds, by ruleset.
    """
    me = current_account()
    return json_response({**described(me.id), "statistics": statistics_of(me.id)})


@blueprint.operation(
    "PUT",
    "/players/me/bot",
    Player,
    query=Confirmation,
    problems=["not-confirmed", "has-played", "is-admin"],
    scope="bot:play",
)
def become_bot(query: dict[str, Any]) -> Response:
    """Make my account a bot account, permanently.

    Only an account that has never had a seat can become one. Bot accounts take seats only at tables that admit them
    (`bot_accounts` of the game), and by challenge. In the queue they meet other bot accounts alone. Games in which they
    take part have ratings and a leaderboard of their own.
    """
    if not query["confirm"]:
        raise Problem("not-confirmed", "A bot account stays one: send confirm=true to make this account one.")
    me = current_account()
    bot_accounts.become(dependencies().pool, me.id)
    _forget(me.id)
    return json_response(described(me.id))


@blueprint.operation(
    "PATCH",
    "/players/me",
    Player,
    body=NewPlayer,
    problems=["name-not-allowed", "name-reserved", "name-barred"],
    scope="account:write",
)
def change_me(body: dict[str, Any]) -> Response:
    """Change my name.

    Other players see the new name within a minute, also in earlier games. The old name is reserved for me for 30 days
    if I have played under it and no other player has it.
    """
    me = current_account()
    charge("names", me.id)
    name = name_in(body)
    now = dependencies().games.now()
    player_names.rename(dependencies().pool, me.id, name, now)
    _forget(me.id)
    return json_response(described(me.id))


@blueprint.operation("GET", "/players/me/export", AccountExport, scope="account:read")
def export_me() -> Response:
    """Get a file with everything about me.

    It has my account, sessions, ways to sign in, games with links, calls, comments, shares and statistics. The log of
    each game is in its own file (`GET /v1/games/{game}/events`).
    """
    me = current_account()
    charge("exports", me.id)
    found = export_json(read_account(dependencies().pool, me.id), request.host_url, statistics_of(me.id))
    return json_response(found, headers={"Content-Disposition": 'attachment; filename="dobon-account.json"'})


@blueprint.operation(
    "DELETE", "/players/me", None, status=204, query=Confirmation, problems=["not-confirmed", "busy"], scope=SESSION
)
def erase_me(query: dict[str, Any]) -> Response:
    """Erase my account.

    My name, sessions, passkeys, codes, comments and links to replays are deleted, and nobody can sign in to the account
    again. I leave my unfinished games. My games stay whole under the name `-`, and every log can be verified as before.
    """
    if not query["confirm"]:
        raise Problem("not-confirmed", "An erased account does not come back: send confirm=true to erase it.")
    me = current_account()
    erase(dependencies().pool, dependencies().games, me.id, dependencies().games.now())
    _forget(me.id)
    return Response(status=204)


@blueprint.operation("DELETE", "/players/me/token", None, status=204, scope=ANY)
def revoke_token() -> Response:
    """Revoke the token of this request.

    The server refuses it from now on.
    """
    token = bearer_token(request)
    assert token is not None
    accounts.revoke(dependencies().pool, token)
    dependencies().accounts.expire()
    return Response(status=204)


@blueprint.operation("GET", "/players", PlayerPage, query=PlayersQuery, allowances=["searches"], scope="games:read")
def search_players(query: dict[str, Any]) -> Response:
    """Find players by the beginning of their name.

    In the order of the names. Earlier names are not searched.
    """
    limit = query["limit"]
    rows = known_names.find_players(
        dependencies().pool, query["name"], dependencies().games.now(), name_position(query), limit + 1, present=True
    )
    page = page_of(rows, limit, lambda one: one.position)
    players = dependencies().names.players([one.id for one in page.rows])
    return page.response(players=[players[one.id] for one in page.rows])


@blueprint.operation("GET", "/players/<id:player>", Profile, problems=["no-such-player"], scope="games:read")
def get_player(player: str) -> Response:
    """Get a player by id, with statistics.

    Every account can see every player. An erased player has the name `-` and no statistics.
    """
    pool = dependencies().pool
    names = accounts.names(pool, [player]) if is_uuid(player) else {}
    if player not in names:
        raise no_such_player()
    statistics = statistics_of(player) if accounts.has_profile(pool, player) else []
    return json_response({**player_json(player, names[player]), "statistics": statistics})


def name_position(query: dict[str, Any]) -> tuple[str, str, str] | None:
    """Return the place in a list of names from which the page continues: folded name, player and name.

    None for the first page. Raises as `api.http.pagination.decode_cursor`.
    """
    position = cursor_position(query, (str, str, str))
    if position is None:
        return None
    try:
        folded, name = (bytes.fromhex(position[place]).decode() for place in (0, 2))
    except ValueError:
        raise invalid_cursor() from None
    if not is_uuid(position[1]) or "\0" in folded + name:
        raise invalid_cursor()
    return folded, position[1], name


def statistics_of(player: str) -> list[dict[str, Any]]:
    """Return the statistics of a player, one entry for each ruleset."""
    return [statistics_json(row) for row in standings_of(dependencies().pool, player)]


def no_such_player() -> Problem:
    """Return the problem of an absent player."""
    return Problem("no-such-player", "No player has this id: the view of a game lists the ids of its players.")


def name_in(body: dict[str, Any]) -> str:
    """Return the name that a player chooses. Raises `Problem("name-not-allowed")`."""
    name: str = body["name"].strip()
    if is_reserved(name):
        raise Problem(
            "name-not-allowed",
            "Players would take this name for the server, its operators or an erased player: choose another name.",
        )
    return name


def described(player: str) -> dict[str, Any]:
    """Return a player as stored now. The id must be that of an account."""
    return player_json(player, accounts.names(dependencies().pool, [player])[player])


def _forget(player: str) -> None:
    """Read the account and its name again, after this process has changed it."""
    dependencies().accounts.expire()
    dependencies().names.forget(player)


def export_json(
    sections: dict[str, list[dict[str, Any]]], site: str, statistics: list[dict[str, Any]]
) -> dict[str, Any]:
    """Return the export; `site` is the address of the server, which begins the links to games."""
    rows = dict(sections)
    account = rows.pop("account")[0]
    games = [
        {
            **game,
            "log": f"{site}v1/games/{game['game']}/events",
            "replay": f"{site}replay.html?game={game['game']}" if game["status"] == "finished" else None,
        }
        for game in rows["games"]
    ]
    return {"account": account, **rows, "games": games, "statistics": statistics}
