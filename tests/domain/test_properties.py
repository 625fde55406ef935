"""Invariants (design section 7) in games that a machine plays at random.

The machine makes any legal move, many illegal ones, and lets time pass.
"""

from random import Random
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from domain.game.game import actions
from domain.log.chance import HashChain
from domain.log.errors import Refused
from domain.log.log_format import export
from domain.log.moments import later
from domain.ruleset.actions import (
    Accept,
    Action,
    Attack,
    Beat,
    Decline,
    Dobon,
    Doubt,
    Draw,
    Flip,
    Lead,
    Pass,
    Play,
    Ready,
    Stop,
    Take,
    ThrowIn,
    TurnOver,
)  # fmt: skip
from domain.running.automation import due_after, next_step
from domain.running.commands import act
from domain.verification.verify import verify
from prove.harness.match import BEATING, DOUBT, KIRIFU, refusal_code
from prove.harness.random_moves import able_callers, current_call, human_seats, wander
from tests.domain.beating.legal_actions import check_legal
from tests.domain.checked_match import CheckedMatch
from tests.domain.ruleset_options import RULES

CARD = st.integers(0, 53)
CARDS = st.lists(CARD, max_size=4).map(tuple)
ANYTHING: st.SearchStrategy[Action] = st.one_of(
    st.builds(Play, st.lists(CARD, min_size=1, max_size=4).map(tuple), st.sampled_from([None, 0, 1, 2, 3])),
    st.sampled_from([Draw(), Pass(), Accept(), Flip(), Ready(), Take(), Stop()]),
    st.builds(Attack, CARDS),
    st.builds(ThrowIn, CARDS),
    st.builds(Lead, CARDS, st.one_of(st.none(), CARD)),
    st.builds(Beat, st.lists(st.tuples(CARD, CARD), max_size=3).map(tuple)),
    st.builds(TurnOver, CARD),
)


NOTHING = HashChain(bytes(32), 20)

TABLE = {
    "seats": st.integers(2, 10),
    "bots": st.lists(st.sampled_from(["novice", "careful"]), max_size=7),
    "size": st.sampled_from([5, 1, 2, 3, 4, 10]),
    "seed": st.integers(0, 2**32),
    "rules": RULES,
    "fill": st.sampled_from([True, True, False]),
}


