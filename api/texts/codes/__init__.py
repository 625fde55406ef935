"""Every error code that this server answers with: its status, its title, and its message in the web client.

A code never changes its meaning; a new meaning gets a new code. A test collects every `Refused("...")` in the source
and requires a row here.
"""

from api.texts.codes import games, requests, state
from api.texts.kinds import Kind

PROBLEMS: dict[str, Kind] = {
    **requests.REQUEST, **requests.MISSING, **state.STATE, **games.OPENING, **games.SEATS, **games.RULES,
}  # fmt: skip

UNKNOWN = Kind(409,
    "The rules do not allow this", "ルールで許されていません",
    "The request was refused.", "受け付けられませんでした。")  # fmt: skip
"""The kind of a code without a row; a test keeps such codes out of the source."""
