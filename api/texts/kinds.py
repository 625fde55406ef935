"""A row of the catalogue: a code with its status and words."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Kind:
    """The HTTP status of a code, its title, and its message in the web client."""

    status: int
    en: str
    ja: str
    message_en: str
    message_ja: str
    "Players read the messages. They say what to do now; the details say what was wrong with the request."
