"""PgBouncer: lets many connections of servers share few sessions of the router."""

from pathlib import Path

from infra.clustering.layout import APP_ACCOUNT, DATABASE, HOST, Layout, Router

SESSIONS = 100
"""The maximum number of the router's sessions: calls that run at once. Calls for a shard that hangs occupy theirs."""

_CONFIGURATION = """\
[databases]
{database} = host={host} port={router}

[pgbouncer]
listen_addr = {host}
listen_port = {port}
unix_socket_dir =
auth_type = scram-sha-256
auth_file = {users}
pool_mode = transaction
default_pool_size = {sessions}
max_client_conn = 1000
ignore_startup_parameters = options,extra_float_digits
server_login_retry = 0.2
query_wait_timeout = 10
log_connections = 0
log_disconnections = 0
log_stats = 0
"""


def configuration(router: Router, users: Path) -> str:
    """Return the file. `users` is the file with accounts and passwords."""
    return _CONFIGURATION.format(
        database=DATABASE, host=HOST, router=router.port, port=router.pooler_port, users=users, sessions=SESSIONS
    )


def users(layout: Layout) -> str:
    """Return the file with the account of the servers and its password."""
    return f'"{APP_ACCOUNT}" "{layout.passwords[APP_ACCOUNT]}"\n'


def command(program: Path, file: Path) -> list[str]:
    """Return the command line. The program stays in the foreground, and refuses to run as root."""
    return [str(program), "--quiet", str(file)]
