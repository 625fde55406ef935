"""The schema, its roles, and types of columns."""

from typing import Any

from sqlalchemy import MetaData, Text
from sqlalchemy.dialects.postgresql.base import ischema_names
from sqlalchemy.types import UserDefinedType

SCHEMA = "dobon"

OWNER_ROLE = "dobon_owner"
"""Owns the tables; only migrations act as this role."""

APP_ROLE = "dobon_app"
"""The role of the server. It may append to the log, and can neither change nor delete rows of it."""

metadata = MetaData(
    schema=SCHEMA,
    naming_convention={
        "pk": "%(table_name)s_pkey",
        "fk": "%(table_name)s_%(column_0_name)s_fkey",
        "ix": "%(table_name)s_%(column_0_N_name)s_idx",
        "uq": "%(table_name)s_%(column_0_N_name)s_key",
        "ck": "%(table_name)s_%(constraint_name)s_check",
    },
)


class Xid8(UserDefinedType[int]):
    """A 64-bit transaction id. It never wraps around, and is comparable with `pg_snapshot_xmin`."""

    cache_ok = True

    def get_col_spec(self, **_: Any) -> str:
        """Return the type's name in PostgreSQL."""
        return "xid8"


ischema_names["xid8"] = Xid8  # SQLAlchemy needs it to reflect a database


def moment() -> Text:
    """Return the type of a moment."""
    return Text(collation="C")


def key() -> Text:
    """Return the type of text with the same order on every machine."""
    return Text(collation="C")
