"""Invariants of every event of a beating game, checked for every viewer."""

import json
import re
from collections import Counter
from typing import Any

from domain.beating.table import BeatingTable
from domain.game.game import Game, actions, view
from domain.log.events import Event
from domain.ruleset.cards import CODES, codes
from domain.ruleset.ruleset import Options
from domain.running.automation import ViewerGames

_CODE = re.compile(r'"([SCHD](?:1[0-3]|[1-9])|X[12])"')


def check_event(folds: ViewerGames, before: Game, event: Event) -> None:
    """Check that each card is in one place and that folds differ only in what they hide.

    Views may name only own cards.
    """
    server, rules = folds.server, folds.server.ruleset
    table: BeatingTable = server.table
    everywhere = [*table.stock, *table.lying(), *table.discard, *(card for hand in table.hands for card in hand)]
    assert Counter(everywhere) == Counter(rules.deck(table.jokers))
    assert not [*rules.misplaced(table)]
    assert all({*known} <= {*hand} for known, hand in zip(table.known, table.hands, strict=True))
    assert {*table.seen} <= {*table.stock}
    assert {*table.emptied} == {seat for seat in table.left() if not table.hands[seat]}
    rules.hindsight(before.table, event, table)
    for viewer, game in folds.viewers.items():
        _check_viewer(viewer, game, table)
        copy = Game.from_stored(json.loads(json.dumps(game.stored())))
        assert copy.stored() == game.stored(), "a fold can be stored and restored"
        if viewer >= 0:
            assert actions(game, viewer) == actions(server, viewer)
            options = game.options
            assert rules.refused(game.table, viewer, options) == rules.refused(table, viewer, options)


def check_between_commands(table: BeatingTable, options: Options) -> None:
    """Check that after a command a seat is asked that can do something, and that two seats or more are in."""
    assert table.asked() == [table.turn]
    assert len(table.left()) > 1
    assert table.turn not in table.out
    # In Kirifu more cards may be led than the defender holds; a defender without cards takes.
    assert table.hands[table.turn] or (table.phase == "defending" and len(table.unbeaten()) < len(table.attacks))
    assert (table.deadline is None) == (not options["turn_seconds"])
    bout = table.bout
    if bout is None:
        assert (table.limit > 0) == (table.phase == "leading")
        assert table.emptied in ([], [table.turn])
        return
    assert len(table.attacks) <= bout.limit <= 6
    assert bout.defender not in bout.team
    assert len({*bout.team}) == len(bout.team)
    assert table.turn in ([bout.defender] if table.phase == "defending" else bout.team)
    assert bool(table.attacks) == (table.phase != "leading")
    assert bool(table.unbeaten()) == (table.phase in ("defending", "throwing-in"))


def _check_viewer(viewer: int, game: Game, server: BeatingTable) -> None:
    table: BeatingTable = game.table
    assert _public_parts(table) == _public_parts(server)
    for own, true in zip(table.stock, server.stock, strict=True):
        assert own == true if true in server.seen else own is None
    if table.over:
        assert table.hands == server.hands
        return
    for seat, hand in enumerate(table.hands):
        assert hand == (server.hands[seat] if seat == viewer else [None] * len(server.hands[seat]))
    shown = view(game, viewer)["round"]
    others = [hand for seat, hand in enumerate(shown["hands"]) if seat != viewer]
    public = {*codes(server.lying())} | ({CODES[server.trump_card]} if server.trump_card is not None else set())
    assert {*_CODE.findall(json.dumps({**shown, "hands": others}))} <= public, "cards of other hands are not named"


def _public_parts(table: BeatingTable) -> tuple[Any, ...]:
    """Return the parts of a table that every viewer knows."""
    hidden = ("hands", "stock", "open")
    return tuple(value for name, value in table.stored().items() if name not in hidden)
