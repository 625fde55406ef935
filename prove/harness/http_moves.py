"""Moves, refused actions and options for games that are compared over HTTP."""

from random import Random
from typing import Any

from prove.harness.application import Table
from prove.harness.http_worlds import deck_codes
from prove.harness.views import actions_of

OPTIONS: dict[str, dict[str, Any]] = {
    "dobon-sato": {"claim_grace_seconds": 3, "false_claim": "expose"},
    "dobon-kawagoe": {"claim_grace_seconds": 3, "false_claim": "expose"},
    "doubt": {"min_open_seconds": 3},
    "durak": {},
    "kirifu": {},
    "mustamaija": {},
}
BEATING = ("durak", "kirifu", "mustamaija")


def refused_actions(view: dict[str, Any], chance: Random) -> list[dict[str, Any]]:
    """Return actions that are refused whatever the other seats hold."""
    seat = view["you"]["seat"] if view["you"] else None
    own = [] if seat is None else view["round"]["hands"][seat]
    strange = chance.sample([code for code in deck_codes(view["ruleset"], view["options"]) if code not in own], 6)
    if view["ruleset"] in BEATING:
        return illegal_attacks(view, own[:4] + strange[:2])
    found: list[dict[str, Any]] = [{"type": "play", "cards": [code]} for code in strange]
    found += [{"type": "play", "cards": [code], "suit": "H"} for code in strange[:2]]
    found += [{"type": "play", "cards": [code, code]} for code in own[:1] if own.count(code) == 1]
    found += [{"type": "ready"}, {"type": "flip"}]
    if view["round"]["turn"] != seat:
        found += [
            {"type": "draw"},
            {"type": "pass"},
            {"type": "accept"},
            *({"type": "play", "cards": [c]} for c in own),
        ]
    found += late_doubts(view) if view["ruleset"] == "doubt" else late_calls(view, own)
    allowed = [
        action.get("cards", action["type"])
        for action in actions_of(view)
        if "cards" in action or view["ruleset"] != "doubt"
    ]
    return [body for body in found if body.get("cards", body["type"]) not in allowed]


def late_calls(view: dict[str, Any], own: list[str]) -> list[dict[str, Any]]:
    """Return calls and answers that are too late, or to which the seat is not asked."""
    top = (view["round"]["board"]["top"] or view)["version"]
    found = [{"type": kind, "on": top - 1} for kind in ("dobon", "decline")] + [{"type": "decline", "on": top}]
    return found + [{"type": "play", "cards": [code], "on": top - 1} for code in own[:1]]


def late_doubts(view: dict[str, Any]) -> list[dict[str, Any]]:
    """Return the same for Doubt."""
    on = (view["round"]["board"]["claim"] or view)["version"]
    found = [{"type": kind, "on": on + step} for kind in ("doubt", "cheat", "decline") for step in (-1, 0, 1)]
    as_listed = [{**body, "type": "doubt"} if body["type"] == "cheat" else body for body in found]
    return [body for body, listed in zip(found, as_listed, strict=True) if listed not in actions_of(view)]


def illegal_attacks(view: dict[str, Any], cards: list[str]) -> list[dict[str, Any]]:
    """Return the actions of a beating game with these cards that are not allowed: leads, attacks and defences."""
    lying = [attack["card"] for attack in view["round"]["board"]["attacks"]] + cards[-1:]
    found: list[dict[str, Any]] = [
        {"type": kind, "cards": [code]} for kind in ("lead", "attack", "throw-in") for code in cards
    ]
    found += [{"type": "beat", "pairs": [[attack, code]]} for attack in lying for code in cards]
    found += [{"type": "turn-over", "card": code} for code in cards]
    found += [{"type": "attack", "cards": [code, code]} for code in cards[:1]]
    found += [{"type": kind} for kind in ("take", "stop", "ready", "pass")]
    return [body for body in found if body not in actions_of(view)]


def pick_move(table: Table, chance: Random, open_handed: bool = True) -> tuple[int, dict[str, Any]]:
    """Return a seat and an allowed action: mostly the action of the turn, sometimes a call.

    Without `open_handed` no seat answers a flip with cards. The answer stays hidden, and a seat could not give it with
    the cards of another world. Nor does a seat draw from a hand of Doubt, because the same places hold other cards
    there.
    """
    views = [person.view(table.id) for person in table.people]
    able = [(seat, action) for seat, view in enumerate(views) for action in actions_of(view)]
    if not open_handed and views[0]["round"]["phase"] == "opening":
        able = [move for move in able if move[1]["type"] != "play"]
    if not open_handed and views[0]["options"].get("penalty") == "exchange_two":
        able = [move for move in able if move[1]["type"] != "doubt"]
    calm = [move for move in able if move[1]["type"] not in ("dobon", "doubt")]
    return chance.choice(able if chance.random() < 0.1 or not calm else calm)


def pick_options(key: str, chance: Random) -> dict[str, Any]:
    """Return options with which a player's actions reveal nothing of the cards that stay in the hand."""
    if key == "dobon-kawagoe":
        # If only a seat without a fitting card may draw, each draw reveals that none fits.
        return {"voluntary_draw": True, "eight_wild": chance.random() < 0.5}
    if key == "doubt":
        return {
            "variant": chance.choice(["doubt", "doubt", "cheat"]), "penalty": chance.choice(["pile", "eliminate", "exchange_two"]),
            "decks": chance.choice([1, 1, 2]), "jokers_per_deck": chance.randrange(3), "max_cards_per_play": chance.randint(1, 3),
            "next_play_closes": chance.random() < 0.7, "doubter_takes_turn": chance.random() < 0.5,
        }  # fmt: skip
    if key == "durak":
        return {
            "throw_in": chance.random() < 0.7, "turnover": chance.random() < 0.7, "multi_lead": chance.random() < 0.5,
            "guardian_scope": chance.choice(["neighbours", "all"]),
        }  # fmt: skip
    if key == "kirifu":
        return {
            "two_groups": chance.random() < 0.5, "plain_follow_suit": chance.random() < 0.5,
            "limit_by_defender_hand": chance.random() < 0.5, "finish": chance.choice(["play_on", "first_out"]),
        }  # fmt: skip
    if key == "mustamaija":
        return {"trump_reveal": chance.choice(["after_first_lead", "at_deal"]), "max_lead": chance.choice([0, 1, 5])}
    return {"claim_mode": chance.choice(["race", "ask_all"]), "play_after_draw": chance.random() < 0.5}
