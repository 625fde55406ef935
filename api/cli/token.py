"""`dobon token`: a new token, printed once. Admin tokens are made here and nowhere else."""

from infra.postgres.bootstrap import prepare
from infra.postgres.pool import open_pool
from infra.repositories import accounts
from infra.settings import Settings


def make_token(settings: Settings, name: str, *, admin: bool) -> int:
    """Make an account of that name and print its token."""
    prepare(settings)
    with open_pool(settings) as pool:
        _, _, token = (accounts.create_admin if admin else accounts.create_player)(pool, name)
    print(token)
    return 0
