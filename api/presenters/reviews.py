"""Reviews, claims and fairness as JSON."""

from dataclasses import asdict
from typing import Any

from api.dependencies import dependencies
from api.presenters.player_names import player_names
from api.problems import Problem
from domain import review
from domain.events import SERVER, SPECTATOR
from domain.game import Game
from domain.narration import seats_called
from domain.upcasting import current
from domain.wording import Who
from infra.event_store import store
from infra.queries import history

HOW = {
    "en": "commitment = SHA-256 of 'dobon/commit/1|' and the secret; it stood in the log before the deal, for round 1 before anybody sat down. With the secret, the game's "
    "id, the round and the entropies the deck can be shuffled again, every seal opened and every digest computed again: dobon verify FILE.",
    "ja": "commitment は 'dobon/commit/1|' と秘密の値をつないだものの SHA-256 で、配る前(第1ラウンドは誰かが着席する前)に記録されています。秘密の値・ゲームのid・ラウンド・"
    "各席の乱数の種から、山札の切り混ぜ・封印・要約値のすべてを計算し直せます: dobon verify FILE。",
}


def reviewer(game_id: str, query: dict[str, Any]) -> int | None:
    """The seat from whose knowledge is looked back; None for everybody's. Raises `Problem("bad-parameter")`."""
    seat: int | None = query.get("seat")
    seats = len(dependencies().games.view(game_id, SPECTATOR).seats)
    if seat is not None and seat >= seats:
        raise Problem("bad-parameter", f"Seats of this game go from 0 to {seats - 1}.")
    return seat


def review_json(game_id: str, round_number: int, seat: int | None, upto: int = store.NEWEST) -> dict[str, Any]:
    """All frames of a round that is over, for who may see the log up to `upto`."""
    events = history.revealed_events(dependencies().pool, game_id, upto)
    frames = review.frames(game_id, events, round_number, claims_of_round(game_id), seat)
    return {"round": round_number, "frames": list(frames)}


def frame_json(
    game_id: str, round_number: int, version: int, seat: int | None, upto: int = store.NEWEST
) -> dict[str, Any] | None:
    """The frame of one event of the round, for who may see the log up to `upto`; None where the round has no such event."""
    event = history.revealed_event(dependencies().pool, game_id, version, upto)
    if event is None or version < 2:
        return None
    before = dependencies().games.view(game_id, SERVER if seat is None else seat, version - 1)
    found = current(event).public["round"] if event.type == "round-dealt" else before.round
    return review.frame_at(before, [event], version, claims_of_round(game_id), seat) if found == round_number else None


def claims_of_round(game_id: str) -> Who:
    """What the seats of a game are called in sentences."""
    game = dependencies().games.view(game_id, SPECTATOR)
    players = [{"seat": number, "id": seat.player, "bot": seat.bot} for number, seat in enumerate(game.seats) if seat]
    return seats_called({player["seat"]: player["name"] for player in player_names().with_names(players)})


def claim_json(claim: store.Claim) -> dict[str, Any]:
    """A call on the wire; who sat on the seat stands in the game."""
    common = {name: value for name, value in asdict(claim).items() if name not in ("player", "facts")}
    return common | claim.facts


def fairness_json(game: Game) -> dict[str, Any]:
    """What the shuffles of a game were bound to, as far as this fold of it knows."""
    secrets = [*game.secrets, *[None] * (len(game.commitments) - len(game.secrets))]
    entropies = ["" if seat is None else seat.entropy for seat in game.seats]
    rounds = [
        {"round": number, "commitment": commitment, "secret": secret, "entropies": entropies}
        for number, (commitment, secret) in enumerate(zip(game.commitments, secrets, strict=True), 1)
    ]
    return {"game": game.id, "rounds": rounds, "how": HOW}
