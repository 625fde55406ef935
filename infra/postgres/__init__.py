"""PostgreSQL itself: the embedded server, the connection pool, tables, migrations, retries.

Imported by every package of `infra` above it, by `api`, `bench` and `prove`; imports observability and settings.
"""
