"""Until a round is over, its secret is stored only in the table of secrets."""

from itertools import count

import pytest

from domain.game.game import view
from domain.log.chance import HashChain
from domain.log.errors import Refused
from domain.log.events import SPECTATOR
from domain.ruleset.actions import Ready
from infra.commands.service import GameService
from infra.commands.unit_of_work import UNATTENDED_SECONDS
from infra.databases.pool import AccountsPool
from infra.event_store import store
from infra.event_store.canonical_json import canonical_text
from infra.postgres.pool import Pool
from infra.projections.snapshots import SNAPSHOT_INTERVAL, SnapshotProjector
from prove.harness.service_games import Stage, Table, owning

ROUNDS = 3


@pytest.fixture(scope="module")
def table(pool: Pool) -> Table:
    """A game of several rounds, played to its end with recognizable secrets."""
    stage = Stage(pool)
    numbers = count(1)
    stage.tables = GameService(pool, lambda: stage.at, new_secret=lambda: b"%032d" % next(numbers))
    table = stage.open(seats=3, options={"rounds": ROUNDS, "false_claim": "lose"})
    while table.game().status != "finished":
        _go_on(table)
    return table


def _go_on(table: Table) -> None:
    game = table.game()
    for seat in list(game.unready):
        table.act(seat, Ready())
    for seat in range(3):
        try:
            table.act(seat, table.call())
        except Refused:
            continue
        return
    if table.game().status == "playing":
        table.move()


def secrets_of(table: Table) -> dict[int, bytes]:
    """Return the secrets of all rounds, from the one that is stored."""
    with table.stage.pool.connection() as conn:
        chain = HashChain(store.last_link(conn, table.id), ROUNDS)
    return {number: chain.link(number) for number in range(1, ROUNDS + 1)}


def test_a_game_played_in_few_commands_has_one_secret(pool: Pool):
    table = Stage(pool).open(seats=4, bots=3, options={"rounds": 3})
    table.stage.tables.leave(table.id, table.players[0])
    while table.game().status != "finished":  # the clock runs the steps beyond a command's limit
        table.stage.wait(seconds=UNATTENDED_SECONDS)
        table.stage.tick()
    rows = table.rows()
    (row,) = rows["game_secrets"]
    assert table.game().anchor == HashChain(bytes(row[1]), 3).anchor
    assert len(set(table.game().secrets)) == 3


def test_no_event_holds_a_secret_before_its_round_is_over(table: Table, pool: AccountsPool):
    with pool.games.of(table.id).connection() as conn:
        events = store.read(conn, table.id)
    secrets = secrets_of(table)
    over: set[int] = set()
    for event in events:
        if event.type == "round-revealed":
            over.add(event.public["round"])
            assert event.public["secret"] == secrets[event.public["round"]].hex()
        written = canonical_text([event.public, event.sealed, event.seals, event.digest])
        for number in secrets.keys() - over:
            assert secrets[number].hex() not in written
    assert over == set(secrets)
    assert len(set(secrets.values())) == ROUNDS


def test_no_view_holds_a_secret_before_its_round_is_over(table: Table, pool: AccountsPool):
    with pool.games.of(table.id).connection() as conn:
        events = store.read(conn, table.id)
    hidden = {number: secret.hex() for number, secret in secrets_of(table).items()}
    for event in events:
        if event.type == "round-revealed":
            del hidden[event.public["round"]]
        for viewer in (SPECTATOR, 0, 1, 2):
            game = table.stage.tables.view(table.id, viewer, at=event.version)
            shown = canonical_text([view(game, viewer), game.stored()])
            assert not any(secret in shown for secret in hidden.values())


def test_the_game_of_a_viewer_from_a_snapshot_holds_only_cards_that_the_viewer_sees(pool: Pool):
    table = Stage(pool).open(seats=3, options={"rounds": 20})
    while table.game().version < SNAPSHOT_INTERVAL:
        for seat in table.game().unready:
            table.act(seat, Ready())
        table.move()
    SnapshotProjector(pool).run()
    with owning(pool) as conn:
        rows = conn.execute("SELECT version FROM dobon.folds WHERE game_id = %s", (table.id,)).fetchall()
    assert rows
    for version in (row[0] for row in rows):
        for viewer in (SPECTATOR, 0, 1, 2):
            state = table.stage.another_process().view(table.id, viewer, at=version).state
            assert state.table.over or [seat for seat in range(3) if state.hands[seat]] == [viewer][viewer < 0 :]
            assert state.deck is None
