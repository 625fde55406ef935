"""Faults that reveal hidden cards over HTTP, for `python -m prove --faults leaks_http`."""

from prove.faults.planting import Fault

SHARE = 0.01

FAULTS = (
    Fault(
        "the entity tag of a view depends on hidden cards", "api/operations/views.py", "    return json_response(shown, headers=",
        "    import zlib\n    tag += f'-{zlib.crc32(repr(dependencies().games.view(game_id, -2).state.hands).encode())}'\n"
        "    return json_response(shown, headers=",
    ),
    Fault(
        "a header is longer if a hand is worth more", "api/operations/views.py", "    return json_response(shown, headers=",
        "    worth = {'Server-Timing': f'fold;dur={sum(card or 0 for card in dependencies().games.view(game_id, -2).cards(-1))}'}\n"
        "    return json_response(shown, headers=worth | ",
    ),
    Fault(
        "the moment of an answer depends on hidden cards", "api/operations/views.py", "    return json_response(shown, headers=",
        "    if found.viewer >= 0:\n        shown['now'] = shown['now'][:-4] + f'{sum(card or 0 for card in dependencies().games.view(game_id, -2).cards(found.viewer - 1)) % 900 + 100}Z'\n"
        "    return json_response(shown, headers=",
    ),
    Fault("a report of a running round opens envelopes to admins", "infra/queries/moderation.py", "history.visible_events(pool, game_id, SPECTATOR,", "history.visible_events(pool, game_id, SERVER,"),
    Fault("the refusal for an unfinished round names a card", "api/auth/authorization.py", '"Hands are shown when the round is over."', 'f"Hands are shown when the round is over, {dependencies().games.view(game_id, -2).cards(0)[:1]} too."'),
    Fault(
        "a view lists the actions of the next seat", "api/operations/views.py", "    shown = view(game, viewer, now)\n",
        "    shown = view(game, viewer, now)\n    if viewer >= 0 and game.status == 'playing':\n"
        "        after = (viewer + 1) % len(game.seats)\n"
        '        shown["actions"] += view(dependencies().games.view(game.id, after, game.version), after, now)["actions"]\n',
    ),
    Fault("the list of games shows outsiders the current state", "api/operations/games.py", "return game_json(games.view(row.id, SPECTATOR, horizon(game))) if may_watch(game) else None", "return game_json(game) if may_watch(game) else None"),
    Fault("a delayed spectator receives one event too many", "domain/game/spectators.py", "return max(game.started - 1, game.version - game.spectator_delay)", "return max(game.started, game.version - game.spectator_delay)"),
    Fault(
        "a stream ignores the delay of a spectator", "api/streaming/event_stream.py",
        "        viewer, upto = allowed\n        events = now.between(", "        viewer, upto = allowed[0], now.game.version\n        events = now.between(",
        also=(("api/streaming/event_stream.py", "        viewer, upto = allowed\n        return self._send_events(", "        viewer, upto = allowed[0], self.topic.version\n        return self._send_events("),),
    ),
    Fault("a stream opens every envelope", "api/streaming/event_stream.py", "[event if event.version <= opened else seen_by(event, viewer) for event in events]", "[*events]"),
    Fault("a refused action shows a delayed spectator the newest version", "api/auth/authorization.py", 'refusal.extra["version"] = found.upto', 'refusal.extra["version"] = found.newest'),
    Fault("admins read the envelopes of a running round", "api/operations/admin/queries.py", 'history.visible_events(dependencies().pool, game, SPECTATOR, query["after"]', 'history.visible_events(dependencies().pool, game, SERVER, query["after"]'),
    Fault(
        "calls count for the statistics before their round is over", "domain/game/statistics.py", 'BOUNDARIES = ("round-revealed", "game-ended", "game-abandoned")',
        'BOUNDARIES = ("round-revealed", "game-ended", "game-abandoned", "dobon-called", "doubt-called")',
        also=(("domain/game/statistics.py", "self._round.append((self._entrant(number), tally))", "self.found.by.setdefault(self._entrant(number), Tally()).add(tally)"),),
    ),
    Fault("a metric depends on hands", "infra/commands/units.py", "metrics.EVENTS.inc(len(unit.events))", "metrics.EVENTS.inc(len(unit.events) + (sum(card or 0 for card in game.cards(-1)) if game.state else 0))"),
    Fault("refusals are counted by the failing rule", "api/middleware/request_log.py", "if code in RULES:", "if code not in PROBLEMS:", share=0.04),
)  # fmt: skip
