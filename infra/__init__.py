"""PostgreSQL, the clock and the operating system. Imported by `api`, `bench` and `prove`; imports `domain`.

A package imports only packages below it, in the order of the import contract in pyproject.toml.
"""
