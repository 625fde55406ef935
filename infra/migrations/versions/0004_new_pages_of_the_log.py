"""Events are written beside a damaged page of the log, as rows of games are. Brings functions alone."""

from infra.postgres.migrate import refuse_downgrade

revision = "0004_new_pages_of_the_log"
down_revision = "0003_bot_accounts_and_challenges"
branch_labels = None
depends_on = None
functions = "d76d1b52d5d60978"


def upgrade() -> None:
    """Change no table."""


downgrade = refuse_downgrade
