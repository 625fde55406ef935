"""A program for `dobon arena`: it takes its legal actions by turns. It needs nothing but Python."""

import json
import sys
from typing import Any

CALLS = ("dobon", "doubt")


def decide(view: dict[str, Any]) -> dict[str, Any] | None:
    """Return one of the actions of a view, None to wait. It calls and doubts at each tenth version."""
    version, asked = view["version"], view["you"]["seat"] in view["round"]["waiting_for"]
    calls: list[dict[str, Any]] = [entry["action"] for entry in view["actions"] if entry["action"]["type"] in CALLS]
    others: list[dict[str, Any]] = [
        entry["action"] for entry in view["actions"] if entry["action"]["type"] not in CALLS
    ]
    if calls and (version % 10 == 0 or (asked and not others)):
        return calls[0]
    return others[version % len(others)] if others and asked else None


def main() -> None:
    """Answer each question of the arena."""
    for line in sys.stdin:
        message = json.loads(line)
        if message["type"] == "decide":
            print(json.dumps({"id": message["id"], "action": decide(message["view"])}), flush=True)


if __name__ == "__main__":
    main()
