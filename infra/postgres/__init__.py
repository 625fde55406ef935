"""PostgreSQL itself: the embedded server, the connection pool, tables, migrations, retries.

Imported by every package of `infra` above it; imports observability.
"""
