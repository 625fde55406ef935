"""Choices of bots: in a situation, in whole games, and in worlds that differ only in what the bots cannot see."""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

import pytest
from hypothesis import assume

from domain.bots.strategies import STRATEGIES, playing
from domain.game.game import Game
from domain.game.reading import read
from domain.game.registry import RULESETS
from domain.log.chance import RandomStream
from domain.log.events import Event
from domain.log.upcasting import logged
from domain.ruleset.actions import CALLS, Action, Attack, Beat, Dobon, Lead, Play, Stop, Take, ThrowIn, TurnOver
from domain.ruleset.cards import CODES, RANK, SUIT, codes, deck
from prove.harness.match import account
from tests.domain.beating import situations
from tests.domain.dobon.situations import Situation
from tests.domain.doubt.situations import Position

STREAM = RandomStream(b"\3" * 32, "test")


def asked(situation: Situation | Position | situations.Position, seat: int, name: str = "careful") -> Action | None:
    """Return the bot's choice for the seat."""
    strategy = playing(situation.game.ruleset.key, name, None)
    return strategy(situation.game.seen_by(seat), seat, situation.actions(seat), STREAM)


def laid(action: Action | None) -> str:
    """Return the cards of a play."""
    assert isinstance(action, Play), action
    return " ".join(CODES[card] for card in action.cards)


def said(action: Action | None) -> str:
    """Describe an action of a beating game as a step: `leads H9 D9 + C4`, `beats H6<-H8`, `takes`."""
    if isinstance(action, Beat):
        return " ".join(["beats", *(f"{CODES[attack]}<-{CODES[card]}" for attack, card in sorted(action.pairs))])
    if isinstance(action, Lead | Attack | ThrowIn):
        extra = [] if not isinstance(action, Lead) or action.extra is None else ["+", CODES[action.extra]]
        return " ".join([_VERBS[type(action)], *codes(sorted(action.cards)), *extra])
    if isinstance(action, TurnOver):
        return f"turns-over {CODES[action.card]}"
    assert isinstance(action, Take | Stop), action
    return _VERBS[type(action)]


_VERBS: dict[type[Action], str] = {Lead: "leads", Attack: "attacks", ThrowIn: "throws-in", Take: "takes", Stop: "stops"}


class ChoiceRecorder:
    """A recorder in front of every strategy that checks and keeps each request and choice."""

    def __init__(self) -> None:
        self.answers: list[tuple[Game, int, Sequence[Action], Action | None]] = []

    def watch(self, patch: pytest.MonkeyPatch) -> None:
        for key, versions in STRATEGIES.items():
            watched = {version: self.before(strategy) for version, strategy in versions.items()}
            patch.setitem(STRATEGIES, key, watched)

    def before(self, strategy: Any) -> Any:
        def choose(game: Game, seat: int, actions: Sequence[Action], stream: RandomStream) -> Action | None:
            answer: Action | None = strategy(game, seat, actions, stream)
            self.answers.append((game, seat, actions, answer))
            self.judge(game, seat, actions, answer)
            return answer

        return choose

    @staticmethod
    def judge(game: Game, seat: int, actions: Sequence[Action], answer: Action | None) -> None:
        """Check that the choice is legal, made from the seat's own game, and not a false call."""
        assert game.state.deck is None
        assert [other for other, hand in enumerate(game.state.hands) if hand is not None] == [seat]
        if answer is None:
            called = all(isinstance(action, CALLS) for action in actions)
            assert called or seat not in game.ruleset.waiting_for(game.state)
        elif answer not in actions:
            ChoiceRecorder.may_be_laid_together(game, seat, actions, answer)
        if isinstance(answer, Dobon):
            assert game.ruleset.is_true(game.state, seat)

    @staticmethod
    def may_be_laid_together(game: Game, seat: int, actions: Sequence[Action], answer: Action) -> None:
        """Check several cards at once, because Doubt and the beating games list actions of single cards only."""
        if isinstance(answer, Beat):
            assert len(answer.pairs) > 1
            assert all(Beat((pair,)) in actions for pair in answer.pairs)
            assert all(len({*cards}) == len(cards) for cards in zip(*answer.pairs, strict=True))
            return
        if isinstance(answer, ThrowIn):
            assert len(answer.cards) > 1
            assert all(ThrowIn((card,)) in actions for card in answer.cards)
            return
        if isinstance(answer, Lead):
            ChoiceRecorder.may_be_led(game, actions, answer)
            return
        assert isinstance(answer, Play)
        assert answer.suit is answer.on is None
        assert 1 < len(answer.cards) <= game.options["max_cards_per_play"]
        assert any(isinstance(action, Play) for action in actions)
        assert not Counter(answer.cards) - Counter(game.cards(seat))

    @staticmethod
    def may_be_led(game: Game, actions: Sequence[Action], answer: Lead) -> None:
        """Check a group with an extra card, in any order, or a flush."""
        whole = [*answer.cards, *([] if answer.extra is None else [answer.extra])]
        assert 1 < len({*whole}) == len(whole) <= game.table.limit
        assert all(Lead((card,)) in actions for card in whole)
        if game.ruleset.key == "mustamaija":
            assert answer.extra is None
            assert len({SUIT[card] for card in whole}) == 1
        else:
            assert Lead(tuple(sorted(answer.cards))) in [
                Lead(tuple(sorted(action.cards))) for action in actions if isinstance(action, Lead)
            ]
            assert answer.extra is None or max(Counter(RANK[card] for card in answer.cards).values()) > 1


def worlds(log: list[Event], seat: int, turn: int) -> Iterator[list[Event]]:
    """Yield the log, and the log with other cards in all places that the seat cannot see.

    All other seats become people.
    """
    known = set(_codes([[one.public, one.sealed.get(str(seat))] for one in map(logged, log)]))
    hidden = [code for code in _deck(log[0].public.ruleset) if code not in known]
    assume(hidden)
    for shift in (0, turn):
        other = dict(zip(hidden, hidden[shift % len(hidden) :] + hidden[: shift % len(hidden)], strict=True))
        yield [_moved(RULESETS[log[0].public.ruleset], event, other, seat) for event in log]


def _deck(key: str) -> list[str]:
    """Return the codes of all cards of the ruleset."""
    rules: Any = RULESETS[key]
    if hasattr(rules, "deck"):
        return codes(rules.deck(int(any(option.name == "joker" for option in rules.options))))
    return codes(deck(getattr(rules, "deck_size", 52) - 52))


def _codes(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict | list):
        for part in value.values() if isinstance(value, dict) else value:
            yield from _codes(part)


def _moved(rules: Any, event: Event, other: dict[str, str], seat: int) -> Event:
    def move(value: Any) -> Any:
        if isinstance(value, dict):
            return {name: move(part) for name, part in value.items()}
        if isinstance(value, list):
            return [move(part) for part in value]
        return other.get(value, value) if isinstance(value, str) else value

    found = logged(event)
    if event.type == "seat-taken" and found.public["seat"] != seat:
        found.public |= {"player": account(f"player-{found.public['seat']}"), "bot": None, "bot_version": None}
    found.sealed = {part: payload if part == str(seat) else move(payload) for part, payload in found.sealed.items()}
    return read(rules, found)
