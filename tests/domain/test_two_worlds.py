"""Two worlds that differ only in what is hidden from V answer V alike (design section 7, 4): views, events, actions, refusals, times."""

from copy import copy
from random import Random
from typing import Any

from hypothesis import assume, event, given, settings
from hypothesis import strategies as st

from domain.actions import Accept, Action, Decline, Dobon, Draw, Pass, Play
from domain.cards import CARDS, RANK, Card
from domain.commands import Secrets, act, due
from domain.errors import Refused
from domain.events import SPECTATOR, Event, Viewer, seen_by
from domain.formula import is_valid
from domain.game import actions, view
from domain.playing import due_after
from tests.domain.games import Match
from tests.domain.situations import TWELVE, Situation
from tests.domain.wander import wander
from tests.domain.witness import named, text

NOTHING = Secrets(b"\0" * 32, b"\1" * 32)

OPTIONS = {
    "claim_mode": st.sampled_from(["race", "ask_all"]),
    "claim_grace_seconds": st.sampled_from([0, 3]),
    "false_claim": st.sampled_from(["expose", "nothing", "draw_2", "lose"]),
    "answer_seconds": st.sampled_from([0, 10]),
    "turn_seconds": st.sampled_from([0, 60]),
    "claim_hints": st.booleans(),
    "draw_penalty_ends_turn": st.booleans(),
    "eight_answers_pending": st.booleans(),
    "play_after_draw": st.booleans(),
    "hand_size": st.integers(1, 6),
}


class World(Match):
    """A match that remembers what it was told to do, and can be doubled."""

    told: list[tuple[str, Any, Any]]
    "`act`, seat and action, or `wait` and milliseconds; what was accepted."

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        self.told = []
        super().__init__(*args, **kwargs)

    def act(self, seat: int, action: Action) -> list[Event]:
        events = super().act(seat, action)
        # What was refused is not told again: others may have named cards that V knows nothing of.
        self.told.append(("act", seat, action))
        return events

    def wait(self, ms: int) -> list[Event]:
        self.told.append(("wait", ms, None))
        return super().wait(ms)

    def double(self) -> "World":
        """A match of its own, at the same point, told nothing yet."""
        other = copy(self)
        other.folds, other.log, other.secrets, other.told = self.folds.copy(), self.log[:], self.secrets[:], []
        return other

    def do(self, kind: str, first: Any, second: Any) -> list[Event]:
        """One command again."""
        return self.act(first, second) if kind == "act" else self.wait(first)

    def reveals(self, viewer: Viewer, since: int) -> set[Card]:
        """Cards that the viewer has been told of from that version on, or knows the place of now."""
        told = {code for event in self.seen(viewer)[since:] for code in (*named(event.public), *named(event.sealed))}
        table = self.of(viewer).table
        known = {card for hand in (*table.hands, *table.shown, table.pile) for card in hand if card is not None}
        return known | {CARDS[code] for code in told}

    def exchange(self, swapped: dict[Card, Card]) -> None:
        """Put other cards where these are, for everybody who knows them."""
        for game in (self.folds.server, *self.folds.viewers.values()):
            table = game.table
            for place in (*table.hands, table.stock):
                place[:] = [swapped.get(card, card) for card in place]
            table.drawn = swapped.get(table.drawn, table.drawn)


def shown(match: Match, viewer: Viewer) -> str:
    """All the viewer gets to see of a game, but for digests: those stand for hidden cards without telling them."""
    game = match.of(viewer)
    found = view(game, viewer) | {"head": ""}
    moments = (due(match.game), due_after(match.game, match.now), match.game.ruleset.moves_from(match.game.table))
    return text([found, moments, game.stored() | {"head": ""}])


def plain(events: list[Event], viewer: Viewer) -> str:
    """Events as the viewer sees them, with the names of their seals instead of the seals."""
    seen = [seen_by(event, viewer) for event in events]
    names = [sorted(event.sealed) for event in events]
    return text([[e.type, e.public, e.sealed, e.schema, e.version, e.at, names] for e in seen])


