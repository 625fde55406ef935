"""Commands on a real log: the rows they write, the rows they leave alone, and their answers."""

import uuid

import pytest

from domain.bots.strategies import STRATEGIES
from domain.game.fold import fold
from domain.game.game import view
from domain.game.reading import read_log
from domain.log.chance import HashChain
from domain.log.errors import Refused
from domain.log.events import SPECTATOR, LoggedEvent, seen_by
from domain.log.log_format import digest, genesis, seal
from domain.ruleset.actions import Accept, Decline, Dobon, Draw, Play, Ready
from infra.databases.pool import AccountsPool
from infra.event_store import store
from infra.event_store.canonical_json import canonical_text
from infra.postgres.pool import Pool
from infra.queries.games import find_games, game_row
from prove.harness.service_games import Stage, Table, read_rows, shard_of


@pytest.fixture
def stage(pool: Pool) -> Stage:
    return Stage(pool)


def test_versions_of_a_game_have_no_gaps(stage: Stage, pool: AccountsPool):
    table = stage.open(seats=3, bots=1)
    for _ in range(20):
        if table.game().status == "playing":
            table.move()
    with pool.games.of(table.id).connection() as conn:
        found = [event.version for event in store.read(conn, table.id)]
    assert found == list(range(1, table.game().version + 1))


def test_the_row_of_a_game_agrees_with_its_log(stage: Stage):
    table, seat = stage.open_to_draw(seats=3, bots=1)
    outcome = table.act(seat, Draw())
    row = game_row(stage.pool, table.id)
    game = fold(table.id, read_log(_log(stage, table.id)))
    assert (row.version, row.head, row.status, row.round) == (game.version, game.head, game.status, game.round)
    assert (outcome.version, outcome.head) == (row.version, row.head)
    assert row.players == game.players
    assert [player["id"] for player in row.players] == [*table.players, None]
    assert (row.spectators, row.shown) == ("live", "playing")
    assert row.options == game.options


def _log(stage: Stage, game_id: str) -> list[LoggedEvent]:
    with stage.pool.games.of(game_id).connection() as conn:
        return store.read(conn, game_id)


def test_every_event_is_sealed_and_chained_with_the_secret_of_its_round(stage: Stage, pool: AccountsPool):
    table = stage.open(seats=3, options={"rounds": 2, "false_claim": "lose"})
    for _ in range(2):
        _lose_round(table)
        for seat in range(3):
            if seat in table.game().unready:
                table.act(seat, Ready())
    head, round_number = genesis(table.id), 0
    with pool.games.of(table.id).connection() as conn:
        secrets = HashChain(store.last_link(conn, table.id), 2)
        for event in store.read(conn, table.id):
            if event.type == "round-dealt":
                round_number = event.public["round"]
            head = digest(head, table.id, event)
            assert head == event.digest
            for part, payload in event.sealed.items():
                assert seal(secrets.link(round_number), event.version, part, payload) == event.seals[part]
    assert round_number == 2


def _lose_round(table: Table) -> None:
    """End the round with false calls, after moves that make them possible."""
    while table.game().status == "playing":
        state = table.game().table
        caller = next(
            (seat for seat in range(len(table.players)) if seat != state.top_owner and state.size(seat)), None
        )
        if caller is not None and not state.window:
            table.act(caller, table.call())
        else:
            table.move()


def test_the_answer_is_the_view_of_the_acting_seat(stage: Stage):
    table, seat = stage.open_to_draw(seats=3, bots=1)
    outcome = table.act(seat, Draw())
    again = stage.another_process().view(table.id, seat)
    assert canonical_text(view(outcome.game, seat)) == canonical_text(view(again, seat))
    assert outcome.events == [seen_by(event, seat) for event in _log(stage, table.id)[-len(outcome.events) :]]


REFUSED = {
    "not-your-turn": lambda table: table.act(1 - table.turn, Draw()),
    "nothing-pending": lambda table: table.act(table.turn, Accept()),
    "card-not-held": lambda table: table.act(table.turn, Play((table.game().table.top,))),
    "too-late": lambda table: table.act(table.turn, Dobon(1)),
    "not-now": lambda table: table.act(table.turn, Ready()),
    "not-seated": lambda table: table.stage.tables.act(table.id, str(uuid.uuid4()), Draw()),
    "nothing-to-decline": lambda table: table.act(table.turn, Decline(table.game().version), key="a-key"),
    "precondition-failed": lambda table: table.act(table.turn, Draw(), if_match=table.game().version - 1),
    "game-started": lambda table: table.stage.tables.sit(table.id, str(uuid.uuid4())),
    "already-seated": lambda table: table.stage.tables.sit(table.id, table.players[0]),
}


