"""Rounds and signals of players who have not played: what the analyser would have stored."""

import uuid
from collections.abc import Mapping, Sequence

from domain.log.moments import Moment
from domain.signals.assistance import Clear, SearchedRound
from domain.signals.pairs import PlayerRound, SeatRound
from infra.analyser.signals import SignalWorker
from infra.databases.pool import AccountsPool
from infra.event_store.canonical_json import canonical_text
from infra.moderation import assistance, signals
from infra.projections.statistics_projector import StatisticsProjector
from infra.queries import history
from prove.harness.application import Caller, House, Table
from prove.harness.views import actions_of

AT: Moment = "2026-11-20T10:00:00.000000Z"
RULESET = "durak"
TELL = "attack-spared"


def add_game(
    pool: AccountsPool, players: Sequence[str], spared: Mapping[tuple[str, str], float], rounds: int, at: Moment = AT
) -> str:
    """Store a game in which each player has one decision a round about each other one; return its id.

    Their values are those of `spared`, by both players, else 0.
    """
    game = str(uuid.uuid4())
    with pool.connection() as conn:
        signals.note_finished(conn, {game: at})
    found = {}
    for player in players:
        others = tuple(other for other in players if other != player)
        tells = {(TELL, other): (1, spared.get((player, other), 0.0)) for other in others}
        seen = SeatRound((RULESET, len(players)), others, tells)
        found[player] = [PlayerRound(number, 0, seen) for number in range(1, rounds + 1)]
    signals.store_rounds(pool, signals.Unseen(game, at), found)
    return game


def compute(house: House) -> None:
    """Look at all finished games, and compute all signals. No game is searched, because that takes seconds."""
    worker = SignalWorker(house.pool, now=house.tables.now)
    while worker.look() or worker.compute():
        pass


def new_signal(house: House, at: Moment = AT) -> tuple[str, Caller, Caller]:
    """Return the id of a strong signal, and the players of its pair, who share a table with two others."""
    ann, ben, *others = [house.player(name) for name in ("Ann", "Ben", "Cho", "Dan")]
    spared = {(ann.id, ben.id): 1.0, (ben.id, ann.id): 1.0}
    add_game(house.pool, [ann.id, ben.id, *(other.id for other in others)], spared, 20, at)
    compute(house)
    [found] = signals.list_signals(house.pool, signals.Filter(player=ann.id), limit=1)
    return found.id, ann, ben


def add_searched(pool: AccountsPool, player: str, matched: Sequence[bool], at: Moment = AT) -> str:
    """Store a game in which a player had one clear decision in each round, the oldest first; return its id."""
    game = str(uuid.uuid4())
    seen = SeatRound((RULESET, 4), tuple(str(uuid.uuid4()) for _ in range(3)), {})
    rounds = [*enumerate(matched, start=1)]
    with pool.connection() as conn:
        signals.note_finished(conn, {game: at})
    unseen = signals.Unseen(game, at)
    signals.store_rounds(pool, unseen, {player: [PlayerRound(number, 0, seen) for number, _ in rounds]})
    searched = [SearchedRound(number, (Clear(number, value, {"type": "take"}),), None) for number, value in rounds]
    assistance.store_searched(pool, unseen, {player: searched})
    return game


def assisted_signal(house: House) -> tuple[signals.Found, Table]:
    """Return a strong signal of help from a program, and a game of its player that counts among the newest rounds."""
    table = durak(house, rounds=1)
    player = table.people[0].id
    count_and_look(house)
    [ended_at] = {one.ended_at for one in signals.stored_rounds(house.pool, player)}
    log = [*history.revealed_events(house.pool, table.id)]
    dealt = next(event.version for event in log if event.type == "round-dealt")
    event = next(event for event in log if event.version > dealt and event.public.get("seat") == 0)
    clear = canonical_text([[event.version, True, {"type": "take"}]])
    with house.pool.connection() as conn:
        conn.execute("UPDATE dobon.player_rounds SET clear = %s WHERE player_id = %s", (clear, player))
    add_searched(house.pool, player, [False] * 40 + [True] * 30, ended_at)
    compute(house)
    [found] = signals.list_signals(house.pool, signals.Filter(kind=signals.ASSISTANCE, player=player))
    return found, table


def durak(house: House, rounds: int = 4) -> Table:
    """Return a game between four people who stop and take whenever they may, until it is finished."""
    table = house.table(4, ruleset=RULESET, options={"rounds": rounds})
    for _ in range(500 * rounds):
        view = table.people[0].view(table.id)
        if view["status"] == "finished":
            return table
        if view["status"] == "playing":
            person = table.people[view["round"]["turn"]]
            action = actions_of(person.view(table.id))[-1]
            assert person.post(f"{table.path}/actions", action).status_code == 200
        else:
            for person in table.people:
                assert person.post(f"{table.path}/actions", {"type": "ready"}).status_code == 200
    raise AssertionError("the game does not end")


def count_and_look(house: House) -> None:
    """Count the finished games, look at them, and compute all signals."""
    while StatisticsProjector(house.pool).run():
        pass
    compute(house)


def durak_signal(house: House) -> tuple[signals.Found, Table]:
    """Return a strong signal of two players of a game of Durak, in which one has spared the other, and the game."""
    favours: list[tuple[str, str]] = []
    while not favours:  # in some games nobody can be spared
        table = durak(house)
        count_and_look(house)
        favours = [
            (person.id, other)
            for person in table.people
            for one in signals.stored_rounds(house.pool, person.id)
            for (_, other), (_, total) in one.played.seen.tells.items()
            if total > 0
        ]
    by, other = favours[0]
    add_game(house.pool, [person.id for person in table.people], {(by, other): 1.0, (other, by): 1.0}, 20)
    count_and_look(house)
    found = signals.list_signals(house.pool, signals.Filter(player=by), limit=3)
    return next(one for one in found if {one.first, one.second} == {by, other}), table
