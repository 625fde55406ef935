"""The command line of Dobon."""

import argparse
import os
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from api.cli.options import digest, month, partitions, port, positive_number
from infra.settings import Settings, SettingsError, StartError

# Each command imports its modules when it runs, because `dobon --help` and `dobon verify` have to start fast.

SELF_PARSING = {
    "arena": "let strategies and programs of others play the same deals",
    "bot": "check a program that plays: dobon bot check COMMAND",
    "demo": "show a game of bots in the terminal, and its review",
    "simulate": "play many games of bots and print statistics",
}
"""Commands that parse their own arguments, in `api.cli.arena`, `api.cli.demo.show` and `api.cli.simulate`."""

Commands = Any
"""The subparsers of argparse, whose type has no public name."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command and return the exit code."""
    arguments = list(sys.argv[1:] if arguments is None else arguments)
    try:
        if arguments and arguments[0] in SELF_PARSING:
            Settings.from_environment()  # every command refuses invalid settings, also one that uses none of them
            return int(_self_parsing(arguments[0])(arguments[1:]) or 0)
        parsed = parser().parse_args(arguments)
        if parsed.data_dir is not None:
            os.environ["DOBON_DATA_DIR"] = str(parsed.data_dir)
        Settings.from_environment()
        return int(parsed.run(parsed))
    except StartError as error:
        print(error, file=sys.stderr)
        return 2 if isinstance(error, SettingsError) else 1
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # the reader of the output has exited
        return 141
    except Exception as error:
        from infra.postgres.unreachable import describe_unreachable

        if (reason := describe_unreachable(error)) is None:
            raise
        print(reason, file=sys.stderr)
        return 1


def _self_parsing(name: str) -> Callable[[Sequence[str]], int | None]:
    if name == "demo":
        from api.cli.demo.show import main as found
    elif name == "arena":
        from api.cli.arena.main import main as found
    elif name == "bot":
        from api.cli.arena.check import bot as found
    else:
        from api.cli.simulate import main as found
    return found


def parser() -> argparse.ArgumentParser:
    """Return the parser of all commands that do not parse their own arguments."""
    top = argparse.ArgumentParser(
        prog="dobon", description="A server for Dobon and other card games, with a REST API and a verifiable log."
    )
    top.set_defaults(data_dir=None)
    commands = top.add_subparsers(required=True, metavar="COMMAND")
    _serve(commands)
    _cluster(commands)
    for name, text in SELF_PARSING.items():
        commands.add_parser(name, help=text)
    _export(commands)
    _dump(commands)
    _verify(commands)
    _witness(commands)
    _rebuild(commands)
    _check(commands)
    _database(commands)
    _shards(commands)
    _token(commands)
    _erase(commands)
    _keys(commands)
    _openapi(commands)
    return top


def _serve(commands: Commands) -> None:
    def run(arguments: argparse.Namespace) -> int:
        from api.cli.serve import serve

        return serve(Settings.from_environment(), arguments.host, arguments.port, arguments.workers)

    command = commands.add_parser("serve", help="run the server, with database, scheduler and bots")
    command.add_argument("--host", default="127.0.0.1")
    command.add_argument("--port", type=port, default=8000)
    command.add_argument(
        "--workers",
        type=positive_number,
        default=os.cpu_count() or 1,
        help="number of worker processes (default: one for each core)",
    )
    _data_dir(command)
    command.set_defaults(run=run)


def _cluster(commands: Commands) -> None:
    def run(arguments: argparse.Namespace) -> int:
        from api.cli.cluster import run_cluster, show_status

        settings = Settings.from_environment()
        if arguments.status:
            return show_status(settings)
        return run_cluster(
            settings,
            arguments.port,
            arguments.servers,
            arguments.workers,
            members=arguments.etcd,
            nodes=arguments.nodes,
            shards=arguments.shards,
        )

    command = commands.add_parser("cluster", help="run servers on PostgreSQL nodes that replace each other")
    command.add_argument("--status", action="store_true", help="show the nodes of the running cluster, and who leads")
    command.add_argument(
        "--shards",
        type=int,
        choices=range(17),
        metavar="N",
        default=0,
        help="number of databases for the games, besides that of the accounts (default: 0, one database for all)",
    )
    command.add_argument(
        "--nodes",
        type=int,
        choices=range(2, 6),
        metavar="N",
        default=3,
        help="number of nodes of each database, of which one leads (default: 3)",
    )
    command.add_argument("--port", type=port, default=8000, help="port of the first server (default: 8000)")
    command.add_argument("--servers", type=positive_number, default=2, help="number of servers (default: 2)")
    command.add_argument(
        "--workers", type=positive_number, default=1, help="number of worker processes of each server (default: 1)"
    )
    command.add_argument("--etcd", type=int, choices=[1, 3], default=3, help="number of members of etcd (default: 3)")
    _data_dir(command)
    command.set_defaults(run=run)


