"""Games that are imported event by event.

Such a game is another world for the players of an existing game, or has a chosen deal.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any
from uuid import uuid4

from werkzeug.test import TestResponse

from domain.beating.base import BeatingFamily
from domain.dobon.base import DobonFamily
from domain.game.fold import fold, fold_for
from domain.game.reading import read_log
from domain.game.registry import RULESETS
from domain.game.spectators import shown_status
from domain.log.chance import HashChain
from domain.log.events import SPECTATOR, Event, LoggedEvent, seen_by
from domain.log.log_format import chain
from domain.log.upcasting import logged
from domain.ruleset.cards import CODES, codes
from domain.running.summary import summary
from infra.event_store import store
from infra.event_store.claims import claim_row
from infra.queries.games import game_row
from prove.harness.application import Caller, House, Table

SECONDS = 4
"""Seconds between two commands: more than the grace in which the top cannot be covered."""

HEX = re.compile(r"[0-9a-f]{64}")
"""Digests and seals, which differ with hidden cards without revealing them."""


@dataclass
class World:
    """A game, and the clock that it shares with the other one."""

    house: House
    game: str
    people: list[Caller]
    report: str = ""
    "The id of a report of one of its plays."

    def do(self, seat: int, body: dict[str, Any]) -> TestResponse:
        """Send an action of a seat, some seconds after the one before."""
        self.house.time.passes(SECONDS)
        return self.people[seat].post(f"/v1/games/{self.game}/actions", body)

    def mask(self, response: TestResponse) -> str:
        """Return an answer without the game's id and digests."""
        head = sorted((name, value) for name, value in response.headers.items() if name != "Date")
        text = f"{response.status} {head} {response.get_data(as_text=True)}"
        return HEX.sub("#", text.replace(self.game, "GAME"))


def deck_codes(ruleset: str, options: dict[str, Any]) -> list[str]:
    """Return the codes of all cards of a game."""
    rules = RULESETS[ruleset]
    if isinstance(rules, BeatingFamily):
        return codes(rules.deck(int(options.get("joker", 0))))
    return CODES[: rules.deck_size if isinstance(rules, DobonFamily) else 52 + options["jokers_per_deck"]]


def exchange_cards(events: Sequence[LoggedEvent], seat: int | None, swapped: dict[str, str]) -> list[LoggedEvent]:
    """Return the events with cards exchanged in the parts that the seat cannot open."""

    def other(value: Any) -> Any:
        if isinstance(value, list):
            return [other(item) for item in value]
        return swapped.get(value, value) if isinstance(value, str) else value

    def part(key: str, payload: dict[str, Any]) -> dict[str, Any]:
        return payload if key == str(seat) else {name: other(value) for name, value in payload.items()}

    return [event.opening({key: part(key, payload) for key, payload in event.sealed.items()}) for event in events]


def import_game(table: Table, log: Sequence[Event | LoggedEvent]) -> World:
    """Import a second game of the same players with these events."""
    game, pool, events = str(uuid4()), table.house.pool, [*read_log(map(logged, log))]
    with pool.games.of(table.id).connection() as connection:
        last_link = store.last_link(connection, table.id)
        links = HashChain(last_link, events[0].public.options["rounds"])
        head = chain(game, "", events, links.link(1))
        row = game_row(table.house.tables.pool, table.id)
        made = store.NewGame(
            row.ruleset, events[0].public.options, row.seats, row.listed, table.join_code, table.people[0].id, row.created_at,
            row.spectators, row.spectator_delay, last_link,
        )  # fmt: skip
        bodies = [store.encode(event) for event in events]
        seated = {number: person.id for number, person in enumerate(table.people)}
        new = store.Append(
            game,
            0,
            events,
            bodies,
            [store.CLOCK] * len(events),
            "playing",
            1,
            None,
            summary(fold_for(game, events, SPECTATOR)),
            made,
            None,
            [],
            seated,
            [],
        )
        game_now = fold(game, events)
        new.claims = [made for event in events if (made := claim_row(event, game_now)) is not None]
        new.shown, new.players = shown_status(game_now), game_now.players
        assert store.append(connection, new)
    assert head == events[-1].digest
    return World(table.house, game, table.people)


def hidden_cards(events: Sequence[LoggedEvent], seat: int | None) -> list[str]:
    """Return the cards that the seat cannot know from all these events."""
    seen = [seen_by(event, -1 if seat is None else seat) for event in events]
    # A doubt is the only event of its game that may show cards to all; any other such event would be a leak.
    secretive = events[0].public["ruleset"] == "doubt"
    told = repr(
        [(event.public if event.type == "doubt-called" or not secretive else "", event.sealed) for event in seen]
    )
    created = events[0].public
    return [code for code in deck_codes(created["ruleset"], created["options"]) if f"'{code}'" not in told]
