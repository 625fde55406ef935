"""The functions through which the application reads and changes one game.

They are the only way to write a table of games, and to read one game. The application's role may call them. They act as
the owner of the tables, whose rights the application does not have. Each call does all of a command and commits by
itself, so a router can send it to the database of the game.

Statements over many games, such as lists, the change feed and the clock, run in each database, and read its tables.

A migration that changes a function calls `create` again.
"""

from collections.abc import Iterator

from infra.postgres.functions import additions, analyses, append, folds, games, logs
from infra.postgres.functions.declaration import Function

FUNCTIONS: tuple[Function, ...] = (
    *append.FUNCTIONS, *logs.FUNCTIONS, *games.FUNCTIONS, *folds.FUNCTIONS, *additions.FUNCTIONS,
    *analyses.FUNCTIONS,
)  # fmt: skip
"""All functions."""


def create() -> Iterator[str]:
    """Yield the statements that create the functions, or replace them by those of this version of the program."""
    for function in FUNCTIONS:
        yield from function.create()


def route() -> Iterator[str]:
    """Yield the statements that create the functions in a router, or replace them by those of this version."""
    for function in FUNCTIONS:
        if function.is_routed:
            yield from function.route()


def drop() -> Iterator[str]:
    """Yield the statements that drop the functions."""
    for function in reversed(FUNCTIONS):
        yield function.drop()