def _export(commands: Commands) -> None:
    def run(arguments: argparse.Namespace) -> int:
        from api.cli.export import export_game

        return export_game(Settings.from_environment(), arguments.game, arguments.output)

    command = commands.add_parser("export", help="write the log of a game to a file")
    command.add_argument("game", help="id of the game")
    command.add_argument("-o", "--output", type=Path, help="file to write (default: standard output)")
    _data_dir(command)
    command.set_defaults(run=run)


def _dump(commands: Commands) -> None:
    def run(arguments: argparse.Namespace) -> int:
        from api.cli.dump import dump_month

        return dump_month(Settings.from_environment(), arguments.month, arguments.output)

    command = commands.add_parser("dump", help="write the logs of all finished listed games of a month to a file")
    command.add_argument("--month", type=month, required=True, help="such as 2026-11, in UTC")
    command.add_argument("-o", "--output", type=Path, help="file to write (default: dobon-2026-11.jsonl.zst)")
    _data_dir(command)
    command.set_defaults(run=run)


def _lacking_evidence(arguments: argparse.Namespace) -> str:
    """Return a sentence about evidence that other options need; empty if it is given."""
    if arguments.inclusion is None and (arguments.checkpoint, arguments.log, arguments.witnesses) != (None,) * 3:
        return "--checkpoint, --log and --witnesses need --inclusion, unless the file is a case"
    if arguments.keys is not None and arguments.receipts is None and arguments.inclusion is None:
        return "--keys needs --receipts or --inclusion, unless the file is a case"
    return ""


def _verify(commands: Commands) -> None:
    def run(arguments: argparse.Namespace) -> int:
        from api.cli.verify import Evidence, holds_case, verify_file

        if arguments.inclusion is not None and arguments.keys is None:
            command.error("--inclusion needs --keys")
        lacking = _lacking_evidence(arguments)
        if lacking and not holds_case(arguments.file):
            command.error(lacking)
        if arguments.file.suffix == ".zst":
            from api.cli.dump import verify_dump

            if (arguments.head, arguments.receipts, arguments.inclusion) != (None, None, None):
                command.error("--head, --receipts and --inclusion are about one game: a dump has many")
            return verify_dump(arguments.file)
        evidence = Evidence(
            arguments.receipts,
            arguments.keys,
            arguments.inclusion,
            arguments.checkpoint,
            arguments.log,
            arguments.witnesses,
        )
        return verify_file(arguments.file, arguments.head, evidence)

    command = commands.add_parser(
        "verify", help="verify the chain, seals, deck and calls of an exported log, of a case, or of all logs in a dump"
    )
    command.add_argument("file", type=Path)
    command.add_argument("--head", type=digest, help="a digest of this game, of any version, that you recorded earlier")
    command.add_argument("--receipts", type=Path, help="receipts of this game, one JSON object a line")
    command.add_argument("--keys", type=Path, help="public keys of the server (default: those beside the receipts)")
    command.add_argument("--inclusion", type=Path, help="entries of this game in the public log, with their proofs")
    command.add_argument(
        "--checkpoint", type=Path, help="file that keeps the newest checkpoint of the public log; made if it is missing"
    )
    command.add_argument("--log", help="address or folder with the files of the public log, such as https://HOST/log")
    command.add_argument("--witnesses", type=Path, help="keys of witnesses, one a line, as `dobon witness` prints them")
    command.set_defaults(run=run)


def _witness(commands: Commands) -> None:
    def run(arguments: argparse.Namespace) -> int:
        from api.cli.witness import run_witness

        return run_witness(arguments.address, arguments.folder, arguments.port, arguments.seconds, once=arguments.once)

    command = commands.add_parser("witness", help="watch the public log of a server, and sign what only extends it")
    command.add_argument("address", help="address of the server, such as https://play.example")
    command.add_argument(
        "--folder", type=Path, default=Path("witness"), help="what the witness keeps (default: ./witness)"
    )
    command.add_argument("--port", type=port, default=8100, help="where it serves its signature (default: 8100)")
    command.add_argument(
        "--seconds", type=positive_number, default=10, help="the pause between two looks (default: 10)"
    )
    command.add_argument("--once", action="store_true", help="look once, and serve nothing")
    command.set_defaults(run=run)


