"""The declared access table has every route, and one answer in each cell."""

import pytest
from flask import Flask

from api.app import create_app
from infra.commands.service import GameService
from infra.postgres.pool import Pool
from prove.access.fixtures import STATES
from prove.access.proof import find_unmatched, list_cells, select_cells
from prove.access.rules import AccessCase
from prove.access.table import RULES


@pytest.fixture
def app(pool: Pool) -> Flask:
    return create_app(pool, GameService(pool))


def test_every_route_has_a_row_and_every_row_a_route(app):
    assert find_unmatched(app, RULES) == []


def test_a_route_without_a_row_is_found(app):
    app.add_url_rule("/v1/games/<id:game>/hands", view_func=lambda game: game, methods=["GET"])
    assert find_unmatched(app, RULES) == ["GET /v1/games/<id:game>/hands has no row in prove/access/table.py"]


def test_another_method_of_a_route_with_a_row_is_found(app):
    app.add_url_rule("/v1/games/<id:game>", endpoint="end", view_func=lambda game: game, methods=["DELETE"])
    assert find_unmatched(app, RULES) == ["DELETE /v1/games/<id:game> has no row in prove/access/table.py"]


def test_a_row_without_a_route_is_found(app):
    without = [rule for rule in app.url_map.iter_rules() if rule.rule != "/metrics"]
    fewer = Flask("fewer", static_folder=None)
    fewer.url_map.converters.update(app.url_map.converters)
    for rule in without:
        fewer.url_map.add(rule.empty())
    assert find_unmatched(fewer, RULES) == ["there is no route GET /metrics"]


def test_each_place_of_the_table_says_one_thing():
    said = [(cell, cell.rule.expected(AccessCase(*cell[1:]))) for cell in list_cells(RULES, STATES)]
    assert [cell for cell, told in said if not told] == []
    assert len({(cell.rule.name, *cell[1:]) for cell, _ in said}) == len(said)


def test_a_smaller_run_asks_about_places_of_a_full_one():
    everywhere = [*list_cells(RULES, STATES)]
    full, part, piece = (select_cells(everywhere, share) for share in (1, 0.5, 0.01))
    assert full == everywhere
    names = [{str(cell) for cell in found} for found in (full, part, piece)]
    assert names[0] > names[1] > names[2]
    assert {cell.rule.name for cell in piece} == {rule.name for rule in RULES}
