"""Runs the migrations on the connection from `infra.postgres.migrate`, which is the only way to run them."""

from alembic import context
from sqlalchemy import text

from infra.postgres.tables.schema import SCHEMA, metadata

MIGRATING = 0x646F626F6E
"""Key of the advisory lock ("dobon"). If several processes start together, one migrates and the others wait."""

connection = context.config.attributes["connection"]
context.configure(
    connection=connection,
    target_metadata=metadata,
    version_table_schema=SCHEMA,
    include_schemas=True,
    transaction_per_migration=False,
)
with context.begin_transaction():
    # waiting for another process's migration is not an error, so the timeouts are set after the lock
    connection.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": MIGRATING})
    # a migration that waits for a long read blocks all later statements, so it fails early and can be retried
    connection.execute(text("SET LOCAL lock_timeout = '5s'"))
    connection.execute(text("SET LOCAL statement_timeout = '10min'"))
    context.run_migrations()
