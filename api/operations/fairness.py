"""The fairness of shuffles: commitments and secrets of a game, and how often rounds are broken off."""

from typing import Any

from flask import Response
from marshmallow import fields

from api.auth.authorization import visible_game
from api.dependencies import dependencies
from api.http.responses import json_response
from api.operations.reviews import blueprint
from api.operations.rulesets import Words
from api.representations import fields as f
from domain.game.game import Game
from domain.game.statistics import EVERYBODY
from infra.queries.leaderboard import Standing, standings_of


class WithheldLink(f.Answer):
    """A round to which a seat with an anchor has contributed no link."""

    round = f.version(required=True)
    why = f.withheld_why(required=True)


class SeatFairness(f.Answer):
    """What a seat contributes to the shuffles."""

    seat = f.seat(required=True)
    anchor = f.digest(required=True, allow_none=True, note="Null for a seat that contributes nothing.")
    contributed = fields.List(
        f.version(), required=True, metadata={"description": "The rounds that its links shuffled."}
    )
    withheld = fields.List(
        fields.Nested(WithheldLink),
        required=True,
        metadata={"description": "The rounds whose decks lack its link, each with the cause."},
    )


class RoundFairness(f.Answer):
    """What shuffles a round that was dealt, or that was broken off when links of it were known."""

    round = f.version(required=True)
    dealt = fields.Boolean(
        required=True,
        metadata={"description": "False for a round that was broken off before its deal: its deck can be computed."},
    )
    secret = f.digest(
        required=True, allow_none=True, note="The server's link, which is public when the round is over; null before."
    )
    links = fields.List(
        f.digest(allow_none=True),
        required=True,
        metadata={"description": "The links of the seats, by seat; null for a seat that contributes none."},
    )


class Fairness(f.Answer):
    """All data needed to repeat the shuffles."""

    game = f.uuid(required=True)
    anchor = f.digest(required=True, note="The anchor of the server's hash chain: it fixes the secrets of all rounds.")
    seats = fields.List(fields.Nested(SeatFairness), required=True)
    rounds = fields.List(fields.Nested(RoundFairness), required=True)
    how = fields.Nested(Words, required=True, metadata={"description": "How to check it."})


class RulesetFairness(f.Answer):
    """How often games of a ruleset were abandoned, and links withheld."""

    ruleset = f.ruleset_key(required=True)
    games = f.count(required=True, note="Finished games.")
    abandoned = f.count(required=True, note="Games that were abandoned after the first link or the first deal.")
    rounds = f.count(required=True, note="Finished rounds.")
    cuts = f.count(required=True, note="Links of players that have shuffled a deck.")
    withheld = f.count(required=True, note="Links of players that are missing in a deck; each game names the causes.")


class FairnessRates(f.Answer):
    """Counts of all games of this server."""

    rulesets = fields.List(fields.Nested(RulesetFairness), required=True)


HOW = {
    "en": "The secret of round n, hashed n times (SHA-256 of 'dobon/link/1|' and the 32 bytes), is the server's anchor, which was public before anybody sat down; "
    "so is each link of a seat and the seat's anchor. The secret, the game's id, the round and the links are enough to repeat the shuffle, open every seal and "
    "recompute every digest: dobon verify FILE.",
    "ja": "第nラウンドの秘密の値を n 回ハッシュすると('dobon/link/1|' と 32 バイトをつないだものの SHA-256)、誰かが着席する前に公開されたサーバーのアンカーになります。"
    "各席のリンクと席のアンカーも同じ関係です。秘密の値・ゲームのid・ラウンド・リンクから、山札の切り混ぜ・封印・要約値のすべてを計算し直せます: dobon verify FILE。",
}


@blueprint.operation("GET", "/games/<id:game>/fairness", Fairness, problems=["no-such-game"])
def get_fairness(game: str) -> Response:
    """Get what shuffles the decks of a game: the anchors that were public before, and the links that are public now.

    They are enough to repeat the shuffles and to verify every seal of the log.
    """
    return json_response(fairness_json(visible_game(game)[1]))


@blueprint.operation("GET", "/fairness", FairnessRates, access="open")
def get_fairness_rates() -> Response:
    """Get how often games of this server were abandoned, and links withheld.

    An abandoned game reveals the cards of its last round. High rates of either may mean that somebody breaks off rounds
    whose deck they do not like.
    """
    return json_response({"rulesets": [rates_json(row) for row in standings_of(dependencies().pool, EVERYBODY)]})


def fairness_json(game: Game) -> dict[str, Any]:
    """Return what shuffles each round that was dealt, with the secrets that this version of the game reveals."""
    seats = []
    for number, seat in enumerate(game.seats):
        anchor = None if seat is None else seat.anchor
        contributed = [one for one, links in enumerate(game.links, 1) if links[number]]
        withheld = [
            {"round": one, "why": absence["why"]}
            for one, absences in enumerate(game.absences, 1)
            for absence in absences
            if absence["seat"] == number
        ]
        seats.append({"seat": number, "anchor": anchor, "contributed": contributed, "withheld": withheld})
    secrets = [*game.secrets, None][: game.round]
    rounds = [
        {"round": number, "dealt": True, "secret": secret, "links": [link or None for link in links]}
        for number, (secret, links) in enumerate(zip(secrets, game.links, strict=True), 1)
    ]
    if game.undealt is not None:
        links = [link or None for link in game.next_links()]
        rounds.append({"round": game.round + 1, "dealt": False, "secret": game.undealt, "links": links})
    return {"game": game.id, "anchor": game.anchor, "seats": seats, "rounds": rounds, "how": HOW}


def rates_json(row: Standing) -> dict[str, Any]:
    """Return how often games of a ruleset were abandoned, and links withheld."""
    names = ("games", "abandoned", "rounds", "cuts", "withheld")
    return {"ruleset": row.ruleset, **{name: getattr(row.tally, name) for name in names}}
