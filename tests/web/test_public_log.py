"""The line that says what the public log has of a game, and the checkpoint that the browser keeps."""

import json
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any
from uuid import uuid4

import psycopg
import pytest
from playwright.sync_api import expect
from psycopg.types.string import TextLoader

from domain.transparency import checkpoint as checkpoints
from domain.transparency.entries import OPENED, Entry
from infra import clock
from infra.event_store import head_log
from infra.event_store.receipt_keys import ReceiptKeys
from infra.postgres.urls import owner_url
from infra.projections.heads import HeadProjector
from infra.settings import Settings
from prove.harness.application import House, Table
from tests.web.conftest import Visit
from tests.web.visitor import Visitor

TABLES = ("head_entries", "head_tiles", "head_checkpoints", "head_cosignatures")

NO_ED25519 = """{
    const importKey = crypto.subtle.importKey.bind(crypto.subtle);
    crypto.subtle.importKey = async (format, key, algorithm, ...more) => {
        if (algorithm === "Ed25519") throw new DOMException("no such algorithm", "NotSupportedError");
        return importKey(format, key, algorithm, ...more);
    };
}"""
"""A browser whose WebCrypto lacks Ed25519."""


def finished(house: House) -> Table:
    """Return a finished game that is in the public log."""
    table = house.finished()
    HeadProjector(house.pool).run()
    return table


def address(table: Table) -> str:
    return f"/replay.html?game={table.id}&round=1"


def expect_line(here: Visitor, findings: str, *words: str) -> None:
    """Assert what the line says."""
    line = here.page.locator('[data-testid="public-log"]')
    expect(line).to_have_attribute("data-findings", findings)
    expect(line).to_have_count(1)
    for one in words:
        expect(line).to_contain_text(one)


def kept(here: Visitor) -> dict[str, Any]:
    """Return what the browser keeps of the public log."""
    found: dict[str, Any] = json.loads(here.page.evaluate("localStorage.getItem('dobon.checkpoint')"))
    return found


def size_of(note: str) -> int:
    return checkpoints.read(note).size


def newest(house: House) -> str:
    with house.pool.connection() as conn:
        note = head_log.newest_checkpoint(conn)
    assert note is not None
    return note


@pytest.fixture
def owner(settings: Settings) -> Iterator[psycopg.Connection[Any]]:
    """A connection that may change every row. What it changes of the public log is taken back."""
    with psycopg.connect(owner_url(settings), autocommit=True) as conn:
        conn.adapters.register_loader("uuid", TextLoader)
        rows = {table: conn.execute(f"SELECT * FROM dobon.{table}").fetchall() for table in TABLES}
        yield conn
        with conn.transaction():
            for table, found in rows.items():
                conn.execute(f"DELETE FROM dobon.{table}")
                for row in found:
                    conn.execute(f"INSERT INTO dobon.{table} VALUES ({', '.join(['%s'] * len(row))})", row)


def replace_entries(house: House, owner: psycopg.Connection[Any], change: Callable[[list[Entry]], list[Entry]]) -> None:
    """Replace the public log by one with other entries, which is signed with the server's key."""
    with owner.transaction():
        rows = owner.execute("SELECT game_id, kind, version, head FROM dobon.head_entries ORDER BY number").fetchall()
        for table in TABLES:
            owner.execute(f"DELETE FROM dobon.{table}")
        signer = ReceiptKeys(house.pool, clock.now).signer()
        head_log.append(owner, signer, change([Entry(*row) for row in rows]))


def test_a_finished_game_is_in_the_public_log_which_was_only_extended(visit: Visit, house: House) -> None:
    table = finished(house)
    here = visit(address(table), table.people[0])
    expect_line(
        here, "first agrees", "has the opening, the seating, and the end of this game", "now keeps a checkpoint"
    )
    first = kept(here)["checkpoint"]
    assert first == newest(house)
    here.page.reload()
    expect_line(here, "extended agrees", "was only extended since your last visit")
    for _ in range(2):
        finished(house)
    here.page.reload()
    expect_line(here, "extended agrees", f"({size_of(newest(house)):,} entries)")
    here.wait_until(lambda: kept(here)["checkpoint"] == newest(house))
    assert size_of(newest(house)) > size_of(first)
    here.assert_accessible()


