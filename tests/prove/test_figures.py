"""The page of figures is written by runs, and a run replaces only what it has found."""

from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace

import pytest

from prove import __main__ as command
from prove import figures
from prove.faults.planting import declared_faults
from prove.figures import PAGE, read_figures, record_faults, record_proof
from prove.report import Row, Run

RUN = "2026-11-24, 0123abc, 12 s"


@pytest.fixture
def page(tmp_path: Path) -> Path:
    copied = tmp_path / "figures.md"
    copied.write_text(PAGE.read_text(encoding="utf-8"), encoding="utf-8")
    return copied


def test_the_page_lists_exactly_the_declared_faults_and_is_as_a_run_writes_it():
    # `python -m prove.figures` writes it after a change of the faults.
    page = PAGE.read_text(encoding="utf-8")
    assert read_figures(page).render() == page


def test_a_run_of_a_proof_replaces_its_rows_alone(page: Path):
    before = read_figures(page.read_text(encoding="utf-8"))
    rows = [Row("decks | hands", 3_000, note="p 0.5"), Row("reshuffles", 10, ["one\nof two", "another"], trials=False)]
    record_proof("chance", rows, RUN, page)
    after = read_figures(page.read_text(encoding="utf-8"))
    assert after.rows.pop("chance") == [
        [r"decks \| hands", "3,000", "0", "1.0e-03", "p 0.5", RUN],
        ["reshuffles", "10", "2", "2 FAILED", "one of two", RUN],
    ]
    before.rows.pop("chance")
    assert after == before


def test_a_run_of_faults_replaces_those_of_its_proof(page: Path):
    before = read_figures(page.read_text(encoding="utf-8"))
    first, second = declared_faults("chance").all[:2]
    caught = Row(first.what, 1, note="caught: a row: 1 of 2", trials=False)
    record_faults(
        "chance", [Row("without a fault", 1, note="holds"), caught, Row(second.what, 1, ["not caught"])], RUN, page
    )
    after = read_figures(page.read_text(encoding="utf-8"))
    assert after.faults.pop(("chance", first.what)) == ["a row: 1 of 2", RUN]
    assert after.faults.pop(("chance", second.what)) == ["not caught", RUN]
    assert after.rows == before.rows
    assert after.faults.items() <= before.faults.items()


@pytest.mark.parametrize(
    ("given", "recorded"),
    [([], True), (["--share", "0.9"], False), (["--until-failure"], False)],
)
def test_only_a_full_run_is_recorded(monkeypatch: pytest.MonkeyPatch, given: list[str], recorded: bool):
    def prove(_: Run) -> Iterator[Row]:
        yield Row("a", 1)

    written: list[str] = []

    def record(proof: str, rows: list[Row], _: str) -> None:
        written.append(f"{proof}: {[row.what for row in rows]}")

    monkeypatch.setattr(command, "import_module", lambda _: SimpleNamespace(prove=prove))
    monkeypatch.setattr(command.signal, "signal", lambda *_: None)
    monkeypatch.setattr(figures, "record_proof", record)
    assert command.main(["chance", *given]) == 0
    assert written == (["chance: ['a']"] if recorded else [])
