"""Logs of older and newer versions of the program, in the database and over HTTP."""

from collections.abc import Iterator
from uuid import NAMESPACE_OID, uuid4, uuid5

import pytest

from api.app import create_app
from domain.game.fold import fold
from domain.game.game import Game
from domain.game.reading import read_log
from domain.game.spectators import LIVE, shown_status
from domain.log import upcasting
from domain.log.chance import HashChain
from domain.log.events import LoggedEvent
from domain.log.log_format import Export
from domain.running.summary import summary
from infra.commands.service import GameService
from infra.databases.pool import AccountsPool, open_pool
from infra.databases.preparation import prepare
from infra.event_store import integrity, store
from infra.event_store.claims import read_claims
from infra.postgres.pool import Pool
from infra.projections.rebuild import rebuild
from infra.queries import history
from infra.settings import Settings
from prove.harness.application import START, House, Time
from prove.harness.random_games import reseal
from tests.api.conftest import refused
from tests.conftest import clone
from tests.domain.old_events import PAST, aged
from tests.golden.record import HERE, parsed


@pytest.fixture
def older_program(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(upcasting, "CHAIN", PAST)


def opened(request: pytest.FixtureRequest, purpose: str) -> Iterator[AccountsPool]:
    settings: Settings = clone(request.config, purpose)
    prepare(settings)
    with open_pool(settings) as pool:
        yield pool


@pytest.fixture(scope="module")
def older_logs(request: pytest.FixtureRequest) -> Iterator[Pool]:
    """A database for logs of an older program."""
    yield from opened(request, "_past")


@pytest.fixture(scope="module")
def newer_logs(request: pytest.FixtureRequest) -> Iterator[Pool]:
    """A database for logs of a newer program."""
    yield from opened(request, "_newer")


def import_log(
    pool: Pool, recorded: Export, events: list[LoggedEvent], game: str, after: Game, last_link: bytes
) -> None:
    """Import the log as if it had been played in this database; `after` is the state at its end."""
    made = store.NewGame(
        recorded.ruleset,
        recorded.options,
        recorded.seats,
        listed=True,
        join_code="ABCDEF",
        created_by=str(uuid4()),
        created_at=START,
        spectators=LIVE,
        spectator_delay=0,
        last_link=last_link,
    )
    bodies, actors = [store.encode(event) for event in events], [store.CLOCK] * len(events)
    new = store.Append(
        game,
        0,
        events,
        bodies,
        actors,
        after.status,
        after.round,
        None,
        summary(after),
        made,
        None,
        [],
    )
    new.shown, new.players = shown_status(after), after.players
    with pool.connection() as connection:
        assert store.append(connection, new)


def with_accounts(recorded: Export) -> Export:
    """Return the log with player ids in the database's form."""
    for event in recorded.events:
        if event.type == "seat-taken" and event.public["player"] is not None:
            event.public["player"] = str(uuid5(NAMESPACE_OID, event.public["player"]))
    return recorded


@pytest.mark.parametrize("name", ["three-rounds-of-four", "kawagoe-four-rounds"])
def test_a_log_of_an_older_program_is_read_checked_and_rebuilt(
    older_logs: Pool, older_program: None, name: str
) -> None:
    recorded, game = with_accounts(parsed(HERE / f"{name}.jsonl")), str(uuid4())
    old = aged(recorded, game)
    last_link = bytes.fromhex(fold(game, read_log(old)).secrets[-1])
    import_log(older_logs, recorded, old, game, fold(game, read_log(old)), last_link)
    tables = GameService(older_logs)
    assert tables.view(game, -2).stored() == fold(game, read_log(old)).stored()
    assert integrity.check_game(older_logs, game).problem is None
    assert history.visible_events(older_logs, game, -1, after=0)[0].public.keys() >= {"variant"}, (
        "sent in its original form"
    )
    rebuild(older_logs)
    with older_logs.connection() as connection:
        claimed = [made.valid for made in read_claims(connection, game)]
    assert claimed == [event.public["valid"] for event in old if event.type == "dobon-called"]
    assert rebuild(older_logs).agrees


def test_a_game_of_a_newer_program_is_a_503_and_other_games_continue(newer_logs: Pool) -> None:
    tables = GameService(newer_logs)
    house = House(create_app(newer_logs, tables), tables, newer_logs, Time())
    old = house.finished()
    with newer_logs.connection() as connection:
        events = store.read(connection, old.id)
        last_link = store.last_link(connection, old.id)
    game = str(uuid4())
    events[-1].schema = 9
    head, links = "", HashChain(last_link, events[0].public["options"]["rounds"])
    for event in events:
        head = reseal(game, head, event, links.link(1))
    recorded = Export(game, "dobon-sato", events[0].public["options"], 3, events[-1].digest, events)
    import_log(newer_logs, recorded, events, game, fold(game, read_log(events[:-1])), last_link)
    for answer in (old.people[0].get(f"/v1/games/{game}/view"), old.people[0].act(game, "draw")):
        body = refused(answer, 503, "newer-event")
        assert "has schema 9" in body["detail"]
        assert answer.headers["Retry-After"]
    assert old.people[0].get(f"{old.path}/view").status_code == 200
    assert integrity.check_game(newer_logs, game).problem is None, "the chain does not depend on what events mean"
