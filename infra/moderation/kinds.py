"""Reports of players, and what an admin may do about them.

A report names a comment, the name of a player, or a play: an event of a seat at a version of a game, such as a call.
"""

COMMENT, NAME, PLAY = "comment", "name", "play"

REASONS = {
    COMMENT: ("insult", "spam", "personal-data", "other"),
    NAME: ("insult", "impersonation", "personal-data", "other"),
    PLAY: ("wrong-verdict", "collusion", "stalling", "other"),
}
"""The reasons for a report, by its kind."""

KINDS = tuple(REASONS)

ALL_REASONS = tuple(dict.fromkeys(reason for reasons in REASONS.values() for reason in reasons))

OPEN, UPHELD, DISMISSED = "open", "upheld", "dismissed"
VERDICTS = (UPHELD, DISMISSED)
STATUSES = (OPEN, *VERDICTS)

HIDE_COMMENT, RESET_NAME, SUSPEND, ABANDON = "hide-comment", "reset-name", "suspend-player", "abandon-game"

MEASURES = {
    COMMENT: (HIDE_COMMENT, RESET_NAME, SUSPEND),
    NAME: (RESET_NAME, SUSPEND),
    PLAY: (RESET_NAME, SUSPEND, ABANDON),
}
"""The measures that may go with an upheld report, by its kind, in the order in which they are taken."""

ALL_MEASURES = (HIDE_COMMENT, RESET_NAME, SUSPEND, ABANDON)

ON_PLAYER = frozenset({RESET_NAME, SUSPEND})
"""Measures that need a reported player: the play of a bot has none."""


def subject_key(kind: str, *parts: object) -> str:
    """Return the key of a subject: two reports are about the same subject if their keys are equal."""
    return ":".join([kind, *map(str, parts)])