def _rebuild(commands: Commands) -> None:
    def run(_: argparse.Namespace) -> int:
        from api.cli.rebuild import rebuild_projections

        return rebuild_projections(Settings.from_environment())

    command = commands.add_parser("rebuild", help="rebuild all projections from the log and compare them")
    _data_dir(command)
    command.set_defaults(run=run)


def _check(commands: Commands) -> None:
    def run(_: argparse.Namespace) -> int:
        from api.cli.check import check_games

        return check_games(Settings.from_environment())

    command = commands.add_parser("check", help="recompute the digests and seals of all logs")
    _data_dir(command)
    command.set_defaults(run=run)


def _database(commands: Commands) -> None:
    def show(_: argparse.Namespace) -> int:
        from api.cli.database import show_database

        return show_database(Settings.from_environment())

    def migrate(_: argparse.Namespace) -> int:
        from api.cli.database import migrate_database

        return migrate_database(Settings.from_environment())

    command = commands.add_parser("migrate", help="prepare the database for this version, without serving")
    _data_dir(command)
    command.set_defaults(run=migrate)
    command = commands.add_parser(
        "database", help='print shell settings: eval "$(dobon database)" lets psql and pg_dump reach the database'
    )
    _data_dir(command)
    command.set_defaults(run=show)


def _shards(commands: Commands) -> None:
    def show(arguments: argparse.Namespace) -> int:
        from api.cli.shards import show_shards

        return show_shards(Settings.from_environment(), partitions=arguments.partitions)

    def move(arguments: argparse.Namespace) -> int:
        from api.cli.shards import move_partitions

        wanted = [number for numbers in arguments.numbers for number in numbers]
        return move_partitions(Settings.from_environment(), wanted, arguments.shard)

    command = commands.add_parser("shards", help="show the databases that share the games, or move games between them")
    command.add_argument("--partitions", action="store_true", help="show the number of games of each partition")
    command.set_defaults(run=show)
    actions = command.add_subparsers(metavar="ACTION")
    action = actions.add_parser("move", help="move partitions to another shard while games are played")
    action.add_argument(
        "numbers", nargs="+", type=partitions, metavar="PARTITION", help="number from 0 to 63, or a range such as 0-15"
    )
    action.add_argument(
        "shard", type=positive_number, metavar="SHARD", help="number from 1, as `dobon shards` shows it"
    )
    action.set_defaults(run=move)


def _token(commands: Commands) -> None:
    def run(arguments: argparse.Namespace) -> int:
        from api.cli.token import make_token

        return make_token(Settings.from_environment(), arguments.name, admin=arguments.admin)

    command = commands.add_parser("token", help="create an account and print its token once")
    command.add_argument("--admin", action="store_true", help="create an admin account")
    command.add_argument("--name", default="admin", help="name of the account (default: admin)")
    _data_dir(command)
    command.set_defaults(run=run)


def _erase(commands: Commands) -> None:
    def run(arguments: argparse.Namespace) -> int:
        from api.cli.erase import erase_player

        return erase_player(Settings.from_environment(), arguments.player, arguments.admin, arguments.reason)

    command = commands.add_parser("erase", help="erase an account, as its player could, and record the act")
    command.add_argument("player", help="id of the player")
    command.add_argument("--admin", required=True, help="id of the admin's account that is recorded")
    command.add_argument("--reason", required=True, help="the reason that is recorded, without personal data")
    _data_dir(command)
    command.set_defaults(run=run)


def _keys(commands: Commands) -> None:
    def run(arguments: argparse.Namespace) -> int:
        from api.cli.keys import rotate_keys, show_keys

        return (rotate_keys if arguments.rotate else show_keys)(Settings.from_environment())

    command = commands.add_parser("keys", help="print the public keys that sign receipts, or add one")
    command.add_argument(
        "rotate",
        nargs="?",
        choices=["rotate"],
        help="publish a new key, which replaces the present one 10 minutes later",
    )
    _data_dir(command)
    command.set_defaults(run=run)


def _openapi(commands: Commands) -> None:
    def run(options: argparse.Namespace) -> int:
        from api.cli.openapi import print_openapi

        return print_openapi(events=options.events)

    command = commands.add_parser("openapi", help="print the description of the API (OpenAPI)")
    command.add_argument("--events", action="store_true", help="print the page of all events instead (docs/events.md)")
    command.set_defaults(run=run)


def _data_dir(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "--data-dir", type=Path, help="directory of the embedded Postgres (default: $DOBON_DATA_DIR or .dobon)"
    )
