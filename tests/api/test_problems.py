import re
from pathlib import Path

import pytest

from api.problems import STATUS_CODES, answer_problem
from api.texts.codes import PROBLEMS
from infra.event_store.damaged_games import DamagedGame
from prove.harness.application import House
from prove.harness.description import description
from tests.api.conftest import refused

ROOT = Path(__file__).parents[2]
RAISED = re.compile(r"""\b(?:Refused|Problem)\(\s*["']([a-z0-9-]+)["']""")


def codes_in(*folders: str) -> set[str]:
    return {
        code
        for folder in folders
        for path in (ROOT / folder).rglob("*.py")
        for code in RAISED.findall(path.read_text())
    }


def test_every_code_in_the_source_is_in_the_problem_table() -> None:
    found = codes_in("domain", "infra", "api")
    assert len(found) > 40, "the search finds nothing any more"
    assert found <= set(PROBLEMS)


def test_every_code_in_the_problem_table_is_used() -> None:
    raised = {*codes_in("domain", "infra", "api"), DamagedGame("", KeyError()).code}
    assert set(PROBLEMS) - raised - set(STATUS_CODES.values()) == {"internal-error"}


def test_the_openapi_description_lists_every_code() -> None:
    schemas = description()["components"]["schemas"]
    assert schemas["Problem"]["properties"]["code"] == {"$ref": "#/components/schemas/ProblemCode"}
    assert schemas["ProblemCode"]["enum"] == sorted(PROBLEMS)


@pytest.mark.parametrize("code", sorted(PROBLEMS))
def test_every_code_has_a_page_and_a_title_in_both_languages(house: House, code: str) -> None:
    kind = PROBLEMS[code]
    page = house.nobody.get(f"/problems/{code}")
    assert page.status_code == 200
    assert code in page.text
    assert kind.ja in page.text
    assert 400 <= kind.status < 600
    assert kind.en
    assert kind.ja


def test_an_unknown_code_has_no_page(house: House) -> None:
    refused(house.nobody.get("/problems/nothing-of-the-kind"), 404, "no-such-problem")


def test_the_title_is_in_the_language_of_the_request(house: House) -> None:
    asked = house.nobody.get("/v1/players/me", headers={"Accept-Language": "ja, en;q=0.5"})
    assert refused(asked, 401, "unauthorized")["title"] == PROBLEMS["unauthorized"].ja
    assert refused(house.nobody.get("/v1/players/me"), 401, "unauthorized")["title"] == PROBLEMS["unauthorized"].en


def test_a_code_outside_the_problem_table_is_a_409(house: House) -> None:
    with house.app.test_request_context():
        assert answer_problem("brand-new").status_code == 409


def test_an_unknown_path_is_a_404(house: House) -> None:
    refused(house.nobody.get("/v1/nowhere"), 404, "not-found")
    refused(house.nobody.get("/v1/games/"), 404, "not-found")


def test_a_wrong_method_is_a_405_with_the_allowed_ones(house: House) -> None:
    response = house.nobody.delete("/v1/rulesets")
    refused(response, 405, "method-not-allowed")
    assert set(response.headers["Allow"].replace(" ", "").split(",")) == {"GET", "HEAD", "OPTIONS"}
