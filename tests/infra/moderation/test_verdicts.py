"""A report is decided once, also by several admins at once and during an erasure."""

import uuid

import pytest

from domain.log.errors import Refused
from infra.accounts import accounts, admin_log, known_names
from infra.clock import now
from infra.commands import erasure
from infra.commands.service import GameService
from infra.moderation import reports, verdicts
from infra.moderation.kinds import ABANDON, NAME, PLAY, RESET_NAME, SUSPEND, UPHELD, subject_key
from infra.moderation.reports import Report, Subject
from infra.moderation.verdicts import Decision
from infra.notifications import notifications
from infra.postgres.pool import Pool
from prove.harness.concurrent_commands import Race
from prove.harness.service_games import Stage


def decision(*measures: str) -> Decision:
    return Decision(str(uuid.uuid4()), UPHELD, "race", measures=measures)


def new_report(pool: Pool, kind: str = NAME, game: str | None = None) -> Report:
    """Return a report of a player about another one."""
    reporter, reported = (accounts.create_player(pool, name)[0] for name in ("Aoi", "Ren"))
    subject = Subject(kind, subject_key(kind, reported), reported, game, 5 if game else None)
    return reports.add(pool, reporter, subject, "other", "", now())


def acts_of(pool: Pool, report: Report) -> list[str]:
    """Return the kinds of the acts on a report, its player and its game."""
    subjects = (report.id, report.reported, report.game)
    return sorted(act.act for one in subjects if one for act in admin_log.list_acts(pool, subject=one))


def told(pool: Pool, player: str | None) -> list[str]:
    assert player is not None
    return [one.kind for _, one in notifications.after(pool, {player: 0}, 10).get(player, [])]


@pytest.mark.parametrize("round_number", range(3))
def test_two_admins_decide_a_report_once(pool: Pool, race: Race, round_number: int):
    report = new_report(pool)
    came = race([lambda: verdicts.decide(pool, report, decision(RESET_NAME, SUSPEND))] * 6)
    assert [outcome.code for outcome in came if isinstance(outcome, Refused)] == ["report-decided"] * 5
    assert acts_of(pool, report) == ["reset-name", "suspend-player", "uphold-report"]
    assert (told(pool, report.reporter), told(pool, report.reported)) == (["report-decided"], ["verdict"])
    assert report.reported is not None
    assert len(known_names.names_of(pool, report.reported)) == 2


@pytest.mark.parametrize("round_number", range(3))
def test_two_admins_abandon_a_reported_game_once(pool: Pool, race: Race, round_number: int):
    table = Stage(pool).open(seats=2)
    report = new_report(pool, PLAY, table.id)
    others = [table.stage.another_process() for _ in range(3)]

    def abandon(service: GameService) -> object:
        what = decision(ABANDON, SUSPEND)
        also = lambda conn, games: verdicts.decide_in(conn, games, report, what)  # noqa: E731
        return service.abandon(table.id, what.admin, what.reason, also)

    came = race([lambda one=one: abandon(one) for one in others])  # type: ignore[misc]
    assert sum(isinstance(outcome, Refused) for outcome in came) == 2
    assert {outcome.code for outcome in came if isinstance(outcome, Refused)} <= {"game-over", "report-decided"}
    assert acts_of(pool, report) == ["abandon-game", "suspend-player", "uphold-report"]
    assert table.game().status == "abandoned"


@pytest.mark.parametrize("round_number", range(4))
@pytest.mark.parametrize("whom", ["reporter", "reported"])
def test_an_erasure_during_a_verdict_leaves_no_name(pool: Pool, race: Race, whom: str, round_number: int):
    report = new_report(pool)
    player = getattr(report, whom)
    came = race([
        lambda: verdicts.decide(pool, report, decision(RESET_NAME)),
        lambda: erasure.erase(pool, GameService(pool), player, now()),
    ])  # fmt: skip
    assert {outcome.code for outcome in came if isinstance(outcome, Refused)} <= {"no-such-player"}
    assert not any(isinstance(outcome, Exception) and not isinstance(outcome, Refused) for outcome in came)
    assert known_names.names_of(pool, player) == []
    assert accounts.names(pool, [player])[player].name == "-"
    left = reports.find(pool, report.id)
    assert left is not None
    assert (left.reporter if whom == "reporter" else left.name) is None
    assert told(pool, player) == []


def test_a_report_of_an_erased_player_is_refused(pool: Pool):
    reporter, reported = (accounts.create_player(pool, name)[0] for name in ("Aoi", "Ren"))
    erasure.erase(pool, GameService(pool), reported, now())
    with pytest.raises(Refused, match="no-such-player"):
        reports.add(pool, reporter, Subject(NAME, subject_key(NAME, reported), reported), "other", "", now())


@pytest.mark.parametrize("round_number", range(3))
def test_concurrent_reports_of_one_subject_are_one(pool: Pool, race: Race, round_number: int):
    reporter, reported = (accounts.create_player(pool, name)[0] for name in ("Aoi", "Ren"))
    subject = Subject(NAME, subject_key(NAME, reported), reported)
    came = race([lambda: reports.add(pool, reporter, subject, "other", "", now())] * 6)
    assert [outcome.code for outcome in came if isinstance(outcome, Refused)] == ["already-reported"] * 5
    assert reports.count_open(pool, subject.key) == 1


def test_the_oldest_names_of_a_player_go_first(pool: Pool):
    player = accounts.create_player(pool, "Name 0")[0]
    with pool.connection() as conn:
        for number in range(1, known_names.KEPT + 5):
            known_names.note_name(conn, player, f"Name {number}", now())
    found = known_names.names_of(pool, player)
    assert (len(found), found[0].name, found[0].until) == (known_names.KEPT, "Name 24", None)
    assert sum(one.until is None for one in found) == 1
    assert found[-1].name == "Name 5"