@pytest.mark.parametrize("code", REFUSED)
def test_a_refused_command_writes_nothing(stage: Stage, code: str):
    table = stage.open()
    before = table.rows()
    with pytest.raises(Refused) as refused:
        REFUSED[code](table)
    assert refused.value.code == code
    assert refused.value.extra["version"] == table.game().version
    assert table.rows() == before


def test_a_refused_command_leaves_even_overdue_steps_unwritten(stage: Stage):
    table = stage.open(options={"turn_seconds": 10})
    before = table.rows()
    waiting = 1 - table.turn
    stage.wait(seconds=11)
    table.act(waiting, Draw())
    assert len(table.rows()["events"]) > len(before["events"]), "after the deadline it is that seat's turn"
    before = table.rows()
    stage.wait(seconds=11)
    with pytest.raises(Refused, match="nothing-pending"):
        table.act(waiting, Accept())
    assert table.rows() == before


def test_overdue_steps_happen_before_a_command(stage: Stage):
    table = stage.open(options={"turn_seconds": 10})
    late = table.turn
    stage.wait(seconds=10)
    with pytest.raises(Refused) as refused:
        table.act(late, Draw())
    assert refused.value.code == "not-your-turn"
    outcome = table.act(1 - late, Draw())
    assert [(event.type, event.public["seat"]) for event in outcome.events] == [
        ("cards-drawn", late),
        ("cards-drawn", 1 - late),
    ]
    rows = read_rows(stage.pool, table.id)["events"]
    assert [row[5] for row in rows[-2:]] == [store.CLOCK, table.players[1 - late]]


def test_an_unknown_game_is_refused_everywhere(stage: Stage):
    for unknown in (str(uuid.uuid4()), "x", "", "\0", str(uuid.uuid4()).upper(), "7" * 5000):
        for ask in (
            lambda game=unknown: stage.tables.view(game, SPECTATOR),
            lambda game=unknown: game_row(stage.pool, game),
            lambda game=unknown: stage.tables.act(game, str(uuid.uuid4()), Draw()),
        ):
            with pytest.raises(Refused) as refused:
                ask()
            assert refused.value.code == "no-such-game"


def test_every_version_of_a_game_has_a_view(stage: Stage):
    table = stage.open()
    table.draw()
    newest = table.game().version
    for version in range(1, newest + 1):
        assert stage.tables.view(table.id, 1, at=version).version == version
    for version in (-1, 0, newest + 1, 2**63):
        with pytest.raises(Refused) as refused:
            stage.tables.view(table.id, 1, at=version)
        assert refused.value.code == "no-such-version"


def test_if_match_accepts_its_version_only(stage: Stage):
    table = stage.open()
    version = table.game().version
    assert table.draw(if_match=version).version == version + 1
    with pytest.raises(Refused) as refused:
        table.draw(if_match=version)
    assert (refused.value.code, refused.value.extra["version"]) == ("precondition-failed", version + 1)


def test_if_match_fails_while_a_step_is_overdue(stage: Stage):
    table = stage.open(options={"turn_seconds": 10})
    waiting = 1 - table.turn
    stage.wait(seconds=10)
    with pytest.raises(Refused) as refused:
        table.act(waiting, Draw(), if_match=table.game().version)
    assert refused.value.code == "precondition-failed"


def test_an_unlisted_game_needs_its_join_code(stage: Stage):
    owner, guest = str(uuid.uuid4()), str(uuid.uuid4())
    game = stage.tables.create(owner, "dobon-sato", {}, 3, listed=False).game
    code = game_row(stage.pool, game.id).join_code
    for wrong in (None, "", "AAAAAA", code.lower(), "é"):
        with pytest.raises(Refused) as refused:
            stage.tables.sit(game.id, guest, join_code=wrong)
        assert refused.value.code == "bad-join-code"
    assert stage.tables.sit(game.id, guest, join_code=code).viewer == 1
    assert len(code) == 6


