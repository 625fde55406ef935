"""Servers whose bots decide from more than their own view: they know all cards, or choose their random numbers.

A cheat decides otherwise where it gains something by that. It moves whenever the honest bot moves: that a server lets
its bots wait cannot be seen in a log.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from domain.game.game import PLAYING, Game, actions
from domain.log.chance import Chance
from domain.log.errors import Refused
from domain.log.events import Event
from domain.log.log_format import export
from domain.ruleset.actions import Action, Attack, Decline, Doubt, Lead, Play
from domain.ruleset.windows import asked
from domain.running.automation import bots_from, decide, first_move
from domain.running.commands import act, due
from prove.harness.match import DOUBT, DURAK, KAWAGOE, KIRIFU, MUSTAMAIJA, SATO, Match

Cheat = Callable[["CheatingMatch", int, Action], Action]
"""Returns the decision of a server that cheats, from all that it knows, the seat, and the seat's honest decision."""

OTHER_NUMBERS = Chance(b"\0" * 32, "", 0, ())
"""Random numbers that are not those of the log."""


class CheatingMatch(Match):
    """A match of bots alone whose server lets a cheat replace their decisions.

    The creator leaves at once, so that a bot plays on seat 0 too.
    """

    def __init__(self, ruleset: str, bots: Sequence[str], seed: int, cheat: Cheat | None, **options: Any) -> None:
        self.cheat: Cheat | None = None
        self.cheated: list[int] = []
        "Versions at which a move was made that is not the honest one."
        super().__init__(len(bots) + 1, ruleset=ruleset, bots=bots, seed=seed, **options)
        self.cheat = cheat
        self.leave(0)
        self.wait(24 * 3_600_000)

    def next_step(self) -> list[Event]:
        """Return the events of the next step, with the decision of the cheat if a bot moves."""
        game, deadline = self.game, due(self.game)
        overdue = deadline is not None and deadline <= self.now
        if self.cheat is None or game.status != PLAYING or overdue or self.now < bots_from(game):
            return super().next_step()
        chance = game.chance(self.chain.link(game.round))
        honest = first_move(game, lambda seat: decide(self.of(seat), seat, self.now, chance))
        moved = first_move(game, lambda seat: self._cheat_on(seat, chance))
        if moved != honest:
            self.cheated.append(game.version)
        return [] if moved is None else act(game, *moved, self.now, self.chain)

    def lines(self) -> list[str]:
        """Return the lines of the exported log."""
        return list(export(self.id, self.log[0], self.game.head, self.log))

    def _cheat_on(self, seat: int, chance: Chance) -> Action | None:
        assert self.cheat is not None
        honest = decide(self.of(seat), seat, self.now, chance)
        return None if honest is None else self.cheat(self, seat, honest)


def knows_who_declined(match: CheatingMatch, seat: int, honest: Action) -> Action:
    """Doubt: let the same strategy decide by which other seats have declined in secret."""
    game = match.game.copy()
    game.table.asked = asked(game.state)
    return decide(game, seat, match.now, game.chance(match.chain.link(game.round))) or honest


def other_numbers(match: CheatingMatch, seat: int, honest: Action) -> Action:
    """Let the strategy decide from the seat's view with random numbers that are not those of the log."""
    return decide(match.of(seat), seat, match.now, OTHER_NUMBERS) or honest


def avoids_calls(match: CheatingMatch, seat: int, honest: Action) -> Action:
    """Dobon: lay no card on which another seat could call truly."""
    if not isinstance(honest, Play) or not _is_called(match.game, seat, honest):
        return honest
    plays = _others(match.of(seat), seat, Play)
    return next((play for play in plays if not _is_called(match.game, seat, play)), honest)


def doubts_lies(match: CheatingMatch, seat: int, honest: Action) -> Action:
    """Doubt: doubt exactly the plays that are lies."""
    calls = match.game.ruleset.calls
    if calls is None or not isinstance(honest, Doubt | Decline):
        return honest
    lied = calls.is_true(match.game.state, seat)
    return Doubt(honest.on) if lied else next(_others(match.of(seat), seat, Decline), honest)


def leads_the_unbeatable(match: CheatingMatch, seat: int, honest: Action) -> Action:
    """Beating games: attack with a card that no card of another seat beats."""
    if not isinstance(honest, Attack | Lead) or not _is_beaten(match.game, seat, honest):
        return honest
    singles = (action for action in _others(match.of(seat), seat, type(honest)) if len(action.cards) == 1)
    return next((action for action in singles if not _is_beaten(match.game, seat, action)), honest)


def _others(own: Game, seat: int, kind: type[Any]) -> Iterator[Any]:
    return (action for action in actions(own, seat) if isinstance(action, kind))


def _is_called(server: Game, seat: int, play: Play) -> bool:
    """Tell whether another seat could truly call on the play."""
    rules, after = server.ruleset, server.state.copy()
    assert rules.calls is not None
    try:
        events = rules.decide(after, seat, play, server.options, "9999-01-01T00:00:00.000000Z", OTHER_NUMBERS)
    except Refused:
        return True
    for event in events:
        rules.apply(after, event)
    return any(rules.calls.is_true(after, other) for other in range(len(server.seats)) if other != seat)


def _is_beaten(server: Game, seat: int, action: Attack | Lead) -> bool:
    """Tell whether another seat holds a card that beats the first card of the action."""
    rules: Any = server.ruleset
    held = [card for other in range(len(server.seats)) if other != seat for card in server.state.held(other)]
    return any(rules.beats(server.table, card, action.cards[0]) for card in held)


CHEATS: dict[str, tuple[Cheat, ...]] = {
    SATO: (avoids_calls, other_numbers),
    KAWAGOE: (avoids_calls, other_numbers),
    DOUBT: (knows_who_declined, doubts_lies, other_numbers),
    DURAK: (leads_the_unbeatable, other_numbers),
    KIRIFU: (leads_the_unbeatable, other_numbers),
    MUSTAMAIJA: (leads_the_unbeatable, other_numbers),
}
"""Cheats of each ruleset."""
