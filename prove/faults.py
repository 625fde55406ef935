"""Faults that are planted in copies of this project. A proof has to fail for each of them.

`python -m prove --faults` copies the tree, changes one place, and runs a short slice of the proof in the copy. The run
has to fail. A fault whose place reads differently now, so that it cannot be planted, counts as a failure too.
"""

import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from prove.harness import watchdog
from prove.report import Row, Run

ROOT = Path(__file__).parents[1]
COPIED = ("api", "domain", "infra", "prove", "clients/python/src", "tests/golden", "pyproject.toml", "openapi.yaml")

SHARES = {
    "chance": 0.02,
    "bias": 0.04,
    "tamper": 0.01,
    "bots": 0.02,
    "playouts": 0.001,
    "feed": 0.05,
    "races": 0.01,
    "loss": 0.02,
    "failover": 0.02,
    "shards": 0.01,
    "move": 0.1,
    "access": 0.05,
    "input": 0.05,
    "leaks": 0.01,
    "leaks_http": 0.01,
    "siege": 0.01,
}
"""Share of the full counts for each proof that looks for a planted fault."""

MINUTES = 15


class RunFailed(Exception):
    """The run of a proof ended without rows."""


class RunStalled(RunFailed):
    """The run made no progress, so its watchdog ended it."""


@dataclass(frozen=True, slots=True)
class Fault:
    """One change of the program that a proof has to catch."""

    proof: str
    what: str
    file: str
    old: str
    new: str
    share: float = 0.0
    "Share of the full counts, if it differs from that of the proof's other faults."
    also: tuple[tuple[str, str, str], ...] = ()
    "Further changes: file, old text and new text."
    stalls: bool = False
    "The proof catches the fault by making no progress, so that its watchdog ends it."

    def plant(self, tree: Path) -> None:
        """Change the places in a copy. Raise `Broken` if an old text is not in its file exactly once."""
        for file, old, new in ((self.file, self.old, self.new), *self.also):
            path = tree / file
            text = path.read_text(encoding="utf-8")
            if text.count(old) != 1:
                raise RunFailed(f"{file} must contain exactly once: {old}")
            path.write_text(text.replace(old, new), encoding="utf-8")


