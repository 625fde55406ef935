"""Reviews, claims and fairness as JSON."""

from dataclasses import asdict
from itertools import islice
from typing import Any

from api.dependencies import dependencies
from api.presenters.player_names import player_names
from api.problems import Problem
from api.schemas.event_types import forms
from domain.game.game import Game
from domain.log.events import SERVER, SPECTATOR
from domain.log.upcasting import current
from domain.review import review
from domain.ruleset.wording import Who
from infra.event_store import store
from infra.queries import history

HOW = {
    "en": "The secret of round n, hashed n times (SHA-256 of 'dobon/link/1|' and the 32 bytes), is the server's anchor, which was public before anybody sat down; "
    "so is each link of a seat and the seat's anchor. The secret, the game's id, the round and the links are enough to repeat the shuffle, open every seal and "
    "recompute every digest: dobon verify FILE.",
    "ja": "第nラウンドの秘密の値を n 回ハッシュすると('dobon/link/1|' と 32 バイトをつないだものの SHA-256)、誰かが着席する前に公開されたサーバーのアンカーになります。"
    "各席のリンクと席のアンカーも同じ関係です。秘密の値・ゲームのid・ラウンド・リンクから、山札の切り混ぜ・封印・要約値のすべてを計算し直せます: dobon verify FILE。",
}


def review_seat(game_id: str, query: dict[str, Any]) -> int | None:
    """Return the seat whose knowledge the review is limited to; None for open hands. Raises
    `Problem("bad-parameter")`.
    """
    seat: int | None = query.get("seat")
    seats = len(dependencies().games.view(game_id, SPECTATOR).seats)
    if seat is not None and seat >= seats:
        raise Problem("bad-parameter", f"This game has no seat {seat}: send one from 0 to {seats - 1}.")
    return seat


def review_json(
    game_id: str, round_number: int, seat: int | None, numbers: range, upto: int = store.NEWEST
) -> dict[str, Any]:
    """Return the frames of a finished round with these numbers, from the log up to version `upto`.

    `next` is the number of the frame after them, null at the end of the round.
    """
    events = history.revealed_events(dependencies().pool, game_id, upto)
    frames = review.frames(game_id, events, round_number, seat_names(game_id), seat, numbers.start)
    shown = [with_words(frame) for frame in islice(frames, len(numbers))]
    more = next(frames, None) is not None
    return {"round": round_number, "frames": shown, "next": numbers.start + len(shown) if more else None}


def frame_json(
    game_id: str, round_number: int, version: int, seat: int | None, upto: int = store.NEWEST
) -> dict[str, Any] | None:
    """Return the frame of one event of the round, from the log up to version `upto`; None if the round has no such
    event.
    """
    event = history.revealed_event(dependencies().pool, game_id, version, upto)
    if event is None or version < 2:
        return None
    before = dependencies().games.view(game_id, SERVER if seat is None else seat, version - 1)
    found = current(event).public["round"] if event.type == "round-dealt" else before.round
    if found != round_number:
        return None
    frame = review.frame_at(before, [event], version, seat_names(game_id), seat)
    return None if frame is None else with_words(frame)


def with_words(frame: dict[str, Any]) -> dict[str, Any]:
    """Return a frame whose event has its form and its words, as in every answer with events."""
    text, event = frame["text"], frame["event"]
    shown = {name: value for name, value in frame.items() if name != "text"}
    return {**shown, "event": {**event, "form": forms(frame["board"]["family"])[event["type"]], "text": text}}


def seat_names(game_id: str) -> Who:
    """Return the function that names the seats of a game in sentences."""
    return player_names().seats_of(dependencies().games.view(game_id, SPECTATOR))


def named_players(game: Game) -> list[dict[str, Any]]:
    """Return `seat`, `id`, `bot` and `name` of the players of a game."""
    players = [{"seat": number, "id": seat.player, "bot": seat.bot} for number, seat in enumerate(game.seats) if seat]
    return player_names().with_names(players)


def claim_json(claim: store.Claim) -> dict[str, Any]:
    """Return a call without its player; the game lists the players by seat."""
    common = {name: value for name, value in asdict(claim).items() if name not in ("player", "facts")}
    return common | claim.facts


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
