"""The environment of a `dobon` that a proof or a test starts."""

import os
from collections.abc import Mapping

from infra.settings import PREFIX, variable_of

INHERITED = variable_of("analyser")
"""The one setting that stays. Tests run without the analyser, which would take a processor from every server for a
minute."""


def environment_of(settings: Mapping[str, str]) -> dict[str, str]:
    """Return the environment of this process with these settings of `dobon` in place of its own ones."""
    own = {name: value for name, value in os.environ.items() if not name.startswith(PREFIX) or name == INHERITED}
    return {**own, **settings}