def test_a_seat_left_before_the_start_is_free_again(stage: Stage):
    owner, guest = str(uuid.uuid4()), str(uuid.uuid4())
    game = stage.tables.create(owner, "dobon-sato", {}, 3).game
    stage.tables.sit(game.id, guest)
    assert stage.tables.leave(game.id, guest).viewer == SPECTATOR
    assert [player["id"] for player in game_row(stage.pool, game.id).players] == [owner]
    with pytest.raises(Refused) as refused:
        stage.tables.leave(game.id, guest)
    assert refused.value.code == "not-seated"
    assert stage.tables.sit(game.id, guest).viewer == 1


def test_a_bot_plays_for_a_player_who_left_until_they_return(stage: Stage):
    table = stage.open(seats=2, options={"bot_delay_ms": 1000})
    leaving = table.turn
    stage.tables.leave(table.id, table.players[leaving])
    with pytest.raises(Refused) as refused:
        table.act(leaving, Draw())
    assert refused.value.code == "seat-left"
    stage.wait(seconds=1)
    stage.tick()
    assert table.turn != leaving, "the bot has moved"
    assert game_row(stage.pool, table.id).players[leaving]["id"] == table.players[leaving]
    assert stage.tables.sit(table.id, table.players[leaving]).viewer == leaving


def test_time_never_runs_backwards_within_a_game(stage: Stage):
    table = stage.open()
    table.draw()
    stage.wait(seconds=-60)
    table.draw()
    stage.wait(seconds=120)
    table.draw()
    moments = [event.at for event in _log(stage, table.id)]
    assert moments == sorted(moments)
    assert moments[-3] == moments[-2] < moments[-1]


def test_bots_without_delay_move_before_the_answer(stage: Stage):
    table = stage.open(seats=4, bots=3)
    for _ in range(5):
        if table.game().status != "playing":
            break
        assert table.turn == 0 or 0 in table.game().table.asked
        table.move()


def test_the_clock_continues_after_a_limit_of_bot_moves(stage: Stage, monkeypatch: pytest.MonkeyPatch):
    table, seat = stage.open_to_draw(seats=5, bots=3)
    monkeypatch.setattr("infra.commands.unit_of_work.MAX_STEPS", 1)
    monkeypatch.setattr("infra.commands.ticks.STEPS", 1)
    for _ in range(20):
        version = table.act(seat, Draw()).version
        with shard_of(stage.pool, table.id).connection() as conn:
            due = conn.execute("SELECT due_at FROM dobon.games WHERE id = %s", (table.id,)).fetchone()
        if due == (stage.at,) and table.turn >= 2:
            break
        seat = table.turn
    assert due == (stage.at,), "a bot has made one move, and another one is in turn"
    stage.tick()
    assert table.game().version > version
    assert table.turn < 2, "all bots have moved, and a player is in turn"


def test_a_failing_strategy_does_not_stop_its_game(
    stage: Stage, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
):
    table = stage.open(seats=2, options={"bot_delay_ms": 1000})
    stage.tables.leave(table.id, table.players[1 - table.turn])

    def broken(*_):
        raise ZeroDivisionError

    monkeypatch.setitem(STRATEGIES, ("dobon-sato", "careful"), {1: broken})
    stage.wait(seconds=1)
    outcome = table.draw()
    assert outcome.events[-1].type == "cards-drawn"
    assert "stalled" in caplog.text
    stage.tick()
    monkeypatch.undo()
    stage.wait(seconds=31)
    stage.tick()
    assert table.game().version > outcome.version, "the game continues once the strategy works again"


def test_listings_show_listed_games_newest_first_page_by_page(stage: Stage):
    player = str(uuid.uuid4())
    made = []
    for place in range(5):
        stage.wait(seconds=1)
        made.append(stage.tables.create(player, "dobon-sato", {}, 2, listed=place != 2).game.id)
    mine = [row.id for row in find_games(stage.pool, player=player)]
    assert mine == made[::-1]
    public = [row.id for row in find_games(stage.pool, status="waiting", ruleset="dobon-sato", limit=500)]
    assert [game for game in public if game in made] == [made[4], made[3], made[1], made[0]]
    pages, after = [], None
    while page := find_games(stage.pool, player=player, after=after, limit=2):
        pages.append([row.id for row in page])
        after = (page[-1].created_at, page[-1].id)
    assert pages == [[made[4], made[3]], [made[2], made[1]], [made[0]]]
    assert find_games(stage.pool, player=player, ruleset="other") == []
    assert find_games(stage.pool, player=player, status="finished") == []