def table_of(seats: int, bots: list[str], size: int, seed: int, rules: dict[str, Any]) -> CheckedMatch:
    """Return a checked table; hands of Dobon are as large as the deck allows."""
    if rules["ruleset"] in BEATING:
        least = 3 if rules["ruleset"] == KIRIFU else 2
        seats = 4 if rules.get("teams") else min(max(seats, least), 6)
        rules = rules | {"turnover": rules["turnover"] and not rules["teams"]} if "teams" in rules else rules
    elif rules["ruleset"] != DOUBT:
        seats = min(seats, 8)
        rules = rules | {"hand_size": min(size, 51 // seats)}
    return CheckedMatch(seats, bots=bots[: seats - 1], seed=seed, **rules)


class TableMachine(RuleBasedStateMachine):
    """People and bots at a table, who come, go, play, call and delay."""

    match: CheckedMatch

    @initialize(**TABLE)
    def open_a_table(self, **table: Any) -> None:
        self.sit_down_to(**table)

    @rule(**TABLE)
    @precondition(lambda self: self.match.game.status in ("finished", "abandoned"))
    def open_another_table(self, **table: Any) -> None:
        self.finish()
        self.sit_down_to(**table)

    def sit_down_to(self, seats: int, bots: list[str], size: int, seed: int, rules: dict[str, Any], fill: bool) -> None:
        self.match = table_of(seats, bots, size, seed, rules)
        while fill and None in self.match.game.seats:
            self.sit_down()

    def playing(self) -> bool:
        return self.match.game.status == "playing"

    @rule()
    @precondition(lambda self: None in self.match.game.seats and self.match.game.status == "waiting")
    def sit_down(self) -> None:
        version = self.match.game.version
        self.match.sit(f"guest-{version}", contributes=version % 2 == 0)

    @rule(seed=st.integers(0, 2**32), moves=st.sampled_from([1, 5, 20]))
    def play(self, seed: int, moves: int) -> None:
        wander(self.match, Random(seed), moves)

    @rule(data=st.data())
    @precondition(playing)
    def call_rightly(self, data: st.DataObject) -> None:
        right = able_callers(self.match)
        if right:
            events = self.match.act(data.draw(st.sampled_from(right)), current_call(self.match))
            assert events[0].public.valid

    @rule(action=ANYTHING, data=st.data())
    def try_anything(self, action: Action, data: st.DataObject) -> None:
        self.attempt(action, data)

    @rule(back=st.integers(-2, 5), data=st.data(), answer=st.sampled_from([Dobon, Doubt, Decline]))
    def answer_anything(self, back: int, data: st.DataObject, answer: Any) -> None:
        self.attempt(answer(max(self.match.game.version - back, 0)), data)

    def attempt(self, action: Action, data: st.DataObject) -> None:
        """Attempt an action; a refusal changes nothing and says what would have been allowed."""
        match = self.match
        seats = human_seats(match)  # nobody can act for a bot
        if not seats:
            return
        seat = data.draw(st.sampled_from(seats))
        before, version = match.game.stored(), match.game.version
        try:
            match.act(seat, action)
        except Refused as refused:
            said = refused.detail
            assert said
            assert (match.game.stored(), len(match.log)) == (before, version)

    @rule(data=st.data())
    @precondition(lambda self: self.match.game.status == "between-rounds")
    def say_ready(self, data: st.DataObject) -> None:
        seat = data.draw(st.sampled_from(self.match.game.unready))
        if data.draw(st.booleans()):
            self.match.ready(seat)
        else:
            self.match.act(seat, Ready())

    @rule(data=st.data())
    @precondition(lambda self: self.match.game.status in ("waiting", "playing", "between-rounds"))
    def leave_or_come_back(self, data: st.DataObject) -> None:
        game = self.match.game
        seat = data.draw(st.sampled_from([number for number, taken in enumerate(game.seats) if taken and taken.player]))
        taken = game.seats[seat]
        if taken.bot is None:
            self.match.leave(seat)
        else:
            self.match.sit(taken.player)

    @rule(ms=st.one_of(st.integers(0, 1_000), st.sampled_from([3_000, 10_000, 63_000])))
    def let_time_pass(self, ms: int) -> None:
        self.match.wait(ms)

    @invariant()
    def nothing_happens_before_its_due_time(self) -> None:
        match = self.match
        # Bots decide by the secret of the round, so at the same version a bot decides the same again.
        assert next_step(match.game, match.now, match.chain) == []
        following = due_after(match.game, match.now)
        if following is not None:
            assert following > match.now
            before = max(match.now, later(following, ms=-1))
            assert next_step(match.game, before, match.chain) == []
        else:
            assert next_step(match.game, later(match.now, seconds=10**6), match.chain) == []

    @invariant()
    def exactly_the_listed_actions_are_accepted(self) -> None:
        if self.playing() and self.match.game.ruleset.key == DOUBT:
            check_listed(self.match)
        if self.playing() and self.match.game.ruleset.key in BEATING:
            game = self.match.game
            check_legal(game.ruleset, game.state, game.options)

    def teardown(self) -> None:
        if hasattr(self, "match"):
            self.finish()

    def finish(self) -> None:
        check_whole(self.match)


def check_listed(match: CheckedMatch) -> None:
    """Check that exactly the listed actions are accepted: answers, plays of one card, and actions that Doubt lacks.

    A listed play may be accepted only later.
    """
    game = match.game
    on = game.table.window or match.game.version
    every: list[Action] = [
        Doubt(on),
        Decline(on),
        Doubt(on - 1),
        Decline(on + 1),
        Draw(),
        Pass(),
        Accept(),
        Flip(),
        Ready(),
        Dobon(on),
    ]
    for seat in range(len(game.seats)):
        hand = game.cards(seat)
        too_many = Play(tuple(hand[: game.options["max_cards_per_play"] + 1]))
        if len(too_many.cards) > game.options["max_cards_per_play"]:
            refusal_code(lambda seat=seat, action=too_many: act(game, seat, action, match.now, NOTHING))
        listed = actions(match.of(seat), seat)
        assert len(listed) == len({*listed})
        assert {*listed} <= {*every, *(Play((card,)) for card in hand)}
        for action in [*every, *(Play((card,)) for card in {*hand, *range(0, 54, 9)})]:
            try:
                act(game, seat, action, match.now, NOTHING)
                accepted = True
            except Refused as refused:
                accepted = refused.code == "too-early"
            assert (action in listed) == accepted, (seat, action)


def check_whole(match: CheckedMatch) -> None:
    """Check a log as a whole: it folds to the same game, and every viewer can verify it."""
    match.finish()
    report = verify(export(match.id, match.log[0], match.game.head, match.log), match.game.head)
    assert report.ok, report.problems


TestTables = TableMachine.TestCase
# A step may be many moves, so fewer games with fewer steps than in the profile play as much.
TestTables.settings = settings(
    max_examples=settings().max_examples, stateful_step_count=settings().stateful_step_count // 2
)


@given(
    seed=st.integers(0, 2**32),
    seats=st.integers(2, 10),
    size=st.sampled_from([5, 5, 4, 3, 2, 1, 10]),
    rules=RULES,
)
def test_whole_games_keep_the_invariants(seed: int, seats: int, size: int, rules: dict[str, Any]) -> None:
    chance = Random(seed)
    bots = [chance.choice(["novice", "careful"]) for _ in range(chance.randrange(min(seats, 3)))]
    match = table_of(seats, bots, size, seed, rules)
    wander(match, chance, 150)
    check_whole(match)
