"""Invariants of every event of a beating game, checked for every viewer."""

import json
import re
from collections import Counter
from collections.abc import Mapping, Sequence

from domain.beating.table import BeatingTable
from domain.game.game import Game, actions, view
from domain.log.events import Event
from domain.ruleset.cards import CODES, Card, codes
from domain.ruleset.ruleset import Options

_CODE = re.compile(r'"([SCHD](?:1[0-3]|[1-9])|X[12])"')


def check_event(server: Game, folds: Mapping[int, Game], before: Game, event: Event) -> None:
    """Check that each card is in one place and that folds differ only in what they hide.

    Views may name only own cards.
    """
    rules, state = server.ruleset, server.state
    assert state is not None
    assert state.deck is not None
    table: BeatingTable = state.table
    hands = [state.cards(seat) for seat in range(len(state.hands))]
    everywhere = [*state.deck, *table.lying(), *table.discard, *(card for hand in hands for card in hand)]
    assert Counter(everywhere) == Counter(rules.deck(table.jokers))
    assert not [*rules.misplaced(state)]
    assert table.sizes == [len(hand) for hand in hands]
    assert all({*known} <= {*hand} for known, hand in zip(table.known, hands, strict=True))
    for shown, card in zip(table.stock, state.deck, strict=True):
        assert shown == card if card in table.seen else shown is None
    assert {*table.seen} <= {*state.deck}
    assert {*table.emptied} == {seat for seat in table.left() if not table.sizes[seat]}
    rules.hindsight(before.state, event, state)
    for viewer, game in folds.items():
        assert game == server.seen_by(viewer), "a fold of what a viewer sees is the viewer's part of the server's fold"
        _check_viewer(viewer, game, hands)
        copy = Game.from_stored(json.loads(json.dumps(game.stored())))
        assert copy.stored() == game.stored(), "a fold can be stored and restored"
        if viewer >= 0:
            assert actions(game, viewer) == actions(server, viewer)
            own, options = game.state, game.options
            assert own is not None
            refused = rules.refused(table, state.hands[viewer], viewer, options)
            assert rules.refused(own.table, own.hands[viewer], viewer, options) == refused


def check_between_commands(table: BeatingTable, options: Options) -> None:
    """Check that after a command a seat is asked that can do something, and that two seats or more are in."""
    assert table.asked() == [table.turn]
    assert len(table.left()) > 1
    assert table.turn not in table.out
    # In Kirifu more cards may be led than the defender holds; a defender without cards takes.
    assert table.sizes[table.turn] or (table.phase == "defending" and len(table.unbeaten()) < len(table.attacks))
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


def _check_viewer(viewer: int, game: Game, hands: Sequence[Sequence[Card | None]]) -> None:
    table: BeatingTable = game.table
    seats = range(len(hands))
    if table.over:
        assert [game.cards(seat) for seat in seats] == hands == table.laid_open
        return
    for seat in seats:
        assert game.cards(seat) == (hands[seat] if seat == viewer else [None] * len(hands[seat]))
    shown = view(game, viewer)["round"]
    others = [hand for seat, hand in enumerate(shown["hands"]) if seat != viewer]
    public = {*codes(table.lying())} | ({CODES[table.trump_card]} if table.trump_card is not None else set())
    assert {*_CODE.findall(json.dumps({**shown, "hands": others}))} <= public, "cards of other hands are not named"
