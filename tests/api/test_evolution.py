"""Logs that other versions of this program wrote, in the database and over HTTP."""

from collections.abc import Iterator
from uuid import NAMESPACE_OID, uuid4, uuid5

import pytest

from api.app import create_app
from domain import upcasting
from domain.events import Event
from domain.fold import fold
from domain.game import Game
from domain.log_format import Export, chain
from infra.commands.service import GameService
from infra.event_store import integrity, store
from infra.event_store.claims import read_claims
from infra.postgres.bootstrap import prepare
from infra.postgres.pool import Pool, open_pool
from infra.projections.rebuild import rebuild
from infra.queries import history
from infra.settings import Settings
from tests.api.conftest import START, House, Time, refused
from tests.conftest import clone
from tests.domain.old_events import PAST, aged
from tests.golden.record import HERE, read


@pytest.fixture
def past(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(upcasting, "CHAIN", PAST)


def opened(request: pytest.FixtureRequest, purpose: str) -> Iterator[Pool]:
    settings: Settings = clone(request.config, purpose)
    prepare(settings)
    with open_pool(settings) as pool:
        yield pool


@pytest.fixture(scope="module")
def apart(request: pytest.FixtureRequest) -> Iterator[Pool]:
    """A database in which all logs have a past."""
    yield from opened(request, "_past")


@pytest.fixture(scope="module")
def newer(request: pytest.FixtureRequest) -> Iterator[Pool]:
    """A database that a newer program has been at."""
    yield from opened(request, "_newer")


def laid_in(pool: Pool, recorded: Export, events: list[Event], game: str, after: Game) -> None:
    """The log as if it had been played in this database; `after` is the game after it."""
    secrets = {number: bytes.fromhex(secret) for number, secret in enumerate(after.secrets, 1)}
    made = store.NewGame(
        recorded.ruleset,
        recorded.options,
        recorded.seats,
        listed=True,
        join_code="ABCDEF",
        created_by=str(uuid4()),
        created_at=START,
    )
    bodies, actors = [store.encode(event) for event in events], [store.CLOCK] * len(events)
    new = store.Append(game, 0, events, bodies, actors, after.status, after.round, None, made, None, [], secrets)
    with pool.connection() as connection:
        assert store.append(connection, new)


def with_accounts(recorded: Export) -> Export:
    """The log with ids of players such as a database has."""
    for event in recorded.events:
        if event.type == "seat-taken" and event.public["player"] is not None:
            event.public["player"] = str(uuid5(NAMESPACE_OID, event.public["player"]))
    return recorded


@pytest.mark.parametrize("name", ["three-rounds-of-four", "kawagoe-four-rounds"])
def test_a_log_with_a_past_is_read_checked_and_rebuilt_in_the_database(apart: Pool, past: None, name: str) -> None:
    recorded, game = with_accounts(read(HERE / f"{name}.jsonl")), str(uuid4())
    old = aged(recorded, game)
    laid_in(apart, recorded, old, game, fold(game, old))
    tables = GameService(apart)
    assert tables.view(game, -2).stored() == fold(game, old).stored()
    assert integrity.check_game(apart, game).problem is None
    assert history.visible_events(apart, game, -1, after=0)[0].public.keys() >= {"variant"}, "sent as it was written"
    rebuild(apart)
    with apart.connection() as connection:
        claimed = [made.valid for made in read_claims(connection, game)]
    assert claimed == [event.public["valid"] for event in old if event.type == "dobon-called"]
    assert rebuild(apart).agrees


def test_a_game_that_a_newer_program_wrote_is_a_503_and_others_go_on(newer: Pool) -> None:
    tables = GameService(newer)
    house = House(create_app(newer, tables), tables, newer, Time())
    old = house.finished()
    with newer.connection() as connection:
        events = store.read(connection, old.id)
        secret = store.round_secret(connection, old.id, 1)
    game = str(uuid4())
    events[-1].schema = 9
    chain(game, "", events, secret)
    recorded = Export(game, "dobon-sato", events[0].public["options"], 3, events[-1].digest, events)
    laid_in(newer, recorded, events, game, fold(game, events[:-1]))
    for answer in (old.people[0].get(f"/v1/games/{game}/view"), old.people[0].act(game, "draw")):
        body = refused(answer, 503, "newer-event")
        assert "has schema 9" in body["detail"]
        assert answer.headers["Retry-After"]
    assert old.people[0].get(f"{old.path}/view").status_code == 200
    assert integrity.check_game(newer, game).problem is None, "the chain does not depend on what events mean"
