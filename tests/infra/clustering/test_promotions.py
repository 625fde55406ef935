"""Which node Patroni promotes, and to which timeline: rare in a cluster, so it is tested in the program itself."""

import shutil
import subprocess
from pathlib import Path

from infra.clustering.patroni import PROGRAM
from tests.infra.clustering.available import require_packages

FACTS = Path(__file__).with_name("promotions_of_patroni.py")


def test_each_promotion_has_a_timeline_and_later_timelines_are_ahead(tmp_path: Path) -> None:
    python = require_packages().patroni.with_name("python")
    shutil.copy(PROGRAM, tmp_path)  # as the cluster runs it, away from modules of the same names
    done = subprocess.run([python, FACTS, tmp_path], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
