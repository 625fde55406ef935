"""`dobon token`: create an account and print its token once. Admin accounts are created here only."""

from infra.postgres.bootstrap import prepare
from infra.postgres.pool import open_pool
from infra.repositories import accounts
from infra.settings import Settings


def make_token(settings: Settings, name: str, *, admin: bool) -> int:
    """Create an account of that name and print its token. Return the exit code."""
    prepare(settings)
    with open_pool(settings) as pool:
        _, _, token = (accounts.create_admin if admin else accounts.create_player)(pool, name)
    print(token)
    return 0
