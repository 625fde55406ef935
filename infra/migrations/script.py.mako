<%! from infra.postgres.functions import digest %>"""${message}."""

import sqlalchemy as sa
from alembic import op
${imports if imports else ""}
from infra.postgres.migrate import refuse_downgrade

revision = ${repr(up_revision)}
down_revision = ${repr(down_revision)}
branch_labels = None
depends_on = None
functions = ${repr(digest())}


def upgrade() -> None:
    ${upgrades if upgrades else "pass"}


downgrade = refuse_downgrade
