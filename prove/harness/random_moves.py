"""Whole games from one seed: players make random legal moves, seldom call, delay, leave and come back."""

from collections.abc import Sequence
from random import Random

from domain.dobon.calls import answers_to
from domain.game.game import BETWEEN_ROUNDS, PLAYING, WAITING, actions, allowed_from
from domain.log.errors import Refused
from domain.ruleset.actions import (
    CALLS,
    Accept,
    Action,
    Beat,
    Decline,
    Dobon,
    Doubt,
    Draw,
    Lead,
    Play,
    Ready,
    Take,
    ThrowIn,
)
from domain.ruleset.cards import RANK
from prove.harness.match import BEATING, DOUBT, KAWAGOE, Match, refusal_code

WITHHOLDING = 0.1
"""How often a player is ready without a link."""


def wander(match: Match, chance: Random, moves: int, *, restless: float = 0.02, rash: float = 0.02) -> None:
    """Play `moves` moves, or fewer if the game ends.

    `restless` is how often a player leaves, comes back or lets time pass instead of moving. `rash` is how often a
    player calls, truly or falsely.
    """
    for _ in range(moves):
        game = match.game
        if game.status == WAITING:
            match.sit(f"player-{game.version}", contributes=game.version % 2 == 0)
        elif game.status == BETWEEN_ROUNDS:
            seat = chance.choice(game.unready)
            if chance.random() < WITHHOLDING:
                match.act(seat, Ready())
            else:
                match.ready(seat)
        elif game.status != PLAYING:
            return
        elif chance.random() < restless:
            _stir(match, chance)
        elif game.ruleset.key in BEATING:
            _beat(match, chance)
        else:
            _move(match, chance, rash)


def able_callers(match: Match) -> list[int]:
    """Return the human seats that may call now with a true call; an empty list in games without calls."""
    calls, state = match.game.ruleset.calls, match.game.state
    if calls is None:
        return []
    call = current_call(match)
    return [seat for seat in human_seats(match) if calls.is_true(state, seat) and call in actions(match.of(seat), seat)]


def current_call(match: Match) -> Action:
    """Return the call or doubt that could be made now."""
    table = match.game.table
    return Doubt(table.window) if match.game.ruleset.key == DOUBT else Dobon(answers_to(table))


def human_seats(match: Match) -> list[int]:
    """Return the seats that no strategy plays."""
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
    table, doubting = match.game.table, match.game.ruleset.key == DOUBT
    right = able_callers(match)
    if right and chance.random() < (0.8 if table.window and not doubting else 0.3):
        match.act(chance.choice(right), current_call(match))
        return
    legal = [(seat, action) for seat in human_seats(match) for action in actions(match.of(seat), seat)]
    calls = [move for move in legal if isinstance(move[1], CALLS)]
    declines = [move for move in legal if isinstance(move[1], Decline)]
    plays = [move for move in legal if isinstance(move[1], Play)]
    if calls and chance.random() < rash:
        _do(match, *chance.choice(calls))
    elif plays and chance.random() < 0.7:
        seat, play = chance.choice(plays)
        _do(match, seat, _several(match, seat, chance) if doubting else play)
    elif others := declines or [move for move in legal if move not in calls]:
        _do(match, *chance.choice(others))
    else:
        match.wait(chance.choice([800, 3_000, 10_000]))


def _do(match: Match, seat: int, action: Action) -> None:
    """Execute the action, at once or when it is allowed."""
    game = match.game
    from_then = allowed_from(game)
    if game.ruleset.key == DOUBT:
        _do_in_doubt(match, seat, action)
        return
    held_back = (Play, Draw, Accept) if game.ruleset.key == KAWAGOE else Play
    if isinstance(action, held_back) and from_then is not None and match.now < from_then:
        assert refusal_code(lambda: match.act(seat, action)) == "too-early"
        match.wait(3_000)
        return
    match.act(seat, action)


# Beating games


def _beat(match: Match, chance: Random) -> None:
    """Make any listed move, seldom a take; now and then combine several cards or pairs."""
    seat = match.game.table.turn
    legal = actions(match.of(seat), seat) if seat in human_seats(match) else []
    if not legal:
        match.wait(chance.choice([800, 3_000, 10_000]))
        return
    action = chance.choice(legal)
    if isinstance(action, Take) and chance.random() < 0.7:
        action = chance.choice(legal)
    try:
        match.act(seat, _more(action, legal, chance))
    except Refused as refused:
        if refused.code not in TOO_MUCH:
            raise
        match.act(seat, action)


TOO_MUCH = (
    "bad-combination",
    "too-many-cards",
    "limit-reached",
    "option-off",
    "extra-not-allowed",
    "mixed-suits",
    "bad-arguments",
)
"""Codes with which a combined action may be refused."""


def _more(action: Action, legal: Sequence[Action], chance: Random) -> Action:
    """Return the action combined with another one, where that might be allowed."""
    other = chance.choice(legal)
    match action, other:
        case Beat(((one, with_one),)), Beat(((two, with_two),)) if one != two and with_one != with_two:
            return Beat(((one, with_one), (two, with_two)))
        case ThrowIn((one,)), ThrowIn((two,)) if one != two:
            return ThrowIn((one, two))
        case Lead(cards), Lead((card,)) if card not in cards and chance.random() < 0.5:
            return Lead(cards, card) if len(cards) > 1 else Lead((*cards, card))
    return action


# Doubt


def _several(match: Match, seat: int, chance: Random) -> Play:
    """Return a play of several cards, half the time only of the claimed number, if the hand has it."""
    table, most = match.game.table, match.game.options["max_cards_per_play"]
    hand = match.game.state.held(seat)
    chance.shuffle(hand)
    wanted = table.number % 13 + 1 if table.window else table.number
    honest = [card for card in hand if RANK[card] in (0, wanted)]
    return Play(tuple((honest if honest and chance.random() < 0.5 else hand)[: chance.randint(1, most)]))


def _do_in_doubt(match: Match, seat: int, action: Action) -> None:
    """Execute the action.

    If the window has to stay open longer, let that time pass. A joker that may not be last is kept.
    """
    try:
        match.act(seat, action)
    except Refused as refused:
        if refused.code == "too-early":
            match.wait(3_000)
            return
        if refused.code != "joker-cannot-finish":
            raise
        hand: Sequence[int] = match.of(seat).cards(seat)
        match.act(seat, Play((next(card for card in hand if not RANK[card]),)))
