"""A short slice of the proof `failover`, whose full counts are in docs/guarantees.md."""

import pytest

from prove.failover import check_failover
from prove.report import Run
from tests.infra.clustering.available import require_packages

pytestmark = [pytest.mark.slow, pytest.mark.server]


def test_no_answered_command_is_lost_with_the_leader():
    require_packages()
    # How fast the next leader answers depends on the machine.
    rows = check_failover(Run(0.002, quiet=True), judge_times=False)
    assert [row for row in rows if not row.holds] == []
    assert rows[0].count >= 300
