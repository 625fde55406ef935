"""Faults that let one client stop the others, for `python -m prove --faults siege`."""

from prove.faults.planting import Fault

SHARE = 0.01

FAULTS = (
    Fault("a missing body is awaited for a minute", "api/http/request_body.py", "BODY_SECONDS = 1.5", "BODY_SECONDS = 60.0", row="of an account"),
    Fault("a body is read before its token is checked", "api/server/asgi.py", "if problem is None:", "if True:", row="where a token is missing"),
    Fault("a head may take a minute", "api/server/protocol.py", "HEAD_SECONDS = 5.0", "HEAD_SECONDS = 60.0", row="heads that never end"),
    Fault("one account may wait as often as it likes", "api/streaming/hub.py", "MAX_WAITING_OF_ACCOUNT = 8", "MAX_WAITING_OF_ACCOUNT = 8_000", row="waiting views"),
    Fault("one account may open any number of streams", "api/streaming/subscriptions.py", "MAX_OF_ACCOUNT = 16", "MAX_OF_ACCOUNT = 16_000", row="80 streams"),
    Fault("an account may have any number of unfinished games", "infra/settings.py", "games_per_account: int = 100", "games_per_account: int = 0", row="games against seven bots"),
    Fault("streams continue after a suspension", "infra/accounts/accounts.py", "accounts_of(pool, hashes)[1].items() if not account.suspended}", "accounts_of(pool, hashes)[1].items()}", row="suspended player"),
    Fault("metrics are local under any name", "api/http/client_address.py", 'return is_loopback(request.remote_addr or "") and names_this_machine()', 'return is_loopback(request.remote_addr or "")', row="metrics under"),
    Fault("a damaged page is an unhandled error", "infra/postgres/damage.py", '    "XX001",  # data corrupted, such as a page with a wrong checksum\n', "", row="a game with a damaged page"),
    Fault(
        "an account may hold all threads of pushes", "infra/delivery/quotas.py", "account: int = 4", "account: int = 400",
        also=(("infra/notifications/receivers.py", "DUE_OF_ACCOUNT = 4", "DUE_OF_ACCOUNT = 400"),), row="60 games",
    ),
    Fault("a host may hold all threads of webhooks", "infra/delivery/quotas.py", "host: int = 16", "host: int = 1_600", row="60 webhooks"),
    Fault("any number of interim answers is read", "infra/delivery/requests.py", "MAX_INTERIM_ANSWERS = 1\n", "MAX_INTERIM_ANSWERS = 1_000_000_000\n", row="interim answers"),
    Fault(
        "an unknown name has an error of its own", "infra/delivery/requests.py",
        "        except (OSError, UnicodeError):\n            raise NotSent(NO_PUBLIC_ADDRESS)", '        except (OSError, UnicodeError):\n            raise NotSent("The host has no address.")', row="lead nowhere",
    ),
    Fault("analyses are computed in the order of their requests", "infra/analyser/analyses.py", "in order((one, account) for one, (account, _) in waiting.items()):", "in waiting:", row="requests for analyses"),
    Fault("send buffers have any size", "api/server/port.py", "    listener.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, SEND_BUFFER)\n", "", row="read no answer"),
    Fault("a connection that is cut leaves its answers in the kernel", "api/server/protocol.py", "connected.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, _RESET)", "pass", row="read no answer"),
    Fault("any number of requests may wait on a connection", "api/server/protocol.py", "MAX_PIPELINED = 4", "MAX_PIPELINED = 4_000", row="2,000 requests at once"),
    Fault("a request may have two Host fields", "api/server/protocol.py", "hosts > 1 or ", "", row="requests without a Host"),
    Fault("a request needs no Host", "api/server/protocol.py", " or (not hosts and", " or (False and", row="requests without a Host"),
    Fault("codes of apps are used twice", "infra/accounts/authorization_codes.py", "    if used:\n", "    if False:\n", row="codes of apps"),
    Fault("challenges of strangers leave no room", "infra/social/challenges.py", " and not followed", "", row="challenges of strangers"),
    Fault("an account may challenge and withdraw without end", "infra/social/challenges.py", "MOST_OF_PAIR = 3", "MOST_OF_PAIR = 3_000", row="challenges of strangers"),
    Fault("all accounts share one allowance of searches", "api/middleware/rate_limit.py", '"searches": (By.ACCOUNT,)', '"searches": (By.EVERYBODY,)', row="searches for players"),
    Fault("an account may read any number of downloads", "api/http/lines.py", "MOST_OF_ACCOUNT = 2\n", "MOST_OF_ACCOUNT = 2_000\n", row="60 downloads"),
    Fault("downloads are not counted", "api/operations/player_history.py", '    allowances=["downloads"],\n', "", row="60 downloads"),
    Fault("players may be called like an erased one", "infra/accounts/look_alikes.py", '    "-",  # an erased player', '    # an erased player', row="names of the server"),
    Fault("players may be called like those whose name was reset", "infra/accounts/look_alikes.py", 'NUMBERED = ("player", ', 'NUMBERED = (', row="names of the server"),
    Fault("noncharacters are visible", "api/operations/players.py", " or ord(character) in NONCHARACTERS", "", row="names of the server"),
    Fault("a passkey's key is first used at a sign-in", "api/auth/relying_party.py", "        _check_key(found.credential_public_key)\n", "", row="passkeys"),
    Fault("an RSA key may be short", "api/auth/relying_party.py", "MIN_RSA_BITS = 2048", "MIN_RSA_BITS = 512", row="passkeys"),
    Fault("passkeys are made in frames of other origins", "api/auth/relying_party.py", "        _check_own_page(answer)\n        found = webauthn.verify_registration", "        found = webauthn.verify_registration", row="passkeys"),
    Fault("a silent player of quick play is seated for 40 s", "infra/social/quick_play.py", "LAPSE_SECONDS = 10", "LAPSE_SECONDS = 40", row="silent player"),
    Fault("a row that cannot be decoded fails the list", "infra/queries/games.py", "        except DamagedGame as damaged:", "        except ZeroDivisionError as damaged:", row="cannot be decoded"),
    Fault(
        "a worker reports by the date and time", "api/server/worker.py", "            await asyncio.sleep(BEAT_SECONDS)",
        '            due = __import__("time").time() + BEAT_SECONDS\n            while __import__("time").time() < due:\n                await asyncio.sleep(0.1)', row="clock set back",
    ),
    Fault("the clock follows every jump at once", "infra/clock.py", "if steady - self._trusted_since < PERSIST_SECONDS:", "if True:", row="clock set back"),
    Fault("new games go to a damaged page again and again", "infra/commands/handler.py", "return write_elsewhere(self._pool.games.of(append.game), append.game, lambda: self._append(append, also))", "return self._append(append, also)", row="damaged page of the table"),
    Fault("a damaged page stops the counting of an account's games", "infra/commands/unfinished_games.py", "found = read_rows(conn, statement, values)", "found = conn.execute(statement, values).fetchall()", row="damaged page of the table"),
    Fault("a damaged page stops what follows all games", "infra/postgres/around_damage.py", "rows = read_rows(conn, _ANY_PAGE if closed else _OPEN_PAGE, values)", "rows = conn.execute(_ANY_PAGE if closed else _OPEN_PAGE, values).fetchall()", row="damaged page of the table"),
)  # fmt: skip
