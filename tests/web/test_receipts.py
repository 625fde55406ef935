"""Receipts in the browser: fetched during the game, and offered as a file that `dobon verify` reads."""

import json
import re
from pathlib import Path
from typing import Any

from playwright.sync_api import Route, expect

from api.cli import main
from domain.game.receipts import parse_receipts
from domain.game.statistics import CALLED
from domain.ruleset.catalogue import ROUND_DEALT
from infra.event_store import store
from prove.harness.application import House
from prove.harness.description import ROOT
from prove.harness.random_games import export_lines
from tests.web.conftest import Visit
from tests.web.visitor import Visitor

SOURCE = (ROOT / "api" / "web" / "lib" / "receipts.js").read_text("utf-8")
MARKS = re.findall(r'"([a-z-]+)"', SOURCE.partition("MARKS = [")[2].partition("]")[0])


def kept(here: Visitor, game: str) -> list[dict[str, Any]]:
    """Return the receipts that the browser keeps."""
    text = here.page.evaluate("game => localStorage.getItem(`dobon.receipts.${game}`)", game)
    found: list[dict[str, Any]] = json.loads(text)["receipts"] if text else []
    return found


def test_the_browser_fetches_receipts_after_the_deal_after_every_kind_of_call_and_at_the_end() -> None:
    assert {*MARKS} == {ROUND_DEALT, *CALLED, "game-ended", "game-abandoned"}


def test_a_receipt_that_was_refused_is_asked_for_again(visit: Visit, house: House) -> None:
    table = house.table(1, bots=["careful"])
    here = visit(None, table.people[0])
    here.ignore_errors("404")
    refusals = iter(range(2))

    def refuse_twice(route: Route) -> None:
        if next(refusals, None) is None:
            route.continue_()
        else:
            route.fulfill(
                status=404, content_type="application/problem+json", body='{"code": "no-such-game", "status": 404}'
            )

    here.page.route("**/receipt", refuse_twice)
    here.go(f"/table.html?game={table.id}")
    here.wait_until(lambda: len(kept(here, table.id)) == 1)


def test_the_receipts_of_a_table_are_kept_and_prove_a_log_that_was_rewritten(
    visit: Visit, house: House, tmp_path: Path
) -> None:
    table = house.table(1, bots=["careful"], options={"rounds": 2})
    here = visit(f"/table.html?game={table.id}", table.people[0])
    here.wait_until(lambda: len(kept(here, table.id)) == 1)
    table.played_until(lambda view: view["status"] == "finished")
    here.wait_until(lambda: kept(here, table.id)[-1]["version"] == table.log()[0])
    assert len(kept(here, table.id)) > 1

    here.page.goto(f"{here.url}/replay.html?game={table.id}&round=1")
    here.page.locator("body[data-ready]").wait_for()
    with here.page.expect_download() as downloading:
        here.page.locator('[data-testid="receipts"]').click()
    receipts, log = tmp_path / "receipts.jsonl", tmp_path / "log.jsonl"
    downloading.value.save_as(receipts)
    assert downloading.value.suggested_filename == f"receipts-{table.id}.jsonl"
    assert len(parse_receipts(receipts.read_text().splitlines()).receipts) == len(kept(here, table.id))
    here.assert_accessible()

    with house.pool.games.of(table.id).connection() as connection:
        events = store.read(connection, table.id)
    log.write_text("".join(f"{line}\n" for line in export_lines(table.id, events)), encoding="utf-8")
    assert main.main(["verify", str(log), "--receipts", str(receipts)]) == 0
    log.write_text("".join(f"{line}\n" for line in export_lines(table.id, events)[:-1]), encoding="utf-8")
    assert main.main(["verify", str(log), "--receipts", str(receipts)]) == 1


def test_a_browser_without_receipts_offers_none(visit: Visit, house: House) -> None:
    table = house.finished()
    here = visit(f"/replay.html?game={table.id}&round=1", table.people[0])
    here.page.locator("body[data-ready]").wait_for()
    expect(here.page.locator('[data-testid="receipts"]')).to_be_hidden()