FAULTS = (
    Fault("chance", "each card changes places with any other (a naive shuffle)", "domain/log/chance.py", "self.below(last + 1)", "self.below(len(items))"),
    Fault("chance", "no card stays where it is (Sattolo's shuffle)", "domain/log/chance.py", "self.below(last + 1)", "self.below(last)"),
    Fault("chance", "the last swap is left out", "domain/log/chance.py", "range(len(items) - 1, 0, -1)", "range(len(items) - 1, 1, -1)"),
    Fault("chance", "words have eight bits", "domain/log/chance.py", "return self._left.pop()", "return self._left.pop() & 255"),
    Fault("chance", "every block is the first one", "domain/log/chance.py", "self._block += 1", "self._block += 0"),
    Fault("chance", "no link is in the seed", "domain/log/chance.py", "|{number}|{'|'.join(links)}", "|{number}|"),
    Fault(
        "chance", "the pile is reused without a shuffle", "domain/dobon/stock.py",
        'chance.stream(f"reshuffle-{table.reshuffles + 1}").shuffle(below)', "pass",
    ),
    Fault("chance", "every reshuffle of a round is the first one", "domain/dobon/stock.py", "{table.reshuffles + 1}", "1"),
    Fault("bias", "a player may reveal any link", "domain/running/commands.py", "if not seat.has_link(link, game.round + 1):", "if not is_link(link):"),
    Fault("bias", "withheld links are not named", "domain/running/commands.py", 'public["withheld"] = game.withheld()', 'public["withheld"] = []'),
    Fault("bias", "a link that the clock withholds is called refused", "domain/game/game_evolve.py", '"clock" if "by_clock" in event.public else "refused"', '"refused"'),
    Fault("bias", "a hand-over is not told apart", "domain/game/game_evolve.py", 'game.causes[number] = "handed-over"', "pass"),
    Fault("bias", "an abandoned game reveals a running round only", "domain/game/game.py", "return self.round + 1 if any(self.next_links()) else 0", "return 0"),
    Fault("bias", "games abandoned before the deal are not counted", "domain/game/statistics.py", "if self._dealt or self._linked:", "if self._dealt:"),
    Fault("bias", "a client does not check its link in the log", "clients/python/src/dobon_client/cuts.py", "if self.links.get(str(round_number)) != self.sent[str(round_number)]:", "if False:"),
    Fault(
        "bias", "a client does not continue the chain that it knows", "clients/python/src/dobon_client/cuts.py",
        'if event["version"] != self.version + 1 or event["digest"] != digest:', "if False:",
        also=(("clients/python/src/dobon_client/cuts.py", 'if (receipt["game"], receipt["version"], receipt["head"]) != (self.game, self.version, self.head):', "if False:"),),
    ),
    Fault("bias", "a client does not compare revealed secrets with the anchor", "clients/python/src/dobon_client/cuts.py", "if secret is not None and link_before(secret, number) != self.server_anchor:", "if False:"),
    Fault("tamper", "moments are not in the digest", "domain/log/log_format.py", '        "at": event.at,\n        "public"', '        "public"'),
    Fault("tamper", "the previous digest is not hashed", "domain/log/log_format.py", "sha256(bytes.fromhex(previous) + canonical(hashed))", "sha256(canonical(hashed))"),
    Fault("tamper", "a recorded head is not checked", "domain/verification/verify.py", "head is not None and head not in digests", "head == ''"),
    Fault("tamper", "the first line's head is not compared", "domain/verification/verify.py", "if log.head != report.head:", "if not log.head:"),
    Fault("bots", "bots decide from the game of the server", "domain/running/automation.py", "decide(folds.viewers[seat], seat", "decide(folds.server, seat", share=0.09),
    Fault("bots", "bots use other random numbers", "domain/running/automation.py", "act(game, *first, now", 'act(game, first[0], decide(folds.viewers[first[0]], first[0], now, game.chance(bytes(32))) or first[1], now'),
    Fault("bots", "a decision is used at the newest version, whichever it was made from", "infra/commands/slow_bots.py", "Situation(game.id, game.version, game.head, seat, tuple(actions))", 'Situation(game.id, 0, "", seat, tuple(actions))'),
    Fault(
        "bots", "a bot decides from the newest version, and not from that of its question", "infra/commands/slow_bots.py",
        "self._question = Question.of(game, seat, actions, stream)", "self._question = self._question or (game, seat, actions, stream.copy())",
        also=(
            ("infra/commands/slow_bots.py", "self._slow_bots.request(self._question)", "self._slow_bots.request(Question.of(*self._question))"),
            ("infra/commands/slow_bots.py", 'because the game moves on."""\n        self._question = None', 'because the game moves on."""'),
        ),
    ),
    Fault("bots", "interrupted bots search on", "domain/running/automation.py", "return game.interruptions >= MOST_INTERRUPTIONS", "return False"),
    Fault("bots", "the log does not name the strategy that decided in place of another", "domain/running/automation.py", "decision.public[BY_STRATEGY] = name", "pass"),
    Fault("bots", "the moves of bots are not replayed", "domain/verification/verify.py", "    if not report.ok:\n        return\n    found = replay_bots", "    if True:\n        return\n    found = replay_bots"),
    Fault("playouts", "waits leave the quotient out", "domain/playouts/dobon/waits.py", "if hand[-1] ** 2 % product == 0:", "if False:"),
    Fault("playouts", "a 1 skips one player, however many are played", "domain/playouts/dobon/sato.py", "            steps = 1 + count\n", "            steps = 2\n"),
    Fault("playouts", "a turn of a playout keeps the direction after a 9", "domain/playouts/dobon/sato.py", "                        direction = -direction\n", "                        pass\n"),
    Fault("playouts", "a turn of a playout draws one card for a pending 2", "domain/playouts/dobon/sato.py", "for _ in range(pending_draw):", "for _ in range(1):"),
    Fault("playouts", "the owner of a card is not asked for a counter", "domain/playouts/dobon/sato.py", "return self.others(caller) & ~self.called", "return self.others(caller) & ~self.called & self.others(self.owner)"),
    Fault("playouts", "the caller loses, not the player who was called", "domain/playouts/dobon/sato.py", "losers = [self.owner]", "losers = [winner]"),
    Fault("playouts", "a reshuffle leaves the rest of the stock out", "domain/playouts/dobon/position.py", "[*self.shuffled(cards_of(self.below())), *self.stock]", "self.shuffled(cards_of(self.below()))"),
    Fault("playouts", "empty draws are not counted", "domain/playouts/dobon/sato.py", "self.idle = 0 if some else self.idle + (not stays)", "self.idle = 0"),
    Fault("playouts", "flips end the round after one time through the stock", "domain/playouts/dobon/kawagoe.py", "(self.reshuffles or not self.below())", "True"),
    Fault("playouts", "jokers do not double", "domain/playouts/dobon/kawagoe.py", "(BY_NUMBER[2] | _JOKERS)", "BY_NUMBER[2]"),
    Fault("playouts", "two cards make only their sum", "domain/playouts/dobon/waits.py", "if len(hand) < 3 else by_sum(hand)", "if len(hand) < 2 else by_sum(hand)"),
    Fault("playouts", "the right to call outlives a draw", "domain/playouts/dobon/kawagoe.py", "self.calls_open = self.first_turn = False", "self.first_turn = False"),
    Fault("playouts", "a playout jumps in with any card that fits", "domain/playouts/dobon/kawagoe_turns.py", "legal = hand & number", "legal = hand & fits"),
    Fault("playouts", "a caught lie is forgotten", "domain/playouts/doubt/position.py", "self.success[caller] += lie", "self.success[caller] += 0"),
    Fault("playouts", "jokers are lies", "domain/playouts/doubt/position.py", "not in (0, self.claim_number)", "not in (self.claim_number,)"),
    Fault("playouts", "the liar's neighbour plays after every doubt", "domain/playouts/doubt/position.py", 'caller if lie and options["doubter_takes_turn"] else', "caller if False else"),
    Fault("playouts", "attackers that stopped stay out of the bout", "domain/playouts/beating/durak.py", "        self.stopped, self.phase, self.turn = 0, DEFENDING, self.defender\n", "        self.phase, self.turn = DEFENDING, self.defender\n"),
    Fault("playouts", "the defender draws first", "domain/playouts/beating/durak.py", "if seat != last and seat not in self.out:", "if seat not in self.out:"),
    Fault("playouts", "a defender who took attacks next", "domain/playouts/beating/durak.py", "beaten = not self.given_up and self.defender not in self.out", "beaten = self.defender not in self.out"),
    Fault("playouts", "takes without effect are not counted", "domain/playouts/beating/position.py", "self.stall = self.stall + 1 if idle else 0", "self.stall = 0"),
    Fault("playouts", "a seat that has beaten all draws before it leads", "domain/playouts/beating/leads.py", "        if self.hands[seat]:\n            self.leads(seat)\n", "        if self.hands[seat]:\n            self.draw(seat)\n            self.leads(seat)\n"),
    Fault("playouts", "the skipped spades stay on top of the stock", "domain/playouts/beating/leads.py", "[turned, *stock[:below], *skipped[::-1], *stock[below:]]", "[turned, *stock, *skipped[::-1]]"),
    Fault("playouts", "the winner of Kirifu gets no point", "domain/playouts/beating/leads.py", "[(seat == won) - (seat in losers)", "[-(seat in losers)"),
    Fault("playouts", "a playout beats with a card that is too low", "domain/playouts/beating/position.py", "answers = hand & table[attack]", "answers = hand"),
    Fault("tamper", "events are not compared with the answer of the rules", "domain/ruleset/replay.py", "yield from differences(expected, event)", "yield from ()"),
    Fault("tamper", "parts that follow from the secret are not compared with their seals", "domain/verification/judgement.py", "[what] if payload is None else []", "[]"),
    Fault("tamper", "deals of running rounds are not dealt again", "domain/verification/judgement.py", "if wrong else [], \"\" if secret", "if wrong and secret else [], \"\" if secret"),
    Fault("tamper", "ids of players have any form", "domain/ruleset/catalogue.py", ', ("pattern", UUID)]', "]"),
    Fault("tamper", "withheld answers to a call are not tried", "domain/dobon/replay.py", "        return DECLINED_OR_NOT\n", "        return None\n"),
    Fault("tamper", "withheld answers to a flip are not tried", "domain/dobon/replay.py", 'return _answers(table, int(part)) if event.type == "flip-answered" else None', "return None"),
    Fault("tamper", "withheld answers to a play are not tried", "domain/doubt/replay.py", "        return DECLINED_OR_NOT\n", "        return None\n"),
    Fault("tamper", "withheld plays are not tried", "domain/doubt/replay.py", "return _plays(table.hands[event.public[\"seat\"]], event.public[\"count\"]) if shown is None else", "return None if shown is None else"),
    Fault("tamper", "the order of the whole game is not checked", "domain/verification/judgement.py", "ungrammatical(game, last, event)", "()"),
    Fault("tamper", "fields of events are not compared with the catalogue", "domain/verification/judgement.py", "[*misfits(kind, event, seats)]", "[]"),
    Fault("feed", "the position is that of the newest transaction", "infra/event_store/change_feed.py", "settled AS (SELECT pg_snapshot_xmin(", "settled AS (SELECT pg_snapshot_xmax("),
    Fault(
        "feed", "reading continues after the last one seen", "infra/event_store/change_feed.py", "settled AS (SELECT pg_snapshot_xmin(pg_current_snapshot()) AS upto)",
        "settled AS (SELECT (coalesce(max(tx::text::bigint), 2) + 1)::text::xid8 AS upto FROM dobon.events)",
    ),
    Fault("feed", "the transaction at the position is left out", "infra/event_store/change_feed.py", "tx >= %s", "tx > %s"),
    Fault(
        "feed", "one position for all shards", "infra/projections/follower.py",
        "{place: Follower(name, all_games=all_games, at_once=at_once) for place in places}", "dict.fromkeys(places, Follower(name, all_games=all_games, at_once=at_once))",
    ),
    Fault("races", "the row of a game is not guarded by its version", "infra/postgres/functions/append.sql", "WHERE id = game AND version = expected AND head = coalesce(previous, head);", "WHERE id = game;", also=(("infra/postgres/functions/append.sql", "WHERE id = game AND version = expected AND head = coalesce(previous, head)\n", "WHERE id = game\n"),)),
    Fault("races", "a refusal is not judged again after a concurrent change", "infra/commands/handler.py", "if self._refresh(game_id, cached):\n                        continue", "if False:\n                        continue"),
    Fault("races", "overdue deadlines do not run before a command", "infra/commands/handler.py", "                    unit.run_due()\n                    unit.record", "                    unit.record"),
    Fault("races", "the places of a match are not taken", "infra/social/quick_play.py", "UPDATE dobon.queue SET match = %s WHERE account = ANY(%s::uuid[])", "UPDATE dobon.queue SET match = %s WHERE account = ANY(%s::uuid[]) AND false"),
    Fault("races", "a player at a table waits again by asking again", "infra/social/quick_play.py", "queue.match IS NULL OR queue.match = %(ended)s", "queue.match IS NULL OR queue.game IS NOT NULL"),
    Fault("races", "the game of a match has another id in each process", "infra/commands/matchmaking.py", "key=match.id, ", ""),
    Fault("races", "a key is not looked up when the command is refused", "infra/commands/handler.py", "                    previous = self.previous_outcome(game_id, key)\n                    if previous is not None:\n                        return previous\n                    refusal", "                    refusal"),
    Fault("loss", "Postgres runs with synchronous_commit = off", "prove/loss.py", "yield from check_loss(run)\n", "yield from check_loss(run, asynchronous_commit=True)\n"),
    Fault(
        "loss", "the key is stored in a transaction of its own, after the events", "infra/event_store/store.py", "    values = _row_values(new)\n",
        "    if new.key is not None:\n        from dataclasses import replace\n        if not append(conn, replace(new, key=None)):\n            return False\n"
        "        conn.execute('INSERT INTO dobon.commands VALUES (%s, %s, %s, %s, %s, %s)', (new.game, new.key.account, new.key.key,"
        " new.key.request, new.expected + 1, new.last))\n        return True\n    values = _row_values(new)\n",
        also=(("infra/migrations/versions/0001_first_revision.py", '    "events": "SELECT",\n', '    "events": "SELECT",\n    "commands": "INSERT",\n'),),
    ),
    Fault(
        "loss", "a command is answered before it is committed", "infra/commands/handler.py", "if not self._append_around_damage(append, also):",
        "import threading, time\n            threading.Thread(target=lambda: (time.sleep(0.05), self._append(append, also))).start()\n            if False:",
    ),
    Fault("loss", "a key is not looked up when the command is refused", "infra/commands/handler.py", "                    previous = self.previous_outcome(game_id, key)\n                    if previous is not None:\n                        return previous\n                    refusal", "                    refusal"),
    Fault(
        "failover", "the standby is asynchronous", "infra/clustering/patroni.py", '"synchronous_mode": "quorum",', '"synchronous_mode": False,',
        also=(
            ("infra/clustering/patroni.py", '"synchronous_mode_strict": True,', '"synchronous_mode_strict": False,'),
            ("infra/clustering/local.py", 'CONFIRMING = "quorum_standby"', 'CONFIRMING = "replica"'),
        ),
    ),
    Fault("failover", "a repeated key does not wait for the standby", "infra/postgres/functions/guards.sql", "IF current_setting('synchronous_standby_names') <> '' THEN", "IF false THEN"),
    Fault("failover", "the warning that a wait was cancelled counts as success", "infra/postgres/retry.py", "    if take_unconfirmed(conn):\n", "    if False:\n"),
    Fault("failover", "the warning that a wait was cancelled is not seen through a router", "infra/postgres/replication.py", 'return "wait for synchronous replication" in (diagnostic.message_primary or "")', "return False"),
    Fault("failover", "a start ends what runs", "infra/clustering/local.py", "            process.start()\n        for node in self.nodes.values():\n", "            process.end()\n            process.start()\n        for node in self.nodes.values():\n"),
    Fault("failover", "a former leader may lead before its successor is named in etcd", "infra/clustering/patroni_program.py", "Ha.process_sync_replication_prepromote = _prepare_and_claim\n", ""),
    Fault("failover", "votes do not look at timelines", "infra/clustering/patroni_program.py", "Ha.fetch_nodes_statuses = _fetch_with_timelines\n", ""),
    Fault("failover", "two promotions may have one timeline", "infra/clustering/patroni_program.py", "    return _claim_timeline(self)\n", "    return True\n"),
    Fault(
        "shards", "a table is not sharded", "infra/social/rematches.py", "row = write_once(pool.games, ", "row = write_once(pool, ",
        also=(("infra/postgres/bootstrap.py", "    _give_up_partitions(settings, accounts)\n", ""),),
    ),
    Fault(
        "shards", "a second shard is asked", "infra/commands/handler.py", "            return write_once(self._pool.games, lambda conn: store.append(conn, append))\n",
        "            for shard in self._pool.shards:\n                read_with_retry(shard, lambda conn: conn.execute('SELECT'))\n"
        "            return write_once(self._pool.games, lambda conn: store.append(conn, append))\n",
    ),
    Fault("shards", "an old map writes", "infra/postgres/functions/guards.sql", "RETURN dobon.check_owned(game)", "RETURN true"),
    Fault(
        "move", "a shard does not check what it owns", "infra/postgres/functions/guards.sql", "    IF NOT EXISTS (SELECT FROM dobon.partitions WHERE",
        "    IF false AND NOT EXISTS (SELECT FROM dobon.partitions WHERE",
    ),
    Fault(
        "move", "the target does not wait for the last changes", "infra/sharding/handover.py", "        EXIT WHEN FOUND;\n", "        EXIT;\n",
    ),
    Fault("access", "a route asks for no token", "api/operations/players.py", '"/players/<id:player>", Profile, ', '"/players/<id:player>", Profile, access="open", '),
    Fault("access", "an admin's route is for every player", "api/operations/admin/queries.py", '"/games/<id:game>/events", EventPage, access="admin", ', '"/games/<id:game>/events", EventPage, '),
    Fault("access", "a route has no row in the table", "api/operations/monitoring.py", '@health.operation("GET", "/healthz"', '@health.route("/alive")\ndef alive() -> str:\n    return "yes"\n\n\n@health.operation("GET", "/healthz"'),
    Fault("access", "a suspended account can act", "api/auth/authentication.py", "if found.suspended:", 'if found.suspended and request.method == "GET":'),
    Fault("access", "a player can read the reports of others", "api/operations/reports.py", "if found is None or found.reporter != current_account().id:", "if found is None:"),
    Fault("access", "suspended admins stay admins", "api/auth/authentication.py", "if found.suspended:", "if found.suspended and not found.admin:"),
    Fault("access", "a revoked token is accepted", "infra/accounts/accounts.py", "token.hash = ANY(%(hashes)s) AND token.revoked_at IS NULL", "token.hash = ANY(%(hashes)s)"),
    Fault("access", "a revoked link opens the replay", "infra/social/shares.py", " AND revoked_at IS NULL", ""),
    Fault("access", "a forbidden game answers differently from an absent one", "api/auth/authorization.py", "if allowed is None:\n        raise no_such_game()", 'if allowed is None:\n        raise Refused("not-seated", "This game is not yours to see.")'),
    Fault("access", "an absent game has an error text of its own", "infra/commands/repository.py", "self._cache.forget(game_id)\n            raise no_such_game()", 'raise Refused("no-such-game", "There is no such game.")'),
    Fault("access", "a refused action reveals that the game exists", "api/operations/actions.py", "raise mask_refusal(game, refusal) from None", "raise"),
    Fault("access", "an unlisted game can be watched by its id", "domain/game/spectators.py", "return game.listed and (", "return ("),
    Fault("access", "a game without spectators can be watched", "domain/game/spectators.py", "(game.spectators != OFF or game.status == WAITING)", "True"),
    Fault("access", "spectators see the join code", "api/operations/games.py", "if viewer != SPECTATOR:", "if viewer is not None:"),
    Fault("access", "an unlisted game can be joined without its join code", "infra/commands/service.py", "if not game.listed and game.seat_of(account) is None:", "if False:"),
    Fault("access", "spectators can create share links", "api/operations/shares.py", "    check_seat(game)\n    if dependencies()", "    visible_game(game)\n    if dependencies()"),
    Fault("access", "spectators can give stamps", "api/operations/stamps.py", 'require_seat(viewer, "Only players of the game can send stamps.")', "viewer"),
    Fault("access", "the list of games includes unlisted games", "domain/game/spectators.py", "    if not may_watch(game):\n        return None\n    upto", "    upto"),
    Fault("leaks", "a call can be countered only if some seat is able to", "domain/dobon/calls.py", "    asked = rules.may_counter(table, seat)\n    public |=", "    asked = [one for one in rules.may_counter(table, seat) if rules.witnesses(table, one)]\n    public |=", share=0.06),
    Fault("leaks", "the seat that declined to call is public", "domain/dobon/calls.py", 'Event("call-declined", {"on": on},', 'Event("call-declined", {"on": on, "seat": seat},'),
    Fault("leaks", "the seat that declined to doubt is public", "domain/doubt/rules.py", 'Event("doubt-declined", {"on": on},', 'Event("doubt-declined", {"on": on, "seat": seat},'),
    Fault("leaks", "a refusal names a hidden card", "domain/dobon/plays.py", '"Play cards of your own hand."', 'f"Play cards of your own hand; others hold {table.hands[seat - 1]}."'),
    Fault("leaks", "a flipped card can be called only if a hand holds its number", "domain/dobon/opening.py", '"calls_open": bool(asked),', '"calls_open": any(RANK[c] == RANK[card] for h in table.hands for c in h),'),
    Fault("leaks", "the stock is off by one for some cards", "domain/beating/event_builder.py", '"stock": len(stock) - count, "shown"', '"stock": len(stock) - count - (stock[0] % 2), "shown"'),
    Fault("leaks", "a hand is opened in the order in which it was drawn", "domain/dobon/sato.py", "codes(sorted(card for card in table.hands[seat] if card is not None))", "codes([card for card in table.hands[seat] if card is not None])", share=0.06),
    Fault("leaks", "a deadline depends on a hand", "domain/doubt/challenge.py", '"deadline": turn_deadline(self.options, self.now)}', '"deadline": turn_deadline(self.options, self.now) if sum(c or 0 for c in self.table.hands[turn]) % 2 else None}'),
    Fault("leaks", "the window to doubt a play is shorter if the play is true", "domain/doubt/rules.py", "            window = self._window(table, seat, finishing, options, now)\n", '            window = self._window(table, seat, finishing, options, now)\n            window["allowed_from"] = now if is_true(cards, number) else window["allowed_from"]\n'),
    Fault("leaks", "the window to doubt a true play closes at the first decline", "domain/doubt/rules.py", "if table.asked == [seat]:", "if table.asked == [seat] or is_true(last_cards(table), table.number):"),
    Fault("leaks", "a window closes if no remaining seat could call", "domain/dobon/calls.py", "    if table.asked == [seat]:\n        events += rules.close(table, options, now)\n", "    if not [other for other in table.asked if other != seat and rules.witnesses(table, other)]:\n        events += rules.close(table, options, now)\n", share=0.05),
    Fault("leaks", "the danger counts the cards of another hand as seen", "domain/analysis/dobon/knowledge.py", "{*table.pile, *table.hands[self.viewer]}", "{*table.pile, *table.hands[self.viewer], *table.hands[self.viewer - 1]}", share=0.03),
    Fault("leaks", "the analysis learns from a draw what the hand holds", "domain/analysis/dobon/beliefs.py", 'if public["why"] != "false-call" and', 'if sum(card or 0 for card in table.hands[seat]) % 2 and public["why"] != "false-call" and', share=0.03),
    Fault("leaks", "the chance of a lie knows the hand of the player", "domain/analysis/doubt/beliefs.py", "elsewhere(table, self.viewer, claim.seat)", "elsewhere(table, claim.seat, claim.seat)", share=0.03),
    Fault(
        "leaks_http", "the entity tag of a view depends on hidden cards", "api/operations/views.py", "    return json_response(shown, headers=",
        "    import zlib\n    tag += f'-{zlib.crc32(repr(dependencies().games.view(game_id, -2).table.hands).encode())}'\n"
        "    return json_response(shown, headers=",
    ),
    Fault(
        "leaks_http", "a header is longer if a hand is worth more", "api/operations/views.py", "    return json_response(shown, headers=",
        "    worth = {'Server-Timing': f'fold;dur={sum(card or 0 for card in dependencies().games.view(game_id, -2).table.hands[-1])}'}\n"
        "    return json_response(shown, headers=worth | ",
    ),
    Fault(
        "leaks_http", "the moment of an answer depends on hidden cards", "api/operations/views.py", "    return json_response(shown, headers=",
        "    if found.viewer >= 0:\n        shown['now'] = shown['now'][:-4] + f'{sum(card or 0 for card in dependencies().games.view(game_id, -2).table.hands[found.viewer - 1]) % 900 + 100}Z'\n"
        "    return json_response(shown, headers=",
    ),
    Fault("leaks_http", "a report of a running round opens envelopes to admins", "api/operations/admin/moderation.py", "history.visible_events(pool, game_id, SPECTATOR,", "history.visible_events(pool, game_id, SERVER,"),
    Fault("leaks_http", "the refusal for an unfinished round names a card", "api/auth/authorization.py", '"Hands are shown when the round is over."', 'f"Hands are shown when the round is over, {dependencies().games.view(game_id, -2).table.hands[0][:1]} too."'),
    Fault(
        "leaks_http", "a view lists the actions of the next seat", "api/operations/views.py", "    shown = view(game, viewer, now)\n",
        "    shown = view(game, viewer, now)\n    if viewer >= 0 and game.status == 'playing':\n        from api.dependencies import dependencies\n\n"
        "        after = (viewer + 1) % len(game.seats)\n"
        '        shown["actions"] += view(dependencies().games.view(game.id, after, game.version), after)["actions"]\n',
    ),
    Fault("leaks_http", "the list of games shows outsiders the current state", "api/operations/games.py", "return game_json(games.view(row.id, SPECTATOR, horizon(game))) if may_watch(game) else None", "return game_json(game) if may_watch(game) else None"),
    Fault("leaks_http", "a delayed spectator receives one event too many", "domain/game/spectators.py", "return max(game.started - 1, game.version - game.spectator_delay)", "return max(game.started, game.version - game.spectator_delay)"),
    Fault(
        "leaks_http", "a stream ignores the delay of a spectator", "api/streaming/event_stream.py",
        "        viewer, upto = allowed\n        events = now.between(", "        viewer, upto = allowed[0], now.game.version\n        events = now.between(",
        also=(("api/streaming/event_stream.py", "        viewer, upto = allowed\n        return self._send_events(", "        viewer, upto = allowed[0], self.topic.version\n        return self._send_events("),),
    ),
    Fault("leaks_http", "a stream opens every envelope", "api/streaming/event_stream.py", "[event if event.version <= opened else seen_by(event, viewer) for event in events]", "[*events]"),
    Fault("leaks_http", "a refused action shows a delayed spectator the newest version", "api/auth/authorization.py", 'refusal.extra["version"] = found.upto', 'refusal.extra["version"] = found.newest'),
    Fault("leaks_http", "admins read the envelopes of a running round", "api/operations/admin/queries.py", 'history.visible_events(dependencies().pool, game, SPECTATOR, query["after"]', 'history.visible_events(dependencies().pool, game, SERVER, query["after"]'),
    Fault(
        "leaks_http", "calls count for the statistics before their round is over", "domain/game/statistics.py", 'BOUNDARIES = ("round-revealed", "game-ended", "game-abandoned")',
        'BOUNDARIES = ("round-revealed", "game-ended", "game-abandoned", "dobon-called", "doubt-called")',
        also=(("domain/game/statistics.py", "self._round.append((self._entrant(number), tally))", "self.found.by.setdefault(self._entrant(number), Tally()).add(tally)"),),
    ),
    Fault("leaks_http", "a metric depends on hands", "infra/commands/units.py", "metrics.EVENTS.inc(len(unit.events))", "metrics.EVENTS.inc(len(unit.events) + (sum(card or 0 for card in game.table.hands[-1]) if game.table else 0))"),
    Fault("leaks_http", "refusals are counted by the failing rule", "api/middleware/request_log.py", "if code in RULES:", "if code not in PROBLEMS:", share=0.04),
    Fault("input", "strings may hold NUL and half of a surrogate pair", "api/http/request_body.py", 'if "\\\\u" in text:', "if False:"),
    Fault("input", "cursors may hold NUL", "api/http/pagination.py", 'part.isascii() and "\\0" not in part', "part"),
    Fault("input", "queries may hold NUL", "api/http/query.py", 'if "\\0" in text:', "if False:"),
    Fault("input", "numbers in bodies may have any length", "api/http/request_body.py", "len(text) <= _DIGITS and abs(number := int(text)) <= MAX_NUMBER", "abs(number := int(text)) <= MAX_NUMBER"),
    Fault("input", "numbers in paths may have any length", "api/http/converters.py", "[1-9][0-9]{0,8}", "[1-9][0-9]*"),
    Fault("input", "HTTP errors are left to the framework", "api/openapi/spec.py", "def handle_http_exception(", "def handle_nothing("),
    Fault("input", "an invalid number is answered after 3 s", "api/http/request_body.py", '    raise Problem("malformed-json", f"{text} is not JSON.")', '    __import__("time").sleep(3)\n    raise Problem("malformed-json", f"{text} is not JSON.")'),
    Fault("input", "a missing body is awaited for 4 s", "api/http/request_body.py", "SECONDS = 1.5", "SECONDS = 4.0"),
    Fault("input", "invalid UTF-8 is an unhandled error", "api/http/request_body.py", "    except UnicodeDecodeError as error:", "    except ZeroDivisionError as error:"),
    Fault("siege", "a missing body is awaited for a minute", "api/http/request_body.py", "BODY_SECONDS = 1.5", "BODY_SECONDS = 60.0"),
    Fault("siege", "a body is read before its token is checked", "api/server/asgi.py", "if self._accounts is None or (account is not None and not account.suspended):", "if True:"),
    Fault("siege", "a head may take a minute", "api/server/protocol.py", "HEAD_SECONDS = 5.0", "HEAD_SECONDS = 60.0"),
    Fault("siege", "one account may wait as often as it likes", "api/streaming/hub.py", "MAX_WAITING_OF_ACCOUNT = 8", "MAX_WAITING_OF_ACCOUNT = 8_000"),
    Fault("siege", "one account may open any number of streams", "api/streaming/subscriptions.py", "MAX_OF_ACCOUNT = 16", "MAX_OF_ACCOUNT = 16_000"),
    Fault("siege", "an account may have any number of unfinished games", "infra/settings.py", "games_per_account: int = 100", "games_per_account: int = 0"),
    Fault("siege", "streams continue after a suspension", "infra/accounts/accounts.py", "accounts_of(pool, hashes)[1].items() if not account.suspended}", "accounts_of(pool, hashes)[1].items()}"),
    Fault("siege", "metrics are local under any name", "api/http/client_address.py", 'return is_loopback(request.remote_addr or "") and names_this_machine()', 'return is_loopback(request.remote_addr or "")'),
    Fault("siege", "a damaged page is an unhandled error", "infra/postgres/damage.py", '    "XX001",  # data corrupted, such as a page with a wrong checksum\n', ""),
    Fault(
        "siege", "an account may hold all threads of pushes", "infra/delivery/shares.py", "account: int = 4", "account: int = 400",
        also=(("infra/notifications/receivers.py", "DUE_OF_ACCOUNT = 4", "DUE_OF_ACCOUNT = 400"),),
    ),
    Fault("siege", "a host may hold all threads of webhooks", "infra/delivery/shares.py", "host: int = 16", "host: int = 1_600"),
    Fault("siege", "any number of interim answers is read", "infra/delivery/requests.py", "MAX_INTERIM_ANSWERS = 1\n", "MAX_INTERIM_ANSWERS = 1_000_000_000\n"),
    Fault(
        "siege", "an unknown name has an error of its own", "infra/delivery/requests.py",
        "        except (OSError, UnicodeError):\n            raise NotSent(NO_PUBLIC_ADDRESS)", '        except (OSError, UnicodeError):\n            raise NotSent("The host has no address.")',
    ),
    Fault("siege", "analyses are computed in the order of their requests", "infra/analyser/analyses.py", "in order((one, account) for one, (account, _) in waiting.items()):", "in waiting:"),
    Fault("siege", "send buffers have any size", "api/server/port.py", "    listener.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, SEND_BUFFER)\n", ""),
    Fault("siege", "a connection that is cut leaves its answers in the kernel", "api/server/protocol.py", "connected.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, _RESET)", "pass"),
    Fault("siege", "any number of requests may wait on a connection", "api/server/protocol.py", "MAX_PIPELINED = 16", "MAX_PIPELINED = 16_000"),
    Fault("siege", "a request may have two Host fields", "api/server/protocol.py", "hosts > 1 or ", ""),
    Fault("siege", "a request needs no Host", "api/server/protocol.py", " or (not hosts and", " or (False and"),
    Fault("siege", "players may be called like an erased one", "api/representations/look_alikes.py", '    "-",  # an erased player', '    # an erased player'),
    Fault("siege", "players may be called like those whose name was reset", "api/representations/look_alikes.py", 'NUMBERED = ("player", ', 'NUMBERED = ('),
    Fault("siege", "noncharacters are visible", "api/operations/players.py", " or ord(character) in NONCHARACTERS", ""),
    Fault("siege", "a passkey's key is first used at a sign-in", "api/auth/relying_party.py", "        _check_key(found.credential_public_key)\n", ""),
    Fault("siege", "an RSA key may be short", "api/auth/relying_party.py", "MIN_RSA_BITS = 2048", "MIN_RSA_BITS = 512"),
    Fault("siege", "passkeys are made in frames of other origins", "api/auth/relying_party.py", "        _check_own_page(answer)\n        found = webauthn.verify_registration", "        found = webauthn.verify_registration"),
    Fault("siege", "a silent player of quick play is seated for 40 s", "infra/social/quick_play.py", "LAPSE_SECONDS = 10", "LAPSE_SECONDS = 40"),
    Fault("siege", "a row that cannot be decoded fails the list", "infra/queries/games.py", "        except DamagedGame as damaged:", "        except ZeroDivisionError as damaged:"),
    Fault(
        "siege", "a worker reports by the date and time", "api/server/worker.py", "            await asyncio.sleep(BEAT_SECONDS)",
        '            due = __import__("time").time() + BEAT_SECONDS\n            while __import__("time").time() < due:\n                await asyncio.sleep(0.1)',
    ),
    Fault("siege", "the clock follows every jump at once", "infra/clock.py", "if steady - self._trusted_since < PERSIST_SECONDS:", "if True:"),
    Fault("siege", "new games go to a damaged page again and again", "infra/commands/handler.py", "return write_elsewhere(self._pool.games, append.game, lambda: self._append(append, also))", "return self._append(append, also)"),
    Fault("siege", "a damaged page stops the counting of an account's games", "infra/commands/unfinished_games.py", "found = read_rows(conn, statement, values)", "found = conn.execute(statement, values).fetchall()"),
    Fault("siege", "a damaged page stops what follows all games", "infra/postgres/around_damage.py", "rows = read_rows(conn, _ANY_PAGE if closed else _OPEN_PAGE, values)", "rows = conn.execute(_ANY_PAGE if closed else _OPEN_PAGE, values).fetchall()"),
)  # fmt: skip


