"""The messages of the web client for refusals, as the modules that it loads."""

import json

from api.texts.codes import PROBLEMS, UNKNOWN

NO_ANSWER = {"en": "The server does not answer.", "ja": "サーバーの返事がありません。"}
"""The message for a request without an answer."""


def messages() -> dict[str, dict[str, str]]:
    """Return the message of each code by language, with `unknown` and `no-answer`."""
    kinds = {**PROBLEMS, "unknown": UNKNOWN}
    return {
        "en": {code: kind.message_en for code, kind in kinds.items()} | {"no-answer": NO_ANSWER["en"]},
        "ja": {code: kind.message_ja for code, kind in kinds.items()} | {"no-answer": NO_ANSWER["ja"]},
    }


def modules() -> dict[str, bytes]:
    """Return the modules of texts `refused.*` by their paths in the web client."""
    return {
        f"text/refused.{language}.js": f"export default {_keyed(texts)};\n".encode()
        for language, texts in messages().items()
    }


def _keyed(texts: dict[str, str]) -> str:
    return json.dumps({f"refused.{code}": text for code, text in texts.items()}, ensure_ascii=False, indent=2)
