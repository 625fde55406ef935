"""The details of refusals in Japanese, by the English template that is raised.

A refusal states its detail in English, as a template with values (`domain.log.sentences`). The tables have the template
in Japanese, with the same names of values.
"""

from api.texts.details import accounts, requests, rules
from domain.log.sentences import Sentence

DETAILS = {**rules.DETAILS, **requests.DETAILS, **accounts.DETAILS}


def in_japanese(detail: str) -> str:
    """Return a detail in Japanese; one that no table has unchanged."""
    if not isinstance(detail, Sentence):
        return DETAILS.get(detail, detail)
    japanese = DETAILS.get(detail.template)
    if japanese is None:
        return detail
    values = {
        name: in_japanese(value) if isinstance(value, Sentence) else value for name, value in detail.values.items()
    }
    return japanese.format(**values) if values else japanese