def prove(run: Run, proofs: Sequence[str]) -> Iterator[Row]:
    """Yield a row for each proof without a fault, which has to hold, and one for each of its faults, which must not."""
    wanted = [name for name in SHARES if not proofs or name in proofs]
    for proof in wanted:
        yield fault_row(proof, None)
        for fault in run.track(f"faults of {proof}", [fault for fault in FAULTS if fault.proof == proof]):
            yield fault_row(proof, fault)


def fault_row(proof: str, fault: Fault | None) -> Row:
    """Return the row of a proof with a fault, or without one.

    A run that does not end catches nothing, unless the fault says so.
    """
    row = Row(f"{proof}: {fault.what if fault else 'without a fault'}", 1, trials=False)
    try:
        found = run_with_fault(proof, fault)
    except RunStalled as stall:
        if fault and fault.stalls:
            row.note = f"caught: {stall}"[:110]
        else:
            row.failures.append(str(stall))
    except RunFailed as broken:
        row.failures.append(str(broken))
    else:
        if fault is None:
            row.failures, row.note = found[:1], "" if found else "holds"
        else:
            row.failures, row.note = ([], f"caught: {found[0]}"[:110]) if found else (["not caught"], "")
    return row


def run_with_fault(proof: str, fault: Fault | None) -> list[str]:
    """Run the proof in a copy with the fault and return its failures. Raise `Broken`."""
    with tempfile.TemporaryDirectory(prefix="dobon-fault-") as folder:
        tree = Path(folder)
        for name in COPIED:
            source = ROOT / name
            if source.is_dir():
                shutil.copytree(source, tree / name, ignore=shutil.ignore_patterns("__pycache__"))
            else:
                shutil.copy(source, tree / name)
        if fault is not None:
            fault.plant(tree)
        told = tree / "told.json"
        share = str((fault and fault.share) or SHARES[proof])
        said = run_python(["-m", "prove", proof, "--share", share, "--json", str(told), "--until-failure"], tree)
        if not told.exists():
            raise RunFailed(f"The proof ended early: {said.strip().splitlines()[-1:]}")
        return [f"{row['what']}: {row['failures'][0]}" for row in json.loads(told.read_text()) if row["failures"]]


def run_python(arguments: Sequence[str], tree: Path, seconds: float = 60.0 * MINUTES) -> str:
    """Run Python in a copy of the tree and return its standard error.

    Raise `Stalled` if the watchdog ended it, and `Broken` if it took longer than `seconds`.
    """
    process = subprocess.Popen(
        [sys.executable, *arguments], cwd=tree, env={**os.environ, "PYTHONPATH": str(tree)},
        stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True,
    )  # fmt: skip
    try:
        _, said = process.communicate(timeout=seconds)
    except subprocess.TimeoutExpired:
        raise RunFailed(f"The proof did not end within {seconds:,g} s.") from None
    finally:
        end_process(process)
    if process.returncode == watchdog.STALLED:
        print(said, file=sys.stderr, flush=True)
        found = [line.strip() for line in said.splitlines() if line.startswith(("prove ", "  process "))]
        raise RunStalled(" ".join(found[:2]))
    return said


def end_process(process: "subprocess.Popen[str]") -> None:
    """End a process with SIGTERM, so that it stops its servers, and kill it after the grace period."""
    process.terminate()
    try:
        process.communicate(timeout=watchdog.GRACE_SECONDS)
    except subprocess.TimeoutExpired:
        process.kill()
        process.communicate()
