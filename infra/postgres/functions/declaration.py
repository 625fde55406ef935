"""How a function is declared, and the statements that create it in a database of games and in a router."""

from dataclasses import dataclass

from infra.postgres.partitions import CHECK_OWNED, LOCK_OWNED, ROUTES
from infra.postgres.tables.schema import APP_ROLE, SCHEMA

# A name in a query means the column, because the columns of a result are variables of the function too. So no parameter
# has the name of a column. The search path is fixed, because the function acts as the owner of the tables.
_CREATE = """
CREATE OR REPLACE FUNCTION {schema}.{name}({parameters}) RETURNS {returns}
LANGUAGE plpgsql {volatility} SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $body$
#variable_conflict use_column
{body}
$body$"""

_ROUTE = """
CREATE OR REPLACE FUNCTION {schema}.{name}({parameters}) RETURNS {returns} LANGUAGE plproxy AS $body$
CLUSTER '{cluster}'; RUN ON {schema}.partition_of(game);
$body$"""

_BEGIN = "BEGIN\n"


@dataclass(frozen=True, slots=True)
class Function:
    """A function of the database in PL/pgSQL, whose plans are kept for the whole session.

    Its first parameter is the id of a game, if it is not for all games. So a router can send the same call to the
    database of that game. The function refuses a game whose partition the database does not own
    (`infra.postgres.partitions`).
    """

    name: str
    comment: str
    parameters: str
    "As in SQL, such as `game uuid, after integer`."
    returns: str
    "A type, or `TABLE` with named columns: a router must know them."
    body: str
    reads_only: bool = False
    internal: bool = False
    "Whether only other functions call it."
    everywhere: bool = False
    "Whether it is for all games of a database, so that it is called in each of them."

    @property
    def is_routed(self) -> bool:
        """Whether a router sends its calls to the database of the game."""
        return not self.internal and not self.everywhere

    def create(self) -> list[str]:
        """Return the statements that create or replace the function, with its comment and rights."""
        place = f"{SCHEMA}.{self.name}"
        create = _CREATE.format(
            schema=SCHEMA, name=self.name, parameters=self.parameters, returns=self.returns, body=self._guarded_body(),
            volatility="STABLE" if self.reads_only else "VOLATILE",
        )  # fmt: skip
        comment = self.comment.replace("'", "''")
        statements = [
            create,
            f"COMMENT ON FUNCTION {place} IS '{comment}'",
            f"REVOKE ALL ON FUNCTION {place} FROM PUBLIC",
        ]
        return statements if self.internal else [*statements, f"GRANT EXECUTE ON FUNCTION {place} TO {APP_ROLE}"]

    def route(self) -> list[str]:
        """Return the statements that create the function in a router, with its rights."""
        place = f"{SCHEMA}.{self.name}"
        create = _ROUTE.format(
            schema=SCHEMA, name=self.name, parameters=self.parameters, returns=self.returns, cluster=ROUTES
        )
        return [
            create,
            f"REVOKE ALL ON FUNCTION {place} FROM PUBLIC",
            f"GRANT EXECUTE ON FUNCTION {place} TO {APP_ROLE}",
        ]

    def _guarded_body(self) -> str:
        body = self.body.strip()
        if not self.is_routed:
            return body
        return body.replace(_BEGIN, _BEGIN + (CHECK_OWNED if self.reads_only else LOCK_OWNED), 1)

    def drop(self) -> str:
        """Return the statement that drops the function."""
        return f"DROP FUNCTION IF EXISTS {SCHEMA}.{self.name}"
