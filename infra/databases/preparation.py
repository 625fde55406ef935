"""Prepares all databases of a server."""

from infra.postgres.bootstrap import prepare_accounts
from infra.postgres.urls import application_url
from infra.settings import Settings
from infra.sharding import set_up


def prepare(settings: Settings) -> str:
    """Prepare all databases, and return the address of that of the accounts for the application.

    Starts the embedded server unless there is a `database_url`. Creates missing roles, databases and schemas if the
    accounts in the addresses may do so, and runs the migrations as the owner. Any number of processes may do this at
    once. Raises `DatabaseUnusable`, `PostgresUnavailable` and psycopg's `OperationalError`.
    """
    prepare_accounts(settings)
    if settings.router_url is not None:
        set_up.prepare(settings)
    return application_url(settings)