def tries(match: Match, seat: int, cards: list[Card]) -> list[str]:
    """How everything the seat might try would be answered, but for cards it would draw and hands laid open at the end."""
    table = match.game.table
    on = table.window or table.top_version
    wanted: list[Action] = [Draw(), Pass(), Accept(), Dobon(on), Dobon(on - 1), Decline(on), Decline(on + 1)]
    wanted += [Play((card,), suit) for card in cards for suit in (None, 1)]
    wanted += [Play((card, other), None) for card in cards[:4] for other in cards[:4]]
    answers = []
    for action in wanted:
        try:
            events = act(match.game, seat, action, match.now, NOTHING)
            public = [{k: v for k, v in event.public.items() if k not in ("hands", "secret")} for event in events]
            answers.append(text([[event.type for event in events], public, [sorted(event.sealed) for event in events]]))
        except Refused as refused:
            answers.append(text([refused.code, refused.detail, refused.extra]))
    return answers


def unlike_calls(worlds: tuple[World, World], command: tuple[str, Any, Any]) -> bool:
    """A call that is true in one world only: its verdict is public, so these are not two worlds alike to anybody."""
    kind, seat, action = command
    if kind != "act" or not isinstance(action, Dobon):
        return False
    verdicts = set()
    for world in worlds:
        table = world.game.table
        verdicts.add(is_valid([RANK[card] for card in table.hand(seat)], RANK[table.top]))
    return len(verdicts) > 1


@settings(max_examples=5 * settings().max_examples)
@given(
    seed=st.integers(0, 2**32), seats=st.integers(2, 5), options=st.fixed_dictionaries(OPTIONS), data=st.data(),
    before=st.integers(0, 40), after=st.integers(1, 8),
)  # fmt: skip
def test_nothing_that_v_sees_depends_on_cards_hidden_from_v(
    seed: int, seats: int, options: dict[str, Any], data: st.DataObject, before: int, after: int
) -> None:
    chance = Random(seed)
    start = World(seats, seed=seed, **options)
    wander(start, chance, seats - 1 + before, restless=0)
    assume(start.game.status == "playing")
    viewer = data.draw(st.integers(SPECTATOR, seats - 1))
    future = start.double()
    wander(future, chance, after, restless=0)
    revealed = start.reveals(viewer, start.game.version) | future.reveals(viewer, start.game.version)
    hidden = [card for card in range(52) if card not in revealed]
    assume(len(hidden) > 1)
    others = hidden[:]
    chance.shuffle(others)
    one, two = start.double(), start.double()
    two.exchange(dict(zip(hidden, others, strict=True)))
    event(f"commands: {len(future.told)}")
    event(f"hidden cards in hands: {sum(card in hidden for hand in one.game.table.hands for card in hand) > 0}")
    for command in future.told:
        assert shown(one, viewer) == shown(two, viewer)
        if viewer >= 0:
            cards = [*chance.sample(range(52), 6), *one.of(viewer).table.hand(viewer)]
            assert tries(one, viewer, cards) == tries(two, viewer, cards)
        assume(not unlike_calls((one, two), command))
        assert plain(one.do(*command), viewer) == plain(two.do(*command), viewer)
    assert shown(one, viewer) == shown(two, viewer)


@given(seed=st.integers(0, 2**32), answering=st.permutations([0, 2, 3]), mode=st.sampled_from(["race", "ask_all"]))
def test_nothing_that_v_sees_tells_who_has_declined(seed: int, answering: list[int], mode: str) -> None:
    """Two of the three who are asked answer, in one world these and in the other those."""
    first, second, viewer = answering
    worlds = []
    for seat in (first, second):
        situation = Situation(TWELVE, "S12", claim_mode=mode, answer_seconds=10)
        steps = ["P0 plays D12", *(["P2 declines"] if mode == "ask_all" and seed % 2 else []), "P1 calls"]
        situation.when(*steps, f"P{seat} declines")
        worlds.append(situation)
    for watcher in (viewer, SPECTATOR, 1):
        assert len({seen(world, watcher) for world in worlds}) == 1
        assert len({text(view(world.folds.of(watcher), watcher)) for world in worlds}) == 1
        assert len({text(world.folds.of(watcher).stored()) for world in worlds}) == 1
    assert actions(worlds[0].game, viewer) == actions(worlds[1].game, viewer)


def seen(situation: Situation, viewer: Viewer) -> str:
    return plain(situation.events, viewer)
