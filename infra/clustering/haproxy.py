"""HAProxy: leads connections to the leader of each shard, which it learns from Patroni.

The router needs it: its connections have no timeout, and would wait for a node that is frozen.
"""

from pathlib import Path

from infra.clustering.layout import HOST, Database, Layout

# Idle connections of pools and of the router are kept. A node is left after two failed checks. Until then calls for a
# shard whose leader is frozen may occupy all connections of a server, so that the games of other shards wait as well.
DEFAULTS = """\
global
    maxconn 1000

defaults
    mode tcp
    retries 1
    option redispatch
    option clitcpka
    option srvtcpka
    timeout connect 2s
    timeout client 2h
    timeout server 2h
    timeout check 1500ms
    default-server inter 500ms fastinter 250ms fall 2 rise 1 on-marked-down shutdown-sessions
"""

_FRONTEND = """
listen {scope}
    bind {host}:{port}
    option httpchk
    http-check send meth GET uri /primary
    http-check expect status 200
"""


def configuration(layout: Layout) -> str:
    """Return the file with a frontend for each shard."""
    return DEFAULTS + "".join(_frontend(database) for database in layout.shards)


def command(program: Path, file: Path) -> list[str]:
    """Return the command line. The program stays in the foreground."""
    return [str(program), "-db", "-f", str(file)]


def _frontend(database: Database) -> str:
    servers = [f"    server {node.name} {HOST}:{node.port} check port {node.rest_port}\n" for node in database.nodes]
    return _FRONTEND.format(scope=database.scope, host=HOST, port=database.port) + "".join(servers)
