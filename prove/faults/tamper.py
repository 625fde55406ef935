"""Faults with which a changed log is not detected, for `python -m prove --faults tamper`."""

from prove.faults.planting import Fault

SHARE = 0.01

FAULTS = (
    Fault(
        "moments are not in the digest", "domain/log/log_format.py", "    at: Moment\n    public: Part", "    public: Part",
        also=(("domain/log/log_format.py", "schema, event.at, event.public", "schema, event.public"),),
    ),
    Fault("the previous digest is not hashed", "domain/log/log_format.py", "sha256(bytes.fromhex(previous) + hashed)", "sha256(hashed)"),
    Fault("a recorded head is not checked", "domain/verification/verify.py", "head is not None and head not in digests", "head == ''"),
    Fault("the first line's head is not compared", "domain/verification/verify.py", "if log.head != report.head:", "if not log.head:"),
    Fault("events are not compared with the answer of the rules", "domain/ruleset/replay.py", "yield from differences(expected, event)", "yield from ()"),
    Fault("parts that follow from the secret are not compared with their seals", "domain/verification/judgement.py", "[what] if payload is None else []", "[]"),
    Fault("deals of running rounds are not dealt again", "domain/verification/judgement.py", "if wrong else [], \"\" if secret", "if wrong and secret else [], \"\" if secret"),
    Fault("ids of players have any form", "domain/ruleset/parts.py", "Meta(pattern=UUID + END, ", "Meta("),
    Fault("withheld answers to a call are not tried", "domain/dobon/replay.py", "        return DECLINED_OR_NOT\n", "        return None\n"),
    Fault("withheld answers to a flip are not tried", "domain/dobon/replay.py", 'return _answers(state, int(part)) if event.type == "flip-answered" else None', "return None"),
    Fault("withheld answers to a play are not tried", "domain/doubt/replay.py", "        return DECLINED_OR_NOT\n", "        return None\n"),
    Fault("withheld plays are not tried", "domain/doubt/replay.py", "return _plays(state.cards(event.public.seat), event.public.count) if shown is None else", "return None if shown is None else"),
    Fault("the order of the whole game is not checked", "domain/verification/judgement.py", "ungrammatical(game, last, event)", "()"),
    Fault("fields of events are not compared with the catalogue", "domain/log/events.py", "forbid_unknown_fields=True, ", ""),
    Fault("another head in the public log agrees with a log", "domain/game/inclusion.py", "    if included.entry == expected:\n", "    if included.entry and expected:\n"),
    Fault("an end that the public log has and a log lacks is not told", "domain/game/inclusion.py", "        if kind in found or kind in expected\n", "        if kind in expected\n"),
    Fault("any public log extends a kept checkpoint", "domain/transparency/extension.py", "    return part == old.root\n", "    return True\n"),
)  # fmt: skip