def test_a_public_log_that_was_replaced_is_an_alarm_and_the_kept_checkpoint_stays(
    visit: Visit, house: House, owner: psycopg.Connection[Any]
) -> None:
    table = finished(house)
    here = visit(address(table), table.people[0], language="ja", size="phone")
    expect_line(here, "first agrees", "開始、着席、終了", "一致しています")
    before = kept(here)
    replace_entries(house, owner, lambda entries: [Entry(str(uuid4()), OPENED, 1, "f" * 64), *entries])
    here.page.reload()
    expect_line(here, "rewritten agrees", "差し替えられています", "証拠として残します")
    here.wait_until(lambda: "against" in kept(here))
    assert kept(here) == {**before, "against": newest(house)}
    here.assert_accessible()
    with here.page.expect_download() as download:
        here.page.get_by_role("button", name="証拠として保存").click()
    evidence = json.loads(download.value.path().read_text(encoding="utf-8"))
    assert evidence["server"] == here.page.evaluate("location.origin")
    assert (evidence["checkpoint"], evidence["against"]) == (before["checkpoint"], newest(house))
    assert [checkpoints.read(evidence[one]).size > 0 for one in ("checkpoint", "against")] == [True, True]
    assert evidence["keys"] == before["keys"]
    here.page.reload()
    expect_line(here, "rewritten agrees")
    assert kept(here)["checkpoint"] == before["checkpoint"]


def test_a_log_that_the_public_log_contradicts_is_named(
    visit: Visit, house: House, owner: psycopg.Connection[Any]
) -> None:
    table = finished(house)
    replace_entries(
        house,
        owner,
        lambda entries: [replace(one, head="f" * 64) if one.game == table.id else one for one in entries],
    )
    here = visit(address(table), table.people[0])
    expect_line(here, "first contradicted", "has another head for the opening, the seating, and the end")


def test_a_game_that_is_not_entered_yet_is_named_without_an_alarm(visit: Visit, house: House) -> None:
    finished(house)
    table = house.finished()
    here = visit(address(table), table.people[0])
    expect_line(here, "first missing", "does not have the opening, the seating, and the end")
    expect(here.page.locator('[data-testid="public-log"]')).not_to_have_class("error")


def test_a_browser_without_ed25519_says_so(visit: Visit, house: House) -> None:
    table = finished(house)
    here = visit(None, table.people[0])
    here.page.add_init_script(NO_ED25519)
    here.go(address(table))
    expect_line(here, "impossible", "it has no Ed25519")
    assert here.page.evaluate("localStorage.getItem('dobon.checkpoint')") is None


def test_a_visitor_by_link_compares_the_log_with_the_public_log_without_an_account(visit: Visit, house: House) -> None:
    table = finished(house)
    token = table.people[0].post(f"{table.path}/shares").json["token"]
    here = visit(f"/replay.html?share={token}&round=1", None)
    expect_line(here, "first agrees", "has the opening, the seating, and the end of this game")
    finished(house)
    here.page.reload()
    expect_line(here, "extended agrees", "was only extended since your last visit")


def test_a_table_does_not_ask_for_the_public_log(visit: Visit, house: House) -> None:
    table = finished(house)
    here = visit(None, table.people[0])
    asked: list[str] = []
    here.page.on("request", lambda request: asked.append(request.url))
    here.go(f"/table.html?game={table.id}")
    here.page.locator(".result").first.wait_for()
    assert not [url for url in asked if url.endswith("/inclusion") or "/log/" in url]
    expect(here.page.locator('[data-testid="public-log"]')).to_have_count(0)
