"""How a function is declared, and the statements that create it."""

from dataclasses import dataclass

from infra.postgres.tables.schema import APP_ROLE, SCHEMA

# A name in a query means the column, because the columns of a result are variables of the function too. So no parameter
# has the name of a column. The search path is fixed, because the function acts as the owner of the tables.
_CREATE = """
CREATE OR REPLACE FUNCTION {schema}.{name}({parameters}) RETURNS {returns}
LANGUAGE plpgsql {volatility} SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $body$
#variable_conflict use_column
{body}
$body$"""


@dataclass(frozen=True, slots=True)
class Function:
    """A function of the database in PL/pgSQL, whose plans are kept for the whole session.

    Its first parameter is the id of a game, if it is not for all games. So a router can send the same call to the
    database of that game.
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
    "Whether it is for all games of a database, so that a router calls it in each of them."

    def create(self) -> list[str]:
        """Return the statements that create or replace the function, with its comment and rights."""
        place = f"{SCHEMA}.{self.name}"
        create = _CREATE.format(
            schema=SCHEMA, name=self.name, parameters=self.parameters, returns=self.returns, body=self.body.strip(),
            volatility="STABLE" if self.reads_only else "VOLATILE",
        )  # fmt: skip
        comment = self.comment.replace("'", "''")
        statements = [
            create,
            f"COMMENT ON FUNCTION {place} IS '{comment}'",
            f"REVOKE ALL ON FUNCTION {place} FROM PUBLIC",
        ]
        return statements if self.internal else [*statements, f"GRANT EXECUTE ON FUNCTION {place} TO {APP_ROLE}"]

    def drop(self) -> str:
        """Return the statement that drops the function."""
        return f"DROP FUNCTION IF EXISTS {SCHEMA}.{self.name}"
