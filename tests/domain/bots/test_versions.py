"""Every strategy decides what its version stands for: `domain.verification.bot_verification` relies on it."""

import pytest

from domain.bots.strategies import STRATEGIES
from domain.ruleset.actions import Action
from tests.domain.bots.versions import digest_of, every_version, label, recorded

CHANGED = (
    "The decisions of {name!r} in {ruleset} are not those of version {version}. If the strategy has changed, give the new "
    "function the next version in domain/bots/strategies.py and keep the old one beside it. If only the rules, the deal "
    "or the games of tests/domain/bots/versions.py have changed, delete its line from versions.json. In both cases run "
    "`python -m tests.domain.bots.versions`."
)


@pytest.mark.parametrize(("ruleset", "name", "version"), [*every_version()])
def test_a_version_of_a_strategy_stands_for_its_decisions(ruleset: str, name: str, version: int) -> None:
    expected = recorded().get(label(ruleset, name, version))
    assert expected is not None, "run `python -m tests.domain.bots.versions`, which records new versions"
    assert digest_of(ruleset, name, version) == expected, CHANGED.format(ruleset=ruleset, name=name, version=version)


def test_no_version_is_recorded_that_the_program_does_not_have() -> None:
    assert recorded().keys() == {label(*one) for one in every_version()}


def test_versions_count_from_one() -> None:
    assert all([*versions] == [*range(min(versions), max(versions) + 1)] for versions in STRATEGIES.values())
    assert all(min(versions) >= 1 for versions in STRATEGIES.values())


def test_one_other_decision_changes_the_digest(monkeypatch: pytest.MonkeyPatch) -> None:
    key = ("durak", "careful")
    strategy, asked = STRATEGIES[key][1], []

    def once_otherwise(game: object, seat: int, actions: list[Action], stream: object) -> Action | None:
        asked.append(seat)
        return actions[-1] if len(asked) == 10 else strategy(game, seat, actions, stream)  # type: ignore[arg-type]

    monkeypatch.setitem(STRATEGIES, key, {1: once_otherwise})
    assert digest_of(*key, 1) != recorded()[label(*key, 1)]
