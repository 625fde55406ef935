"""Runs the migrations on the connection that `infra.postgres.migrate` hands over; there is no other way to run them."""

from alembic import context
from sqlalchemy import text

from infra.postgres.tables import SCHEMA, metadata

MIGRATING = 0x646F626F6E
"""Key of the advisory lock ("dobon"), so that of several processes that start together one migrates and the others find it done."""

connection = context.config.attributes["connection"]
context.configure(
    connection=connection,
    target_metadata=metadata,
    version_table_schema=SCHEMA,
    include_schemas=True,
    transaction_per_migration=False,
)
with context.begin_transaction():
    # waiting for another process's migration is no fault, so the limits begin after it
    connection.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": MIGRATING})
    # a migration that queues behind a long reader makes everybody queue behind itself: rather fail, and be tried again
    connection.execute(text("SET LOCAL lock_timeout = '5s'"))
    connection.execute(text("SET LOCAL statement_timeout = '10min'"))
    context.run_migrations()
