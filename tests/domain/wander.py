"""People who play anything legal at random, call now and then, dawdle, leave and come back: whole games from one seed."""

from random import Random

from domain.actions import Accept, Action, Decline, Dobon, Draw, Play, Ready
from domain.dobon.calls import answers_to
from domain.game import BETWEEN_ROUNDS, PLAYING, WAITING, actions
from tests.domain.games import KAWAGOE, Match, code


def wander(match: Match, chance: Random, moves: int, *, restless: float = 0.02, rash: float = 0.02) -> None:
    """So many moves, fewer if the game ends.

    `restless` is how often somebody leaves, comes back, or lets time pass instead; `rash` how often somebody calls, rightly or not.
    """
    for _ in range(moves):
        game = match.game
        if game.status == WAITING:
            match.sit(f"player-{game.version}", f"entropy {game.version}")
        elif game.status == BETWEEN_ROUNDS:
            match.act(chance.choice(game.unready), Ready())
        elif game.status != PLAYING:
            return
        elif chance.random() < restless:
            _stir(match, chance)
        else:
            _move(match, chance, rash)


def able(match: Match) -> list[int]:
    """People who may call now and would be right."""
    table, rules = match.game.table, match.game.ruleset
    on = Dobon(answers_to(table))
    return [seat for seat in people(match) if rules.is_true(table, seat) and on in actions(match.of(seat), seat)]


def people(match: Match) -> list[int]:
    """Seats that no strategy plays."""
    return [seat for seat in range(len(match.game.seats)) if seat not in match.game.bots]


def _stir(match: Match, chance: Random) -> None:
    taken = [(number, seat) for number, seat in enumerate(match.game.seats) if seat is not None and seat.player]
    number, seat = chance.choice(taken)
    if chance.random() < 0.5:
        match.wait(chance.choice([800, 3_000, 10_000, 63_000]))
    elif seat.bot is None:
        match.leave(number)
    else:
        match.sit(seat.player or "")


def _move(match: Match, chance: Random, rash: float) -> None:
    table = match.game.table
    right = able(match)
    if right and chance.random() < (0.8 if table.window else 0.3):
        match.act(chance.choice(right), Dobon(answers_to(table)))
        return
    legal = [(seat, action) for seat in people(match) for action in actions(match.of(seat), seat)]
    calls = [move for move in legal if isinstance(move[1], Dobon)]
    declines = [move for move in legal if isinstance(move[1], Decline)]
    plays = [move for move in legal if isinstance(move[1], Play)]
    if calls and chance.random() < rash:
        _do(match, *chance.choice(calls))
    elif plays and chance.random() < 0.7:
        _do(match, *chance.choice(plays))
    elif others := declines or [move for move in legal if move not in calls]:
        _do(match, *chance.choice(others))
    else:
        match.wait(chance.choice([800, 3_000, 10_000]))


def _do(match: Match, seat: int, action: Action) -> None:
    """The action, at once or when its time has come."""
    game = match.game
    moves_from = game.ruleset.moves_from(game.table)
    held_back = (Play, Draw, Accept) if game.ruleset.key == KAWAGOE else Play
    if isinstance(action, held_back) and moves_from is not None and match.now < moves_from:
        assert code(lambda: match.act(seat, action)) == "too-early"
        match.wait(3_000)
        return
    match.act(seat, action)
